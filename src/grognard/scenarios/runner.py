"""Plays scenarios on a state: sets up the position, scripts chance, and checks every row.

A row of the play table lists everything that changes: an unlisted move of a card or change of a number fails the row.
After the last row somebody must be able to act, or the game must be over.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from grognard.kernel.content.fields import as_number, read_number
from grognard.kernel.content.wording import MOST_OFFERED, did_you_mean
from grognard.kernel.engine.state import State
from grognard.kernel.errors import GrognardError, ScenarioError
from grognard.kernel.game import Game
from grognard.kernel.views.view import View
from grognard.scenarios.reading import PlayRow, PositionRow, Scenario, read_scenarios, split

_THE_REST: Final = "the rest"
_SPECTATOR: Final = "Spectator"

Loader = Callable[[str, Mapping[str, str | int], Mapping[str, str | int]], Game]


def run_file(path: Path, load: Loader) -> Iterator[ScenarioError | None]:
    """Plays the cases of a file one after another, and yields the error of each, or None if it passed."""
    try:
        scenarios = read_scenarios(path)
    except ScenarioError as error:
        yield error
        return
    for scenario in scenarios:
        try:
            run_scenario(scenario, load)
        except ScenarioError as error:
            yield error
        else:
            yield None


def run_scenario(scenario: Scenario, load: Loader) -> None:
    """Plays a scenario; raises ScenarioError with the row, the prompt and the legal actions if it fails."""
    with _told_at(scenario, scenario.line):
        game = load(scenario.game, scenario.options, scenario.numbers)
        for clause in scenario.clauses:
            game.handbook.clause(clause)
    stage = Stage(game, scenario)
    for row in scenario.play:
        where = f"{scenario.place(row.line)}: “{row.who} {row.does}”"
        try:
            try:
                stage.play(row)
            except GrognardError as error:
                raise ScenarioError(f"{where}: {error}{_now(stage)}") from error
        except (LookupError, ValueError, ArithmeticError) as error:  # the position breaks an assumption of the rules
            raise ScenarioError(f"{where}: {_stuck(error)}") from error


def _now(stage: Stage) -> str:
    """Returns the question and the legal actions; nothing if an action broke off in the middle."""
    try:
        return f"\n{stage.situation()}"
    except (LookupError, ValueError, ArithmeticError):
        return ""


def _stuck(error: Exception) -> str:
    """Returns a sentence about an error in the rules, with the line if it is known: compiled code has none."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f" in {Path(last.filename).name}:{last.lineno}"
    return (
        f"the rules can't continue from here ({type(error).__name__}: {error}{place}). "
        "Either no game reaches this position, or a rule is wrong."
    )


@contextmanager
def _told_at(scenario: Scenario, line: int) -> Iterator[None]:
    """Adds the file, the line and the case to the errors of the block."""
    try:
        yield
    except GrognardError as error:
        raise ScenarioError(f"{scenario.place(line)}: {error}") from error


