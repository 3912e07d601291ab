"""What a page needs beside a `View`: who sits where, what may be done about the table, and what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import structs

from grognard.kernel.views.headlines import top_events
from grognard.kernel.views.labels import zone_label
from grognard.kernel.views.view import (
    ActionView,
    CardView,
    EventView,
    NumberView,
    Reason,
    RefusedView,
    View,
    ZoneView,
    is_with,
    with_under,
)
from grognard.play.luck import DrawLuck, RollLuck
from grognard.web.ending import EndingModel


@dataclass(frozen=True)
class SeatModel:
    """One seat of the table: its name in the game, who sits there, and whether he is here."""

    name: str
    who: str  # "you", "greedy (computer)", "Guest 12", "nobody yet"
    kind: str  # person, bot, open
    here: bool


@dataclass(frozen=True)
class DealingModel:
    """A table before its first card: who has had his part in the deal, and what one viewer has yet to do."""

    base: str
    title: str
    csrf: str
    seats: Sequence[tuple[SeatModel, str]]  # with what is known of its part
    attempt: int
    promise: str
    waits_for: str  # seats, answers, reveals, nothing
    yours: Sequence[tuple[int, str]]  # the viewer's seats that have not answered, and their names
    seconds: int  # in which everybody has to reveal
    invitation: bool  # the viewer can invite somebody
    may_call_off: bool  # nobody else has come, or there are no more attempts
    given_up: str  # a sentence, if there are no more attempts


class Occasion(NamedTuple):
    """What a game belongs to, beside the table: a day's deal, a puzzle. A link to its replay would give that away."""

    name: str  # "Daily deal, 25 November"
    note: str  # what is different at its table; empty if nothing is
    link: str  # where the occasion has its page,
    place: str  # what that is called in a sentence,
    after: str  # and on the button that leads there when the game is over


class LogLine(NamedTuple):
    """A line of the log; `step` is the number to link to in a replay."""

    event: EventView
    step: int
    new: bool  # since the viewer's last decision
    own: bool = False  # the viewer's own deed, which he need not be told


@dataclass(frozen=True)
class Lesson:
    """A step of the guide, shown above the table it happens on."""

    title: str
    text: str  # Markdown
    number: int
    of: int
    wanted: str  # the notation that the guide waits for; empty at the end of the step
    wanted_label: str
    next: str  # where the next step is, or where to play at the end of the last


@dataclass(frozen=True)
class AdviceModel:
    """What the computer would do in the viewer's place: the choices it likes best, and how far it has thought."""

    choices: Sequence[tuple[ActionView, str]]  # with the chance to win, as in "58 %"
    rounds: int
    of: int
    thinking: bool
    where: str = ""  # where to look; empty once the choice itself was asked for
    why: str = ""


class RatedAction(ActionView, frozen=True):
    """A choice of which the viewer knows what it is worth: in a puzzle "solution", "wrong" (his last), or "other"; and
    "advised" if it is what the computer would do.
    """

    rating: str = ""


def with_ratings(view: View, rating: Callable[[str], str]) -> View:
    """The view with what the viewer knows of each choice; `rating` tells it by the notation, empty for nothing."""
    actions = tuple(RatedAction(**structs.asdict(one), rating=rating(one.notation)) for one in view.actions)
    return structs.replace(view, actions=actions)


@dataclass(frozen=True)
class PuzzleModel:
    """What the viewer has made of a puzzle, on whose table this is.

    `answer` says what the notice answers: "right" or "wrong" for his last choice, "shown" for the solution alone.
    """

    known: bool  # he has solved it, or was shown the solution
    answer: str
    onward: str  # where to go afterwards, and what that is called
    onward_label: str


