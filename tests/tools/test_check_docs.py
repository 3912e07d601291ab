"""The check of the documentation finds what it should, and nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import check_docs

HELP = """
import sys
words = sys.argv[1:]
if words[0] not in ("play", "--help"):
    print("No such command")
    sys.exit(2)
print("| --seed  -s  INTEGER | --level [easy|hard] |" if words[0] == "play" else "| --version |")
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small repository with a fake command."""
    command = tmp_path / "grognard.py"
    command.write_text(HELP)
    monkeypatch.setattr(check_docs, "GROGNARD", (sys.executable, str(command)))
    (tmp_path / "Makefile").write_text("A := b\ninstall: x ## help\n.venv/.x:\n\ttouch\nfirst second: y\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("# The *first* `turn`, twice\n## Again\n## Again\n<a id='FUS-1'></a>\n")
    return tmp_path


def found(root: Path, text: str) -> list[str]:
    (root / "README.md").write_text(text)
    return [complaint.split(": ", 1)[1] for complaint in check_docs.complaints(root, root / "README.md")]


def fenced(info: str, *lines: str) -> str:
    return "\n".join([f"```{info}", *lines, "```", ""])


@pytest.mark.parametrize(
    "text",
    [
        "[a](docs/page.md) ![b](/docs/page.md 'title') [c](#here)\n# Here",
        "[a](docs/page.md#the-first-turn-twice) [b](docs/page.md#again-1) [c](docs/page.md#FUS-1)",
        "[a](mailto:x@example.org) and `[b](nowhere.md)`",
        "[a][b]\n\n[b]: docs/page.md",
        fenced("python", "x[0](nowhere.md)", "$ make nothing"),
        fenced("console", "$ make install first PYTHON=python3", "make nothing is output"),
        fenced("sh", "make second && PYTHONPATH=src grognard play fusillade --seed=7 # a comment"),
        fenced("console", "$ .venv/bin/grognard play x -s7 --level easy | head -3", "$ grognard --version"),
        fenced("console", "$ grognard play \\", "    --seed 7", "$ grognard play -- --unknown"),
    ],
)
def test_good(root: Path, text: str) -> None:
    assert found(root, text) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[a](nowhere.md)", "nowhere.md does not exist"),
        ("[a](../elsewhere.md)", "../elsewhere.md points outside the repository"),
        ("[a](docs/page.md#third)", "docs/page.md#third: no heading or anchor of that name"),
        ("[a](#gone)", "#gone: no heading or anchor of that name"),
        ("[a][b]\n\n[b]: nowhere.md", "nowhere.md does not exist"),
        (fenced("console", "$ make nothing"), "make has no target nothing"),
        (fenced("sh", "make install nothing"), "make has no target nothing"),
        (fenced("console", "$ grognard plya x"), "`grognard plya x`: --help fails (No such command)"),
        (
            fenced("console", "$ grognard play --sed 7"),
            "`grognard play --sed 7`: its --help does not know --sed",
        ),
        (fenced("console", "$ echo 'x"), "`echo 'x` is not a shell line (No closing quotation)"),
    ],
)
def test_bad(root: Path, text: str, reason: str) -> None:
    assert found(root, text) == [reason]


def test_a_shell_without_dollar_in_console_is_output(root: Path) -> None:
    assert found(root, fenced("console", "make nothing")) == []
