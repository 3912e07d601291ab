"""The steps of the Containerfile in a root made by debootstrap, and the server in it as a container would have it.

Takes minutes and needs root: `make soak`. DEBOOTSTRAP_ROOT may name a root that was made before. What is not proved is
that podman understands the file, and that the second stage has all it needs: here both stages share a root.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.server.support import Guest, free_port, until
from tools import uv

pytestmark = pytest.mark.soak

ROOT: Final = Path(__file__).resolve().parents[2]
CERTIFICATES: Final = Path("/etc/of-this-machine.pem")
# What a runtime for containers does: a root that cannot be written, a volume, and memory for /tmp and /dev/shm.
CONTAINED: Final = """
set -eu
mount --bind "$1" "$1"
mount --bind "$2" "$1/var/lib/grognard"
mount -t tmpfs tmpfs "$1/tmp"
mkdir -p "$1/dev/shm"
mount -t tmpfs tmpfs "$1/dev/shm"
mount -o remount,bind,ro "$1"
root=$1 user=$3
shift 3
exec setpriv --no-new-privs chroot --userspec="$user" "$root" "$@"
"""


def steps() -> list[tuple[str, str]]:
    """The lines of the Containerfile: the word, and the rest."""
    lines = (ROOT / "deploy/Containerfile").read_text(encoding="utf-8").splitlines()
    found = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    return [(word, rest) for word, rest in found]


def within(root: Path, *command: str, **settings: str) -> None:
    """Runs a step in the root, with the network and the package index of this machine."""
    given = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", **settings}
    subprocess.run(["chroot", str(root), *command], env=given, check=True, stdin=subprocess.DEVNULL)


def index(root: Path) -> dict[str, str]:
    """pip's settings, for the root: certificates lie there too."""
    listing = subprocess.run(["pip", "config", "list"], capture_output=True, text=True, check=True).stdout
    found = uv.settings(listing)
    if "cert" in found:  # where Debian has its own they would be written anew
        shutil.copy(found["cert"], root / CERTIFICATES.relative_to("/"))
        found["cert"] = str(CERTIFICATES)
    return {f"PIP_{name.upper().replace('-', '_')}": value for name, value in found.items() if name != "find-links"}


def copied(file: Path, root: Path) -> None:
    """Puts a file of this machine at the same place in the root."""
    target = root / file.relative_to("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, target)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Debian in which the steps were run."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        pytest.skip("This needs root and debootstrap.")
    made = Path(os.environ.get("DEBOOTSTRAP_ROOT") or tmp_path_factory.mktemp("root"))
    if not (made / "etc/debian_version").exists():
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", str(made)], check=True)
    made.chmod(0o755)  # pytest makes it for its owner alone
    for file in ("/etc/resolv.conf", "/etc/hosts"):
        copied(Path(file), made)
    work = made / "grognard"
    shutil.rmtree(work, ignore_errors=True)
    for word, rest in steps():
        if word == "COPY" and "--from" not in rest:
            *names, target = rest.split()
            place = made / target.removeprefix("/") if target.startswith("/") else work / target
            for name in names:
                into = place / name.rpartition("/")[2] if rest.endswith("/") else place
                copy(ROOT / name, into)
    settings = index(made)
    for word, rest in steps():
        if word == "RUN":  # plain Python: that it compiles is proved elsewhere
            within(made, "sh", "-c", f"cd /grognard && {rest}", GROGNARD_PLAIN="1", **settings)
    return made


def copy(source: Path, target: Path) -> None:
    """Copies a file or a folder, without what Python wrote beside it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    else:
        shutil.copy(source, target)


@pytest.fixture
def volume(tmp_path: Path) -> Path:
    """An empty volume, as its owner has it."""
    made = tmp_path / "volume"
    made.mkdir(mode=0o700)
    os.chown(made, 10001, 10001)
    return made


@pytest.fixture
def served(root: Path, volume: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The server as the Containerfile starts it: its address and its process."""
    told = dict(steps())
    port = free_port()
    settings = dict(pair.split("=", 1) for pair in told["ENV"].split()) | {"GROGNARD_PORT": str(port)}
    command = ["unshare", "--mount", "sh", "-c", CONTAINED, "sh", str(root), str(volume), told["USER"]]
    command += [*json.loads(told["ENTRYPOINT"]), *json.loads(told["CMD"])]
    process = subprocess.Popen(command, env={"PATH": os.environ["PATH"], **settings}, stdin=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"

    def ready() -> bool:
        assert process.poll() is None, shlex.join(command)
        try:
            return httpx.get(f"{url}/readyz").status_code == 200
        except httpx.TransportError:
            return False

    try:
        until(ready, 60, "the server did not start")
        yield url, process
    finally:
        process.terminate()
        assert process.wait(30) == 0


def test_it_serves_read_only_as_nobody_in_particular(
    served: tuple[str, subprocess.Popen[bytes]], root: Path, volume: Path
) -> None:
    url, process = served
    guest = Guest(url)
    table = guest.create("you", "regular")["id"]
    until(lambda: bool(guest.look(table)["view"]["actions"]), 60, "the computer does not move")
    seen = guest.look(table)
    assert guest.play(table, seen["view"]["actions"][0]["notation"], seen["at"]).status_code == 200
    guest.close()
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{process.pid}/status").read_text().splitlines() if ":" in line
    )
    assert status["Uid"].split() == ["10001"] * 4
    assert int(status["CapEff"], 16) == 0
    assert status["NoNewPrivs"].strip() == "1"
    mounted = Path(f"/proc/{process.pid}/mountinfo").read_text().splitlines()
    assert [line.split()[5].split(",")[0] for line in mounted if line.split()[4] == "/"] == ["ro"]
    assert {path.name for path in volume.iterdir()} >= {"tables.sqlite", "secret"}
    assert all((path.stat().st_uid, path.stat().st_mode & 0o077) == (10001, 0) for path in volume.iterdir())
