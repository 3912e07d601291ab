"""Tips for first games: each can come up, none comes twice, and all come from what a seat sees and from the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
import pytest

from grognard.bots import bot, first_opponent
from grognard.game_check.teaching import FEWEST_TIPS, LONGEST_TIP, MOST_TIPS
from grognard.kernel.views.view import EventView, View
from grognard.play.session import Session, bot_seed
from grognard.registry import for_players, load, spec
from grognard.scenarios.tips import Tip, fitting, tips

SLUGS: Final = [one.meta.slug for one in for_players()]
BEGINNER: Final = "greedy:careless=0.4"
MOST_GAMES: Final = 40


def decisions(slug: str, seed: int) -> Iterator[tuple[View, list[EventView]]]:
    """A beginner's decisions in a first game, with the events since the one before."""
    meta = load(slug).spec.meta
    game, seat = load(slug, meta.first_options), meta.first_seat
    names = [BEGINNER if other == seat else first_opponent(game) for other in range(game.num_players())]
    session, bots, told = Session(game, seed, names), [bot(name) for name in names], 0
    while session.outcome() is None:
        decider, state = session.state.current_player(), session.state
        if decider == seat and (meta.first or len(state.legal_actions()) > 1):
            yield session.view(seat), session.events(seat, told, len(session.told), (), seat)
            told = len(session.told)
        worlds = bot_seed(seed, decider) + len(session.journal.entries)
        session.play(decider, bots[decider].choose(game.information(state, decider, worlds)))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_tip_comes_up_in_some_first_game(slug: str) -> None:
    missing, about = {tip.key for tip in tips(spec(slug))}, dict[str, str]()
    for seed in range(MOST_GAMES):
        for view, events in decisions(slug, seed):
            for tip, at in fitting(spec(slug), view, events):
                missing.discard(tip.key)
                about[tip.key] = at or about.get(tip.key, "")
        if not missing:
            break
    assert not missing
    assert all(about.values()), about


@pytest.mark.parametrize("slug", SLUGS)
def test_a_tip_depends_only_on_what_its_seat_sees(slug: str) -> None:
    of = spec(slug)
    for view, events in decisions(slug, 1):
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
    view, events = next(decisions(slug, 1))
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
