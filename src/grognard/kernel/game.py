"""Games: as a game's folder exports it (`GameSpec`), and loaded with its options (`Game`)."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from operator import index
from typing import Any, Final, Literal, NamedTuple, Protocol, SupportsIndex

import msgspec
from mypy_extensions import i64

from grognard.kernel.content.board import Board
from grognard.kernel.content.card_numbers import CardChange, CardNumber, CardTable, Value, must_differ
from grognard.kernel.content.card_text import filled
from grognard.kernel.content.cardfile import CardFact, names_of
from grognard.kernel.content.grammar import Party
from grognard.kernel.content.handbook import Handbook, handbook_numbers, in_markdown
from grognard.kernel.content.measured import Measurements, read_measurements
from grognard.kernel.content.options import Clash, HouseRules, Option, non_default, with_defaults
from grognard.kernel.content.wording import Label, capitalized, uncapitalized
from grognard.kernel.engine.actions import ActionSpace
from grognard.kernel.engine.branching import initial_states, next_states
from grognard.kernel.engine.card_set import CARD_SETS, CardSet
from grognard.kernel.engine.chance import MASK, stream
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.observation import Observer, Part, frame_layout, observed
from grognard.kernel.engine.search_tuning import SearchTuning
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.layout import Layout
from grognard.kernel.views.board_view import board_view
from grognard.kernel.views.event_text import EventKinds
from grognard.kernel.views.view import CardView, EventView, Outcome, Reason, View
from grognard.kernel.views.view_builder import Viewer

Weight = Literal["light", "medium", "heavy"]
# The period of a game, and of the computer's players (see `grognard.art.persons`).
Period = Literal["napoleonic", "1944"]
# The seconds that a person takes for a decision, the opponent's included: a guess.
SECONDS_A_DECISION: Final = 5
LONGEST_HOOK: Final = 110


class Wording(Protocol):
    """The words of a game, the same for pages, terminals and programs; `Words` makes them from tables."""

    @property
    def TYPE_LABELS(self) -> Mapping[str, str]:
        """The name of each type of card."""

    @property
    def PHASE_LABELS(self) -> Mapping[int, str]:
        """The name of each phase, by phase number."""

    @property
    def KINDS(self) -> EventKinds:
        """The kinds of event in the game."""

    def prompt(self, position: Any) -> Reason:
        """Returns the question for the seat that decides, with every number that matters."""

    def waiting(self, position: Any) -> Reason:
        """Returns the sentence for the waiting seats. It does not reveal an unfinished choice."""

    def label(self, position: Any, action: int) -> Label:
        """Returns the label of an action's button."""

    def reason(self, state: State, code: int) -> Reason:
        """Returns the sentence for a refusal code."""

    def event(self, event: Event, reader: int | None, game: Game) -> EventView:
        """Returns the sentence for an event that names only what its reader may know; the reader is “you”."""

    def outcome(self, state: State, reader: int | None) -> Outcome:
        """Returns who won a finished game, and why, as part of a sentence (“Red has no troops left”)."""


class Judging(Protocol):
    """The contents of a game's `features.py`, for bots and learners.

    It may also offer `outlook(state, seat)`: the logarithm of a seat's odds of winning at the start of a turn. Without
    it, the search judges by `evaluate`, scaled by the measure's swing.
    """

    @property
    def LAYOUT(self) -> int:
        """The version of `layout`, which increases whenever `layout` changes."""

    def evaluate(self, state: State, seat: i64, /) -> float:
        """Returns how much better off the seat is than the others, judged only by what it may know."""

    def layout(self, game: Game, /) -> list[Part]:
        """Returns the parts of an observation of this game."""

    @property
    def Observation(self) -> Callable[[i64, i64], Observer]:
        """Makes the writer of observations from the numbers of phases and seats."""


class Decisive(NamedTuple):
    """The number that decides a game: its key in views, and its name without its owner."""

    key: str
    label: str


@dataclass(frozen=True)
class Preset:
    """A named set of house rules for a new game. Options not in the set keep their defaults."""

    key: str
    label: str
    help: str
    options: Mapping[str, str | int]


@dataclass(frozen=True)
class FirstGame:
    """A newcomer's first game against the computer: a preset (empty for the standard rules) and a bot they can beat.

    `seat` is the newcomer's: that of the guide, if it is not the one that begins. `bench/first_games.py` measures how
    often a bot that plays like a beginner wins.
    """

    preset: str = ""
    opponent: str = "recruit"
    seat: int | None = None


