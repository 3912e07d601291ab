"""The view of one seat: frozen, schema-checked, and without a reference to any state.

Web pages, terminals and learners get everything from a `View`. Games name everything that a view shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from grognard.kernel.cardsets.cards import Cards, members
from grognard.kernel.content.wording import capitalized
from grognard.kernel.engine.actions import NO_CARD

if TYPE_CHECKING:
    from grognard.kernel.engine.state import State


class Frozen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base class of everything in a view: immutable, and strict when read back."""


class Reason(Frozen, frozen=True):
    """A sentence and the clause of the handbook behind it."""

    text: str
    clause: str


class MarkerView(Frozen, frozen=True):
    """Markers on a card or a place: their number and, where known, how many it can bear.

    `place` is the key of the place that the markers refer to, such as the Front that a unit attacks.
    """

    key: str
    label: str
    value: int
    of: int | None = None
    place: str = ""


class CardView(Frozen, frozen=True):
    """A card whose face the viewer sees. `handle` identifies it as long as the viewer can keep track of it.

    `under` has the cards tucked under it, which move with it. A choice that fits all copies calls them by their
    name, or by `alike` if cards of that name are elsewhere too. `face` is the key of its drawing.
    `copy` is the number at the end of its name that distinguishes it from other copies; 0 if there is none. `says_all`
    is true if the name already gives type and numbers, as “Infantry 2” does.
    """

    handle: str
    name: str
    type: str
    numbers: dict[str, int]
    text: str
    markers: tuple[MarkerView, ...] = ()
    under: tuple[CardView, ...] = ()
    alike: str = ""
    face: str = ""
    copy: int = 0
    says_all: bool = False


class ZoneView(Frozen, frozen=True):
    """A place for cards: the number of cards, and the faces that the viewer sees. A folded pile opens on demand.

    `markers` are those of the place itself. `place` is the key of the place its cards are committed to. `yours` is its
    label for its owner, such as “Your hand”; empty if it is the same as `label`.
    """

    key: str
    label: str
    owner: int | None
    count: int
    cards: tuple[CardView, ...]
    folded: bool = False
    markers: tuple[MarkerView, ...] = ()
    place: str = ""
    yours: str = ""


class NumberView(Frozen, frozen=True):
    """A number on the table; `of` is its limit, if it has one.

    `name` is its name in a sentence, and `yours` the same in a sentence to its owner, such as “your troops”. `label` is
    the name with a capital, and `note` in brackets if there is one. `harms`: the higher it is, the worse for its owner.
    `places` are the keys of the places it refers to or counts.
    """

    key: str
    label: str
    name: str
    yours: str
    owner: int | None
    value: int
    clause: str
    of: int | None = None
    harms: bool = False
    places: tuple[str, ...] = ()
    note: str = ""


class TermView(Frozen, frozen=True):
    """One part of a sum, with its name. `dice` is true for the plain roll, which faces also show as dice."""

    label: str
    value: int
    clause: str
    dice: bool = False


class SumView(Frozen, frozen=True):
    """A sum: its label, its parts, the total, and the effect of the total.

    If the text is only the total and its unit (“9 troop points”), `unit` is that unit.
    """

    label: str
    terms: tuple[TermView, ...]
    total: int
    text: str
    clause: str
    unit: str = ""


class ActionView(Frozen, frozen=True):
    """A legal action: its number, its notation, the label of its button, and the card it is played with.

    `verb` is the first word of the notation, the same for every card and place, and `object` the rest of it. `short` is
    the label without the effect after its colon. `does` is the verb at the start of the label (“Play”); it is empty if
    the label only names a thing. `card` is a handle, or a name if any of several copies will do. For an action
    without a card, `place` is the zone that it concerns, as `KEY-OWNER`. `sum` shows the result it would have. `tells`
    is set if it cannot be undone: "die" if something is rolled or drawn, "eye" if something is looked at. `passes` is
    true if it only lets the game continue, `hopeless` if the seat knows that it cannot succeed, and `risky` if it can
    cost the seat more than passing would.
    """

    action: int
    notation: str
    verb: str
    object: str
    label: str
    short: str
    does: str
    card: str | None
    sum: SumView | None = None
    tells: str = ""
    place: str = ""
    passes: bool = False
    hopeless: bool = False
    risky: bool = False


