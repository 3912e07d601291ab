"""What `make dist` refuses, waits for and writes down; that it makes what it should, it shows when it is run."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tarfile
import zipfile
from email.message import Message
from importlib.metadata import distribution, distributions
from pathlib import Path
from typing import Any

import pytest

from grognard.registry import spec
from tests.folders import OURS
from tools import dist, package, parts

ROOT = Path(__file__).resolve().parents[2]
DATE = 1_700_000_001  # odd: ZIP knows even seconds only


def test_a_wheel_that_was_not_compiled_is_not_published_as_compiled(tmp_path: Path) -> None:
    wheel = tmp_path / "grognard-1-cp311-cp311-linux_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("core.py", "")
    with pytest.raises(dist.Fault, match="not compiled"):
        dist.repair(wheel)


def test_a_prompt_is_waited_for_and_no_further() -> None:
    shown = io.StringIO("Blue> Red's hand\n  1 > 0\nBlue> more")
    dist.wait_for_prompt(shown)
    assert shown.read() == "more"


def test_a_game_that_ends_before_the_first_move_is_a_fault() -> None:
    with pytest.raises(dist.Fault, match="There is no game"):
        dist.wait_for_prompt(io.StringIO("There is no game.\n"))


def test_checksums_are_of_all_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dist, "DIST", tmp_path)
    for name in ("b.whl", "a.tar.gz", "c.cdx.json", ".gitignore"):
        (tmp_path / name).write_text(name)
    for _ in range(2):  # a second time does not count itself
        dist.write_sums()
    lines = [f"{hashlib.sha256(name.encode()).hexdigest()}  {name}" for name in ("a.tar.gz", "b.whl", "c.cdx.json")]
    assert (tmp_path / "SHA256SUMS.txt").read_text().splitlines() == lines


# -- the same bytes ------------------------------------------------------------------------------------------------


def copied(folder: Path, umask: int, date: int) -> Path:
    """What a build reads, in another folder: with other modes, other dates, and what an earlier build left."""
    folder.mkdir(parents=True)
    previous = os.umask(umask)
    try:
        for file in map(Path, package.SOURCES):
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_bytes((ROOT / file).read_bytes())
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / "src", folder / "src", ignore=ignored, copy_function=shutil.copyfile)
    finally:
        os.umask(previous)
    for path in folder.rglob("*"):
        os.utime(path, (date, date))
    return folder


def contents(archive: Path) -> dict[str, tuple[object, ...]]:
    """What there is to see of each file in an archive: it says more than two hashes do."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            return {
                one.filename: (one.date_time, one.external_attr, hashlib.sha256(opened.read(one)).hexdigest())
                for one in opened.infolist()
            }
    with tarfile.open(archive) as packed:
        found: dict[str, tuple[object, ...]] = {}
        for member in packed.getmembers():
            content = packed.extractfile(member)
            sha = hashlib.sha256(content.read()).hexdigest() if content else ""
            found[member.name] = (member.mtime, member.mode, member.uid, member.uname, sha)
        return found


def must_be_equal(first: Path, second: Path) -> None:
    """Fails with the files that differ, if any byte does."""
    names = sorted(file.name for file in first.iterdir() if not file.name.startswith("."))
    assert names == sorted(file.name for file in second.iterdir() if not file.name.startswith("."))
    for name in names:
        if name.endswith((".whl", ".gz")):
            assert contents(first / name) == contents(second / name)
        assert (first / name).read_bytes() == (second / name).read_bytes(), name


def test_two_folders_give_the_same_sdist_and_plain_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(DATE))
    folders = [copied(tmp_path / "one", 0o022, 1_600_000_000), copied(tmp_path / "a/deeper/one", 0o077, 1_650_000_000)]
    stale = folders[1] / "src/grognard.egg-info"
    stale.mkdir()
    stale.joinpath("SOURCES.txt").write_text("requirements/build.txt\n")
    for folder in folders:
        monkeypatch.chdir(folder)
        dist.make_from_source(Path("made"))
    must_be_equal(folders[0] / "made", folders[1] / "made")
    assert {file.suffix for file in (folders[0] / "made").iterdir()} >= {".gz", ".whl"}


