"""Plays the games that are kept beside this: `python -m tests.records.make` wrote the files with the rules of a72907d.

They are kept, not made anew: they show that later programs read what that one wrote. (The imports followed the modules
since; in a72907d `Session` and journals lie in the kernel.) Twenty of each game: greedy and random against each other
under the default rules, then each preset, each size of the table, all house rules at their last value, other card
numbers, choices taken back, games given up, claimed or left off, and mixed house rules.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import msgspec

import grognard
from grognard.bots import bot
from grognard.kernel.errors import CannotUndo
from grognard.kernel.game import Game, GameSpec
from grognard.play.session import Session
from grognard.registry import load_stored
from tests.conformance.support import go_together, house_rules
from tests.records.record import SLUGS, Record, Walk, file_of, walked, write

RECORDS: Final = 20
GREEDY: Final = "greedy"
RANDOM: Final = "random"
HUMAN: Final = "human"
# How a game may end before the rules end it.
RESIGN: Final = "resign"
CLAIM: Final = "claim"
LEAVE: Final = "leave"
# After so many choices one is taken back, where that can be.
TAKE_BACK_EVERY: Final = 9
# Some seeds are small, some as large as those of a server.
LARGE_SEED: Final = 2**255 + 19

Rules = Mapping[str, str | int]


@dataclass(frozen=True)
class Plan:
    """What is played."""

    name: str
    rules: Rules = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    bots: Sequence[str] = (GREEDY,)  # taking turns around the table
    take_back: bool = False
    end: str = ""
    after: int = 0  # choices, where the game does not come to its own end


def plans(spec: GameSpec) -> list[Plan]:
    """The twenty games."""
    mixed = (mixed_rules(spec, number) for number in count(1))
    numbers = other_numbers(spec)
    found = [
        Plan("defaults", bots=(GREEDY, GREEDY)),
        Plan("defaults", bots=(GREEDY, RANDOM)),
        Plan("defaults", bots=(RANDOM, GREEDY)),
        Plan("all at their last value", house_rules(spec)[-1]),
        *(Plan(f"preset {preset.key}", preset.options) for preset in spec.meta.presets),
        *(Plan(f"{seats} seats", {"seats": seats}) for seats in sizes(spec)[1:]),
        *(Plan(f"other numbers {n}", next(mixed), chosen) for n, chosen in enumerate(numbers, start=1)),
        Plan("taken back", take_back=True),
        Plan("taken back, mixed rules", next(mixed), bots=(GREEDY, RANDOM), take_back=True),
        Plan("resigned", next(mixed), end=RESIGN, after=30),
        Plan("claimed", next(mixed), end=CLAIM, after=25),
        Plan("left off", next(mixed), end=LEAVE, after=20),
        *(Plan(f"an ally of {seats} resigns", {"seats": seats}, end=RESIGN, after=50) for seats in sizes(spec)[1:2]),
    ]
    found += [Plan("mixed rules", next(mixed), bots=(GREEDY, RANDOM)) for _ in range(RECORDS - len(found))]
    return found


def sizes(spec: GameSpec) -> Sequence[str | int]:
    """How many seats a game can have, the default first."""
    return next((option.values for option in spec.meta.options if option.key == "seats"), (len(spec.meta.seats),))


def mixed_rules(spec: GameSpec, number: int) -> Rules:
    """A value of every option: in a run of numbers each value comes up, if it goes together with those before it."""
    rules: dict[str, str | int] = {}
    for place, option in enumerate(spec.meta.options):
        value = option.values[(number + place // 2) % len(option.values)]
        if go_together(spec, {**rules, option.key: value}):
            rules[option.key] = value
    return rules


def other_numbers(spec: GameSpec) -> list[dict[str, int]]:
    """Three sets of card numbers: every kind of number in one of them at least, on different cards."""
    found: list[dict[str, int]] = [{}, {}, {}]
    for place, kind in enumerate(spec.meta.numbers):
        cards = [card for card in spec.cards if isinstance(card.columns.get(kind), int)]
        for number, chosen in enumerate(found):
            if cards and (len(spec.meta.numbers) < len(found) or place % len(found) == number):
                card = cards[(3 * number + place) % len(cards)]
                chosen[f"{card.name}.{kind}"] = max(0, card.number(kind)) + 1 + number
    return found


def recorded(slug: str, plan: Plan, number: int) -> Record:
    """Plays one game."""
    journal = played(load_stored(slug, plan.rules, plan.numbers), plan, seed_of(slug, number)).journal.to_text()
    walk = walked(journal)
    positions = {at: msgspec.Raw(walk.positions[at].encode()) for at in worth_keeping(walk, number)}
    return Record(
        plan.name, walk.result, walk.sum, positions, [msgspec.Raw(line.encode()) for line in journal.splitlines()]
    )


def seed_of(slug: str, number: int) -> int:
    """Another for each record."""
    return LARGE_SEED + number if number % 5 == 4 else 100 * len(slug) + number


def played(game: Game, plan: Plan, seed: int) -> Session:
    """A game to its end, or to where somebody ends it."""
    names = [plan.bots[seat % len(plan.bots)] for seat in range(game.num_players())]
    bots = [bot(name) for name in names]
    # Bots take nothing back and do not give up.
    people = [HUMAN, *names[1:]] if plan.take_back or plan.end else names
    session = Session(game, seed, people)
    for choices in count(1):
        if session.outcome() is not None or (plan.end == LEAVE and choices > plan.after and session.state.picks() > 0):
            break
        seat = session.state.current_player()
        session.play(seat, int(bots[seat].choose(session.information(seat))))
        if plan.take_back and choices % TAKE_BACK_EVERY == 0:
            take_back(session, seat)
        if choices == plan.after:
            end(session, plan.end)
    return session


def end(session: Session, how: str) -> None:
    """Somebody gives up, or takes the game from one who has left."""
    decider, sides = session.state.current_player(), session.game.sides
    if how == RESIGN:
        session.resign(decider)
    elif how == CLAIM:
        session.claim(next(seat for seat, side in enumerate(sides) if side != sides[decider]))


def take_back(session: Session, seat: int) -> None:
    """The seat takes its choice back, if that can be, and chooses the last of those there are instead."""
    try:
        session.undo(seat, [other for other in range(session.game.num_players()) if other != seat])
    except CannotUndo:
        return
    session.play(seat, session.state.legal_actions()[-1])


def worth_keeping(walk: Walk, number: int) -> list[int]:
    """Which positions to store: of every second game the middle, the most open frame and the deepest stack."""
    if number % 2:
        return []
    states = [walk.session.game.deserialize(text) for text in walk.positions]
    later = range(len(states) // 3, len(states) - 1)
    most_open = max(later, key=lambda at: int(states[at].picks()))
    deepest = max(later, key=lambda at: len(states[at].stack()))
    return sorted({len(states) // 2, most_open, deepest})


def told(slug: str, records: Sequence[Record]) -> str:
    """What was made, in a line."""
    games = [record.game for record in records]
    stored = [
        g.deserialize(bytes(text).decode())
        for g, r in zip(games, records, strict=True)
        for text in r.positions.values()
    ]
    options = grognard.spec(slug).meta.options
    missing = ", ".join(
        f"{o.key}={v}" for o in options for v in o.values if all(game.options[o.key] != v for game in games)
    )
    return (
        f"{slug}: {len(records)} records, {sum(len(record.journal) for record in records)} lines, "
        f"{file_of(slug).stat().st_size} bytes; {len(stored)} positions, {sum(s.picks() > 0 for s in stored)} with an "
        f"open frame, {sum(len(s.stack()) > 1 for s in stored)} in a window; not met: {missing or 'nothing'}."
    )


if __name__ == "__main__":
    for slug in sys.argv[1:] or SLUGS:
        records = [recorded(slug, plan, number) for number, plan in enumerate(plans(grognard.spec(slug)))]
        write(slug, records)
        print(told(slug, records))
