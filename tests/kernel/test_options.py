"""A misspelt house rule fails: in the code of a game, and in what its meta says of its rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.kernel.content.handbook import Handbook
from grognard.kernel.content.options import HouseRules, Option, with_labels

TROOPS = Option("troops", "Troops", "X-1", (50, 30), ("Fifty.", "Thirty."))
NIGHT = Option("night", "Night", "X-2", ("off", "on"), ("Never.", "At last."))
RULES = HouseRules([TROOPS, NIGHT], {"troops": 30, "night": "on"})

every_game = pytest.mark.parametrize("slug", grognard.registered_names())


def test_a_house_rule_is_read() -> None:
    assert RULES.number("troops") == 30
    assert RULES.text("night") == "on"
    assert RULES.is_("night", "on")
    assert RULES.is_("night", "off", "on")
    assert not RULES.is_("night", "off")


def test_a_misspelt_key_raises() -> None:
    for read in (RULES.number, RULES.text, RULES.is_):
        with pytest.raises(LookupError, match="no house rule “nigth”"):
            read("nigth")


@pytest.mark.parametrize("values", [("of",), ("on", "of"), ("of", "on"), (1,)])
def test_a_misspelt_value_raises_whatever_is_chosen(values: tuple[str | int, ...]) -> None:
    with pytest.raises(LookupError, match="“night” has no value"):
        RULES.is_("night", *values)


@every_game
def test_what_the_code_of_a_game_asks_for_exists(slug: str) -> None:
    game = grognard.load(slug)
    asked = [call for _path, node in nodes(slug) if (call := literal_question(node)) is not None]
    assert asked
    for key, *values in asked:
        game.house_rules.is_(str(key), *values)


@every_game
def test_no_game_compares_house_rules_by_itself(slug: str) -> None:
    found = [f"{path.name}:{node.lineno}" for path, node in nodes(slug) if reads_options(node)]
    assert not found, f"Read them with `HouseRules`: {found}"


@pytest.mark.parametrize("code", ['options["blown"]', 'game.options["blown"]', 'position.game.options.get("blown")'])
def test_the_scan_finds_what_it_looks_for(code: str) -> None:
    assert reads_options(ast.parse(code, mode="eval").body)


@every_game
def test_clashes_openings_and_conditions_name_what_exists(slug: str) -> None:
    meta, rules = grognard.spec(slug).meta, grognard.load(slug).house_rules
    for clash in meta.clashes:
        rules.is_(clash.option, *clash.values)
        rules.is_(clash.other, *clash.others)
    if meta.opening.option:
        rules.is_(meta.opening.option, *meta.opening.seats)
    for option in meta.options:
        for key, value in option.only_with.items():
            rules.is_(key, value)


def nodes(slug: str) -> Iterator[tuple[Path, ast.expr]]:
    """Every expression in the modules of a game."""
    for path in Path(str(grognard.spec(slug).folder)).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.expr):
                yield path, node


def reads_options(node: ast.expr) -> bool:
    """Does this take a value out of a mapping called `options`?"""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr == "get" and is_options(node.func.value)
    return isinstance(node, ast.Subscript) and is_options(node.value)


def is_options(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id == "options") or (
        isinstance(node, ast.Attribute) and node.attr == "options"
    )


def literal_question(node: ast.expr) -> list[str | int] | None:
    """The key and values of a call to `HouseRules`; None for any other expression, and where the key is computed."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return None
    asked = node.func.value
    name = asked.id if isinstance(asked, ast.Name) else asked.attr if isinstance(asked, ast.Attribute) else ""
    if name not in ("rules", "house_rules") or not all(isinstance(arg, ast.Constant) for arg in node.args):
        return None
    return [ast.literal_eval(arg) for arg in node.args]


def test_a_page_names_house_rules_as_the_set_up_page_does() -> None:
    said = with_labels("Rule `troops` sets it, `30` too; `troops` = `30`. With `night`, or `other`.", [TROOPS, NIGHT])
    assert said == "Rule “Troops” sets it, “Thirty” too; “Troops: Thirty”. With “Night”, or `other`."


@every_game
def test_no_clause_on_a_page_shows_a_key(slug: str) -> None:
    game = grognard.load(slug)
    shown = with_labels(game.handbook.text, game.spec.meta.options)
    assert [clause.id for clause in Handbook(shown).clauses.values() if "`" in clause.text] == []
    assert Handbook(shown).clauses.keys() == game.handbook.clauses.keys()
