"""What lies on the full-screen table: cards, and the places they lie in."""

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
    """What can be done with a card now: `mark` stands before it, `kind` is its look, `about` the sentence on it."""

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
        """Somebody wants to play this card."""

        def __init__(self, card: CardView) -> None:
            super().__init__()
            self.card = card

    class Looked(Message):
        """Somebody looks at this card."""

        def __init__(self, about: str) -> None:
            super().__init__()
            self.about = about

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.card: CardView | None = None
        self.about = ""

    @property
    def handle(self) -> str:
        """What the card is called."""
        return self.card.handle if self.card is not None else ""

    def show(self, card: CardView, standing: CardStatus, boxed: bool) -> None:
        """Becomes this card, as one line or with a box around it."""
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
            # What is counted on a card says more than what is printed on it.
            signs = " ".join(sign for sign in (card.type, *(tallies(card) or [numbers])) if sign)
            named = ", ".join([card.name, *flags(card), *(f"+{below.name}" for below in card.under)])
            self.update(Content.assemble(f"{standing.mark:>2} ", (signs, "bold"), f" {named}"))

    def on_focus(self) -> None:
        """Who comes to a card is told about it."""
        self.post_message(self.Looked(self.about))

    def on_click(self) -> None:
        """A click plays."""
        self.action_choose()

    def action_choose(self) -> None:
        """Plays the card, if it can be."""
        if self.card is not None:
            self.post_message(self.Chosen(self.card))

    def action_step(self, step: int) -> None:
        """On to the next card of the table."""
        step_to_card(list(self.screen.query(CardWidget)), step)


def step_to_card(cards: Sequence[CardWidget], step: int) -> None:
    """Moves the focus among cards; from elsewhere it comes to those that are or could be in question first."""
    at = next((number for number, card in enumerate(cards) if card.has_focus), None)
    if at is not None:
        cards[(at + step) % len(cards)].focus()
    elif cards:
        asked = [card for card in cards if not card.has_class(STILL)] or cards
        asked[0 if step > 0 else -1].focus()


class ZoneWidget(ItemGrid):
    """A zone: its name and how many lie there, then the cards, or their backs."""

    def __init__(self) -> None:
        self._label = Static(markup=False, classes="label")
        self._cards: list[CardWidget] = []
        super().__init__()

    def show(self, zone: ZoneView, view: View, judge: Judge, boxed: bool) -> None:
        """Becomes this zone."""
        # Without a width all columns become one: the label and the backs have the whole line.
        self.min_column_width = (BOX_WIDTH if boxed else LINE_WIDTH) if zone.cards else None
        backs = "" if zone.cards else f" {BACK}" * min(zone.count, MOST_BACKS)
        # One line beside its cards has no room for more than the number.
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
        """Becomes these zones."""
        while len(self._places) > len(zones):
            self._places.pop().remove()
        fresh = [ZoneWidget() for _ in range(len(zones) - len(self._places))]
        self._places += fresh
        self.mount_all(fresh)
        for place, zone in zip(self._places, zones, strict=True):
            place.show(zone, view, judge, boxed)