@dataclass(frozen=True)
class Opening:
    """Who has the first turn: always the same seat, or one not known before the deal. `told` says so in words.

    If a house rule decides, `option` is its key, and `seats` gives the seat for each value that names one.
    """

    told: str
    seat: int | None = None
    option: str = ""
    seats: Mapping[str | int, int] = field(default_factory=dict)

    def first(self, options: Mapping[str, str | int]) -> int | None:
        """Returns the seat that begins under these house rules; None if the deal decides."""
        return self.seats.get(options[self.option]) if self.option else self.seat


@dataclass(frozen=True)
class Meta:
    """The description of a game. `rules` is its version, which increases when behavior changes, not for a refactoring.

    `hook` is one sentence that makes people want to play, with at most LONGEST_HOOK characters. `seats` are those of
    the largest table; an option named `seats` says how many of them a game has. `phases` gives the name of each
    phase by its number, for positions and views. `first` marks the one game for newcomers, which players see first; a
    guest's first visit begins with it. `match` is the number of games in a usual match, always odd. `weight` says
    how much there is to learn. `decisions` is how many decisions both sides make in a turn, as bots play (see
    `GameSpec.minutes`). `victories` says for each side that it wins, in games where the name of the seat followed by
    “wins” is not good English. `names_say_all` is true if the name of each card already gives its type and number, as
    “Infantry 2” does. `first_game` is what the start page offers to a guest who has not finished a game yet.
    `card_numbers` are the numbers on cards that designers can change; the first range that fits a card is its own.
    """

    slug: str
    title: str
    subtitle: str
    options: tuple[Option, ...]
    phases: tuple[str, ...]
    card_numbers: tuple[CardNumber, ...]
    reasons: tuple[str, ...]
    longest: int
    opening: Opening
    hook: str
    seats: tuple[str, ...] = ("Blue", "Red")
    presets: tuple[Preset, ...] = ()
    clashes: tuple[Clash, ...] = ()
    rules: int = 1
    first: bool = False
    match: int = 1
    weight: Weight = "medium"
    decisions: float = 0
    victories: tuple[str, ...] = ()
    names_say_all: bool = False
    period: Period = "napoleonic"
    first_game: FirstGame = FirstGame()

    @property
    def numbers(self) -> tuple[str, ...]:
        """The names of the numbers on cards."""
        return tuple(dict.fromkeys(number.key for number in self.card_numbers))

    @property
    def players(self) -> str:
        """How many people can play: `2`, or `2, 4 or 6`."""
        sizes = next((option.values for option in self.options if option.key == "seats"), (len(self.seats),))
        *others, most = map(str, sizes)
        return f"{', '.join(others)} or {most}" if others else most

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat; the sides alternate around the table."""
        return tuple(seat % 2 for seat in range(len(self.seats)))

    @property
    def begins(self) -> int | None:
        """The seat with the first turn under the standard rules; None if the deal decides."""
        return self.opening.first({option.key: option.default for option in self.options})

    @property
    def first_options(self) -> Mapping[str, str | int]:
        """The house rules of a newcomer's first game, as far as they are not the standard ones."""
        return self.preset(self.first_game.preset).options if self.first_game.preset else {}

    @property
    def first_told(self) -> str:
        """How a newcomer's first game is shorter, in a sentence; empty if it has the standard rules."""
        if not self.first_game.preset:
            return ""
        return f"Your first game is shorter: {uncapitalized(self.preset(self.first_game.preset).help)}"

    @property
    def first_seat(self) -> int:
        """The seat of a newcomer in their first game."""
        options = {option.key: option.default for option in self.options} | dict(self.first_options)
        begins = self.opening.first(options) or 0
        return begins if self.first_game.seat is None else self.first_game.seat

    def preset(self, key: str) -> Preset:
        """Returns the preset with this key; raises BadInput, which lists the presets."""
        for preset in self.presets:
            if preset.key == key:
                return preset
        keys = ", ".join(preset.key for preset in self.presets) or "none"
        raise BadInput(f"{self.title} has no preset “{key}”. Choose from: {keys}.")


