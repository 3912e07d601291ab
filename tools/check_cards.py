"""The card linter: compares each game's cards.csv with the committed facts and with the rules that use it.

    python tools/check_cards.py

For every game: the rows equal facts.csv in its test folder, names are unique, every card has a note for players, some
action of the rules can use every card, every clause of clauses.txt there is in the handbook, and every clause that a
source file or a text cites exists. Prints the faults and exits with 1 if there are any.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import grognard
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.game import GameSpec
from grognard.lab.game_folders import CLAUSES, FACTS, folder_of_tests

ROOT = Path(__file__).resolve().parent.parent


def faults(slug: str) -> Iterator[str]:
    """Yields every fault in the cards of one game."""
    spec = grognard.spec(slug)
    facts_file = folder_of_tests(slug, ROOT) / FACTS
    if not facts_file.exists():
        yield f"{slug}: {facts_file} is missing"
        return
    with facts_file.open(encoding="utf-8", newline="") as file:
        facts = [dict(row) for row in csv.DictReader(file)]
    rows = [_row(spec, number) for number in range(len(spec.cards))]
    for fact, row in zip(facts, rows, strict=False):
        if fact != {key: row.get(key, "") for key in fact}:
            yield f"{slug}: {row} should be {fact}"
    if len(facts) != len(rows):
        yield f"{slug}: {len(rows)} rows, {len(facts)} facts"
    names = [(card.deck, card.name) for card in spec.cards]
    yield from (f"{slug}: {name} is listed twice" for name in sorted({n for n in names if names.count(n) > 1}))
    yield from (f"{slug}: {card.name} has no note" for card in spec.cards if not card.notes.strip())
    chosen = {spec.cards[spec.rows[card]].name for card in spec.actions.card if card != NO_CARD}
    yield from (f"{slug}: no action uses {card.name}" for card in spec.cards if card.name not in chosen)
    yield from _clause_faults(spec)


def _row(spec: GameSpec, number: int) -> dict[str, str]:
    card = spec.cards[number]
    columns = {key: "" if value is None else str(value) for key, value in card.columns.items()}
    return {"deck": card.deck, "name": card.name, "copies": str(card.copies), **columns}


def _clause_faults(spec: GameSpec) -> Iterator[str]:
    slug = spec.meta.slug
    handbook = grognard.load(slug).handbook.clauses
    listed = (folder_of_tests(slug, ROOT) / CLAUSES).read_text(encoding="utf-8").split()
    yield from (f"{slug}: the handbook lacks {clause}" for clause in listed if clause not in handbook)
    yield from (
        f"{slug}: the handbook has {clause}, which the rules do not" for clause in handbook if clause not in listed
    )
    prefix = listed[0].partition("-")[0]
    for source in resources.files(spec.package).iterdir():
        if source.name.endswith((".py", ".md", ".html")):
            text = source.read_text(encoding="utf-8")
            for clause in sorted(set(re.findall(rf"\b{prefix}-\d+\.\d+", text))):
                if clause not in handbook:
                    yield f"{slug}: {source.name} cites {clause}, which does not exist"


def main() -> int:
    """Checks every game."""
    found = [fault for slug in grognard.registered_names() for fault in faults(slug)]
    print("\n".join(found) or f"cards: {len(grognard.registered_names())} game(s) agree with their facts")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
