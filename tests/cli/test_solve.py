"""`grognard solve`: what it prints, what it writes, and what it refuses before it begins."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from grognard import cli

Output = pytest.CaptureFixture[str]
SKIRMISH = ("solve", "outpost", "--option", "size=skirmish")


def test_it_tells_the_tree_and_how_little_can_be_gained(capsys: Output) -> None:
    assert cli.main((*SKIRMISH, "--iterations", "300")) == 0
    told = capsys.readouterr().out
    assert "5,940 decision nodes,     2,205 information sets" in told
    assert "-0.0972 to Blue" in told


def test_as_json_it_is_one_object_without_the_policy(capsys: Output) -> None:
    assert cli.main((*SKIRMISH, "--iterations", "200", "--until", "0.01", "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["iterations"] == 50
    assert told["exploitability"] == pytest.approx(sum(told["gains"]) / 2)
    assert told["options"] == {"morale": 5, "size": "skirmish"}
    assert "policy" not in told


def test_it_writes_the_policy(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "policy.csv"
    assert cli.main((*SKIRMISH, "--iterations", "50", "--output", str(file))) == 0
    assert file.read_text(encoding="utf-8").startswith("# outpost, rules 1\n# morale=5 size=skirmish: 50 iterations")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--iterations", "0"), "The number of iterations must be 1 or more."),
        (("--until", "nan"), "The exploitability to stop at must be 0 or more, not nan."),
        (("--output", "/nowhere/policy.csv"), "Cannot write /nowhere/policy.csv: its folder does not exist."),
        (("--option", "size=large"), "The option size can be full, skirmish, not “large”. (OUT-2.1)"),
    ],
)
def test_what_is_wrong_is_said_before_it_begins(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.setattr("grognard.lab.tree.Tree.__init__", lambda *_: pytest.fail("it has begun"))
    assert cli.main((*SKIRMISH, *words)) == 2
    assert capsys.readouterr().err == f"{sentence}\n"


def test_without_numpy_it_says_what_to_install(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name == "numpy" or name.startswith("grognard.lab.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert cli.main(SKIRMISH) == 2
    assert capsys.readouterr().err == "This command needs numpy: pip install 'grognard[lab]'\n"
