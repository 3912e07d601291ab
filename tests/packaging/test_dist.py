"""What `make dist` refuses, waits for and writes down; that it makes what it should, it shows when it is run."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from tools import dist


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
