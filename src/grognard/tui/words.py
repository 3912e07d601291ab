"""Puts views into words, in the same way for every table in a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from grognard.art.faces import changed_faces, looks
from grognard.bots import Weighed
from grognard.kernel.content.handbook import ESCAPED
from grognard.kernel.content.wording import capitalized
from grognard.kernel.game import Game
from grognard.kernel.views import labels
from grognard.kernel.views.view import (
    ActionView,
    CardView,
    EventView,
    MarkerView,
    MemoryView,
    NumberView,
    RefusedView,
    RollView,
    SumView,
    View,
    ZoneView,
    is_with,
    with_under,
)

# The longest text, in letters, that is shown next to a choice; longer ones are shown on demand.
SHORT_EFFECT: Final = 70
# Stands for a sign without its meaning in Markdown, while others lose theirs. No text has such letters.
ESCAPES: Final = 0xF0000
# The faces of a die, for screen readers and for screens.
DIGITS: Final = "123456"
DICE: Final = "⚀⚁⚂⚃⚄⚅"


def heading(view: View) -> str:
    """Returns the turn, whose it is, and the phase."""
    whose = "your" if view.active == view.seat else f"{view.seats[view.active]}'s"
    return f"Turn {view.turn}, {whose} turn. {view.phase_label}"


def face(card: CardView) -> str:
    """Returns a card in words: its name, type, numbers, and the markers and cards on it."""
    several = len(card.numbers) > 1
    numbers = [f"{key} {number}" if several else str(number) for key, number in card.numbers.items()]
    named = card.name if card.says_all else " ".join([card.name, card.type, *numbers])
    counts = [f"{marker.label} {marker.value} of {marker.of}" for marker in card.markers if marker.of is not None]
    carried = "; ".join(counts + flags(card) + [f"with {below.name}" for below in card.under])
    return f"{named} ({carried})" if carried else named


def card_text(card: CardView, game: Game) -> list[str]:
    """Returns everything about a card, line by line: type and numbers, rule, markers, cards under it, and history."""
    numbers = [f"{key} {number}" for key, number in card.numbers.items()]
    counts = [f"{marker.label} {marker.value} of {marker.of}" for marker in card.markers if marker.of is not None]
    carried = [*counts, *flags(card), *(f"with {below.name}" for below in card.under)]
    types = game.spec.types
    look = changed_faces(game).get(card.face) or looks(game.slug).get(card.face)
    lines = [
        f"{card.name}: {', '.join([types.get(card.type, card.type), *numbers])}.",
        card.text,
        f"Now: {'; '.join(carried)}." if carried else "",
        f"History: {look.history}" if look is not None and look.history else "",
    ]
    return [line for line in lines if line]


def flags(card: CardView) -> list[str]:
    """Returns the markers that are words."""
    marked = [marker for marker in card.markers if marker.of is None and marker.value]
    return [marker.label if marker.value == 1 else f"{marker.label} {marker.value}" for marker in marked]


def tallies(card: CardView) -> list[str]:
    """Returns the markers with a limit, in short form such as 1/2."""
    return [f"{marker.value}/{marker.of}" for marker in card.markers if marker.of is not None]


def sum_text(sum: SumView) -> str:
    """Returns a sum with its parts by name, and its effect."""
    return f"{sum.label}: {_parts(sum)}"


def parts_of(sum: SumView) -> list[str]:
    """Returns the parts of a sum, each with its name."""
    return [f"{term.label} {term.value:+}" for term in sum.terms]


def _parts(sum: SumView) -> str:
    parts = ", ".join(parts_of(sum))
    if not parts:
        return f"{sum.text}."
    return f"{parts} = {sum.total} {sum.unit}." if sum.unit else f"{parts} = {sum.total}; {sum.text}."


def details(event: EventView, faces: str = DIGITS) -> list[str]:
    """Returns the target of a roll, or the sums of a headline part by part.

    Sums with a single part are left out, since the sentence says as much. So are those of other events, whose sentences
    name the parts.
    """
    if event.roll is not None and (event.roll.good or event.roll.expected):
        return [roll_text(event.roll, event.sums, faces)]
    return [sum_text(sum) for sum in event.sums if len(sum.terms) > 1 and event.weight == "headline"]


def roll_text(roll: RollView, sums: Sequence[SumView], faces: str = DIGITS) -> str:
    """Returns a roll in words: the target, the dice, the modifiers by name, and the chance.

    `faces` are the characters for one to six.
    """
    dice = [f"{faces[die - 1]}{_met(roll, number)}" for number, die in enumerate(roll.dice)]
    added = [part for sum in sums[:1] for part, term in zip(parts_of(sum), sum.terms, strict=True) if not term.dice]
    told = ", ".join(dice + added) + (f" = {sums[0].total}" if added else "")
    again = f", re-rolled from {' and '.join(map(str, roll.rerolled))}" if roll.rerolled else ""
    several = len(roll.good) > 1
    chance = f"; {roll.came} came, {roll.expected:.1f} expected" if several else f"; chance {roll.expected:.0%}"
    return f"{capitalized(roll.target)}: {told}{again}{chance if roll.expected else ''}."


def _met(roll: RollView, number: int) -> str:
    """Returns whether a die is a hit, if the dice are judged one by one."""
    if len(roll.good) < 2:
        return ""
    return " hit" if roll.good[number] else " miss"


def zone_label(zone: ZoneView, view: View) -> str:
    """Returns the name of a place; the viewer's own says “your”."""
    marked = [_worded(marker) for marker in zone.markers]
    named = labels.zone_label(zone, view)
    return f"{named} ({', '.join(marked)})" if marked else named