class RefusedView(Frozen, frozen=True):
    """A card of the viewer's own that cannot be chosen now, and why."""

    card: str
    name: str
    reason: Reason


class MemoryView(Frozen, frozen=True):
    """Cards that the viewer has been shown and that have not left their place since."""

    owner: int
    turn: int
    cards: tuple[CardView, ...]


class Outcome(Frozen, frozen=True):
    """The end as a value: the seats that won (none in a draw) and why.

    `text` says who won and why, and names both sides. `by_seat` tells each seat why, addressing it as “you”.
    """

    winners: tuple[int, ...]
    reason: str
    text: str
    clause: str
    by_seat: tuple[str, ...] = ()

    def why(self, reader: int | None) -> str:
        """Returns why a seat won or lost, addressed to that seat; for anyone else, the whole text."""
        return self.by_seat[reader] if reader is not None and self.by_seat else self.text


class RollView(Frozen, frozen=True):
    """Dice of one roll. Modifiers are in the sums of the event, by name.

    `target` is what was needed, modifiers included, as known before the roll. If each die is judged alone, `good` says
    which dice met it; otherwise their sum is judged. `came` is the number of successes, and `expected` the expected
    number: for a sum, `came` is 1 or 0, and `expected` is its probability. Both are 0 if the dice alone decide nothing
    or their target is hidden. `rerolled` has the dice before a re-roll, or a single number for the sum of several dice.
    """

    dice: tuple[int, ...]
    target: str = ""
    good: tuple[bool, ...] = ()
    came: int = 0
    expected: float = 0.0
    rerolled: tuple[int, ...] = ()


# The weight of an event: it may decide the game, matter to a player, or matter only for the record.
Weight = Literal["headline", "normal", "bookkeeping"]

# Where an event is in the log: it starts a line, continues the line before it, or is a detail of it, shown on demand.
LinePart = Literal["start", "more", "detail"]

# What an event sounds like, where it has a sound of its own.
Sound = Literal["draw", "shot", "charge", "hit", "rout"]


# What a field of an event says: a card by its name, a number, a list of either, yes or no; None: there is none.
EventFact = int | bool | str | tuple[int | str, ...] | None


