"""How a game went: who is told what, the number it was won by, and the moments to see again."""

from __future__ import annotations

from itertools import pairwise

import pytest

import grognard
from grognard.kernel.engine.state import State
from grognard.kernel.views.view import EventView, Outcome
from grognard.play.journal import Action, Deed, Resign, Undo
from grognard.play.session import Session
from grognard.play.summary import (
    GameSummary,
    Highlight,
    SummaryStep,
    headlines_told,
    highlights,
    numbers,
    speaks_against,
    standing,
    verdict,
)
from grognard.play.timeline import Timeline
from grognard.registry import load, registered_names

TWO = grognard.load("outpost")
FOUR = grognard.load("green-troops", {"seats": 4, "balanced": "on"})


def step(moment: int, turn: int, numbers: tuple[int, ...], *texts: str) -> SummaryStep:
    """A step with these headlines."""
    return SummaryStep(moment, turn, numbers, tuple(EventView(text, "", 0, (), weight="headline") for text in texts))


def shown(found: list[Highlight]) -> list[tuple[int, str]]:
    return [(one.moment, one.text) for one in found]


def played(session: Session) -> Session:
    """The game played to its end, always by the last legal action."""
    while session.outcome() is None:
        position = session.state
        session.play(position.current_player(), position.legal_actions()[-1])
    return session


def told(session: Session) -> tuple[GameSummary, list[State]]:
    """The story of a finished game, and its positions moment by moment."""
    timeline = Timeline.of(session.journal, load)
    timeline.prepare_summary()
    assert timeline.summary is not None
    return timeline.summary, timeline.states


# -- who is told what --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "winners", "said"),
    [
        ([0], (0,), "You win"), ([0], (1,), "You lose"), ([1], (1,), "You win"), ([0], (), "A draw"),
        ([], (0,), "Blue wins"), ([], (), "A draw"), ([0, 1], (1,), "Red wins"),
    ],
)  # fmt: skip
def test_a_player_hears_of_himself_and_others_of_a_side(own: list[int], winners: tuple[int, ...], said: str) -> None:
    assert verdict(TWO, Outcome(winners, "", "", ""), own) == said


def test_a_team_wins_and_loses_together() -> None:
    outcome = Outcome((1, 3), "", "", "")
    assert verdict(FOUR, outcome, [3]) == verdict(FOUR, outcome, [1, 3]) == "You win"
    assert verdict(FOUR, outcome, [0, 2]) == "You lose"
    assert verdict(FOUR, outcome, []) == "Red's side wins"


def test_whoever_watches_hears_the_victor_called_as_the_game_calls_him() -> None:
    said = [verdict(load(slug), Outcome((1,), "", "", ""), ()) for slug in ("company-commander", "three-emperors")]
    assert said == ["The Germans win", "The Coalition wins"]


# -- the moments -------------------------------------------------------------------------------------------------------


def test_the_moments_are_the_largest_changes_and_what_decided_in_their_order() -> None:
    steps = [
        step(0, 1, (20, 20)), step(1, 1, (18, 20), "two"), step(2, 2, (18, 11), "nine"), step(3, 3, (18, 11), "none"),
        step(4, 4, (13, 11), "five"), step(5, 5, (13, 8), "three"), step(6, 6, (13, 7), "one", "the last"),
    ]  # fmt: skip
    found = highlights(steps)
    assert shown(found) == [(2, "nine"), (4, "five"), (6, "one the last")]
    assert (found[0].before, found[0].after) == ((18, 20), (18, 11))


def test_two_moments_of_a_turn_are_shown_only_if_there_are_too_few_turns() -> None:
    steps = [
        step(0, 1, (20, 20)),
        step(1, 2, (11, 20), "nine"),
        step(2, 2, (3, 20), "eight"),
        step(3, 3, (3, 18), "end"),
    ]
    assert shown(highlights(steps)) == [(1, "nine"), (2, "eight"), (3, "end")]
    steps.insert(1, step(1, 1, (20, 19), "one"))
    steps[2:] = [one._replace(moment=one.moment + 1) for one in steps[2:]]
    assert shown(highlights(steps)) == [(1, "one"), (2, "nine"), (4, "end")]


