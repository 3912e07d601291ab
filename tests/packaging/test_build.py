"""What gets into the wheel: compiled or plain, and nothing of an earlier build. Slow, so `make soak`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = pytest.mark.soak

CORE = """from __future__ import annotations
from mypy_extensions import i64
def double(n: i64) -> i64:
    return n + n
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Our build files around a core of two modules."""
    for name in ("pyproject.toml", "setup.py", "build_fonts.py", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, tmp_path / name)
    for folder in ("kernel/cardsets", "games", "games/red"):
        (tmp_path / "src/grognard" / folder).mkdir(parents=True, exist_ok=True)
    for file in (
        "__init__.py",
        "kernel/__init__.py",
        "kernel/cardsets/__init__.py",
        "games/__init__.py",
        "games/red/__init__.py",
        "py.typed",
    ):
        (tmp_path / "src/grognard" / file).touch()
    shutil.copy(ROOT / "src/grognard/building.py", tmp_path / "src/grognard")
    (tmp_path / "src/grognard/kernel/cardsets/cards.py").write_text(CORE)
    (tmp_path / "src/grognard/games/red/rules.py").write_text(CORE)
    (tmp_path / "src/grognard/games/red/cards.csv").write_text("name,copies\n")
    return tmp_path


def wheel(project: Path, **environment: str) -> set[str]:
    """Builds and unpacks a wheel; the files in it, with the tail that extension modules carry cut off."""
    shutil.rmtree(project / "out", ignore_errors=True)
    command = [
        sys.executable,
        "-m",
        "pip",
        "-q",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        "out",
        ".",
    ]
    plain = {"GROGNARD_PLAIN": ""}
    subprocess.run(command, cwd=project, env=os.environ | plain | environment, check=True)
    (built,) = (project / "out").glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(project / "out/site")
        names = archive.namelist()
    return {name for name in names if ".dist-info/" not in name}


def doubled(project: Path) -> str:
    """Where a built module was imported from, after it proved that it works."""
    code = "from grognard.games.red import rules; assert rules.double(21) == 42; print(rules.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(project / "out/site")}
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def extensions(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names if name.endswith((".so", ".pyd"))}


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_compiled_and_then_plain(project: Path) -> None:
    names = wheel(project)
    assert extensions(names) == {"grognard__mypyc", "grognard/kernel/cardsets/cards", "grognard/games/red/rules"}
    assert "grognard/games/red/cards.csv" in names
    assert not doubled(project).endswith(".py")

    names = wheel(project, GROGNARD_PLAIN="1")
    assert extensions(names) == set()
    assert doubled(project).endswith("rules.py")


def test_without_a_compiler(project: Path) -> None:
    names = wheel(project, CC="false")
    assert extensions(names) == set()
    assert doubled(project).endswith("rules.py")


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_deleted_module_is_gone(project: Path) -> None:
    wheel(project)
    (project / "src/grognard/kernel/cardsets/cards.py").unlink()
    names = wheel(project)
    assert extensions(names) - {"grognard__mypyc"} == {"grognard/games/red/rules"}
    assert not any("kernel/cardsets/cards" in name for name in names)
    assert not doubled(project).endswith(".py")
