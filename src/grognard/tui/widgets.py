"""The widgets of the full-screen table: cards and zones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Container, ItemGrid
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from grognard.kernel.views.view import CardView, View, ZoneView
from grognard.tui.words import counted, flags, tallies, zone_label

BACK: Final = "▒▒"
MOST_BACKS: Final = 20
LINE_WIDTH: Final = 25
BOX_WIDTH: Final = 18


@dataclass(frozen=True)
class CardStatus:
    """A card's state: `mark` is shown before it, `kind` is its style, and `about` is a sentence about it."""

    mark: str
    kind: str
    about: str


LEGAL: Final = "legal"
REFUSED: Final = "refused"
STILL: Final = "still"

Judge = Callable[[CardView], CardStatus]


class CardWidget(Static, can_focus=True):
    """A card whose face the viewer sees."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
    ]

    class Chosen(Message):
        """A player wants to play this card."""

        def __init__(self, card: CardView) -> None:
            super().__init__()
            self.card = card

    class Looked(Message):
        """A player has moved to this card."""

        def __init__(self, about: str) -> None:
            super().__init__()
            self.about = about

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.card: CardView | None = None
        self.about = ""

    @property
    def handle(self) -> str:
        """The handle of the card."""
        return self.card.handle if self.card is not None else ""

    def show(self, card: CardView, standing: CardStatus, boxed: bool) -> None:
        """Shows this card, as one line or with a box around it."""
        self.card, self.about = card, standing.about
        for kind in (LEGAL, REFUSED, STILL):
            self.set_class(kind == standing.kind, kind)
        self.set_class(boxed, "boxed")
        self.tooltip = Content(standing.about)
        numbers = "/".join(map(str, card.numbers.values()))
        if boxed:
            self.border_title = Content(f"{standing.mark} {card.type}".strip())
            named = " ".join(f"{key} {number}" for key, number in card.numbers.items())
            self.border_subtitle = Content(named if len(named) < BOX_WIDTH - 4 else numbers)
            carried = [*tallies(card), *flags(card), *(f"+{below.name}" for below in card.under)]
            self.update("\n".join([card.name, *carried]))
        else:
            # Counts on a card say more than its printed numbers.
            signs = " ".join(sign for sign in (card.type, *(tallies(card) or [numbers])) if sign)
            named = ", ".join([card.name, *flags(card), *(f"+{below.name}" for below in card.under)])
            self.update(Content.assemble(f"{standing.mark:>2} ", (signs, "bold"), f" {named}"))

    def on_focus(self) -> None:
        """Posts the sentence about the card when it gets the focus."""
        self.post_message(self.Looked(self.about))

    def on_click(self) -> None:
        """Plays the card on a click."""
        self.action_choose()

    def action_choose(self) -> None:
        """Plays the card, if possible."""
        if self.card is not None:
            self.post_message(self.Chosen(self.card))

    def action_step(self, step: int) -> None:
        """Moves the focus to the next card of the table."""
        step_to_card(list(self.screen.query(CardWidget)), step)


def step_to_card(cards: Sequence[CardWidget], step: int) -> None:
    """Moves the focus among cards. From elsewhere, it goes first to cards that the question is about."""
    at = next((number for number, card in enumerate(cards) if card.has_focus), None)
    if at is not None:
        cards[(at + step) % len(cards)].focus()
    elif cards:
        asked = [card for card in cards if not card.has_class(STILL)] or cards
        asked[0 if step > 0 else -1].focus()


class ZoneWidget(ItemGrid):
    """A zone: its name, the number of its cards, and the cards or their backs."""

    def __init__(self) -> None:
        self._label = Static(markup=False, classes="label")
        self._cards: list[CardWidget] = []
        super().__init__()

    def show(self, zone: ZoneView, view: View, judge: Judge, boxed: bool) -> None:
        """Shows this zone."""
        # Without a width there is one column: the label and the backs get the whole line.
        self.min_column_width = (BOX_WIDTH if boxed else LINE_WIDTH) if zone.cards else None
        backs = "" if zone.cards else f" {BACK}" * min(zone.count, MOST_BACKS)
        # On one line with its cards there is only room for the number.
        short = zone.cards and not boxed
        what = str(zone.count) if short else counted(zone) if zone.count else "none"
        between = "\n" if zone.cards and boxed else " "
        self._label.update(f"{zone_label(zone, view)}:{between}{what}{backs}")
        while len(self._cards) > len(zone.cards):
            self._cards.pop().remove()
        fresh = [CardWidget() for _ in range(len(zone.cards) - len(self._cards))]
        self._cards += fresh
        if self._label.parent is None:
            self.mount(self._label)
        self.mount_all(fresh)
        for widget, card in zip(self._cards, zone.cards, strict=True):
            widget.show(card, judge(card), boxed)


class ZoneGrid(Container):
    """Several zones, one below the other."""

    def __init__(self, id: str) -> None:
        self._places: list[ZoneWidget] = []
        super().__init__(id=id)

    def show(self, zones: Sequence[ZoneView], view: View, judge: Judge, boxed: bool) -> None:
        """Shows these zones."""
        while len(self._places) > len(zones):
            self._places.pop().remove()
        fresh = [ZoneWidget() for _ in range(len(zones) - len(self._places))]
        self._places += fresh
        self.mount_all(fresh)
        for place, zone in zip(self._places, zones, strict=True):
            place.show(zone, view, judge, boxed)
