"""The source and the plain wheel can be installed in a simulation of Windows. Slow, so `make soak`."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path
from typing import Final

import pytest

from tests.windows.support import Windows

ROOT: Final = Path(__file__).resolve().parents[2]
NEEDED: Final = ("pyproject.toml", "setup.py", "build_fonts.py", "README.md", "LICENSE", "NOTICE")
# It checks the system's name first; being compiled, it cannot be told from our code.
MYPYC: Final = ("os.sched_getaffinity",)

pytestmark = pytest.mark.soak


@pytest.mark.parametrize(
    ("settings", "from_wheel"),
    [({"GROGNARD_PLAIN": "1"}, True), ({"GROGNARD_PLAIN": "1"}, False), ({"CC": "false"}, False)],
    ids=["plain wheel", "plain source", "source without a compiler"],
)
def test_pip_installs_into_an_empty_environment(tmp_path: Path, settings: dict[str, str], from_wheel: bool) -> None:
    windows = Windows(tmp_path, settings, MYPYC)
    source, empty = tmp_path / "source", tmp_path / "venv"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in NEEDED:
        shutil.copy(ROOT / name, source / name)

    def done(*words: str | Path) -> str:
        status, printed = windows.run(*words, seconds=1800)
        assert status == 0, printed
        return printed

    done("-m", "venv", "--without-pip", empty)
    offline = "--no-deps", "--no-index"
    what = source
    if from_wheel:
        done("-m", "pip", "wheel", *offline, "--no-build-isolation", "-w", tmp_path / "wheels", source)
        (what,) = (tmp_path / "wheels").glob("*-py3-none-any.whl")
    # The tools that build it, and what the package needs, come from here: nothing is fetched.
    (here,) = empty.glob("lib/*/site-packages")
    here.joinpath("needed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    windows.python = str(empty / "bin" / "python")
    done("-m", "pip", "install", *offline, "--no-build-isolation", "--ignore-installed", what)
    where = done("-c", "import grognard, grognard.kernel.engine.state as s; print(grognard.__file__, s.__file__)")
    assert where.split() == [str(here / "grognard" / name) for name in ("__init__.py", "kernel/engine/state.py")]
    assert "outpost" in done(empty / "bin" / "grognard", "games")
    assert "8 games" in done("-m", "grognard", "simulate", "outpost", "--games", "8", "--seats", "random")
