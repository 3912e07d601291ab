"""Nobody can choose a deal, and each seat can reject one: an exhaustive search of a model of the deal, with mutants.

`deal_model` describes the model and its limits. Its adversary wants one of two deals that are equally
likely, so it succeeds with probability 1 - 2 ** -n if it sees n deals, one after the other, and must accept the last.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from grognard.play import deal
from grognard.play.deal import Attempt, Commit, Draw, Leave
from tests.play import deal_model
from tests.play.deal_model import CHOSEN_LATE, HIDDEN, NOT_IN_DEAL, PROMISES, SAME_SEED, TOO_MANY, Search, State

PLAIN = State()
WITH_LEAVES = State(leaves=1)
WITH_FORKS = State(forks=1)


def chance(deals: int) -> float:
    """Returns the probability that one of this many deals is the one that the adversary wants."""
    return 1 - 2.0**-deals


@pytest.mark.parametrize("start", [WITH_LEAVES, WITH_FORKS], ids=["seats given up", "steps taken back"])
def test_two_people_cannot_choose_a_deal_and_reject_at_most_one_a_seat(start: State) -> None:
    search = Search(2)
    assert search.value(start) == chance(deals=3)
    assert not search.faults
    assert sorted(search.deals) == [0, 1, 2]


def test_three_people_cannot_choose_a_deal_and_reject_at_most_one_a_seat() -> None:
    # The server's bit and the upgrade of a server are searched with two people.
    search = Search(3, promises=PROMISES[:1])
    assert search.value(PLAIN) == chance(deals=4)
    assert not search.faults
    assert sorted(search.deals) == [0, 1, 2, 3]


def test_who_does_not_blame_the_honest_seat_for_a_dropped_reveal_rejects_one_deal_less() -> None:
    search = Search(2, is_quiet=True)
    assert search.value(PLAIN) == chance(deals=2)
    assert not search.faults


def test_states_that_the_search_takes_for_one_allow_the_same_moves() -> None:
    search = Search(2, compares=True)
    search.value(PLAIN)
    assert not search.faults


# -- mutants: each rule is needed ------------------------------------------------------------------------------------


def test_mutant_the_server_draws_for_a_seat_that_has_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = deal._answer

    def draws_anyway(found: Sequence[Attempt], step: Commit | Draw, people: Collection[int]) -> None:
        if isinstance(step, Draw) and step.seat in found[-1].missing:
            del found[-1].commits[step.seat]
            found[-1].draws.add(step.seat)
        else:
            answer(found, step, people)

    monkeypatch.setattr(deal, "_answer", draws_anyway)
    search = Search(2, promises=PROMISES[:1])
    assert search.value(PLAIN) == 1
    assert search.faults.keys() == {NOT_IN_DEAL, CHOSEN_LATE, SAME_SEED}


def test_mutant_a_seat_is_replaced_after_the_last_commitment(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaves_late(attempt: Attempt, step: Leave, _people: Collection[int]) -> None:
        attempt.commits.pop(step.seat, None)
        attempt.reveals.pop(step.seat, None)
        attempt.draws.discard(step.seat)

    monkeypatch.setattr(deal, "_leave", leaves_late)
    search = Search(2, promises=PROMISES[:1])
    assert search.value(WITH_LEAVES) == 1
    assert CHOSEN_LATE in search.faults


def test_mutant_the_page_reveals_before_its_list_is_complete() -> None:
    search = Search(2, is_eager=True)
    assert search.value(PLAIN) == 1
    assert search.faults.keys() == {CHOSEN_LATE}


def test_mutant_the_page_forgets_the_list_that_it_saw() -> None:
    search = Search(2, is_forgetful=True, promises=PROMISES[:2])
    assert search.value(WITH_FORKS) == 1
    assert search.faults.keys() == {CHOSEN_LATE, HIDDEN}


def test_mutant_failures_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal, "is_called_off", lambda _found: False)
    search = Search(2, promises=PROMISES[:1])
    search.value(PLAIN)
    assert search.faults.keys() == {TOO_MANY}


def test_mutant_the_search_takes_unlike_states_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "key", lambda state: (state.voids, frozenset(state.fixed), state.known))
    search = Search(2, compares=True, promises=PROMISES[:1])
    search.value(PLAIN)
    assert deal_model.UNLIKE in search.faults
