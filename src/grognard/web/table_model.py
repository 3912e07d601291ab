"""The data that a page needs besides a `View`: the seats, the viewer's options, and the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from msgspec import structs

from grognard.art.faces import Face
from grognard.art.persons import Person
from grognard.kernel.game import Period
from grognard.kernel.views.headlines import top_events
from grognard.kernel.views.labels import number_label, zone_label
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
from grognard.web.event_data import ChangedPiece

MOST_EFFECTS: Final = 4  # that the question lists outside a reaction


@dataclass(frozen=True)
class SeatModel:
    """One seat of the table: its name in the game, who sits there, and whether they are here."""

    name: str
    who: str  # "you", "greedy (computer)", "Guest 12", "nobody yet"
    kind: str  # person, bot, open
    here: bool
    person: Person | None = None  # the face and name of a bot
    level: str = ""  # the bot's level and style: “veteran, bold”
    time: str = ""  # that a person has left: “2 days 5 hours left”, “12:05”; empty without a clock
    vacation: str = ""  # next to the time of a live game, which it does not stop: “on vacation until 5 December”
    has_seconds: bool = False  # the time is minutes and seconds, as in a live game
    up_at: int | None = None  # in a live game, for the seat that decides: when its time is up, in house time
    program: bool = False  # a program has acted for the person who sits there


@dataclass(frozen=True)
class TimeModel:
    """What time allows one viewer of a table, or asks of them. `asks` shows like a turn, `warns` stands out less."""

    says: str
    asks: bool = False
    warns: bool = False
    gift: str = ""  # the time that the viewer may give the opponent: “a day”
    may_stand_in: bool = False  # the viewer may let the computer play on for the opponent
    loser: str = ""  # who loses if the viewer claims the game; empty if the viewer may not
    is_asked_if_there: bool = False
    may_take_back: bool = False  # the computer plays for the viewer


@dataclass(frozen=True)
class DealingModel:
    """A table before its first card: each seat's part in the deal, and what one viewer still has to do."""

    base: str
    slug: str
    title: str
    csrf: str
    free: int  # seats that nobody has taken
    seats: Sequence[tuple[SeatModel, str]]  # each with the state of its part
    attempt: int
    promise: str
    waits_for: str  # seats, answers, reveals, nothing
    yours: Sequence[tuple[int, str]]  # the viewer's seats that can commit now, and their names
    unrevealed: Sequence[tuple[int, str]]  # the viewer's seats whose bytes the others wait for
    awaited: str  # the names of the others for whom the deal waits
    awaited_count: int
    declined: bool  # the viewer has asked for this rematch, and the opponent has declined
    involved: bool  # the viewer has a seat
    finished: bool  # the viewer has nothing to do for now
    invitation: bool  # the viewer can invite somebody
    alone: bool  # nobody else has a seat
    may_leave: bool
    start_over: int | None  # the viewer's seat that waits for others to reveal, and from when it may start over
    start_over_at: datetime | None
    start_over_now: bool
    voids: Sequence[str]  # a sentence about each attempt that came to nothing
    called_off: str  # why there are no more attempts; else empty


class Occasion(NamedTuple):
    """The daily deal or the puzzle that a game belongs to. A link to the replay would give it away."""

    name: str  # "Daily deal, 25 November"
    note: str  # the difference from an ordinary table; empty if there is none
    link: str  # the page of the occasion
    place: str  # the name of that page in a sentence
    after: str  # the label of the button that leads there when the game is over
    says: str = ""  # the result to share, if the usual one would give too much away


class Offer(NamedTuple):
    """Another opponent to play next, after results that were too bad or too good."""

    person: Person
    level: str  # with its style, in words
    promotion: bool
    same: bool  # the person of the last game, who plays better or worse

    @property
    def says(self) -> str:
        """The sentence above the button."""
        if self.promotion:
            return f"Two wins in a row: you're promoted. Next up: {self.person.called}."
        if self.same:
            return f"{self.person.called} will go easier on you in the next game."
        return f"Try {self.person.called} instead: an easier opponent."


class PauseModel(NamedTuple):
    """A pause of the game, or the request for one, as one viewer sees it."""

    asked_by: str = ""  # who waits for the viewer's answer: the name of the person, or else of the seat
    waiting: bool = False  # the viewer has asked, and waits for an answer
    until_agreed: str = ""  # until then: “Your time runs until Ben agrees.”; empty if no time runs
    refused: bool = False  # the viewer has asked, and the answer was no
    paused: bool = False
    next: str = ""  # who decides after it: “Ben moves next.”
    may_ask: bool = False


NO_PAUSE: Final = PauseModel()


