"""All that chance can bring: the ways of the enumerator, with their odds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Final

import pytest

import grognard
from grognard.kernel.cardsets.bits import bit
from grognard.kernel.cardsets.cards import members, of
from grognard.kernel.cardsets.counts import copies, counted
from grognard.kernel.engine.branching import Enumerator, initial_states, next_states
from grognard.kernel.errors import BadInput, IllegalAction


def odds(draw: Callable[[Enumerator], object]) -> dict[object, float]:
    """What is drawn on every path, and how likely; no result comes up on two paths."""
    recorder = Enumerator()
    found: dict[object, float] = {}
    while True:
        recorder.set_out()
        result = draw(recorder)
        assert result not in found
        found[result] = recorder.probability
        if not recorder.next_path():
            return found


def test_numbers_and_dice_are_alike_likely() -> None:
    assert odds(lambda recorder: recorder.number(4)) == dict.fromkeys(range(4), 0.25)
    assert odds(lambda recorder: recorder.die()) == dict.fromkeys(range(1, 7), pytest.approx(1 / 6))


def test_of_a_set_each_card_is_alike_likely() -> None:
    assert odds(lambda recorder: recorder.card(of([2, 61, 90]), 97)) == dict.fromkeys([2, 61, 90], pytest.approx(1 / 3))
    assert odds(lambda recorder: recorder.thing(bit(3) | bit(7))) == {3: 0.5, 7: 0.5}


def test_a_deal_goes_by_sets() -> None:
    deals = odds(lambda recorder: tuple(members(recorder.cards(of([1, 3, 5, 70, 71]), 2, 97))))
    assert len(deals) == 10
    assert list(deals.values()) == [pytest.approx(0.1)] * 10
    assert all(isinstance(deal, tuple) and len(deal) == 2 for deal in deals)
    assert odds(lambda recorder: tuple(members(recorder.cards(of([1, 3]), 2, 97)))) == {(1, 3): 1.0}


def test_copies_are_as_likely_as_there_are_of_them() -> None:
    pile = counted([4, 4, 4, 9, 9])
    assert odds(lambda recorder: recorder.copy(pile, 0, 60)) == {4: pytest.approx(0.6), 9: pytest.approx(0.4)}
    pairs = odds(lambda recorder: tuple(copies(recorder.copies(pile, 0, 2, 60))))
    assert pairs == {(4, 4): pytest.approx(0.3), (4, 9): pytest.approx(0.6), (9, 9): pytest.approx(0.1)}
    assert odds(lambda recorder: tuple(copies(recorder.copies(pile, 0, 5, 60)))) == {(4, 4, 4, 9, 9): 1.0}


def test_two_dice_make_thirty_six_ways() -> None:
    ways = odds(lambda recorder: (recorder.die(), recorder.die()))
    assert len(ways) == 36
    assert list(ways.values()) == [pytest.approx(1 / 36)] * 36


def test_too_many_ways_are_refused() -> None:
    with pytest.raises(BadInput, match="Chance has more than 50 possible results here: too many to enumerate"):
        initial_states(grognard.load("fusillade"), most=50)


def test_an_illegal_action_leads_nowhere() -> None:
    state = grognard.load("fusillade").new_initial_state(1)
    with pytest.raises(IllegalAction):
        next_states(state, state.string_to_action("HOLD"))


# Interrupted at a hundred different moments of processor time.
INTERRUPTED: Final = """
import signal
import sys

import grognard
from grognard.kernel.engine.branching import initial_states
from grognard.kernel.errors import BadInput

def interrupt(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGVTALRM, interrupt)
caught = 0
for number in range(100):
    game = grognard.load(sys.argv[1])
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.001 + number * 0.0001)
        while True:
            try:
                initial_states(game, 1_000_000)
            except BadInput:
                pass
    except KeyboardInterrupt:
        caught += 1
print(caught)
"""


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_an_interrupted_count_of_deals_ends_as_it_should(slug: str) -> None:
    run = subprocess.run([sys.executable, "-c", INTERRUPTED, slug], capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "100\n", "")