class Stage:
    """A state on which the rows of one scenario are played; guides are shown from it too."""

    def __init__(self, game: Game, scenario: Scenario) -> None:
        self.game = game
        self.seats = game.seats
        self.ids = {name: number for number, name in enumerate(game.pieces)}
        facts = game.new_initial_state(0).to_dict()
        # The zones of this game, and the numbers that rows must account for: its own and the markers on cards.
        self.places = [place for place in (*game.spec.places, *game.card_set.holders) if place in facts]
        marked = [f"{name} {marker}" for name in game.pieces for marker in game.spec.markers]
        self.counters = [key for key in (*game.spec.counters, *marked) if key in facts]
        self.state: State | None = None
        if scenario.position:
            self.state = self._set_up(scenario)

    def _set_up(self, scenario: Scenario) -> State:
        state = self.game.new_initial_state(0)
        facts = {key: self._blank(key, value) for key, value in state.to_dict().items()}
        homes = {deck: deck for deck in self.game.decks}
        for told in scenario.position:
            with _told_at(scenario, told.line):
                self._put(told, facts, homes)
        self._deal_the_rest(facts, homes)
        with _told_at(scenario, scenario.position[0].line):
            state.from_dict(facts)
            state.try_out()
        state.recorder.dictates = True
        return state

    def _put(self, told: PositionRow, facts: dict[str, object], homes: dict[str, str]) -> None:
        """Reads a row of the position into `facts`; `homes` are the zones that get the rest of each deck."""
        key = self._known(told.name, facts)
        text, rest = _without_the_rest(told.text)
        if rest and rest not in homes:
            raise ScenarioError(f"There is no deck “{rest}”. Choose from: {', '.join(homes)}.")
        if rest:
            if not isinstance(facts[key], list):
                raise ScenarioError(f"“{told.name}” holds no cards, so it cannot have the rest of a deck.")
            homes[rest] = key
        facts[key] = self._value(facts[key], text)

    def _deal_the_rest(self, facts: dict[str, object], homes: Mapping[str, str]) -> None:
        placed: dict[str, Counter[str]] = {}
        for deck, home in homes.items():
            # The cards of a seat's own deck are in zones of that seat.
            seat = self._seat_of(deck)
            if seat not in placed:
                zones = [place for place in self.places if seat in ("", self._seat_of(place))]
                placed[seat] = Counter(name for place in zones for name in _names(facts[place]))
            pieces = Counter(self.game.decks[deck])
            facts[home] = [*_names(facts[home]), *(pieces - placed[seat]).elements()]
            placed[seat] -= pieces

    def _blank(self, key: str, value: object) -> object:
        if isinstance(value, list):
            return []
        if isinstance(value, bool):
            return False
        return 0 if key == "active" else value

    def _value(self, like: object, text: str) -> object:
        if isinstance(like, list):
            return list(_cards(text))
        if isinstance(like, bool):
            if text not in ("yes", "no"):
                raise ScenarioError(f"“{text}” should be “yes” or “no”.")
            return text == "yes"
        if isinstance(like, int):
            return self.seats.index(text) if text in self.seats else read_number(text)
        return text

    # Facts of a seat are called "hand 0" in the position; a scenario writes its name and "hand".

    def _known(self, name: str, facts: Mapping[str, object]) -> str:
        key = self.key(name)
        if key not in facts:
            raise ScenarioError(f"There is no “{name}”. {did_you_mean(name, map(self._name, facts))}")
        return key

    def key(self, name: str) -> str:
        """Returns the key of a fact or a zone that scenarios call by this name: “hand 1” for “Red hand”."""
        for seat in sorted(self.seats, key=len, reverse=True):
            if name.startswith(f"{seat} "):
                return f"{name.removeprefix(f'{seat} ')} {self.seats.index(seat)}"
        return name

    def _name(self, key: str) -> str:
        rest, _, seat = key.rpartition(" ")
        number = None if key in self.ids else as_number(seat)
        return key if number is None else f"{self.seats[number]} {rest}"

    def _seat_of(self, key: str) -> str:
        """Returns the number of the seat that a zone belongs to, or empty for a shared zone."""
        seat = key.rpartition(" ")[2]
        return seat if as_number(seat) is not None and key not in self.ids else ""

    def play(self, row: PlayRow) -> None:
        """Plays one row: a new game, a question, or an action."""
        if row.does == "new game":
            self._new_game(row)
            return
        state = self.situated()
        if row.does == "sees":
            if row.who not in (*self.seats, _SPECTATOR):
                raise ScenarioError(f"There is no “{row.who}”. Choose from: {', '.join(self.seats)}, {_SPECTATOR}.")
            self._sees(state.view(None if row.who == _SPECTATOR else self.seats.index(row.who)), row.then)
            return
        self._must_decide(row.who)
        if row.does == "may":
            self._expect("the legal actions", _expanded(row.then), self._legal())
        elif row.does.startswith("may not "):
            self._may_not(row.does.removeprefix("may not "), row.then)
        else:
            self._act(row)

    def _is_ordered(self, place: str) -> bool:
        return place in self.game.spec.ordered

    def _must_decide(self, who: str) -> None:
        state = self.situated()
        if not state.is_terminal() and who != self.seats[state.current_player()]:
            raise ScenarioError(f"{self.seats[state.current_player()]} decides here, not {who}.")

    def _new_game(self, row: PlayRow) -> None:
        before = self._facts(self.game.new_initial_state(0))
        unordered = [place for place in self.places if not self._is_ordered(place)]
        before |= {place: Counter(self.game.decks.get(place, ())) for place in unordered}
        self.state = self.game.new_initial_state(0, self._script(row.chance))
        self._compare(before, row)

    def _act(self, row: PlayRow) -> None:
        state = self.situated()
        before = self._facts(state)
        state.recorder.script = self._script(row.chance)
        for notation in split(row.does, ";"):
            self._must_decide(row.who)
            ply, picks = state.ply, state.picks()
            state.apply_action(state.string_to_action(notation))
            # A frame that closes may count as one action, so that its length reveals nothing.
            if state.ply != ply + 1 - picks:
                self._expect("the number of actions", ply + 1, state.ply)
        self._compare(before, row)

    def _script(self, chance: tuple[str, ...]) -> list[int]:
        results = []
        for text in chance:
            if text in self.ids:
                results.append(self.ids[text])
            elif text in self.seats:
                results.append(self.seats.index(text))
            elif (number := as_number(text)) is not None:
                results.append(number)
            else:
                raise ScenarioError(f"“{text}” cannot be a result of chance: write a card, a seat or a number.")
        return results

    def _facts(self, state: State) -> dict[str, object]:
        facts = state.to_dict()
        piles: dict[str, object] = {
            key: _names(facts[key]) if self._is_ordered(key) else Counter(_names(facts[key])) for key in self.places
        }
        return piles | {key: facts[key] for key in self.counters}

    def _compare(self, before: dict[str, object], row: PlayRow) -> None:
        state = self.situated()
        if state.recorder.script:
            raise ScenarioError(f"Unused chance results: {len(state.recorder.script)}.")
        expected = dict(before)
        over = ""
        for text in row.then:
            if text.startswith("game over: "):
                over = text.removeprefix("game over: ")
            elif " = " in text:
                self._expect_fact(text, expected)
            else:
                self._move(text, expected, row.who)
        after = self._facts(state)
        for key, value in expected.items():
            self._expect(self._name(key), value, after[key])
        outcome = state.outcome()
        ended = "" if outcome is None else ", ".join([*(self.seats[w] for w in outcome.winners), outcome.reason])
        self._expect("the end of the game", over, ended)
        winners = () if outcome is None else outcome.winners
        points = [0.0 if not winners else 1.0 if seat in winners else -1.0 for seat in range(len(self.seats))]
        self._expect("the returns", points, state.returns())
        if not state.is_terminal() and not state.legal_actions():
            raise ScenarioError("Nobody can act.")

    def _move(self, text: str, expected: dict[str, object], who: str) -> None:
        listed, found, name = text.rpartition(" to ")
        if not found:
            raise ScenarioError(f"“{text}” should be “CARD, CARD to ZONE”, “NUMBER = VALUE” or “game over: ...”.")
        target = self._place(name)
        cards, told, source = listed.partition(" from ")
        everything = listed == "the discard pile"  # a reshuffle
        for card in sorted(_pile(expected["discard"]).elements()) if everything else split(cards, ","):
            if card not in self.ids:
                raise ScenarioError(f"There is no card “{card}”.")
            left = (
                "discard" if everything else self._place(source) if told else self._source(card, target, who, expected)
            )
            _take(expected[left], card)
            _lay(expected[target], card)
            # Markers leave with their card, except when it moves on the field.
            if left in self.game.spec.field and target in self.game.spec.field:
                continue
            expected |= {f"{card} {marker}": 0 for marker in self.game.spec.markers if f"{card} {marker}" in expected}

    def _place(self, name: str) -> str:
        place = self.key(name)
        if place not in self.places:
            raise ScenarioError(f"There is no zone “{name}”. {did_you_mean(name, map(self._name, self.places))}")
        return place

    def _source(self, card: str, target: str, who: str, expected: Mapping[str, object]) -> str:
        """Returns the zone a card comes from if the row does not say: the only one that has it, or a likely one."""
        holders = [place for place in self.places if _lie(expected[place], card)]
        seat = self._seat_of(target)
        if seat and len(holders) > 1:
            holders = [place for place in holders if self._seat_of(place) in ("", seat)]
        decks = [deck for deck in self.game.decks if self._seat_of(deck) in ("", seat)]
        likely = decks if target.startswith("hand ") else [*self._passing(), self.key(f"{who} hand")]
        for place in [*holders, ""] if len(holders) == 1 else likely:
            if place in holders and (place != target or len(holders) == 1):
                return place
        where = ", ".join(self._name(place) for place in holders)
        raise ScenarioError(f"{card} is in several places ({where}): write “{card} from ZONE to ZONE”.")

    def _passing(self) -> Iterator[str]:
        """Yields the shared zones that hold cards only for a while."""
        lasting = {*self.game.decks, "discard"}
        return (place for place in self.places if self._name(place) == place and place not in lasting)

    def _expect_fact(self, text: str, expected: dict[str, object]) -> None:
        name, _, value = text.partition(" = ")
        facts = self.situated().to_dict()
        key = self._known(name, facts)
        wanted = self._value(facts[key], value)
        if key in expected:
            expected[key] = wanted
        elif isinstance(wanted, list):
            self._expect(name, Counter(wanted), Counter(_names(facts[key])))
        else:
            self._expect(name, wanted, facts[key])

    def _may_not(self, text: str, then: tuple[str, ...]) -> None:
        state = self.situated()
        code = state.card_refusal(self.ids[text]) if text in self.ids else state.refusal(state.string_to_action(text))
        if code == 0:
            raise ScenarioError(f"{text} is legal here.")
        self._expect("the clause that forbids it", then, (self.game.spec.wording.reason(state, code).clause,))

    def _sees(self, view: View, then: tuple[str, ...]) -> None:
        for text in then:
            name, _, wanted = text.partition(": ")
            if name == "notes":
                seen = [card.name for memory in view.memory for card in memory.cards]
                self._expect("the notes", Counter(_cards(wanted)), Counter(seen))
            elif " = " in text:
                name, _, wanted = text.partition(" = ")
                shown = {self._name(n.key if n.owner is None else f"{n.key} {n.owner}"): n.value for n in view.numbers}
                self._expect(name, read_number(wanted), shown.get(name, "not shown"))
            else:
                self._sees_zone(view, name, wanted)

    def _sees_zone(self, view: View, name: str, wanted: str) -> None:
        zones = {self._name(z.key if z.owner is None else f"{z.key} {z.owner}"): z for z in view.zones}
        zones |= {z.key: z for z in view.zones if z.key in ("line", "picked")}
        if name not in zones:
            raise ScenarioError(f"No zone “{name}” is shown. {did_you_mean(name, zones)}")
        zone = zones[name]
        seen = Counter(card.handle if card.handle in self.ids else card.name for card in zone.cards)
        if zone.count != seen.total():
            seen[f"{zone.count - seen.total()} hidden"] = 1
        self._expect(name, Counter(card for card in _cards(wanted) if card != "0 hidden"), seen)

    def _expect(self, what: str, wanted: object, found: object) -> None:
        if wanted == found:
            return
        told, there = _shown(wanted), _shown(found)
        if len(told) + len(there) > MOST_OFFERED and isinstance(wanted, Counter | frozenset):
            wanted, found = _less(wanted, found), _less(found, wanted)
            raise ScenarioError(f"{what}, only the differences: expected {_shown(wanted)}, found {_shown(found)}.")
        raise ScenarioError(f"{what}: expected {told}, found {there}.")

    def situated(self) -> State:
        """Returns the current position; raises ScenarioError if there is none yet."""
        if self.state is None:
            raise ScenarioError("There is no position yet: give a Position table, or start with “new game”.")
        return self.state

    def _legal(self) -> frozenset[str]:
        state = self.situated()
        return frozenset(state.action_to_string(action) for action in state.legal_actions())

    def situation(self) -> str:
        """Says who must decide what, with the legal actions."""
        if self.state is None or self.state.is_terminal():
            return "Nobody has to decide anything."
        view = self.state.view(self.state.current_player())
        legal = ", ".join(action.notation for action in view.actions)
        return f"Now {self.seats[self.state.current_player()]} decides: {view.prompt.text}\nLegal: {legal}"


