"""Tips for first games: each can come up, none comes twice, and all come from what a seat sees and from the rules."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest

from grognard.game_check.teaching import FEWEST_TIPS, LONGEST_TIP, MOST_TIPS, first_decisions, silent_tips
from grognard.kernel.views.view import EventView, View
from grognard.registry import for_players, load, spec
from grognard.scenarios.tips import Tip, fitting, tips

SLUGS: Final = [one.meta.slug for one in for_players()]
MOST_DECISIONS: Final = 40_000


@pytest.mark.parametrize("slug", SLUGS)
def test_every_tip_comes_up_in_some_first_game(slug: str) -> None:
    assert silent_tips(slug, most=MOST_DECISIONS) == ([], [])


@pytest.mark.parametrize("slug", SLUGS)
def test_a_tip_depends_only_on_what_its_seat_sees(slug: str) -> None:
    of = spec(slug)
    for view, events in first_decisions(slug, 1):
        seen = msgspec.json.decode(msgspec.json.encode(view), type=View)
        told = [msgspec.json.decode(msgspec.json.encode(event), type=EventView) for event in events]
        assert fitting(of, seen, told) == fitting(of, view, events)
        assert not fitting(of, msgspec.structs.replace(view, seat=None), events)
        assert not fitting(of, msgspec.structs.replace(view, actions=()), events)


@pytest.mark.parametrize("slug", SLUGS)
def test_there_are_four_to_eight_short_tips_with_clauses_of_the_handbook(slug: str) -> None:
    game, found = load(slug), tips(spec(slug))
    assert FEWEST_TIPS <= len(found) <= MOST_TIPS
    assert len({tip.key for tip in found}) == len(found)
    for tip in found:
        assert len(tip.say) <= LONGEST_TIP, tip.key
        assert tip.say.count(".") in (1, 2), tip.key
        for clause in tip.clauses:
            assert game.handbook.clause(clause), (tip.key, clause)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_first_tip_says_how_a_first_game_is_shorter(slug: str) -> None:
    told = load(slug).spec.meta.first_told
    assert bool(told) == bool(load(slug).spec.meta.first_options)
    view, events = next(first_decisions(slug, 1))
    usual, found = fitting(load(slug).spec, view, events), fitting(load(slug).spec, view, events, begins=True)
    first = [(tip.say, at) for tip, at in found[: len(found) - len(usual)]]
    assert found[len(first) :] == usual
    assert first == ([(told, ".dock .prompt")] if told else [])
    assert len(told) <= LONGEST_TIP
    assert told.count(".") == len(first)


def test_a_tip_says_how_its_table_is_read() -> None:
    tip = next(one for one in tips(spec("outpost")) if one.key == "no answer")
    assert tip == Tip(
        "no answer",
        (("phase", "answer"), ("no", "choice", "ANSWER")),
        ("my", "hand"),
        tip.say,
        ("OUT-4.1", "OUT-4.2"),
    )
