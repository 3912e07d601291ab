"""Makes a release of the current commit: checks it, makes dist/ and sets the tag. It publishes nothing.

    release.py [--dry-run]    with --dry-run it only checks, and says what it would do
    release.py proved NAME    called by the Makefile once `make NAME` has passed with the current files

The version is that of pyproject.toml.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

# Targets that must have passed for exactly the files of the release.
PROOFS: Final = ("check", "test", "browser", "plain-conformance", "soak")
PROVED: Final = Path("build/proved.json")
SECTION: Final = re.compile(r"^## \[(.+?)\](?: - (\S+))?$", re.M)


def git(*words: str) -> str:
    """Returns git's output; empty if it fails, or if there is no git."""
    if shutil.which("git") is None:
        return ""
    done = subprocess.run(["git", *words], capture_output=True, encoding="utf-8", check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def version() -> str:
    """Returns the version to release."""
    return str(tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def today() -> str:
    """Returns the date in the changelog's form."""
    return datetime.now(UTC).date().isoformat()


def sections() -> list[tuple[str, str, str]]:
    """Returns the changelog from the top: name, day and text of each section."""
    text = Path("CHANGELOG.md").read_text(encoding="utf-8")
    found = list(SECTION.finditer(text))
    ends = [each.start() for each in found[1:]] + [len(text)]
    return [(each[1], each[2] or "", text[each.end() : end].strip()) for each, end in zip(found, ends, strict=True)]


# -- passed targets ------------------------------------------------------------------------------------------------


def proofs() -> dict[str, str]:
    """Returns the files (a git tree) with which each target of the Makefile last passed."""
    try:
        found = json.loads(PROVED.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def prove(name: str) -> None:
    """Records that a target has passed; uncommitted files prove nothing."""
    tree = git("rev-parse", "HEAD^{tree}")
    if tree and not git("status", "--porcelain"):
        PROVED.parent.mkdir(exist_ok=True)
        PROVED.write_text(json.dumps(proofs() | {name: tree}, indent=2), encoding="utf-8")


# -- obstacles -----------------------------------------------------------------------------------------------------


def of_the_version() -> Iterator[str]:
    """Checks that the package has the same version everywhere, and a new one."""
    said = re.search(r'^__version__ = "(.+)"$', Path("src/grognard/__init__.py").read_text(encoding="utf-8"), re.M)
    if said is None or said[1] != version():
        yield f"src/grognard/__init__.py does not say {version()}, as pyproject.toml does."
    if git("tag", "--list", f"v{version()}"):
        yield f"The tag v{version()} exists: raise the version."


def of_the_changelog() -> Iterator[str]:
    """Checks that all new entries are under the version and today's date."""
    (top, _, unreleased), *released = sections()
    if top != "Unreleased" or re.search(r"^- ", unreleased, re.M):
        yield f"CHANGELOG.md must begin with an empty [Unreleased]: move the new entries under [{version()}]."
    name, day, text = released[0] if released else ("", "", "")
    if name != version() or not text:
        yield f"CHANGELOG.md has nothing under [{version()}]."
    elif day != today():
        yield f"CHANGELOG.md does not give today's date for [{version()}]."


def of_the_commit() -> Iterator[str]:
    """Checks that the release is exactly the commit on main."""
    if git("branch", "--show-current") != "main":
        yield "Releases are made from the branch main."
    if git("status", "--porcelain"):
        yield "There are uncommitted changes."


def of_the_tests() -> Iterator[str]:
    """Checks that everything has passed with exactly these files."""
    tree, passed = git("rev-parse", "HEAD^{tree}"), proofs()
    for name in PROOFS:
        if not tree or passed.get(name) != tree:
            yield f"`make {name}` has not passed for this commit."


CHECKS: Final[tuple[Callable[[], Iterator[str]], ...]] = (
    of_the_version,
    of_the_changelog,
    of_the_commit,
    of_the_tests,
)


def obstacles() -> list[str]:
    """Returns all reasons against a release."""
    return [sentence for check in CHECKS for sentence in check()]


# -- releasing -----------------------------------------------------------------------------------------------------


def release(dry: bool) -> int:
    """Checks, makes the files and sets the tag; returns the exit code."""
    found = obstacles()
    for sentence in found:
        print(f"- {sentence}")
    if found:
        print(f"Grognard {version()} cannot be released yet.")
        return 1
    tag = ["git", "tag", "--annotate", f"v{version()}", "--cleanup=verbatim", "--message"]
    if dry:
        print(f"Grognard {version()} can be released. Without --dry-run: make dist, then {' '.join(tag[:4])}")
        return 0
    subprocess.run(["make", "dist"], check=True)
    subprocess.run([*tag, f"Grognard {version()}\n\n{sections()[1][2]}\n"], check=True)
    print(f"v{version()} is tagged, and its files are in dist/. To publish it:")
    print(f"  git push origin main v{version()}\n  .venv-dist/bin/twine upload dist/*.whl dist/*.tar.gz")
    return 0


def main(words: Sequence[str]) -> int:
    match list(words):
        case [] | ["--dry-run"]:
            try:
                return release(dry=bool(words))
            except subprocess.CalledProcessError as error:
                print(f"{' '.join(error.cmd[:3])} failed: nothing is published.", file=sys.stderr)
                return 1
        case ["proved", name]:
            prove(name)
            return 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
