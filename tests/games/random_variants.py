"""Random variants of every game, careless ones among them: each is refused in a sentence, or plays to its end.

`python -m tests.games.random_variants SLUG FROM TO` tries many. It prints each that fails, and how many play.
"""

from __future__ import annotations

import pickle
import re
import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from grognard.art.faces import changed_faces
from grognard.game_check.names import told
from grognard.kernel.content.card_numbers import COPIES, LIKE, LOOK, MOST_COPIES, MOST_LETTERS, NAME, TEXT, Value
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.play.differences import differences
from grognard.registry import load, spec
from tests.conformance.support import dice, play, random_rules
from tests.conformance.test_random_games import check_game
from tests.games.test_hostile_names import HOSTILE
from tests.kernel.test_card_changes import STRANGE
from tests.kernel.test_card_numbers import random_numbers

T = TypeVar("T")
# Seldom looked at, since it takes a hundred times as long as playing: all places, all illegal actions.
THOROUGH: Final = 10
LOOKED: Final = 60
NEW_KEYS: Final = ("New A", "O'Neill", "A-1-b", "constructor", "Guard 9th", "toString", "X" * 30, "Nul", "Q’s & R")
BAD_KEYS: Final = ("", "A", "__proto__", "9th", "A.b", "{x}", "<b>", "X" * 31, "Guard 9", "Grenadière", "a/b", " x ")
BAD_WORDS: Final = ("", "  ", "two\nlines", "turned \u202eround", "\x00", "\u200f", "a\tb", 5)
WORDS: Final = (*HOSTILE, *STRANGE)
# What a sentence has only by mistake: a Python value, a place for a number or for words, a second line.
MISTAKE: Final = re.compile(
    r"[{}\n]|(?<=[a-z,(] )None\b|\b(nan|Traceback|Error|object at|i64|dict|NoneType)\b|<class|\(\)|''"
    r"|  | [.,:;!?](?= |$)|“”"
)
SENTENCE: Final = re.compile(r"[A-Z“\d].*[.]( \([A-Z]+-[\d.]+\))?")