class EventFacts(dict[str, EventFact]):
    """The fields of an event by name. They never change, so that an event can be the key of a cache entry."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))


class EventView(Frozen, frozen=True):
    """An event, as far as the viewer may know it.

    `kind` names the kind of event, in the game's words. `seat` did it or suffered it, and `cards` are all the cards it
    names. `who` has the cards or places that act, `whom` those that are acted on, and `against` is the seat of the
    latter. `dice` are the dice as they fell, and `roll` explains them; `sums` has the sums, part by part. `facts` has
    the fields that a game's `events.py` declares for this kind, for programs that do not read sentences. `short` is a
    shorter text for a small space; it is empty if `text` is short already. `line` is the event's place in the log, in
    which each action makes one line.
    """

    text: str
    clause: str
    seat: int
    cards: tuple[str, ...]
    dice: tuple[int, ...] = ()
    kind: str = ""
    weight: Weight = "normal"
    who: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    against: int | None = None
    sums: tuple[SumView, ...] = ()
    roll: RollView | None = None
    sound: Sound | None = None
    facts: dict[str, EventFact] = msgspec.field(default_factory=EventFacts)
    short: str = ""
    line: LinePart = "start"


class View(Frozen, frozen=True):
    """The whole table for one seat (`seat` is None for a spectator)."""

    game: str
    title: str
    seat: int | None
    seats: tuple[str, ...]
    ply: int
    turn: int
    active: int
    to_move: int | None
    phase: str
    phase_label: str
    prompt: Reason
    zones: tuple[ZoneView, ...]
    numbers: tuple[NumberView, ...]
    actions: tuple[ActionView, ...]
    refused: tuple[RefusedView, ...]
    can_step_back: bool
    memory: tuple[MemoryView, ...]
    outcome: Outcome | None
    # What is under way and can still be answered.
    coming: SumView | None = None
    # All that is reckoned up for the moment, such as the dice of each unit in a battle.
    sums: tuple[SumView, ...] = ()


def is_with(choice: ActionView | RefusedView, card: CardView) -> bool:
    """Returns whether this choice is about this card."""
    return choice.card is not None and choice.card in (card.handle, card.alike or card.name)


def with_under(cards: Iterable[CardView]) -> Iterator[CardView]:
    """Returns these cards, each followed by the cards tucked under it."""
    for card in cards:
        yield card
        yield from with_under(card.under)


def merge_views(view: View, others: Iterable[View]) -> View:
    """Adds the cards that other views see or remember to a view, for seats that share everything with the viewer."""
    faces = {(zone.key, zone.owner): zone for zone in view.zones}
    memory = list(view.memory)
    for other in others:
        memory += [seen for seen in other.memory if seen not in memory]
        for zone in other.zones:
            place = zone.key, zone.owner
            if place in faces and len(zone.cards) > len(faces[place].cards):
                faces[place] = zone
    zones = tuple(faces[zone.key, zone.owner] for zone in view.zones)
    return msgspec.structs.replace(view, zones=zones, memory=tuple(memory))


# -- what every game's view.py is made of ------------------------------------------------------------------------------


def card_view(position: State, piece: int) -> CardView:
    """Returns the view of a card that may be seen, with the numbers that it has."""
    return position.game.card_views[piece]


def card_views(position: State, pile: Cards) -> tuple[CardView, ...]:
    """Returns the views of cards that may be seen, in the order of the card table."""
    return tuple(card_view(position, card) for card in members(pile))


def action_views(position: State) -> tuple[ActionView, ...]:
    """Returns the legal actions, each with the label of its button."""
    return tuple(_action_view(position, action) for action in position.legal_actions())


def _action_view(position: State, action: int) -> ActionView:
    space, game = position.space, position.game
    label = game.spec.wording.label(position, action)
    card = None if space.card[action] == NO_CARD else game.pieces[space.card[action]]
    notation = space.notations[action], space.first_words[action], space.objects[action]
    said = *notation, label.text, label.short, label.does
    return ActionView(action, *said, card, passes=game.passes[action])


def number_view(
    key: str,
    name: str,
    owner: int | None,
    value: int,
    clause: str,
    *,
    who: str = "",
    note: str = "",
    of: int | None = None,
    harms: bool = False,
    places: tuple[str, ...] = (),
) -> NumberView:
    """Makes a number of the table from its name in a sentence, such as “{whose} troops”.

    `{who}` and `{whose}` are replaced by the name of the seat, or by “you”. The label begins with a capital and has
    `note` in brackets after the name.
    """
    named, yours = name.format(who=who, whose=f"{who}'s"), name.format(who="you", whose="your")
    label = capitalized(f"{named} ({note})" if note else named)
    return NumberView(key, label, named, yours, owner, value, clause, of, harms, places, note)


def refused_views(position: State, hand: Iterable[int]) -> tuple[RefusedView, ...]:
    """Returns the cards in the decider's hand that cannot be chosen now, each with the reason."""
    game = position.game
    codes = {int(card): position.card_refusal(card) for card in hand}
    return tuple(
        RefusedView(game.pieces[card], game.names[card], game.spec.wording.reason(position, code))
        for card, code in codes.items()
        if code != 0
    )