@dataclass(frozen=True)
class TableModel:
    """A table as one viewer sees it now, or as it was at a step of a replay."""

    view: View
    base: str  # /tables/<id>, without a slash at the end
    seats: Sequence[SeatModel]
    log: Sequence[LogLine]
    told: int = 0  # lines of the log so far, those before `log` among them
    luck: Sequence[RollLuck] = ()
    drawn: Sequence[DrawLuck] = ()  # once the game is over
    opening: str = ""  # who has the first turn, while that is news
    # What has to come back with every post: against forgery, and against acting on a table that has moved on.
    csrf: str = ""
    at: str = ""
    notice: str = ""  # why the last click did nothing
    # How the viewer may step back: "" (not at all), "free" (his open frame), "agreed" (bots agree), "ask" (people).
    undo: str = ""
    undo_why: str = ""  # why not, when not
    # The seat that asks the viewer to let it take its last choice back.
    undo_asked_by: int | None = None
    undo_waiting: bool = False  # the viewer has asked, and waits for an answer
    undo_refused: bool = False  # the viewer has asked, and the answer was no
    # When the viewer is asked: "always", "when_useful", "not_this_turn".
    ask: str = "always"
    asks: Sequence[str] = ()  # what can be chosen
    can_claim: bool = False  # the other has been away so long that the game can be claimed
    can_resign: bool = False
    can_rematch: bool = False
    rematch: str = ""  # where the next game is, once somebody asked for it
    again: str = "Rematch"  # what the next game is called
    occasion: Occasion | None = None
    match: str = ""  # how the match stands, where the game is part of one
    one_screen: bool = False  # two people share this screen
    open_hands: bool = False
    hand_over: int | None = None  # on one screen: who has to take it before his hand is shown
    over: bool = False
    ending: EndingModel | None = None  # once it is over
    origin: str = ""  # how this server is reached, where the page knows it
    replay: bool = False
    before: Mapping[str, int] = field(default_factory=dict)  # in a replay: the numbers of the seats a step earlier
    links: dict[str, str] = field(default_factory=dict)  # titles to addresses: journal, replay, invitation, ...
    # Rises with everything that happens at the table, undo included: an older picture never follows a newer one.
    version: int = 0
    types: Mapping[str, str] = field(default_factory=dict)  # what each type of card is called
    lesson: Lesson | None = None
    puzzle: PuzzleModel | None = None
    can_open_hands: bool = False  # one screen: the viewer may leave out the hand-over page
    devices: int = 0  # that hold the viewer's seat, this one among them
    can_ask: bool = False  # what the computer would do
    advice: AdviceModel | None = None
    # What a card can also say, with what goes without saying before it; where it has no action of its own.
    sayable: Sequence[ActionView] = ()
    by_itself: Sequence[str] = ()  # what the viewer did since his last choice, there being no choice
    differences: Sequence[str] = ()  # from the standard rules, in words
    variant: str = ""  # the title of the host's variant that the table has
    planning: bool = False  # what the viewer has chosen so far is his secret: it is played when it is whole

    @property
    def window(self) -> bool:
        """Is this a reaction: does somebody decide in the turn of another?"""
        return self.view.to_move is not None and self.view.to_move != self.view.active

    @property
    def deciding(self) -> bool:
        """Is it the viewer who decides now? (In a replay nobody does, in a puzzle nobody who knows the solution.)"""
        known = self.puzzle is not None and self.puzzle.known
        return bool(self.view.actions) and not self.replay and not known

    @property
    def plain_actions(self) -> list[ActionView]:
        """The legal actions without a card: attack, pass, close."""
        return [action for action in self.view.actions if action.card is None]

    @property
    def passing(self) -> ActionView | None:
        """In a reaction of the viewer: the one action that lets things happen."""
        plain = self.plain_actions
        return plain[0] if self.window and len(plain) == 1 else None

    @property
    def news(self) -> list[LogLine]:
        """What matters most since the viewer's last decision, without his own deeds: what befell him first."""
        told = [line for line in self.log if line.new and not line.own]
        return [told[place] for place in top_events([line.event for line in told], {self.view.seat} - {None})]

    @property
    def latest(self) -> str:
        """The last thing that happened and is worth a sentence; empty before the first."""
        told = (line.event.text for line in reversed(self.log) if line.event.weight != "bookkeeping")
        return next(told, "")

    @property
    def bar_actions(self) -> list[ActionView]:
        """The legal actions that nothing in sight carries: the plain ones, and those with a card of a folded pile."""
        if self.replay:
            return []
        shown = [card for zone in self.view.zones if not zone.folded for card in with_under(zone.cards)]
        free = [action for action in self.view.actions if not action.place]
        bar = [action for action in free if not any(is_with(action, card) for card in shown)]
        return sorted(bar, key=lambda action: action.passes)  # the way past the rest is the last button

    @property
    def is_beside_cards(self) -> bool:
        """Is the one action of the question no more than the way past the cards? Then it must not outshine them."""
        bar, beside = self.bar_actions, (*self.view.actions, *self.sayable)
        return len(bar) == 1 and bar[0].card is None and any(action.card is not None for action in beside)

    def is_quiet(self, action: ActionView) -> bool:
        """Is this no more than a way past what can be done? Then its button must not outshine the rest."""
        others = len(self.view.actions) + len(self.sayable) > 1
        return self.is_beside_cards or (action.passes and others)

    @property
    def answers(self) -> list[str]:
        """In a reaction: the names of the viewer's own cards that answer."""
        own = (zone for zone in self.view.zones if zone.owner == self.view.seat and zone.key != "picked")
        names = (card.name for zone in own for card in with_under(zone.cards) if self.actions_with(card))
        return list(dict.fromkeys(names))

    @property
    def refusals(self) -> list[tuple[Reason, list[str]]]:
        """The refused cards by reason: several mostly have the same."""
        found: dict[str, tuple[Reason, list[str]]] = {}
        said = {action.card for action in self.sayable}
        for refused in self.view.refused:
            if refused.card in said:
                continue
            found.setdefault(refused.reason.text, (refused.reason, []))[1].append(refused.name)
        return list(found.values())

    def number(self, key: str, owner: int | None = None) -> NumberView | None:
        """The number of this key and owner, if the view shows it."""
        return next((number for number in self.view.numbers if number.key == key and number.owner == owner), None)

    def actions_with(self, card: CardView) -> list[ActionView]:
        """The legal actions with this card."""
        if self.replay:
            return []
        own = [action for action in self.view.actions if is_with(action, card)]
        return own or [action for action in self.sayable if is_with(action, card)]

    def choices_with(self, card: CardView) -> tuple[tuple[ActionView, ...], RefusedView | None]:
        """The legal actions with this card; without any, why the viewer cannot choose it now."""
        actions = tuple(self.actions_with(card))
        return actions, self.refused(card) if self.deciding and not actions else None

    def is_picked(self, card: CardView) -> bool:
        """Has the viewer picked this card, and can he put it back?"""
        picked = (zone.cards for zone in self.view.zones if zone.key == "picked" and zone.owner == self.view.seat)
        return self.undo == "free" and self.deciding and any(card in cards for cards in picked)

    def actions_at(self, zone: ZoneView) -> list[ActionView]:
        """The legal actions that are about this zone and about no card."""
        place = f"{zone.key}-{zone.owner}"
        return [] if self.replay else [action for action in self.view.actions if action.place == place]

    def refused(self, card: CardView) -> RefusedView | None:
        """Why this card cannot be chosen now."""
        return next((refused for refused in self.view.refused if is_with(refused, card)), None)

    def zone(self, key: str, owner: int | None = None) -> ZoneView | None:
        """The zone of this key and owner, if the view shows it."""
        return next((zone for zone in self.view.zones if zone.key == key and zone.owner in (owner, None)), None)

    def top_of(self, pile: ZoneView) -> CardView | None:
        """The card of a pile that the log named last; if it names none of them, any."""
        lying = {name: card for card in pile.cards for name in (card.handle, card.name)}
        named = (name for line in reversed(self.log) for name in reversed(line.event.cards) if name in lying)
        return next((lying[name] for name in named), pile.cards[0] if pile.cards else None)

    def zone_label(self, zone: ZoneView) -> str:
        """What a place is called: “Red's hand”, “Your hand”; names alone where it speaks to nobody or to several."""
        return zone.label if self.replay or self.one_screen else zone_label(zone, self.view)

    def zones_of(self, owner: int | None) -> list[ZoneView]:
        """All zones of a seat, or those of nobody."""
        return [zone for zone in self.view.zones if zone.owner == owner]

    @property
    def near(self) -> int:
        """The seat drawn at the viewer's edge of the table."""
        return self.view.seat if self.view.seat is not None else 0
