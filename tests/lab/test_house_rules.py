"""How often house rules matter: each is tried by itself, on the same deals, and told as it came."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grognard import cli
from grognard.kernel.game import Game
from grognard.lab.house_rules import Rule, rules_of
from grognard.lab.recording import GameRow, planned, record
from grognard.registry import load, registered_names


def _rules(slug: str, kept: Path, games: int) -> dict[str, Rule]:
    def tried(game: Game) -> list[GameRow]:
        return record(planned(game, ("greedy", "greedy"), 0), games, kept)

    return {rule.key: rule for rule in rules_of(load(slug), tried)}


def test_a_rule_that_only_shows_cards_changes_nothing_and_a_bigger_table_everything(kept: Path) -> None:
    """Bots without memory play the same where hands are open among allies: two seats have none."""
    found = _rules("green-troops", kept, 25)
    assert found["open_allies"].parted.total == found["open_allies"].result.total == 0
    assert found["open_allies"].turns.value == 0
    assert found["seats"].parted.value == 1
    assert found["seats"].turns.low > 20
    assert list(found)[-1] == "open_allies"


def test_figures_are_those_of_the_games(kept: Path) -> None:
    rule = _rules("outpost", kept, 100)["morale"]
    base, other = (
        record(planned(load("outpost", {"morale": morale}), ("greedy", "greedy"), 0), 100, kept) for morale in (5, 4)
    )
    pairs = list(zip(base, other, strict=True))
    assert rule.value == 4
    assert rule.parted.total == sum(one.actions != two.actions for one, two in pairs) > 0
    assert rule.result.total == sum(one.points != two.points for one, two in pairs) > 0
    assert rule.turns.value == pytest.approx(sum(two.turns - one.turns for one, two in pairs) / 100)


@pytest.mark.parametrize("slug", registered_names())
def test_both_sides_of_a_trial_differ_in_one_rule_that_has_its_effect(slug: str) -> None:
    asked: list[Game] = []

    def tried(game: Game) -> list[GameRow]:
        asked.append(game)
        return [GameRow(0, 0, 0.5, 1, 1, "", None, None, [{}, {}], [{}, {}], [{}, {}], {}, {}, {}, [])]

    game = load(slug)
    found = rules_of(game, tried)
    assert {rule.key for rule in found} == {option.key for option in game.spec.meta.options}
    for base, other, option in zip(asked[::2], asked[1::2], game.spec.meta.options, strict=True):
        assert {key for key in base.options if base.options[key] != other.options[key]} == {option.key}
        assert option.only_with.items() <= base.options.items()


def test_the_report_tells_them_unless_it_is_asked_not_to(tmp_path: Path, kept: Path) -> None:
    words = ["lab", "report", "outpost", "--games", "30", "--levels", "greedy", "--cache", str(kept)]
    told = {}
    for number, some in enumerate(("20", "0")):
        out = tmp_path / f"{number}.json"
        assert cli.main([*words, "--rule-games", some, "--format", "json", "--out", str(out)]) == 0
        told[some] = json.loads(out.read_bytes())["house_rules"]
    assert [rule["parted"]["count"] for rule in told["20"]] == [20, 20]
    assert told["0"] == []
    assert cli.main([*words, "--rule-games", "-1", "--format", "md"]) == 2