def number_label(number: NumberView, view: View) -> str:
    """Returns the name of a number; the viewer's own says “your”."""
    return labels.number_label(number, number.owner is not None and number.owner == view.seat)


def _worded(marker: MarkerView) -> str:
    """Returns a zone's marker in words: with its number, or with its limit."""
    if marker.of is not None:
        return f"{marker.value} of {marker.of} {marker.label}"
    return marker.label if marker.value == 1 else f"{marker.label} {marker.value}"


def counted(zone: ZoneView) -> str:
    """Returns the number of cards in a zone, in words."""
    return f"{zone.count} card" if zone.count == 1 else f"{zone.count} cards"


def contents(zone: ZoneView) -> str:
    """Returns the visible cards of a zone in words."""
    if zone.count == 0:
        return "none."
    alike = [(shown, len(list(some))) for shown, some in groupby(map(face, zone.cards))]
    cards = ", ".join(shown if copies == 1 else f"{copies} × {shown}" for shown, copies in alike)
    return f"{counted(zone)}: {cards}." if cards else f"{counted(zone)}."


def shown_before(memory: MemoryView) -> str:
    """Says which cards the viewer has seen that are still there."""
    still = "it is still there" if len(memory.cards) == 1 else "they are still there"
    return f"Seen on turn {memory.turn}, and {still}: {', '.join(map(face, memory.cards))}."


def advice(found: Sequence[Weighed], why: str = "") -> list[str]:
    """Returns the computer's advice: its choice, the chance of winning, the reason, and the two next best choices."""
    if not found:
        return ["The computer was stopped before it found a move."]
    lines = [f"The computer would choose: {found[0].label}. Chance of winning: {found[0].chance:.0%}."]
    others = [f"{one.label} ({one.chance:.0%})" for one in found[1:3]]
    lines += [why] if why else []
    return [*lines, *([f"Next best: {', '.join(others)}."] if others else []), "A draw counts as half a win."]


def choice(action: ActionView, card: CardView | None = None) -> str:
    """Returns what an action does, the sum it leads to, and the text of its card if that is short."""
    told = action.label if action.sum is None else f"{action.label} ({_parts(action.sum)})"
    if action.hopeless:
        told += " (hopeless)"
    short = card is not None and 0 < len(card.text) <= SHORT_EFFECT
    return f"{told} [{card.text.rstrip('.')}]" if card is not None and short else told


def played_with(view: View, chosen: ActionView | RefusedView) -> CardView | None:
    """Returns the card that a choice is about, if the viewer sees it somewhere."""
    shown = (card for zone in view.zones for card in with_under(zone.cards))
    return next((card for card in shown if is_with(chosen, card)), None)


def in_plain_words(markdown: str) -> str:
    """Returns a clause without Markdown. A table row becomes a line with its cells separated by semicolons."""
    lines: list[str] = []
    for line in ESCAPED.sub(lambda found: chr(ESCAPES + ord(found[1])), markdown).splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.lstrip().startswith("|") else []
        if cells and set("".join(cells)) <= set("-: "):
            continue
        lines.append(f"  {'; '.join(cells)}" if cells else line)
    plain = re.sub(r"\[([^]]+)\]\([^)]*\)|[*`]+", lambda found: found[1] or "", "\n".join(lines))
    return "".join(chr(ord(letter) - ESCAPES) if ord(letter) >= ESCAPES else letter for letter in plain)