def _expanded(groups: tuple[str, ...]) -> frozenset[str]:
    """Expands `VERB ONE, OTHER` into two actions."""
    actions: set[str] = set()
    for group in groups:
        verb, _, cards = group.partition(" ")
        actions.update(f"{verb} {card}" for card in split(cards, ",")) if cards else actions.add(verb)
    return frozenset(actions)


def _cards(text: str) -> tuple[str, ...]:
    return () if text == "-" else split(text, ",")


def _without_the_rest(text: str) -> tuple[str, str]:
    """Returns the text without `the rest` (of the deck) or `the rest of DECK`, and the name of that deck."""
    told, found, rest = text.rpartition(_THE_REST)
    if not found:
        return text, ""
    return told.rstrip(", "), rest.removeprefix(" of ").strip() or "deck"


def _names(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(name) for name in value]


def _pile(value: object) -> Counter[str]:
    assert isinstance(value, Counter)
    return value


# The contents of a zone are a Counter, or a list if the order counts: new cards go to its end.


def _lie(value: object, card: str) -> bool:
    """Says whether the card is there."""
    return card in value if isinstance(value, list) else _pile(value)[card] > 0


def _take(value: object, card: str) -> None:
    if not _lie(value, card):
        raise ScenarioError(f"{card} is not there.")
    if isinstance(value, list):
        value.remove(card)
    else:
        _pile(value)[card] -= 1


def _lay(value: object, card: str) -> None:
    if isinstance(value, list):
        value.append(card)
    else:
        _pile(value)[card] += 1


def _less(these: object, those: object) -> object:
    """Returns what one pile has and the other does not."""
    if isinstance(these, Counter) and isinstance(those, Counter):
        return these - those
    return these - those if isinstance(these, frozenset) and isinstance(those, frozenset) else these


def _shown(value: object) -> str:
    """Formats a value, in its own order if it has one."""
    if isinstance(value, Counter):
        value = sorted(value.elements())
    elif isinstance(value, frozenset):
        value = sorted(value)
    if isinstance(value, list | tuple):
        return ", ".join(str(part) for part in value) or "nothing"
    return f"“{value}”"