@dataclass(frozen=True)
class GameSpec:
    """Everything the kernel needs from a game. Each game folder's `__init__.py` exports a spec as SPEC."""

    meta: Meta
    package: str
    cards: Sequence[CardFact]
    # The pieces and actions that a list of cards makes; raises BadInput for one that the game cannot be played with.
    card_set: Callable[[Sequence[CardFact]], CardSet]
    state: Callable[[Game], State]
    # Made from the cards, the house rules and the card set.
    tables: Callable[[Sequence[CardFact], HouseRules, Any], object]
    wording: Wording
    judging: Judging
    # How many decisions no game exceeds, by its house rules and card numbers. The game's `length.py` has the proof.
    most_decisions: Callable[[Game], int]
    # How a search interprets `evaluate`. The swing is fitted to 300 games of greedy with 5 % noise: the results against
    # `evaluate` at the ends of turns.
    measure: SearchTuning
    # What is on the board of a game with two hands. The view, the places and the counters follow from it.
    board: Board | None = None
    view: Callable[[Any, Viewer], View] = board_view
    # The facts of a position that are places for cards, and the numbers that scenarios watch.
    places: Sequence[str] = ()
    counters: Sequence[str] = ()
    # The places in which the order of the cards counts.
    ordered: Sequence[str] = ()
    # Numbers shown on a card as markers: the fact `CARD MARKER`, gone when the card moves.
    markers: Sequence[str] = ()
    # The places between which a card keeps its markers when it moves.
    field: Sequence[str] = ()
    # The number that the page after a game charts turn by turn. Without it, there is no chart.
    decisive: Decisive | None = None
    # Implied actions: the verb of a choice, and the plain action that must come before it. One click on the card can
    # do both.
    implied: Sequence[tuple[str, str]] = ()
    # The notations of the plain actions that only let the game continue; they look the same in every question.
    passes: Collection[str] = ()
    # Whether a designer's variant can have other numbers of copies, and new cards.
    is_open: bool = False

    def __post_init__(self) -> None:
        """Takes the places and counters from the board, if the game does not name them."""
        if self.board is not None:
            object.__setattr__(self, "places", self.places or self.board.places)
            object.__setattr__(self, "counters", self.counters or self.board.counters)

    @property
    def types(self) -> Mapping[str, str]:
        """The name of each type of card."""
        return self.wording.TYPE_LABELS

    @property
    def folder(self) -> Traversable:
        """The game's folder, with its texts and its page layout."""
        return resources.files(self.package)

    @cached_property
    def standard(self) -> CardSet:
        """The card set of the standard cards."""
        return self.card_set(self.cards)

    @property
    def actions(self) -> ActionSpace:
        """The actions with the standard cards."""
        return self.standard.actions

    @property
    def pieces(self) -> Sequence[str]:
        """The name of each standard piece, by piece number."""
        return self.standard.pieces

    @property
    def rows(self) -> Sequence[int]:
        """The row in `cards` of each standard piece."""
        return self.standard.rows

    @cached_property
    def _card_sets(self) -> dict[object, CardSet]:
        return {self._without_numbers(self.cards): self.standard}

    def card_set_of(self, cards: Sequence[CardFact]) -> CardSet:
        """Returns the card set of these cards; raises BadInput if the game cannot be played with them.

        Games whose cards differ only in their numbers share one.
        """
        sets, key = self._card_sets, self._without_numbers(cards)
        found = sets.get(key)
        if found is None:
            found = self.card_set(cards)
            while len(sets) >= CARD_SETS:
                sets.pop(list(sets)[1], None)  # the oldest, except the standard one
            sets[key] = found
        return found

    def _without_numbers(self, cards: Sequence[CardFact]) -> tuple[object, ...]:
        """Returns what a card set depends on: everything about the cards except their numbers."""
        words = [key for key in cards[0].columns if key not in self.meta.numbers]
        return tuple(
            (card.deck, card.name, card.copies, card.like, *(card.columns[key] for key in words)) for card in cards
        )

    @cached_property
    def card_table(self) -> CardTable:
        """The standard cards, and everything that can be changed on them."""
        return CardTable(self.meta.title, self.cards, self.meta.card_numbers, self.rows, self.is_open)

    @cached_property
    def measurements(self) -> Measurements:
        """The measured length of games and the value of going first, under each house rule."""
        return read_measurements(self.folder)

    def minutes(self, options: Mapping[str, str | int]) -> int:
        """Returns about how many minutes a game takes people under these house rules; 0 if it has not been measured."""
        measured = self.measurements.of(non_default(self.meta.options, options), "greedy")
        if measured is None:
            return 0
        minutes = measured.turns * self.meta.decisions * SECONDS_A_DECISION / 60
        return max(1, 5 * round(minutes / 5)) if minutes > 7 else math.ceil(minutes)