class Draft:
    """A variant that grows by random changes. A careless designer also writes what cannot be."""

    def __init__(self, slug: str, seed: int) -> None:
        self.spec = spec(slug)
        self.table = self.spec.card_table
        self.chance = dice(seed, f"variant of {slug}")
        self.options: dict[str, Any] = random_rules(self.spec, self.chance) if self.one_in(2) else {}
        self.overrides: dict[str, Any] = {}
        names = Counter(self.table.cards[row].name for row in set(self.table.pieces))
        # Every card as a key names it: one that is in two decks with its deck or without.
        self.keys = list(names)
        self.keys += [f"{card.deck}/{card.name}" for card in self.table.cards if names[card.name] > 1]
        decks = Counter(card.name for card in self.table.cards)
        # Every card with its deck, if several have it.
        self.likes = [card.name if decks[card.name] == 1 else f"{card.deck}/{card.name}" for card in self.table.cards]
        if self.one_in(2):
            self.overrides |= random_numbers(slug, self.chance)
        if self.spec.is_open:
            self.deck()
        if self.one_in(2):
            self.words()
        if self.one_in(5):
            self.mistake()

    def one_in(self, count: int) -> bool:
        return self.chance.below(count) == 0

    def any(self, of: Sequence[T]) -> T:
        return of[self.chance.below(len(of))]

    def deck(self) -> None:
        """Changes which cards there are: some numbers of copies, new cards, or a few cards alone."""
        kind = self.chance.below(4)
        if kind == 3:
            self.overrides |= {f"{key}.{COPIES}": 0 for key in self.likes}
            for _card in range(1 + self.chance.below(30)):
                self.overrides[f"{self.any(self.likes)}.{COPIES}"] = 1 + self.chance.below(MOST_COPIES)
        elif kind:
            for _card in range(self.chance.below(8)):
                self.overrides[f"{self.any(self.likes)}.{COPIES}"] = self.chance.below(
                    self.any((2, 3, MOST_COPIES + 1))
                )
        if kind > 1:
            for _card in range(self.chance.below(4)):
                self.new_card(self.any(NEW_KEYS), self.any(self.likes))

    def new_card(self, key: str, like: str) -> None:
        """Adds a card, some of its numbers, and its copies."""
        deck, _, name = like.partition("/")
        old = name if deck in {card.deck for card in self.table.cards} else like
        rows, _field = self.table.find(f"{old}.{NAME}")
        self.overrides[f"{key}.{LIKE}"] = like
        self.keys.append(key)
        for field in self.table.on(self.table.cards[rows[0]]):
            if self.one_in(2):
                self.overrides[f"{key}.{field}"] = self.any(self.table.range_of(f"{old}.{field}"))
        if self.one_in(2):
            self.overrides[f"{key}.{COPIES}"] = self.chance.below(5)

    def words(self) -> None:
        """Gives some cards another name, text or picture; two cards may swap their names."""
        often, used = self.any((2, 10, 30)), Counter[str]()
        for key in self.keys:
            if not self.one_in(often):
                continue
            said = self.any(WORDS)
            used[said] += 1
            match self.chance.below(4):
                case 0:
                    self.overrides[f"{key}.{TEXT}"] = self.any((said, f"{said} {'x' * 300}"[: MOST_LETTERS[TEXT]]))
                case 1:
                    self.overrides[f"{key}.{LOOK}"] = self.any(self.keys)
                case _:
                    named = said if used[said] == 1 else f"{said[:26]} {used[said]}"
                    self.overrides[f"{key}.{NAME}"] = named[: MOST_LETTERS[NAME]]
        if self.one_in(4):
            one, other = self.any(self.keys), self.any(self.keys)
            self.overrides |= {f"{one}.{NAME}": other.partition("/")[2] or other}
            self.overrides |= {f"{other}.{NAME}": one.partition("/")[2] or one}

    def mistake(self) -> None:
        """Writes something that cannot be, or nearly cannot."""
        key = self.any(self.keys)
        field = self.any(self.table.fields)
        match self.chance.below(10):
            case 0:
                self.overrides[f"{key}.{COPIES}"] = self.any((MOST_COPIES, MOST_COPIES + 1, -1, "two", 2.5))
            case 1:
                self.overrides[f"{key}.{NAME}"] = self.any((*BAD_WORDS, "x" * 30, "x" * 31, self.any(self.keys)))
            case 2:
                self.overrides[f"{key}.{TEXT}"] = self.any((*BAD_WORDS, "x" * 300, "x" * 301))
            case 3:
                self.overrides[f"{key}.{LOOK}"] = self.any((*WORDS, key, 5))
            case 4:
                self.new_card(self.any((*BAD_KEYS, *self.keys)), self.any(self.likes))
            case 5:
                self.overrides[f"{self.any(NEW_KEYS)}.{LIKE}"] = self.any((*WORDS, *self.keys, *NEW_KEYS, 5))
            case 6:
                self.overrides[self.any((f"{self.any(WORDS)}.{field}", f"{key}.{self.any(WORDS)}", key, "", "."))] = 1
            case 7:
                self.overrides[f"{self.any(self.table.cards).deck}/{key}.{self.any((field, NAME))}"] = "1"
            case 8:
                option = self.any(self.spec.meta.options)
                self.options[self.any((option.key, "morals"))] = self.any((*option.values, *WORDS, 7))
            case _:
                self.near_its_range(f"{key}.{field}")

    def near_its_range(self, key: str) -> None:
        """Sets a number to one just inside its range or outside, or a card without this number."""
        try:
            possible = self.table.range_of(key)
        except BadInput:
            possible = range(1)
        ends = possible[0] - 1, possible[0], possible[-1], possible[-1] + 1, 10**30, 2.5, "1", "=1+1"
        self.overrides[key] = self.any(ends)


