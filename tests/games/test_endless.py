"""Games without the ending that no original has: quiet turns do not end them, but a number of turns in all does."""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest

import grognard
from grognard.games.company_commander.meta import LAST_TURN as LAST_OF_COMPANY
from grognard.games.fusillade.meta import LAST_TURN as LAST_OF_FUSILLADE
from grognard.games.ready_aim_fire.meta import LAST_ROUND
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.state import State
from grognard.printing.contents import Contents
from grognard.printing.print_options import PrintOptions
from tests.envs.long_games import Staller, stretch

STALLER: Final = Staller(100, busy=False)


class Ending(NamedTuple):
    """The ending of a game, the house rule that switches it off, and what players then read of the last turn."""

    slug: str
    option: str
    last: int
    reason: str
    outcome: str
    log: str
    shown: str  # the key of the number that counts towards it
    track: str


ENDINGS: Final = [
    Ending(
        "fusillade", "clock", LAST_OF_FUSILLADE, "clock", "100 troops to 100 after 6,000 turns",
        "6,000 turns have been played: the game ends.", "quiet", "Turns without a loss",
    ),
    Ending(
        "company-commander", "stall", LAST_OF_COMPANY, "stalled", "2,400 turns have been played; the Americans removed",
        "2,400 turns have been played: the game ends.", "quiet", "Quiet turns in a row",
    ),
    Ending(
        "ready-aim-fire", "nightfall_round", 2 * LAST_ROUND, "nightfall", "1,000 rounds have been fought, and nobody",
        "The battle ends after round 1,000.", "round", "Round",
    ),
]  # fmt: skip

each: Final = pytest.mark.parametrize("ending", ENDINGS, ids=[ending.slug for ending in ENDINGS])


def at_turn(ending: Ending, turn: int) -> State:
    """A game without this ending, in which nobody has done anything yet, at the start of a turn with an odd number."""
    state = grognard.load(ending.slug, {ending.option: "off"}).new_initial_state(1).clone()
    chance = Generator(stream(1, "endless"))
    while state.turn < 1:
        stretch(state, STALLER, 1, chance)
    state.turn = turn
    return state


@each
def test_quiet_turns_do_not_end_it(ending: Ending) -> None:
    state = at_turn(ending, 201)
    chance = Generator(stream(2, "endless"))
    while not state.is_terminal() and state.turn < 401:
        stretch(state, STALLER, 1, chance)
    assert state.turn == 401
    assert [number.of for number in state.view(0).numbers if number.key == ending.shown] in ([None], [])


@each
def test_it_ends_after_a_number_of_turns_in_all(ending: Ending) -> None:
    state = at_turn(ending, ending.last - 1)
    state.record()
    stretch(state, STALLER, 1_000, Generator(stream(3, "endless")))
    assert state.turn == ending.last
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == ending.reason
    assert ending.outcome in outcome.text
    assert state.game.event_view(state.events(None)[-1]).text == ending.log


@each
def test_what_is_printed_has_no_track_for_it(ending: Ending) -> None:
    def tracks(options: dict[str, str | int]) -> set[str]:
        return {track["label"] for track in Contents(grognard.load(ending.slug, options), PrintOptions()).tracks()}

    assert tracks({}) - tracks({ending.option: "off"}) == {ending.track}
