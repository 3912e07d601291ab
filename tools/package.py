"""Builds Grognard's wheel, caches it, and installs it into .venv.

    package.py install   installs the compiled package from the cache, building it if needed
    package.py build     builds the compiled wheel for the cache
    package.py wheel     prints the wheel of the current sources, building it if needed
    package.py play ...  serves at once, if need be in plain Python while it builds the wheel for the next start

A wheel is cached under a key of everything it is made from, so going back to an earlier state compiles nothing.
GROGNARD_PLAIN=1 turns compiling off.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

BIN = Path(sys.executable).parent
UV = str(BIN / "uv")
STAMP = BIN.parent / ".package"
WHEELS = Path("build/wheels")
LOG = Path("build/install.log")
STATE = Path("build/compiling")
KEPT = 8
SOURCES = (
    "pyproject.toml",
    "setup.py",
    "build_fonts.py",
    "MANIFEST.in",
    "README.md",
    "LICENSE",
    "NOTICE",
    "requirements/build.txt",
)


# -- the key of a wheel --------------------------------------------------------------------------------------------


def wants_plain() -> bool:
    """Whether GROGNARD_PLAIN is set."""
    return os.environ.get("GROGNARD_PLAIN", "0") not in {"", "0"}


def compiler() -> list[str]:
    """Returns the C compiler that setuptools will call; empty if there is none."""
    found: list[str] = load("building").compiler()
    return found


def sources() -> Iterator[Path]:
    """Yields all files that go into a wheel, or affect how it is built."""
    yield from filter(Path.exists, map(Path, SOURCES))
    for path in sorted(Path("src").rglob("*")):
        generated = any(part == "__pycache__" or part.endswith(".egg-info") for part in path.parts)
        if path.is_file() and not generated:
            yield path


def key(plain: bool) -> str:
    """Returns the key of the wheel of these sources, this Python and this compiler; `plain` compiles nothing."""
    parts = [sys.version, sysconfig.get_platform(), str(sysconfig.get_config_var("SOABI"))]
    if plain or not compiler():
        parts.append("plain")
    else:
        version = subprocess.run(
            [*compiler(), "--version"], capture_output=True, encoding="utf-8", errors="replace", check=False
        )
        parts += [*compiler(), version.stdout, os.environ.get("CFLAGS", ""), os.environ.get("LDFLAGS", "")]
    for path in sources():
        parts += [path.as_posix(), hashlib.sha256(path.read_bytes()).hexdigest()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


# -- building and keeping ------------------------------------------------------------------------------------------


def kept(name: str) -> Path | None:
    """Returns the cached wheel of a key."""
    return next((WHEELS / name).glob("*.whl"), None)


def is_compiled(wheel: Path) -> bool:
    """Whether a wheel contains extension modules."""
    with zipfile.ZipFile(wheel) as archive:
        return any(member.endswith((".so", ".pyd")) for member in archive.namelist())


@contextmanager
def alone() -> Iterator[None]:
    """Allows one build at a time, since they share the folder `build`. A process that waited finds the wheel made."""
    WHEELS.mkdir(parents=True, exist_ok=True)
    locking = load("locking")
    held = locking.lock(WHEELS / ".lock", wait=True)
    try:
        yield
    finally:
        locking.unlock(held)


def load(name: str) -> ModuleType:
    """Loads a module of the package by its path, since the package is not installed yet."""
    path = Path(__file__).resolve().parent.parent / f"src/grognard/{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_build(out: Path, plain: bool) -> None:
    """Builds a wheel into a folder, with the output of the build in the log."""
    command = [UV, "build", "--wheel", "--no-build-isolation", "--offline", "--no-config"]
    command += ["--python", sys.executable, "--out-dir", str(out)]
    environment = {**os.environ, "GROGNARD_PLAIN": "1" if plain else ""}
    with LOG.open("w", encoding="utf-8") as log:
        subprocess.run(command, env=environment, stdout=log, stderr=log, check=True)


def built(plain: bool) -> Path:
    """Returns the wheel of the current sources, from the cache or built now.

    If the compiler failed, the wheel is returned uncompiled and not cached.
    """
    with alone():
        name = key(plain)
        if (wheel := kept(name)) is not None:
            os.utime(wheel.parent)
            return wheel
        for left in WHEELS.glob("unkept-*"):
            shutil.rmtree(left)
        out = Path(tempfile.mkdtemp(prefix="unkept-", dir=WHEELS))
        run_build(out, plain)
        (wheel,) = out.glob("*.whl")
        failed = not plain and bool(compiler()) and not is_compiled(wheel)
        # If sources changed during the build, the wheel has only some of the changes.
        if failed or key(plain) != name:
            return wheel
        out.rename(WHEELS / name)
        for old in sorted(WHEELS.glob("[0-9a-f]*/"), key=os.path.getmtime)[:-KEPT]:
            shutil.rmtree(old)
        return WHEELS / name / wheel.name


# -- installing ----------------------------------------------------------------------------------------------------


def told(plain: bool, compiled: bool) -> str:
    """Describes the installed package in a line."""
    if compiled:
        return "compiled core"
    if wants_plain():
        return "GROGNARD_PLAIN is set: plain Python, slower"
    if plain and compiler():
        return "plain Python for now, slower: `make install` compiles"
    return f"no C compiler: plain Python, slower (the reason is in {LOG})"


def installed(plain: bool) -> bool:
    """Whether .venv has exactly this package."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8").splitlines()[1:] == [key(plain)]