@pytest.mark.soak
@pytest.mark.skipif(not package.compiler(), reason="no C compiler")
def test_two_folders_give_the_same_compiled_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(DATE))
    monkeypatch.delenv("GROGNARD_PLAIN", raising=False)
    folders = [copied(tmp_path / "one", 0o022, 1_600_000_000), copied(tmp_path / "a/deeper/one", 0o077, 1_650_000_000)]
    for folder in folders:
        monkeypatch.chdir(folder)
        wheel = package.built(plain=False)
        assert package.is_compiled(wheel)
        (folder / "made").mkdir()
        dist.settle_wheel(Path(shutil.copy(wheel, folder / "made")))
    must_be_equal(folders[0] / "made", folders[1] / "made")


def test_without_a_commit_and_without_a_date_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    with pytest.raises(dist.Fault, match="Set SOURCE_DATE_EPOCH"):
        dist.date_of_source()


# -- licenses ------------------------------------------------------------------------------------------------------


def run_time() -> list[str]:
    """All packages that a server needs, on this system."""
    pinned = (ROOT / "requirements/run.txt").read_text(encoding="utf-8").splitlines()
    names = [line.partition("==")[0] for line in pinned if "==" in line]
    installed = {parts.normalized(str(found.metadata["Name"])) for found in distributions()}
    return [name for name in names if parts.normalized(name) in installed]


def test_the_packages_of_a_server_are_installed() -> None:
    assert len(run_time()) > 30


@pytest.mark.parametrize("name", run_time())
def test_every_package_of_a_server_gets_its_license_into_the_list(name: str) -> None:
    found = distribution(name)
    listed: dict[str, Any] = {"components": [{"name": name, "version": found.version}]}
    assert list(parts.complete(listed, parts.licenses([found]))) == []
    assert parts.shown(listed["components"][0]).strip()


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ([("License-Expression", "MIT OR Apache-2.0"), ("License", "other")], "MIT OR Apache-2.0"),
        ([("License", "BSD"), ("Classifier", "License :: OSI Approved :: BSD License")], "BSD License"),
        ([("License", "MIT License\n\nCopyright (c) 2022 A. B.")], "MIT License"),
        ([("License", "UNKNOWN"), ("Classifier", "Typing :: Typed")], ""),
        ([], ""),
    ],
)
def test_what_a_package_declares(fields: list[tuple[str, str]], expected: str) -> None:
    metadata = Message()
    for name, value in fields:
        metadata[name] = value
    assert parts.license_of(metadata) == expected


def test_a_package_without_a_license_is_not_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dist, "DIST", tmp_path)
    monkeypatch.setattr(dist, "PARTS", tmp_path)
    folder = tmp_path / f"lib/python{dist.PYTHON}/site-packages"
    for name, more in (("free", "License: MIT\n"), ("un_known", "")):
        (folder / f"{name}-1.dist-info").mkdir(parents=True)
        (folder / f"{name}-1.dist-info/METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n{more}")
    listed = '{"components": [{"name": "free", "version": "1"}, {"name": "un-known", "version": "1"}]}'
    monkeypatch.setattr(dist, "run", lambda *_command: (tmp_path / "grognard-1.cdx.json").write_text(listed))
    with pytest.raises(dist.Fault, match=r"^These packages declare no license: un-known\. Ask their authors"):
        dist.list_parts(Path("grognard-1-py3-none-any.whl"))


def test_the_notice_names_every_game_of_ours_and_how_many_there_are() -> None:
    words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert f"{words[len(OURS)]} card games" in notice
    for name in OURS:
        assert f"\n  {spec(name).meta.title}" in notice, name