class Game:
    """A loaded game, with fixed house rules and cards. It creates states."""

    def __init__(
        self,
        spec: GameSpec,
        options: Mapping[str, str | int] | None = None,
        overrides: Mapping[str, Value] | None = None,
        title: str = "",
        is_stored: bool = False,
    ) -> None:
        """Loads a game. A stored one keeps card numbers that it was once given, though nobody can give them today."""
        self.spec = spec
        self.slug = spec.meta.slug
        # The title that people read; a designer's variant has its own.
        self.title: Final = title or spec.meta.title
        self.options = with_defaults(spec.meta.options, options or {}, spec.meta.clashes)
        self.house_rules = HouseRules(spec.meta.options, self.options)
        self.cards = spec.card_table.changed(overrides or {}, is_stored)
        self.overrides = {key: v if isinstance(v, str) else index(v) for key, v in (overrides or {}).items()}
        seats = int(self.options.get("seats", len(spec.meta.seats)))
        # The seats of this game by name, and the side of each.
        self.seats = spec.meta.seats[:seats]
        self.sides = spec.meta.sides[:seats]
        self.card_set = spec.card_set_of(self.cards)
        # The name of each piece in positions, actions and events, by piece number.
        self.pieces = self.card_set.pieces
        # The second copy of one card may have the name of another one.
        must_differ(zip(self.names, self.pieces, strict=True))
        self.decks = self.card_set.decks(self.house_rules)
        self.tables = spec.tables(self.cards, self.house_rules, self.card_set)
        self.actions = self.card_set.actions
        # For each action, whether it only lets the game continue.
        self.passes: list[bool] = [notation in spec.passes for notation in self.actions.notations]
        # The plain action that is implied before a choice, by the verb of the choice.
        self.implied = {verb: self.actions.parse(notation) for verb, notation in spec.implied}
        judging = spec.judging
        self.evaluate: Callable[[State, i64], float] = judging.evaluate
        self.outlook: Callable[[State, i64], float] | None = getattr(judging, "outlook", None)
        self.measure = spec.measure

    def __repr__(self) -> str:
        return f"grognard.load({self.slug!r}, options={self.options!r}, overrides={self.overrides!r})"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickles the arguments the game was loaded with, as stored ones; another process reads its folder again."""
        given = dict(self.options), self.overrides, self.title, True
        return _loaded, (self.spec.package, *given)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        """Returns this game: a loaded game never changes, and its positions fit no other."""
        return self

    @cached_property
    def changed_rules(self) -> list[tuple[Option, str | int]]:
        """The house rules that are not at their defaults, each with its value."""
        differing = non_default(self.spec.meta.options, self.options)
        return [(option, differing[option.key]) for option in self.spec.meta.options if option.key in differing]

    @cached_property
    def card_changes(self) -> list[CardChange]:
        """Everything on the cards that is not as in the standard game."""
        return self.spec.card_table.differences(self.cards)

    @property
    def new_numbers(self) -> list[CardChange]:
        """The card numbers that are not the standard ones."""
        return [change for change in self.card_changes if change.is_number]

    @cached_property
    def names(self) -> Sequence[str]:
        """What people call each piece, by piece number. Positions and notation use `pieces`, which keep their names."""
        return [
            self.pieces[piece]
            if (fact := self.fact(piece)).title == fact.name
            else f"{fact.title} {copy or ''}".rstrip()
            for piece, copy in enumerate(self.copies)
        ]

    @cached_property
    def copies(self) -> Sequence[int]:
        """The number at the end of the name of each piece that distinguishes it from other copies; 0 if it has none."""
        numbers = self.card_set.copies
        titles = [self.fact(piece).title for piece in range(len(self.pieces))]
        renamed = [self.fact(piece).title != self.fact(piece).name for piece in range(len(self.pieces))]
        if not any(renamed):
            return numbers
        # A card that one of two decks renames is counted in that deck alone.
        return [
            0 if not number or titles.count(title) == 1 else titles[: piece + 1].count(title) if new else number
            for piece, (number, title, new) in enumerate(zip(numbers, titles, renamed, strict=True))
        ]

    def fact(self, piece: SupportsIndex) -> CardFact:
        """Returns the row of the card table that a piece belongs to."""
        return self.cards[self.card_set.rows[index(piece)]]

    @cached_property
    def card_views(self) -> Sequence[CardView]:
        """The view of each piece face up, by piece number, with the numbers that its card has."""
        return [self._card_view(piece, name) for piece, name in enumerate(self.pieces)]

    def _card_view(self, piece: int, name: str) -> CardView:
        spec, row, copy = self.spec, self.card_set.rows[piece], self.copies[piece]
        fact = self.cards[row]
        numbers = {key: fact.number(key) for key in spec.meta.numbers if fact.columns[key] is not None}
        is_standard = not fact.like and fact.facts == spec.cards[row].facts
        says_all = spec.meta.names_say_all and is_standard
        called = self.names[piece]
        # A choice calls a card by its key.
        alike = "" if called == name else name
        return CardView(
            name, called, fact.text("type"), numbers, fact.notes, alike=alike, face=fact.key, copy=copy,
            says_all=says_all,
        )  # fmt: skip

    def num_players(self) -> int:
        """Returns the number of seats."""
        return len(self.seats)

    def num_distinct_actions(self) -> int:
        """Returns the size of the action space, which the game's cards decide."""
        return len(self.actions)

    def max_turns(self) -> int:
        """Returns the number of turns that no game exceeds under any house rules, with any cards."""
        return self.spec.meta.longest

    def max_game_length(self) -> int:
        """Returns the number of decisions that no game exceeds: those of all seats, without chance, as in OpenSpiel.

        The bound is proven from the rules and is usually far above the length of real games: docs/research.md says why.
        """
        return self.spec.most_decisions(self)

    def new_initial_state(self, seed: SupportsIndex = 0, script: Sequence[SupportsIndex] | None = None) -> State:
        """Returns a new game at its first decision, dealt from `seed` (any non-negative whole number).

        The state records events; its clones do not. `script` dictates the results of chance, for scenarios.
        """
        number = index(seed)
        if number < 0:
            raise BadInput("A seed must be a whole number, 0 or more.")
        state = self.spec.state(self)
        state.chance = stream(number, "set-up")
        state.record()
        if script is not None:
            state.recorder.dictates = True
            state.recorder.script = [index(result) for result in script]
        state.start()
        state.chance = stream(number, "play")
        return state

    def deserialize(self, text: str) -> State:
        """Returns the position that `State.serialize` wrote; raises BadInput if the text does not fit this game."""
        state = self.spec.state(self)
        state.restore(text)
        state.record()
        return state

    def action_to_string(self, action: SupportsIndex) -> str:
        """Returns the one-line notation of an action."""
        return self.actions.notations[self._action(action)]

    def _action(self, action: SupportsIndex) -> int:
        """Returns the number of an action; raises BadInput if this game has no such action."""
        return _one_of("action", action, self.num_distinct_actions())

    def _seat(self, seat: SupportsIndex) -> int:
        """Returns the number of a seat; raises BadInput if this game has no such seat."""
        return _one_of("seat", seat, self.num_players())

    def string_to_action(self, text: str) -> int:
        """Returns the action with this notation; raises NotationError, which lists the nearest notations."""
        return self.actions.parse(text)

    def why_illegal(self, state: State, action: SupportsIndex) -> Reason | None:
        """Returns why the action is illegal, with the clause; None if it is legal."""
        code = state.refusal(self._action(action))
        return None if code == 0 else self.spec.wording.reason(state, code)

    def view(self, state: State, seat: SupportsIndex | None) -> View:
        """Returns what one seat may see of a state."""
        return self.spec.view(state, Viewer(state, None if seat is None else self._seat(seat)))

    def event_view(self, event: Event, reader: SupportsIndex | None = None) -> EventView:
        """Returns an event in words. Call `event.seen_by(seat)` first to remove hidden cards.

        `reader` is the seat that is called “you”. Without a reader, as for spectators, all sides have their names.
        """
        return self.spec.wording.event(event, None if reader is None else self._seat(reader), self)

    def outcome(self, state: State) -> Outcome | None:
        """Returns who won and why; None while the game runs."""
        if not state.is_terminal():
            return None
        said = [self.spec.wording.outcome(state, reader) for reader in (None, *range(self.num_players()))]
        ended, *each = said
        won = self.victory(self.sides[ended.winners[0]]) if ended.winners else "A draw"
        by_seat = tuple(f"{capitalized(one.text)}." for one in each)
        return msgspec.structs.replace(ended, text=f"{won}: {ended.text}.", by_seat=by_seat)

    def side_name(self, side: SupportsIndex) -> str:
        """Returns the name that opponents use for a side: its only seat, or its first seat, as in “Blue's side”."""
        number = index(side)
        seats = [name for name, other in zip(self.seats, self.sides, strict=True) if other == number]
        if not seats:
            raise BadInput(f"There is no side {number}: the sides are 0 and 1.")
        return seats[0] if len(seats) == 1 else f"{seats[0]}'s side"

    def victory(self, side: SupportsIndex) -> str:
        """Returns the news that a side wins, for opponents and spectators: “The Germans win”, without a period."""
        victories = self.spec.meta.victories
        name = self.side_name(side)
        return victories[index(side)] if victories else f"{name} wins"

    def party(self, side: SupportsIndex, is_reader: bool = False) -> Party:
        """Returns a side as the subject or object of a sentence: “the Germans”, which is plural, or “you”."""
        name, _, verb = self.victory(side).rpartition(" ")
        name = uncapitalized(name) if name.startswith("The ") else name
        return Party(index(side), name, is_reader, plural=verb == "win")

    def seat_party(self, seat: SupportsIndex, reader: SupportsIndex | None = None) -> Party:
        """Returns a seat as the subject or object of a sentence for a reader: “the Germans”, “Blue 2” or “you”."""
        number = self._seat(seat)
        is_reader = reader is not None and self._seat(reader) == number
        if self.num_players() == 2:
            return self.party(self.sides[number], is_reader)
        return Party(number, self.seats[number], is_reader)

    @cached_property
    def layout(self) -> Layout:
        """The layout of the bytes that `observe` writes."""
        seats, judging = self.num_players(), self.spec.judging
        parts = frame_layout(self.spec.meta.phases, seats) + judging.layout(self)
        return Layout(parts, judging.LAYOUT)

    @cached_property
    def observer(self) -> Observer:
        """The writer of this game's observations."""
        return self.spec.judging.Observation(len(self.spec.meta.phases), self.num_players())

    def observe(self, state: State, seat: SupportsIndex) -> bytes:
        """Returns what the seat may know of a position, as numbers from 0 to 127 in the order of `layout`."""
        return observed(self.observer, state, self._seat(seat), self.layout.size)

    def observe_packed(self, state: State, seat: SupportsIndex) -> bytes:
        """Returns the same in fewer bytes, as `layout.unpack` reads them."""
        return observed(self.observer, state, self._seat(seat), self.layout.packed_size, True)

    def information(
        self, state: State, seat: SupportsIndex, seed: SupportsIndex = 0, history: Sequence[str] = ()
    ) -> Information:
        """Returns everything that a bot in this seat may use; `seed` is any whole number."""
        return Information(state, self._seat(seat), index(seed) & MASK, history)

    def initial_states(self) -> list[tuple[float, State]]:
        """Returns every deal with its probability, as the state at the first decision; see `State.next_states`."""
        return initial_states(self)

    def next_states(self, state: State, action: SupportsIndex) -> list[tuple[float, State]]:
        """Returns every position that an action can lead to, with its probability; see `State.next_states`."""
        return next_states(state, index(action))

    @cached_property
    def handbook(self) -> Handbook:
        """The rules for players, by clause, with the numbers and names of this game's cards."""
        text = self.spec.folder.joinpath("handbook.md").read_text(encoding="utf-8")
        names = {card: in_markdown(name) for card, name in names_of(self.cards).items()}
        numbers = handbook_numbers(self.cards, self.spec.meta.numbers)
        changes = sum(change.plays for change in self.card_changes)
        return Handbook(filled(text, {**names, **numbers, "changes": changes}))


def _one_of(kind: str, given: SupportsIndex, among: int) -> int:
    """Returns a number from 0 to `among` - 1; raises BadInput for any other."""
    number = index(given)
    if not 0 <= number < among:
        raise BadInput(f"There is no {kind} {number}. Choose from 0 to {among - 1}.")
    return number


def _loaded(package: str, *given: Any) -> Game:
    """Loads a game from its package, when it is unpickled."""
    return Game(importlib.import_module(package).SPEC, *given)
