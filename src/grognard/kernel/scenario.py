"""Scenario files: a position, scripted chance, actions and what they change, as Markdown tables.

The form is described for people in docs/scenarios.md. A row of the play table tells everything that changes: a card
that moves or a number that changes without being told fails the row. After the last row somebody must be able to act,
or the game must be over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from grognard.kernel.errors import GrognardError, ScenarioError
from grognard.kernel.game import Game
from grognard.kernel.state import State
from grognard.kernel.view import View

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
        self.ids = {card.name: number for number, card in enumerate(game.cards)}
        self.state: State | None = None
        if scenario.position:
            self.state = self._set_up(scenario.position)

    def _set_up(self, position: dict[str, str]) -> State:
        state = self.game.new_initial_state(0)
        facts = {key: self._blank(key, value) for key, value in state.facts().items()}
        rest = "deck"
        for name, text in position.items():
            key = self._key(name)
            if key not in facts:
                raise ScenarioError(f"There is no “{name}”. There are: {', '.join(self._name(k) for k in facts)}.")
            if text == _THE_REST:
                rest = key
            else:
                facts[key] = self._value(facts[key], text)
        placed = {name for place in self.game.spec.places for name in _names(facts[place])}
        facts[rest] = [*_names(facts[rest]), *(name for name in self.ids if name not in placed)]
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
        seat, _, rest = name.partition(" ")
        return f"{rest} {self.seats.index(seat)}" if seat in self.seats else name

    def _name(self, key: str) -> str:
        rest, _, seat = key.rpartition(" ")
        return f"{self.seats[int(seat)]} {rest}" if seat.isdigit() else key

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
        if not state.is_terminal() and row.who != self.seats[state.current_player()]:
            raise ScenarioError(f"{self.seats[state.current_player()]} decides here, not {row.who}.")
        if row.does == "may":
            self._expect("the legal actions", _expanded(row.then), self._legal())
        elif row.does.startswith("may not "):
            self._may_not(row.does.removeprefix("may not "), row.then)
        else:
            self._act(row)

    def _new_game(self, row: Row) -> None:
        empty = {place: frozenset[str]() for place in self.game.spec.places}
        before = self._facts(self.game.new_initial_state(0)) | empty | {"deck": frozenset(self.ids)}
        self.state = self.game.new_initial_state(0, self._script(row.chance))
        self._compare(before, row)

    def _act(self, row: Row) -> None:
        state = self.situated()
        before = self._facts(state)
        state.clerk.script = self._script(row.chance)
        ply = state.ply
        state.apply_action(state.string_to_action(row.does))
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
        return {key: frozenset(_names(facts[key])) for key in self.game.spec.places} | {
            key: facts[key] for key in self.game.spec.counters
        }

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
                self._move(text, expected)
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

    def _move(self, text: str, expected: dict[str, object]) -> None:
        listed, found, name = text.rpartition(" to ")
        if not found:
            raise ScenarioError(f"“{text}” should be “CARD, CARD to ZONE”, “NUMBER = VALUE” or “game over: ...”.")
        target = self._key(name)
        everything = listed == "the discard pile"  # a reshuffle
        cards = frozenset(_names(expected["discard"]) if everything else _split(listed, ","))
        for card in cards - set(self.ids):
            raise ScenarioError(f"There is no card “{card}”.")
        if target not in self.game.spec.places:
            zones = ", ".join(self._name(place) for place in self.game.spec.places)
            raise ScenarioError(f"There is no zone “{name}”. There are: {zones}.")
        for place in self.game.spec.places:
            expected[place] = frozenset(_names(expected[place])) - cards
        expected[target] = frozenset(_names(expected[target])) | cards

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
            self._expect(name, frozenset(wanted), frozenset(_names(facts[key])))
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
                faces = sorted(card.name for card in zone.cards)
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


def _names(value: object) -> list[str]:
    assert isinstance(value, list | frozenset)
    return [str(name) for name in value]


def _shown(value: object) -> str:
    if isinstance(value, frozenset | list | tuple):
        return ", ".join(sorted(str(v) for v in value)) or "nothing"
    return f"“{value}”"
