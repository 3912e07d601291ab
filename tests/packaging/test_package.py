"""Which wheel is kept, taken and installed: with a stand-in for the build."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import package, uv

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one module, with a compiler that tells its version and compiles nothing."""
    compiler = tmp_path / "bin/cc"
    compiler.parent.mkdir()
    compiler.write_text("#!/bin/sh\necho version 1\n")
    compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.delenv("GROGNARD_PLAIN", raising=False)
    (tmp_path / "src").mkdir()
    (tmp_path / "src/core.py").write_text("one = 1\n")
    (tmp_path / "setup.py").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def builds(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Each build that took place: whether it was a plain one. A file `broken` is a compiler that fails."""
    done: list[bool] = []

    def build(out: Path, plain: bool) -> None:
        done.append(plain)
        with zipfile.ZipFile(out / "grognard-1.whl", "w") as archive:
            archive.writestr("core.py" if plain or (project / "broken").exists() else "core.so", "")

    monkeypatch.setattr(package, "run_build", build)
    return done


def test_a_kept_wheel_is_taken_again(project: Path, builds: list[bool]) -> None:
    first = package.built(plain=False)
    assert package.is_compiled(first)
    assert package.built(plain=False) == first
    (project / "src/core.py").write_text("one = 2\n")
    assert package.built(plain=False) != first
    (project / "src/core.py").write_text("one = 1\n")
    assert package.built(plain=False) == first
    assert builds == [False, False]


def other_compiler(project: Path) -> None:
    (project / "bin/cc").write_text("#!/bin/sh\necho version 2\n")


def no_compiler(project: Path) -> None:
    (project / "bin/cc").unlink()


def new_module(project: Path) -> None:
    (project / "src/more.py").touch()


def renamed_module(project: Path) -> None:
    (project / "src/core.py").rename(project / "src/heart.py")


def other_pins(project: Path) -> None:
    (project / "requirements").mkdir()
    (project / "requirements/build.txt").write_text("mypy==2\n")


@pytest.mark.parametrize("change", [other_compiler, no_compiler, new_module, renamed_module, other_pins])
def test_what_changes_the_key(project: Path, change: Callable[[Path], None]) -> None:
    before = package.key(plain=False)
    assert before != package.key(plain=True)
    change(project)
    assert package.key(plain=False) != before


def test_what_leaves_the_key_alone(project: Path) -> None:
    before = package.key(plain=False)
    for made in ("src/__pycache__/core.pyc", "src/core.egg-info/PKG-INFO", "build/core.c"):
        (project / made).parent.mkdir()
        (project / made).touch()
    os.utime(project / "src/core.py", (0, 0))
    assert package.key(plain=False) == before


def test_a_failure_to_compile_is_not_kept(project: Path, builds: list[bool]) -> None:
    (project / "broken").touch()
    wheel = package.built(plain=False)
    assert wheel.exists()
    assert not package.is_compiled(wheel)
    assert package.kept(package.key(plain=False)) is None
    (project / "broken").unlink()
    assert package.is_compiled(package.built(plain=False))
    assert not wheel.exists()
    assert builds == [False, False]


def test_sources_that_change_during_the_build(
    project: Path, builds: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    build = package.run_build

    def meddling(out: Path, plain: bool) -> None:
        build(out, plain)
        (project / "src/core.py").write_text("one = 2\n")

    before = package.key(plain=False)
    monkeypatch.setattr(package, "run_build", meddling)
    package.built(plain=False)
    assert package.kept(before) is None
    assert package.kept(package.key(plain=False)) is None


def test_only_the_last_wheels_are_kept(project: Path, builds: list[bool]) -> None:
    for number in range(package.KEPT + 2):
        (project / "src/core.py").write_text(f"one = {number}\n")
        os.utime(package.built(plain=False).parent, (number, number))
    assert len(list(package.WHEELS.glob("*/*.whl"))) == package.KEPT
    assert package.kept(package.key(plain=False)) is not None


@pytest.mark.parametrize(("broken", "state"), [(False, "ready\n"), (True, "failed\n")])
def test_the_build_beside_the_server_says_how_it_went(
    project: Path, builds: list[bool], broken: bool, state: str
) -> None:
    if broken:
        (project / "broken").touch()
    package.build()
    assert package.STATE.read_text() == state
    assert builds == [False]


LISTING = """:env:.index-url='https://three.example/simple'
global.extra-index-url='\\nfile:///a/simple\\nfile:///b/simple'
global.find-links='/wheels /more'
global.index-url='https://one.example/simple'
install.cert='/certificates.crt'
install.index-url='https://two.example/simple'
wheel.index-url='https://no.example/simple'
"""


def test_uv_hears_what_pip_knows() -> None:
    assert uv.environment(uv.settings(LISTING), {"PATH": "/bin"}) == {
        "PATH": "/bin",
        "UV_DEFAULT_INDEX": "https://three.example/simple",
        "UV_INDEX": "file:///a/simple file:///b/simple",
        "UV_FIND_LINKS": "/wheels,/more",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_SYSTEM_CERTS": "true",
        "SSL_CERT_FILE": "/certificates.crt",
    }


def test_what_is_said_to_uv_itself_prevails() -> None:
    given = {"UV_INDEX_URL": "https://mine.example/simple", "UV_SYSTEM_CERTS": "false"}
    told = uv.environment(uv.settings(LISTING), given)
    assert told == given | {"UV_INDEX_STRATEGY": "unsafe-best-match", "SSL_CERT_FILE": "/certificates.crt"}


def test_outside_the_environment_a_sentence_says_what_to_do(project: Path) -> None:
    bare = project / "bare/bin"
    bare.mkdir(parents=True)
    (bare / "python").symlink_to(Path(sys._base_executable))  # type: ignore[attr-defined]
    (project / "tools").mkdir()
    (project / "src/grognard").mkdir()
    for name in ("tools/package.py", "src/grognard/building.py", "src/grognard/locking.py"):
        (project / name).write_bytes((ROOT / name).read_bytes())
    done = subprocess.run(
        [bare / "python", "tools/package.py", "wheel"], capture_output=True, text=True, check=False, cwd=project
    )
    assert done.returncode == 1
    assert done.stderr == (
        f"There is no uv next to {bare / 'python'}. Run `make install` first, then use .venv/bin/python.\n"
    )