class LogLine(NamedTuple):
    """A line of the log; `step` is its step in a replay."""

    event: EventView
    step: int
    new: bool  # since the viewer's last decision
    own: bool = False  # the viewer's own move, which is no news to them
    mark: str = ""  # distinguishes equal lines at the same step


@dataclass(frozen=True)
class Lesson:
    """A step of the guide: the text to read now, and the thing on the table that it is about."""

    title: str
    number: int
    of: int
    result: str  # what the reader's last action did
    text: str  # Markdown; empty at the end of a step that has nothing more to say
    first: bool  # whether it is the first text of its step
    position: str  # on the first text: whose turn it is in a new position; empty if the last one continues
    told: str  # at the end of the guide: how a newcomer's first game differs
    wanted: str  # the notation that the guide waits for; empty at the end of the step
    wanted_label: str  # empty if there is only something to read
    at: str  # the selector of the thing; empty if it is the wanted card or button itself
    next: str  # the address of the next step; empty after the last, when a real game begins


class TipModel(NamedTuple):
    """A tip in a guest's first games: its key, its words, and a selector of the thing on the table it is about."""

    key: str
    say: str
    at: str


@dataclass(frozen=True)
class AdviceModel:
    """What the computer would do in the viewer's place: its best choices, and its progress."""

    choices: Sequence[tuple[ActionView, str]]  # with the chance of winning, as in "58 %"
    rounds: int
    of: int
    thinking: bool
    where: str = ""  # a hint of where to look; empty once the viewer has asked for the choice itself
    why: str = ""


class RatedAction(ActionView, frozen=True):
    """A choice with a known rating: in a puzzle "solution", "wrong" (the viewer's last choice) or "other". In a hint,
    "advised" is the computer's choice; in a guide, "wanted" is what the reader is asked to do.
    """

    rating: str = ""


def with_ratings(view: View, rating: Callable[[str], str]) -> View:
    """Returns the view with ratings of its choices. `rating` maps a notation to a rating, or to an empty string."""
    actions = tuple(RatedAction(**structs.asdict(one), rating=rating(one.notation)) for one in view.actions)
    return structs.replace(view, actions=actions)


@dataclass(frozen=True)
class PuzzleModel:
    """The viewer's progress in the puzzle of this table.

    `answer` is "right" or "wrong" for the viewer's last choice, or "shown" if the solution was only shown.
    """

    known: bool  # the viewer has solved it or seen the solution
    answer: str
    onward: str  # the page to go to afterwards, and its label
    onward_label: str
    today: bool = False  # the page shows it as one of the viewer's puzzles of today
    odds: str = ""  # how often the choices win
    why: str = ""  # why the solution is better
    how_found: str = ""  # what the reason is based on
    follows: Sequence[tuple[str, str]] = ()  # labels and addresses of pages that show what follows a choice