def refused(draft: Draft, why: str) -> None:
    """Asserts that a refusal is a sentence, apart from what it quotes."""
    given = [
        *draft.overrides,
        *map(str, draft.overrides.values()),
        *(key.rpartition(".")[0] for key in draft.overrides),
    ]
    unquoted = re.sub("“.*?”", "“X”", why, flags=re.DOTALL)
    for said in sorted(given, key=len, reverse=True):
        unquoted = unquoted.replace(said, "X") if len(said) > 3 else unquoted
    assert SENTENCE.fullmatch(unquoted), unquoted
    assert not MISTAKE.search(unquoted), why


def plain(overrides: dict[str, Value]) -> dict[str, Value]:
    """The changes without those that only change what people read and see."""
    return {key: value for key, value in overrides.items() if key.rpartition(".")[2] not in (NAME, TEXT, LOOK)}


def last_of(game: Game, seed: int) -> State:
    """Plays a random game to its end, and reads some of its positions."""
    seats, some, made = range(game.num_players()), dice(seed, "read"), -1
    state = game.new_initial_state(seed)
    for state in play(game, seed):
        made += 1
        for event in state.events(None):
            game.event_view(event)
        if state.is_terminal() or some.below(LOOKED) == 0:
            restored = game.deserialize(state.serialize())
            assert restored.fingerprint() == state.fingerprint()
            for seat in seats:
                world = state.resample_from_infostate(seat, made)
                assert world.view(seat) == state.view(seat)
                assert game.observe(world, seat) == game.observe(state, seat)
                game.evaluate(state, seat)
            state.view(None)
    assert made <= game.max_game_length()
    assert state.turn <= game.max_turns()
    assert sum(state.returns()) == 0
    return state


def reads_well(game: Game, seed: int) -> None:
    """Asserts that nothing that people read has a Python value or an unfilled place in it."""
    some = dice(seed, "sentences")
    for state in play(game, seed):
        if not state.is_terminal() and some.below(LOOKED):
            continue
        for seat in (None, *range(game.num_players())):
            events = [game.event_view(event, seat) for event in state.events(seat)]
            for sentence in told([state.view(seat), state.outcome(), *events]):
                assert not MISTAKE.search(sentence), sentence
    for line in (*differences(game), *(" ".join(clause.text.split()) for clause in game.handbook.clauses.values())):
        assert not MISTAKE.search(line), line


def tried(slug: str, seed: int) -> str:
    """Tries a random variant; returns why it is refused, or nothing if it plays to its end."""
    draft = Draft(slug, seed)
    try:
        game = load(slug, draft.options, draft.overrides)
    except BadInput as error:
        refused(draft, str(error))
        return str(error)
    without = load(slug, draft.options, plain(game.overrides))
    assert last_of(game, seed).serialize() == last_of(without, seed).serialize()
    assert game.actions.notations == without.actions.notations
    assert len(set(game.names)) == len(game.names), [name for name, count in Counter(game.names).items() if count > 1]
    assert pickle.loads(pickle.dumps(game)).cards[0].facts == game.cards[0].facts
    assert all(face.svg() for face in changed_faces(game).values())
    reads_well(without, seed)
    assert differences(game)[: len(game.changed_rules)] == differences(without)[: len(game.changed_rules)]
    assert game.handbook.clauses.keys() == without.handbook.clauses.keys()
    if seed % THOROUGH == 0:
        check_game(game, seed, [*game.spec.places, *game.card_set.holders])
    return ""


def main(slug: str, first: int, end: int) -> int:
    """Tries many variants; 1 if any fails."""
    whys, failed = Counter[str](), 0
    for seed in range(first, end):
        try:
            whys[tried(slug, seed)] += 1
        except Exception:  # each variant that fails is told, and the next is tried
            failed += 1
            draft = Draft(slug, seed)
            print(
                f"\n{slug} {seed}: {traceback.format_exc()}{draft.options} {str(draft.overrides)[:2_000]}", flush=True
            )
    count = end - first
    print(f"{slug} {first} to {end - 1}: {whys['']} play, {count - whys[''] - failed} are refused, {failed} fail")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
