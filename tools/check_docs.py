"""Checks the documentation: links must lead somewhere, and commands must exist.

    python tools/check_docs.py [root of the repository]

It checks README.md, CONTRIBUTING.md, SECURITY.md, docs/*.md and the handbook.md and rulings.md below src/:

- a relative link points to a file of the repository and, with `#part`, to a heading or anchor in it;
- in ```console and ```sh fences, `$ make X` names a target of the Makefile, and `$ grognard ...` (or
  `$ .venv/bin/grognard ...`) a command whose --help knows every option used.

The commands are those of the package that this Python imports: with PYTHONPATH=src, the source.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

GROGNARD: Final = (sys.executable, "-m", "grognard")
SECONDS: Final = 60

FENCE: Final = re.compile(r"^\s*(?P<mark>`{3,}|~{3,})\s*(?P<info>[^`]*)$")
CODE: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
LINK: Final = re.compile(r"\]\(\s*<?([^\s<>()]+(?:\([^\s()]*\)[^\s()]*)*)>?(?:\s+[\"'][^)]*)?\s*\)")
REFERENCE: Final = re.compile(r"^\s{0,3}\[[^\]^]+\]:\s+<?(\S+?)>?(?:\s|$)")
HEADING: Final = re.compile(r"^\s{0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$")
ANCHOR: Final = re.compile(r"<[a-z][^>]*\s(?:id|name)=[\"']([^\"']+)[\"']")
TARGET: Final = re.compile(r"^([A-Za-z0-9][\w -]*?)\s*:(?!=)", re.MULTILINE)
OPTION: Final = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
ASSIGNMENT: Final = re.compile(r"^\w+=")


@dataclass(frozen=True)
class Line:
    number: int
    text: str
    fence: str | None  # the info string of the fence around the line, or None in prose


def lines(file: Path) -> Iterator[Line]:
    """Yields every line that counts, without the fences' own, with continued lines joined."""
    mark, info, start, held = "", "", 0, ""
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.match(text)
        if mark:
            if fence and fence["mark"].startswith(mark) and not fence["info"].strip():
                mark = ""
            elif text.endswith("\\"):
                start, held = start or number, held + text[:-1]
            else:
                yield Line(start or number, held + text, info)
                start, held = 0, ""
        elif fence:
            mark, info = fence["mark"], fence["info"].strip()
        else:
            yield Line(number, text, None)


@cache
def anchors(file: Path) -> frozenset[str]:
    """Returns the possible targets of `#...`: headings as GitHub names them, and explicit ids."""
    found: set[str] = set()
    for line in lines(file):
        if line.fence is not None:
            continue
        found.update(ANCHOR.findall(line.text))
        if heading := HEADING.match(line.text):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
            slug = re.sub(r"[^\w\- ]", "", re.sub(r"<[^>]*>", "", words).lower()).replace(" ", "-")
            name, repeat = slug, 0
            while name in found:
                repeat += 1
                name = f"{slug}-{repeat}"
            found.add(name)
    return frozenset(found)


def broken_link(root: Path, file: Path, target: str) -> str:
    """Returns what is wrong with a link; empty for a good one and for addresses elsewhere."""
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", target):
        return ""
    path, _, part = target.partition("#")
    aim = file if not path else (root / path[1:] if path.startswith("/") else file.parent / path).resolve()
    if not aim.is_relative_to(root):
        return f"{target} points outside the repository"
    if not aim.exists():
        return f"{target} does not exist"
    if part and aim.suffix == ".md" and part not in anchors(aim):
        return f"{target}: no heading or anchor of that name"
    return ""


def commands(line: str) -> Iterator[list[str]]:
    """Yields the words of each command of a shell line, without variables set in front of it."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words: list[str] = []
    for word in [*lexer, ";"]:
        if set(word) <= set("();<>|&"):
            if words:
                yield words
            words = []
        elif words or not ASSIGNMENT.match(word):
            words.append(word)


@cache
def targets(root: Path) -> frozenset[str]:
    names = TARGET.findall((root / "Makefile").read_text(encoding="utf-8"))
    return frozenset(word for name in names for word in name.split())


@cache
def help_text(command: tuple[str, ...]) -> tuple[bool, str]:
    """Runs a command with --help; returns whether it succeeded, and its output."""
    environment = os.environ | {"COLUMNS": "400", "NO_COLOR": "1", "TERM": "dumb"}
    try:
        done = subprocess.run(
            [*command, "--help"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as failure:
        return False, str(failure)
    return done.returncode == 0, done.stdout


def wrong_command(root: Path, words: list[str]) -> str:
    """Returns what is wrong with a command in the documentation; empty for other programs."""
    program, arguments = words[0], words[1:]
    if program == "make":
        unknown = [word for word in arguments if word[0] != "-" and "=" not in word and word not in targets(root)]
        return f"make has no target {', '.join(unknown)}" if unknown else ""
    if program not in {"grognard", ".venv/bin/grognard"}:
        return ""
    if "--" in arguments:
        arguments = arguments[: arguments.index("--")]
    first = next((at for at, word in enumerate(arguments) if word.startswith("-")), len(arguments))
    known, text = help_text((*GROGNARD, *arguments[:first]))
    if not known:
        said = [line.strip(" │") for line in text.splitlines() if line.strip(" │╭╮╰╯─")]
        return f"`{' '.join(words)}`: --help fails ({said[-1] if said else 'and says nothing'})"
    options = set(OPTION.findall(text))
    used = [match[0] for word in arguments[first:] if (match := OPTION.match(word))]
    # -n2 is -n with a value
    unknown = [option for option in used if option not in options and (option[1] == "-" or option[:2] not in options)]
    return f"`{' '.join(words)}`: its --help does not know {', '.join(unknown)}" if unknown else ""


def shown(line: Line) -> str:
    """Returns the command on a line of a shell fence, if there is one; in ```console all else is output."""
    language = (line.fence or "").split(" ")[0]
    text = line.text.strip()
    if language in {"console", "sh"} and text.startswith("$ "):
        return text[2:]
    return text if language == "sh" else ""


def complaints(root: Path, file: Path) -> Iterator[str]:
    for line in lines(file):
        place = f"{os.path.relpath(file)}:{line.number}"
        if line.fence is None:
            text = CODE.sub("", line.text)
            for target in [*LINK.findall(text), *REFERENCE.findall(text)]:
                if reason := broken_link(root, file, target):
                    yield f"{place}: {reason}"
        elif command := shown(line):
            try:
                reasons = [wrong_command(root, words) for words in commands(command)]
            except ValueError as failure:
                reasons = [f"`{command}` is not a shell line ({failure})"]
            yield from (f"{place}: {reason}" for reason in reasons if reason)


def documents(root: Path) -> list[Path]:
    top = (root / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY"))
    named = [*top, *sorted((root / "docs").glob("*.md"))]
    games = [file for name in ("handbook.md", "rulings.md") for file in sorted((root / "src").rglob(name))]
    return [file for file in [*named, *games] if file.exists()]


def main(arguments: list[str]) -> int:
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    files = documents(root)
    found = [complaint for file in files for complaint in complaints(root, file)]
    print(*found, sep="\n") if found else print(f"{len(files)} documents: all links and commands work")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