def install(plain: bool) -> None:
    """Puts the package into .venv, unless it is there."""
    if installed(plain):
        return
    name = key(plain)
    wheel = built(plain)
    STAMP.unlink(missing_ok=True)
    command = [UV, "pip", "install", "--quiet", "--no-deps", "--offline", "--no-config", "--reinstall"]
    subprocess.run([*command, "--python", sys.executable, str(wheel)], check=True)
    subprocess.run([sys.executable, "-I", "-c", "import grognard.registry"], check=True)
    STAMP.write_text(f"{told(plain, is_compiled(wheel))}\n{name}\n", encoding="utf-8")


# -- playing -------------------------------------------------------------------------------------------------------


def play(options: list[str]) -> int:
    """Serves until it is stopped; without a compiled wheel it serves in plain Python while it builds one."""
    server = [str(BIN / "grognard"), "serve", *options]
    plain = wants_plain() or not compiler()
    if plain or installed(plain=False) or kept(key(plain=False)):
        install(plain)
        os.execv(server[0], server)
    install(plain=True)
    STATE.write_text("building\n", encoding="utf-8")
    environment = {**os.environ, "GROGNARD_BUILD": str(STATE.resolve())}
    # It gets its own session: Ctrl-C is for the server alone, and the compiler is stopped with its group.
    builder = subprocess.Popen(
        ["nice", "-n", "19", sys.executable, __file__, "build"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        # Ctrl-C reaches the server too, which shuts down properly; this process only waits for it.
        signal.signal(signal.SIGINT, lambda _number, _frame: None)
        serving = subprocess.Popen(server, env=environment)
        signal.signal(signal.SIGTERM, lambda _number, _frame: serving.terminate())
        return serving.wait()
    finally:
        if builder.poll() is None:
            if hasattr(os, "killpg"):
                os.killpg(builder.pid, signal.SIGTERM)
            else:
                builder.terminate()
            builder.wait()


def build() -> None:
    """Builds the compiled wheel, and writes the outcome to a file for the server's start page."""
    wheel = built(plain=False)
    STATE.parent.mkdir(exist_ok=True)
    state = "ready\n" if is_compiled(wheel) and kept(key(plain=False)) else "failed\n"
    STATE.write_text(state, encoding="utf-8")


def main(words: list[str]) -> int:
    match words:
        case ["install"]:
            install(wants_plain())
        case ["build"]:
            build()
        case ["wheel"]:
            print(built(wants_plain()))
        case ["play", *options]:
            return play(options)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent)
    try:
        sys.exit(main(sys.argv[1:]))
    except FileNotFoundError as error:
        if error.filename != UV:
            raise
        sys.exit(f"There is no uv next to {sys.executable}. Run `make install` first, then use .venv/bin/python.")
    except subprocess.CalledProcessError as error:
        sys.exit(f"{shlex.join(map(str, error.cmd))} failed; if it was a build, see {LOG}")
