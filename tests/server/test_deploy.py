"""The files for a host say what the program understands: options, settings, folders."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from grognard import cli
from grognard.server.config import Config, read_config
from grognard.server.storage.migrate import migrate

ROOT: Final = Path(__file__).resolve().parents[2]
DEPLOY: Final = ROOT / "deploy"
UNITS: Final = sorted(path.name for pattern in ("*.service", "*.timer") for path in DEPLOY.glob(pattern))
SERVICES: Final = [name for name in UNITS if name.endswith(".service")]
SETTING: Final = re.compile(r"\bGROGNARD_[A-Z_]+[A-Z]\b")
TEXTS: Final = [*sorted(f"deploy/{path.name}" for path in DEPLOY.iterdir()), "docs/hosting.md", "SECURITY.md"]
PROGRAM: Final = "/opt/grognard/.venv/bin/grognard"


class Unit(configparser.RawConfigParser):
    """A unit file."""

    def __init__(self, name: str) -> None:
        super().__init__(interpolation=None)
        self.read(DEPLOY / name, encoding="utf-8")

    def optionxform(self, optionstr: str) -> str:
        """Names as they are written."""
        return optionstr


def test_all_kinds_of_files_are_there() -> None:
    assert UNITS == ["grognard-backup.service", "grognard-backup.timer", "grognard.service"]
    others = {"Caddyfile", "Containerfile", "container.sh", "grognard.env", "nginx.conf"}
    assert {f"deploy/{name}" for name in (*UNITS, *others)} <= set(TEXTS)


@pytest.mark.parametrize("name", TEXTS)
def test_every_setting_that_is_named_exists(name: str) -> None:
    named = set(SETTING.findall((ROOT / name).read_text(encoding="utf-8")))
    assert named <= {f"GROGNARD_{field.upper()}" for field in Config.__struct_fields__}


def test_every_setting_is_in_the_table_for_hosts() -> None:
    table = re.findall(r"^\| `GROGNARD_([A-Z_]+)` \|", (ROOT / "docs/hosting.md").read_text(encoding="utf-8"), re.M)
    assert sorted(table) == sorted(field.upper() for field in Config.__struct_fields__)


def test_the_example_of_settings_can_be_read(tmp_path: Path) -> None:
    lines = (DEPLOY / "grognard.env").read_text(encoding="utf-8").splitlines()
    settings = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert len(settings) > 2
    config = read_config(settings, {"data_dir": str(tmp_path)})
    assert config.proxy_list == ["127.0.0.1"]


@pytest.mark.parametrize("name", SERVICES)
def test_what_a_service_starts_can_be_started(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.environ", {})
    service = Unit(name)["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    assert program == PROGRAM
    folders = {f"/var/lib/{folder}": str(tmp_path / folder) for folder in service["StateDirectory"].split()}
    used = [argument for argument in arguments if argument.startswith("/")]
    assert sorted(used) == sorted(folders), "each folder that is used is the service's own"
    migrate(read_config({}, {"data_dir": folders["/var/lib/grognard"]}).url)
    also = ["--print-config"] if arguments[0] == "serve" else []
    assert cli.main([folders.get(argument, argument) for argument in arguments] + also) == 0, capsys.readouterr().err
    if arguments[0] == "backup":
        assert len(list((tmp_path / "grognard-backups").glob("*.sqlite"))) == 1


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_no_rights_that_it_does_not_need(name: str) -> None:
    service = Unit(name)["Service"]
    yes = ("DynamicUser", "NoNewPrivileges", "PrivateDevices", "PrivateTmp", "ProtectHome")
    assert all(service[right] == "yes" for right in yes)
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert service["UMask"] == "0077"
    assert service["User"] == "grognard", "the backup may read what the server writes"


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("There is no systemd here.")
    for name in UNITS:
        text = (DEPLOY / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace(PROGRAM, sys.executable), encoding="utf-8")
    ended = subprocess.run(
        [verify, "verify", "--man=no", *[str(tmp_path / name) for name in UNITS]],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    told = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    for name in SERVICES:
        weighed = subprocess.run(
            [verify, "security", "--offline=true", str(tmp_path / name)],
            capture_output=True, text=True, timeout=60, check=True,
        )  # fmt: skip
        exposure = re.search(r"exposure level for \S+: ([\d.]+)", weighed.stdout)
        assert exposure is not None
        assert f" {exposure[1]} " in told


def test_the_container_is_built_from_what_there_is_and_runs_as_nobody_in_particular() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    steps = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    assert {rest.split()[0] for step, rest in steps if step == "FROM"} == {"debian:bookworm-slim"}
    script = (DEPLOY / "container.sh").read_text(encoding="utf-8")
    done = [rest.split()[-1] for step, rest in steps if step == "RUN"]
    assert done == re.findall(r"^(\w+)\)", script, re.M), "every step of the script, and nothing else"
    assert "/opt/grognard/bin/pip" in script
    copied = [name for step, rest in steps if step == "COPY" and "--from" not in rest for name in rest.split()[:-1]]
    assert {"src", "pyproject.toml"} <= set(copied)
    assert all((ROOT / name).exists() for name in copied)
    told = dict(steps[-9:])
    assert told["USER"].split(":")[0] not in ("root", "0")
    settings = dict(pair.split("=") for pair in told["ENV"].split())
    assert settings["GROGNARD_DATA_DIR"] == told["VOLUME"]
    assert told["EXPOSE"] == str(Config().port)