def test_a_rout_in_many_steps_is_a_greater_moment_than_one_blow() -> None:
    steps = [
        step(0, 1, (20, 20)),
        step(1, 1, (15, 20), "a blow"),
        step(2, 2, (15, 16), "it begins"),
        step(3, 2, (15, 14)),
        step(4, 2, (15, 11), "it ends"),
        step(5, 3, (10, 16), "a blow that is paid back"),
        step(6, 3, (13, 11)),
        step(7, 4, (13, 9), "the end"),
    ]
    assert shown(highlights(steps)) == [(1, "a blow"), (2, "it begins"), (7, "the end")]


def test_what_decided_may_be_no_step_of_the_rules() -> None:
    last = Highlight(2, 1, "Blue resigns: Red wins.", 1)
    steps = [step(0, 1, (20, 20)), step(1, 1, (18, 20), "two"), step(2, 1, (18, 20))]
    assert shown(highlights(steps, last)) == [(1, "two"), (2, "Blue resigns: Red wins.")]
    assert shown(highlights([step(0, 1, ())], last)) == [(2, "Blue resigns: Red wins.")]


def test_a_moment_is_told_by_what_helped_the_side_that_gained() -> None:
    gone = EventView("The Panzer IV is destroyed.", "", 1, (), against=1, sound="rout")
    leader = EventView("The Company Leader is destroyed.", "", 1, (), against=1, sound="rout")
    hurt = EventView("The squad takes a casualty.", "", 1, (), against=1, sound="hit")
    own = EventView("Your Recon Team 2 is destroyed.", "", 0, (), against=0, sound="rout")
    news = [leader, gone, hurt, own]
    assert headlines_told([one for one in news if not speaks_against(TWO, one, 0)]) == f"{leader.text} {gone.text}"
    assert headlines_told([one for one in news if not speaks_against(TWO, one, 1)]) == own.text
    assert [speaks_against(TWO, one, None) for one in news] == [False] * 4


@pytest.mark.parametrize("seed", range(4))
def test_no_moment_of_a_game_tells_only_the_losses_of_the_side_that_gained(seed: int) -> None:
    found, _states = told(played(Session(TWO, seed, ["human", "human"])))
    for one in found.highlights:
        changes = [now - then for then, now in zip(one.before, one.after, strict=True)]
        if changes and changes[0] > changes[1]:
            assert one.by_seat[0]
            assert "You do not answer" not in one.by_seat[0]


# -- the whole story ---------------------------------------------------------------------------------------------------


def test_a_game_is_told_by_its_number_turn_by_turn() -> None:
    session = played(Session(TWO, 6, ["human", "greedy"]))
    told_of, states = told(session)
    assert told_of.sides == ("Blue", "Red")
    assert told_of.turns[0] == (0, (5, 5))
    after = {int(before.turn): numbers(TWO, state.view(None)) for before, state in pairwise(states)}
    after[int(states[-1].turn)] = numbers(TWO, states[-1].view(None))
    assert list(told_of.turns[1:]) == list(after.items())
    assert told_of.most == 5
    assert told_of.highlights[-1].moment == len(states) - 1


def test_what_was_taken_back_is_no_part_of_the_story() -> None:
    deeds: list[Deed] = [Action(0, "A"), Action(1, "B"), Undo(1, 1, (0,)), Action(1, "C"), Resign(0)]
    assert standing(deeds) == [0, 3, 4]


def test_a_game_that_was_given_up_is_told_to_where_it_stood() -> None:
    session = Session(TWO, 6, ["human", "human"])
    session.play(session.state.current_player(), session.state.legal_actions()[0])
    session.resign(0)
    found, states = told(session)
    assert shown(list(found.highlights))[-1] == (len(states) - 1, "Blue resigns: Red wins.")
    assert found.turns[-1][1] == numbers(TWO, session.state.view(None))


def test_giving_up_is_no_moment_to_see_again_where_there_are_others() -> None:
    session = Session(TWO, 6, ["human", "human"])
    while not any(event.weight == "headline" for event in session.open_events()):
        session.play(session.state.current_player(), session.state.legal_actions()[0])
    session.resign(session.state.current_player())
    found, _states = told(session)
    assert found.highlights
    assert not any("resigns" in text for _, text in shown(list(found.highlights)))


@pytest.mark.parametrize("slug", registered_names())
def test_every_game_shows_the_number_that_decides_it(slug: str) -> None:
    state = grognard.load(slug).new_initial_state(1)
    while not numbers(state.game, state.view(None)) and not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    decisive = state.game.spec.decisive
    assert decisive is not None
    owners = {number.owner for number in state.view(None).numbers if number.key == decisive.key}
    assert owners == set(range(state.game.num_players()))
