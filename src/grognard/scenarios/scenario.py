"""Scenario files: a position, scripted chance, actions and what they change, as Markdown tables.

The form is described for people in docs/scenarios.md. A row of the play table tells everything that changes: a card
that moves or a number that changes without being told fails the row. After the last row somebody must be able to act,
or the game must be over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from grognard.kernel.engine.state import State
from grognard.kernel.errors import GrognardError, ScenarioError
from grognard.kernel.game import Game
from grognard.kernel.shown.view import View

_HEADERS: Final = ("game", "clauses", "cards", "options", "numbers")
_THE_REST: Final = "the rest"

Loader = Callable[[str, Mapping[str, str | int], Mapping[str, int]], Game]


@dataclass(frozen=True)
class Row:
    """One row of the play table, and the line of the file it stands on."""

    line: int
    who: str
    does: str
    chance: tuple[str, ...]
    then: tuple[str, ...]


@dataclass(frozen=True)
class Scenario:
    """A scenario file as read."""

    path: Path
    title: str
    game: str
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    options: dict[str, str | int]
    numbers: dict[str, int]
    position: dict[str, str] = field(default_factory=dict)
    play: tuple[Row, ...] = ()
    text: str = ""  # what stands between the header and the tables


def read_scenario(path: Path) -> Scenario:
    """Reads a scenario file; raises ScenarioError naming the line that cannot be read."""
    try:
        whole = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path} cannot be read: {error}.") from error
    lines = whole.splitlines()
    title = next((line[2:].strip() for line in lines if line.startswith("# ")), "")
    header = dict.fromkeys(_HEADERS, "")
    position: dict[str, str] = {}
    play: list[Row] = []
    table = ""
    for number, line in enumerate(lines, start=1):
        bullet = re.match(r"- (\w+): (.*)$", line)
        if bullet and bullet[1].lower() in header:
            header[bullet[1].lower()] = bullet[2].strip()
        if not line.startswith("|"):
            table = ""
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not table:
            table = cells[0].lower()
            if table not in ("position", "who"):
                raise ScenarioError(f"{path}:{number}: a table starts with “Position” or “Who”, not “{cells[0]}”.")
        elif set("".join(cells)) <= set("-: "):
            continue
        elif table == "position":
            position[cells[0]] = cells[1]
        elif len(cells) != 4:
            raise ScenarioError(f"{path}:{number}: a row of play has four cells: who, does, chance, then.")
        else:
            play.append(Row(number, cells[0], cells[1], _split(cells[2], ","), _split(cells[3], ";")))
    if not (title and header["game"] and header["clauses"] and play):
        raise ScenarioError(f"{path}: a scenario has a title, “- Game:”, “- Clauses:” and a table of play.")
    return Scenario(
        path,
        title,
        header["game"],
        _split(header["clauses"], ","),
        _split(header["cards"], ","),
        dict(_assigned(text, path) for text in _split(header["options"], ",")),
        {key: int(value) for key, value in (_assigned(text, path) for text in _split(header["numbers"], ","))},
        position,
        tuple(play),
        "\n".join(line for line in lines if not line.startswith(("# ", "- ", "|"))).strip(),
    )


def run_scenario(scenario: Scenario, load: Loader) -> None:
    """Plays a scenario; raises ScenarioError with the row, the prompt and the legal list where it fails."""
    game = load(scenario.game, scenario.options, scenario.numbers)
    for clause in scenario.clauses:
        game.handbook.clause(clause)
    player = Player(game, scenario)
    for row in scenario.play:
        try:
            player.play(row)
        except GrognardError as error:
            where = f"{scenario.path}:{row.line}: “{row.who} {row.does}”"
            raise ScenarioError(f"{where}: {error}\n{player.situation()}") from error


class Player:
    """Plays the rows of one scenario on a state; guides are shown from it too."""

    def __init__(self, game: Game, scenario: Scenario) -> None:
        self.game = game
        self.seats = game.seats
        self.ids = {name: number for number, name in enumerate(game.pieces)}
        facts = game.new_initial_state(0).facts()
        # The zones of this game, and the numbers that are watched: its own and the markers on cards.
        self.places = [place for place in game.spec.places if place in facts]
        marked = [f"{name} {marker}" for name in game.pieces for marker in game.spec.markers]
        self.counters = [key for key in (*game.spec.counters, *marked) if key in facts]
        self.state: State | None = None
        if scenario.position:
            self.state = self._set_up(scenario.position)

    def _set_up(self, position: dict[str, str]) -> State:
        state = self.game.new_initial_state(0)
        facts = {key: self._blank(key, value) for key, value in state.facts().items()}
        homes = {deck: deck for deck in self.game.decks}
        for name, text in position.items():
            key = self._key(name)
            if key not in facts:
                raise ScenarioError(f"There is no “{name}”. There are: {', '.join(self._name(k) for k in facts)}.")
            told, rest = _without_the_rest(text)
            homes |= {deck: key for deck in homes if deck == rest}
            facts[key] = self._value(facts[key], told)
        placed: dict[str, Counter[str]] = {}
        for deck, home in homes.items():
            # The cards of a seat's own deck lie in zones of that seat.
            seat = self._seat_of(deck)
            if seat not in placed:
                zones = [place for place in self.places if seat in ("", self._seat_of(place))]
                placed[seat] = Counter(name for place in zones for name in _names(facts[place]))
            pieces = Counter(self.game.decks[deck])
            facts[home] = [*_names(facts[home]), *(pieces - placed[seat]).elements()]
            placed[seat] -= pieces
        state.set_facts(facts)
        state.clerk.scripted = True
        return state

    def _blank(self, key: str, value: object) -> object:
        if isinstance(value, list):
            return []
        if isinstance(value, bool):
            return False
        return 0 if key == "active" else value

    def _value(self, like: object, text: str) -> object:
        if isinstance(like, list):
            return [] if text in ("", "-") else list(_split(text, ","))
        if isinstance(like, bool):
            return text == "yes"
        if isinstance(like, int):
            return self.seats.index(text) if text in self.seats else int(text)
        return text

    # Facts of a seat are called "hand 0" in the position and "Blue hand" in a scenario.

    def _key(self, name: str) -> str:
        for seat in sorted(self.seats, key=len, reverse=True):
            if name.startswith(f"{seat} "):
                return f"{name.removeprefix(f'{seat} ')} {self.seats.index(seat)}"
        return name

    def _name(self, key: str) -> str:
        rest, _, seat = key.rpartition(" ")
        return f"{self.seats[int(seat)]} {rest}" if seat.isdigit() and key not in self.ids else key

    def _seat_of(self, key: str) -> str:
        """The number of the seat that a zone belongs to; empty if it is of no seat."""
        seat = key.rpartition(" ")[2]
        return seat if seat.isdigit() and key not in self.ids else ""

    def play(self, row: Row) -> None:
        """One row: a new game, a question, or an action."""
        if row.does == "new game":
            self._new_game(row)
            return
        state = self.situated()
        if row.does == "sees":
            seat = self.seats.index(row.who) if row.who in self.seats else None
            self._sees(state.view(seat), row.then)
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

    def _new_game(self, row: Row) -> None:
        before = self._facts(self.game.new_initial_state(0))
        unordered = [place for place in self.places if not self._is_ordered(place)]
        before |= {place: Counter(self.game.decks.get(place, ())) for place in unordered}
        self.state = self.game.new_initial_state(0, self._script(row.chance))
        self._compare(before, row)

    def _act(self, row: Row) -> None:
        state = self.situated()
        before = self._facts(state)
        state.clerk.script = self._script(row.chance)
        for notation in _split(row.does, ";"):
            self._must_decide(row.who)
            ply, picks = state.ply, state.picks()
            state.apply_action(state.string_to_action(notation))
            # A frame that closes may count as one action, where its length would tell something.
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
            elif text.isdigit():
                results.append(int(text))
            else:
                raise ScenarioError(f"Chance cannot bring “{text}”: write a card, a seat or a number.")
        return results

    def _facts(self, state: State) -> dict[str, object]:
        facts = state.facts()
        piles: dict[str, object] = {
            key: _names(facts[key]) if self._is_ordered(key) else Counter(_names(facts[key])) for key in self.places
        }
        return piles | {key: facts[key] for key in self.counters}

    def _compare(self, before: dict[str, object], row: Row) -> None:
        state = self.situated()
        if state.clerk.script:
            raise ScenarioError(f"Chance was not asked for {len(state.clerk.script)} of the scripted results.")
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
        for card in sorted(_pile(expected["discard"]).elements()) if everything else _split(cards, ","):
            if card not in self.ids:
                raise ScenarioError(f"There is no card “{card}”.")
            left = (
                "discard" if everything else self._place(source) if told else self._source(card, target, who, expected)
            )
            _take(expected[left], card)
            _lay(expected[target], card)
            # What lies on a card goes when it goes, but for a move on the field.
            if left in self.game.spec.field and target in self.game.spec.field:
                continue
            expected |= {f"{card} {marker}": 0 for marker in self.game.spec.markers if f"{card} {marker}" in expected}

    def _place(self, name: str) -> str:
        place = self._key(name)
        if place not in self.places:
            zones = ", ".join(self._name(place) for place in self.places)
            raise ScenarioError(f"There is no zone “{name}”. There are: {zones}.")
        return place

    def _source(self, card: str, target: str, who: str, expected: Mapping[str, object]) -> str:
        """Where a card comes from that is not told: the only place that has it, or the likely one."""
        holders = [place for place in self.places if _lie(expected[place], card)]
        seat = self._seat_of(target)
        if seat and len(holders) > 1:
            holders = [place for place in holders if self._seat_of(place) in ("", seat)]
        decks = [deck for deck in self.game.decks if self._seat_of(deck) in ("", seat)]
        likely = decks if target.startswith("hand ") else [*self._passing(), self._key(f"{who} hand")]
        for place in [*holders, ""] if len(holders) == 1 else likely:
            if place in holders and (place != target or len(holders) == 1):
                return place
        where = ", ".join(self._name(place) for place in holders)
        raise ScenarioError(f"{card} lies in several places ({where}): write “{card} from ZONE to ZONE”.")

    def _passing(self) -> Iterator[str]:
        """The zones of no seat in which cards lie only for a while."""
        lasting = {*self.game.decks, "discard"}
        return (place for place in self.places if self._name(place) == place and place not in lasting)

    def _expect_fact(self, text: str, expected: dict[str, object]) -> None:
        name, _, value = text.partition(" = ")
        facts = self.situated().facts()
        key = self._key(name)
        if key not in facts:
            raise ScenarioError(f"There is no “{name}”. There are: {', '.join(self._name(k) for k in facts)}.")
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
                self._expect("the notes", sorted(_cards(wanted)), sorted(seen))
            elif " = " in text:
                name, _, wanted = text.partition(" = ")
                shown = {self._name(n.key if n.owner is None else f"{n.key} {n.owner}"): n.value for n in view.numbers}
                self._expect(name, int(wanted), shown.get(name, "not shown"))
            else:
                zones = {self._name(z.key if z.owner is None else f"{z.key} {z.owner}"): z for z in view.zones}
                zones |= {z.key: z for z in view.zones if z.key in ("line", "picked")}
                if name not in zones:
                    raise ScenarioError(f"No zone “{name}” is shown. There are: {', '.join(zones)}.")
                zone = zones[name]
                faces = sorted(card.handle if card.handle in self.ids else card.name for card in zone.cards)
                hidden = re.fullmatch(r"(\d+) hidden", wanted)
                if hidden:
                    self._expect(name, (int(hidden[1]), []), (zone.count, faces))
                else:
                    self._expect(name, (len(_cards(wanted)), sorted(_cards(wanted))), (zone.count, faces))

    def _expect(self, what: str, wanted: object, found: object) -> None:
        if wanted != found:
            raise ScenarioError(f"{what}: {_shown(wanted)} was told, {_shown(found)} is there.")

    def situated(self) -> State:
        """The position as it stands; raises ScenarioError where there is none yet."""
        if self.state is None:
            raise ScenarioError("There is no position yet: give a Position table, or start with “new game”.")
        return self.state

    def _legal(self) -> frozenset[str]:
        state = self.situated()
        return frozenset(state.action_to_string(action) for action in state.legal_actions())

    def situation(self) -> str:
        """Who is asked what, and the legal list."""
        if self.state is None or self.state.is_terminal():
            return "Nobody is asked anything."
        view = self.state.view(self.state.current_player())
        legal = ", ".join(action.notation for action in view.actions)
        return f"Now {self.seats[self.state.current_player()]} is asked: {view.prompt.text}\nLegal: {legal}"


def _expanded(groups: tuple[str, ...]) -> frozenset[str]:
    """`UNIT Grenadiers, Sappers` stands for two actions."""
    actions: set[str] = set()
    for group in groups:
        verb, _, cards = group.partition(" ")
        actions.update(f"{verb} {card}" for card in _split(cards, ",")) if cards else actions.add(verb)
    return frozenset(actions)


def _split(text: str, mark: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(mark) if part.strip())


def _cards(text: str) -> tuple[str, ...]:
    return () if text == "-" else _split(text, ",")


def _assigned(text: str, path: Path) -> tuple[str, str]:
    key, found, value = text.partition("=")
    if not found:
        raise ScenarioError(f"{path}: “{text}” should be KEY=VALUE.")
    return key.strip(), value.strip()


def _without_the_rest(text: str) -> tuple[str, str]:
    """The text without `the rest` (of the deck) or `the rest of DECK`, and which deck that is."""
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


# What lies in a zone is a Counter, or a list where the order counts: cards come to its end.


def _lie(value: object, card: str) -> bool:
    """Does the card lie there?"""
    return card in value if isinstance(value, list) else _pile(value)[card] > 0


def _take(value: object, card: str) -> None:
    if not isinstance(value, list):
        _pile(value)[card] -= 1
    elif card in value:
        value.remove(card)
    else:
        raise ScenarioError(f"{card} does not lie there.")


def _lay(value: object, card: str) -> None:
    if isinstance(value, list):
        value.append(card)
    else:
        _pile(value)[card] += 1


def _shown(value: object) -> str:
    if isinstance(value, Counter):
        value = list(value.elements())
    if isinstance(value, frozenset | list | tuple):
        return ", ".join(sorted(str(v) for v in value)) or "nothing"
    return f"“{value}”"
