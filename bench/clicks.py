"""Clicks of a person against the computer: how many a turn takes, and how many of them have one possible answer.

    .venv/bin/python bench/clicks.py

Games are played by `greedy` in both seats, and then walked through: each decision of the first seat is a click, unless
the table goes on by itself there, or the choice after it says it too. No browser has a part in this.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import grognard
from grognard.bots import Greedy
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.engine.state import State
from grognard.kernel.shown.foreseen import sayable
from grognard.play.players import only_choice

PERSON: Final = 0
# The games, and how many turns of each are counted; in Fusillade, attacks and what belongs to them.
TURNS: Final = {"fusillade": 40, "company-commander": 4, "three-emperors": 3, "ready-aim-fire": 3, "green-troops": 4}
ATTACKS: Final = {"fusillade": "ATTACK"}
APART: Final = {"USE", "TRIM"}
FEW: Final = 5
WAYS: Final = ("every time", "only where there is a choice", "and what goes without saying")


@dataclass(frozen=True)
class Decision:
    """A decision of the person: the position, what he chose, and whether he could have chosen otherwise."""

    state: State
    action: int
    free: bool


def decisions(slug: str, seed: int, turns: int) -> list[Decision]:
    """All decisions of the person in the first turns of a game."""
    game, bot, found = grognard.load(slug), Greedy(), []
    state = game.new_initial_state(seed)
    positions: list[State] = []
    while not state.is_terminal() and state.turn <= turns:
        seat = state.current_player()
        action = int(bot.choose(state.information(seat, state.ply)))
        positions.append(state.clone())
        if seat == PERSON:
            free = only_choice(positions, len(positions) - 1, PERSON) is None
            found.append(Decision(positions[-1], action, free))
        state.apply_action(action)
    return found


def clicks(made: Sequence[Decision], way: str) -> list[Decision]:
    """Those that are clicks, where the person is asked this way."""
    found, number = [], 0
    while number < len(made):
        one = made[number]
        number += 1
        if way != WAYS[0] and not one.free:
            continue
        found.append(one)
        if way == WAYS[2]:
            number += _said_with(made[number - 1 :])
    return found


def _said_with(made: Sequence[Decision]) -> int:
    """How many decisions after the first need no click of their own."""
    now = made[0].state.view(PERSON)
    own = {action.card for action in now.actions}
    offered = {choice.action for choice in sayable(made[0].state, PERSON) if choice.card not in own}
    for later, one in enumerate(made[1:], start=1):
        if one.action in offered:
            return later
        if one.state.space.card[one.action] != NO_CARD:
            break
    return 0


def told(slug: str, games: int) -> None:
    """A row for each way to be asked."""
    played = [decisions(slug, seed, TURNS[slug]) for seed in range(games)]
    what = f"{TURNS[slug]} turns"
    if slug in ATTACKS:
        played = [turn for made in played for turn in _attacks(made, ATTACKS[slug])]
        what = f"{len(played)} attacks"
    for way in WAYS:
        found = [[one for one in clicks(made, way) if _verb(one) not in APART] for made in played]
        single = [one for made in found for one in made if len(one.state.legal_actions()) == 1]
        few = sum(len(made) <= FEW for made in found) / len(found)
        each = f"{sum(map(len, found)) / len(found):4.1f} clicks, {len(single) / len(found):4.1f} with one answer"
        print(f"{slug:18}{what:13}{way:31}{each}" + (f", {few:.0%} in {FEW} or fewer" if slug in ATTACKS else ""))


def _attacks(made: Sequence[Decision], word: str) -> list[list[Decision]]:
    """The own turns in which this was said."""
    turns: dict[int, list[Decision]] = {}
    for one in made:
        if one.state.active == PERSON:
            turns.setdefault(int(one.state.turn), []).append(one)
    return [turn for turn in turns.values() if any(_verb(one) == word for one in turn)]


def _verb(one: Decision) -> str:
    return one.state.space.verbs[one.action]


def main() -> None:
    """Tells of every game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    for slug in TURNS:
        told(slug, parser.parse_args().games)


if __name__ == "__main__":
    main()
