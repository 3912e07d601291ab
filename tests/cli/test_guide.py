"""The guide in the terminal: the same steps and texts as in the browser."""

from __future__ import annotations

import pytest

from grognard import cli
from grognard.registry import spec
from grognard.scenarios.guide import scenarios
from tests.cli.test_puzzles import typed

Output = pytest.CaptureFixture[str]
SLUG = "outpost"


def test_it_goes_from_the_goal_to_a_real_game(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, *[""] * 20)
    assert cli.main(["guide", SLUG]) == 0
    out = capsys.readouterr().out
    texts = [row.say.replace("**", "") for step in scenarios(spec(SLUG)) for row in step.play if row.say]
    places = [out.index(text) for text in texts]
    assert places == sorted(places)
    assert out.index("1 of 4: You win when Red's Morale is 0") < places[0]
    assert "Red does not answer Infantry 3 and loses 3 Morale. Red's Morale: 5 to 2." in out
    assert out.endswith("Now play a real game: `grognard play outpost`.\n")


@pytest.mark.parametrize("line", [[], ["quit"], ["what?", "q"]])
def test_it_can_be_left(capsys: Output, monkeypatch: pytest.MonkeyPatch, line: list[str]) -> None:
    typed(monkeypatch, *line)
    assert cli.main(["guide", SLUG]) == 0
    assert "2 of 4" not in capsys.readouterr().out


def test_a_game_that_does_not_exist_is_named(capsys: Output) -> None:
    assert cli.main(["guide", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