@dataclass(frozen=True)
class TableModel:
    """A table as one viewer sees it now, or as it was at a step of a replay."""

    view: View
    base: str  # /tables/<id>, without a slash at the end
    seats: Sequence[SeatModel]
    log: Sequence[LogLine]
    told: int = 0  # the number of lines so far, including those before `log`
    luck: Sequence[RollLuck] = ()
    drawn: Sequence[DrawLuck] = ()  # once the game is over
    opening: str = ""  # who has the first turn, while that is news
    # Sent back with every post: against forgery, and against acting on an outdated table.
    csrf: str = ""
    at: str = ""
    notice: str = ""  # why the last click did nothing
    # How the viewer may undo: "" (not at all), "free" (an unfinished choice), "agreed" (bots agree), "ask" (people).
    undo: str = ""
    undo_why: str = ""  # the reason, if the viewer may not
    # Who asks the viewer to let them undo their last choice: the name of the person, or else of the seat.
    undo_asked_by: str = ""
    pause: PauseModel = NO_PAUSE
    spectators: int = 0  # how many people watch, if the viewer plays against people
    private: bool = False  # only the players can see the table
    pace: str = ""  # how fast people have agreed to play, in a few sentences
    late: int = 0  # how many turns late people without a seat see the table
    behind: bool = False  # the viewer sees it that late now
    watching: bool = False  # people play, and the viewer has no seat
    undo_waiting: bool = False  # the viewer has asked, and waits for an answer
    undo_refused: bool = False  # the viewer has asked, and the answer was no
    # When the viewer is asked: "always", "when_useful", "not_this_turn".
    ask: str = "always"
    asks: Sequence[str] = ()  # the values to choose from
    time: TimeModel | None = None
    may_close: bool = False  # the viewer waits for an absent person in a game over days
    can_resign: bool = False
    can_rematch: bool = False
    rematch_asked: str = ""  # that another person asks the viewer for it, in a sentence
    rematch_declined_by: str = ""  # “You” or the name of the opponent
    may_decline: bool = False  # the viewer may say no to it
    rematch: str = ""  # the address of the next game, once somebody has asked for it
    again: str = "Rematch"  # the label of the next game
    occasion: Occasion | None = None
    match: str = ""  # the score of the match, if the game is part of one
    one_screen: bool = False  # two people share this screen
    open_hands: bool = False
    hand_over: int | None = None  # on one screen: the seat that takes the screen before its hand is shown
    over: bool = False
    ending: EndingModel | None = None  # once it is over
    offer: Offer | None = None  # another opponent, once it is over
    origin: str = ""  # the address of this server, if the page knows it
    replay: bool = False
    before: Mapping[str, int] = field(default_factory=dict)  # in a replay: the seats' numbers one step earlier
    links: dict[str, str] = field(default_factory=dict)  # titles to addresses: journal, replay, invitation, ...
    # Rises with everything that happens at the table, including undo, so an older picture never follows a newer one.
    version: int = 0
    types: Mapping[str, str] = field(default_factory=dict)  # the names of the types of cards
    changed: Mapping[str, Face] = field(default_factory=dict)  # the faces of cards with other numbers, by key
    changed_pieces: Sequence[ChangedPiece] = ()  # those that are not as in the standard game
    period: Period = "napoleonic"  # of the game: how it sounds
    lesson: Lesson | None = None
    # In a first game: the tips that fit the moment. The browser shows one of them, and none twice.
    tips: Sequence[TipModel] | None = None
    puzzle: PuzzleModel | None = None
    can_open_hands: bool = False  # one screen: the viewer may turn off the hand-over page
    devices: int = 0  # the number of devices with the viewer's seat, including this one
    can_ask: bool = False  # whether the viewer can ask for a hint
    advice: AdviceModel | None = None
    # Further choices on cards without an action of their own. Each includes the forced choices before it.
    sayable: Sequence[ActionView] = ()
    by_itself: Sequence[str] = ()  # sentences about the viewer's forced moves since their last choice
    differences: Sequence[str] = ()  # from the standard rules, in words
    variant: str = ""  # the title of the table's variant, if the host made one
    planning: bool = False  # the viewer's choices so far are secret, and are played once complete

    @property
    def asked(self) -> str:
        """What another person asks the viewer, or what their time does: “Ben asks for a pause”; else empty."""
        if self.undo_asked_by:
            return f"{self.undo_asked_by} asks to undo"
        if self.pause.asked_by:
            return f"{self.pause.asked_by} asks for a pause"
        if self.rematch_asked:
            return self.rematch_asked
        if self.time is None or not self.time.asks:
            return ""
        return "Are you there?" if self.time.is_asked_if_there else self.time.says.rstrip(".")

    @property
    def window(self) -> bool:
        """Whether this is a reaction: somebody decides during another player's turn."""
        return self.view.to_move is not None and self.view.to_move != self.view.active

    @property
    def deciding(self) -> bool:
        """Whether the viewer decides now. (Not in a replay, and not in a puzzle once they know the solution.)"""
        known = self.puzzle is not None and self.puzzle.known
        return bool(self.view.actions) and not self.replay and not known

    @property
    def plain_actions(self) -> list[ActionView]:
        """The legal actions without a card: attack, pass, close."""
        return [action for action in self.view.actions if action.card is None]

    @property
    def passing(self) -> ActionView | None:
        """The viewer's pass in a reaction: its only action without a card."""
        plain = self.plain_actions
        return plain[0] if self.window and len(plain) == 1 else None

    @property
    def news(self) -> list[LogLine]:
        """The main lines since the viewer's last decision, without their own moves; first those about them."""
        told = [line for line in self.log if line.new and not line.own]
        return [told[place] for place in top_events([line.event for line in told], {self.view.seat} - {None})]

    @property
    def latest(self) -> str:
        """The latest line of the log that is not bookkeeping; empty if there is none."""
        told = (line.event.text for line in reversed(self.log) if line.event.weight != "bookkeeping")
        return next(told, "")

    @property
    def bar_actions(self) -> list[ActionView]:
        """The legal actions that need a button in the dock: those without a card, or with a card in a folded pile."""
        if self.replay:
            return []
        shown = [card for zone in self.view.zones if not zone.folded for card in with_under(zone.cards)]
        free = [action for action in self.view.actions if not action.place]
        bar = [action for action in free if not any(is_with(action, card) for card in shown)]
        return sorted(bar, key=lambda action: action.passes)  # passing is the last button

    @property
    def is_beside_cards(self) -> bool:
        """Whether the only button of the question skips the cards. If so, it must not stand out more than they do."""
        bar, beside = self.bar_actions, (*self.view.actions, *self.sayable)
        return len(bar) == 1 and bar[0].card is None and any(action.card is not None for action in beside)

    def is_quiet(self, action: ActionView) -> bool:
        """Returns whether an action is risky or only skips the others. If so, its button must not stand out."""
        others = len(self.view.actions) + len(self.sayable) > 1
        return self.is_beside_cards or action.risky or (action.passes and others)

    @property
    def answers(self) -> list[str]:
        """The names of the viewer's cards that can answer in a reaction."""
        own = (zone for zone in self.view.zones if zone.owner == self.view.seat and zone.key != "picked")
        names = (card.name for zone in own for card in with_under(zone.cards) if self.actions_with(card))
        return list(dict.fromkeys(names))

    @property
    def effects(self) -> list[ActionView]:
        """The viewer's choices to compare: those with cards of theirs whose labels say what would come of them.

        Left out are sums, which the cards show. Outside a reaction, a long list would only repeat the cards.
        """
        own = [zone for zone in self.view.zones if zone.owner == self.view.seat and not zone.folded]
        shown = [card for zone in own for card in with_under(zone.cards)]
        telling = {
            action.label: action
            for action in self.view.actions
            if action.label != action.short and action.sum is None and any(is_with(action, card) for card in shown)
        }
        fits = self.window or len(telling) <= MOST_EFFECTS
        return list(telling.values()) if self.deciding and fits and len(telling) > 1 else []

    @property
    def refusals(self) -> list[tuple[Reason, list[str]]]:
        """The refused cards, grouped by reason."""
        found: dict[str, tuple[Reason, list[str]]] = {}
        said = {action.card for action in self.sayable}
        for refused in self.view.refused:
            if refused.card in said:
                continue
            found.setdefault(refused.reason.text, (refused.reason, []))[1].append(refused.name)
        return list(found.values())

    def number(self, key: str, owner: int | None = None) -> NumberView | None:
        """Returns the number with this key and owner, if the view shows it."""
        return next((number for number in self.view.numbers if number.key == key and number.owner == owner), None)

    def actions_with(self, card: CardView) -> list[ActionView]:
        """The legal actions with this card."""
        if self.replay:
            return []
        own = [action for action in self.view.actions if is_with(action, card)]
        return own or [action for action in self.sayable if is_with(action, card)]

    def choices_with(self, card: CardView) -> tuple[tuple[ActionView, ...], RefusedView | None]:
        """Returns the legal actions with this card, or else the reason why the viewer cannot choose it now."""
        actions = tuple(self.actions_with(card))
        return actions, self.refused(card) if self.deciding and not actions else None

    def is_picked(self, card: CardView) -> bool:
        """Returns whether the viewer has picked this card and can put it back."""
        picked = (zone.cards for zone in self.view.zones if zone.key == "picked" and zone.owner == self.view.seat)
        return self.undo == "free" and self.deciding and any(card in cards for cards in picked)

    def actions_at(self, zone: ZoneView) -> list[ActionView]:
        """The legal actions that are about this zone and about no card."""
        place = f"{zone.key}-{zone.owner}"
        return [] if self.replay else [action for action in self.view.actions if action.place == place]

    def refused(self, card: CardView) -> RefusedView | None:
        """Returns the reason why this card cannot be chosen now, if any."""
        return next((refused for refused in self.view.refused if is_with(refused, card)), None)

    def zone(self, key: str, owner: int | None = None) -> ZoneView | None:
        """Returns the zone with this key and owner, if the view shows it."""
        return next((zone for zone in self.view.zones if zone.key == key and zone.owner in (owner, None)), None)

    def top_of(self, pile: ZoneView) -> CardView | None:
        """Returns the card of a pile that the log named last, or any card if it named none."""
        lying = {name: card for card in pile.cards for name in (card.handle, card.alike or card.name, card.name)}
        named = (name for line in reversed(self.log) for name in reversed(line.event.cards) if name in lying)
        return next((lying[name] for name in named), pile.cards[0] if pile.cards else None)

    def zone_label(self, zone: ZoneView) -> str:
        """What a place is called: “Red's hand”, “Your hand”; names alone where it speaks to nobody or to several."""
        return zone.label if self.replay or self.one_screen else zone_label(zone, self.view)

    def number_label(self, number: NumberView) -> str:
        """What a number is called: “Red's troops”, “Your troops”; as with `zone_label`."""
        own = number.owner is not None and number.owner == self.view.seat
        return number_label(number, own and not self.replay and not self.one_screen)

    def zones_of(self, owner: int | None) -> list[ZoneView]:
        """Returns all zones of a seat, or the common zones for None."""
        return [zone for zone in self.view.zones if zone.owner == owner]

    @property
    def near(self) -> int:
        """The seat drawn at the viewer's edge of the table."""
        return self.view.seat if self.view.seat is not None else 0
