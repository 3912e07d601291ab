"""What learners get of a position: a row of small numbers, all from what one seat may know.

A game's `features.py` says in `layout` what the row holds, and its `Observation` writes it in the same order. A row is
made of bytes from 0 to 127, eight to a word, so that a set is written eight things at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.bits import NONE, bit, lowest
from grognard.kernel.cardsets.cards import WORD as CARDS_IN_WORD
from grognard.kernel.engine.state import OVER, State

MOST: Final = 127
_WORD: Final = 64

# A 1 in each byte, and what multiplies seven bits into seven bytes.
_EACH: Final = 0x101010101010101
_SPREADER: Final = 0x40810204081


class Part(NamedTuple):
    """A part of a row: one number, or one for each of `names`.

    `most` is the highest value; sets and piles begin at a multiple of eight (`aligned`). Where a number n stands for a
    thing, that is `values[n - 1]`, and 0 is none.
    """

    name: str
    names: Sequence[str] = ()
    most: int = MOST
    aligned: bool = False
    values: Sequence[str] = ()


class Field(NamedTuple):
    """Where a part of a row stands: `row[start : start + length]`."""

    name: str
    start: int
    length: int
    most: int
    names: Sequence[str]
    values: Sequence[str]

    def read(self, row: Sequence[int]) -> list[int]:
        """Its numbers in a row."""
        return list(row[self.start : self.start + self.length])


def number(name: str, most: int = MOST) -> Part:
    """One number; what is higher than `most` stands as `most`."""
    return Part(name, (), most)


def flag(name: str) -> Part:
    """1 or 0."""
    return Part(name, (), 1)


def code(name: str, values: Sequence[str]) -> Part:
    """One of these by its number from 1, or 0 for none."""
    return Part(name, (), len(values), False, values)


def wide(name: str) -> Part:
    """A number of up to 16,383 in two bytes: how many times 128, and the rest."""
    return Part(name, ("128s", "rest"))


def one_of(name: str, names: Sequence[str]) -> Part:
    """A 1 for one of these, or none."""
    return Part(name, names, 1)


def numbers_of(name: str, names: Sequence[str]) -> Part:
    """A number for each of these."""
    return Part(name, names)


def set_of(name: str, names: Sequence[str], value: str = "") -> Part:
    """A 1 for each thing of a set; it stands for `value`, if there is one."""
    return Part(name, names, 1, True, (value,) if value else ())


def things_on(name: str, names: Sequence[str], values: Sequence[str]) -> Part:
    """For each of `names` what lies on it, by its number in `values` from 1."""
    return Part(name, names, len(values), True, values)


def pile_of(name: str, names: Sequence[str]) -> Part:
    """How many there are of each thing."""
    return Part(name, names, 31, True)


def aligned(part: Part) -> Part:
    """A part that begins at a multiple of eight."""
    return part._replace(aligned=True)


class Layout:
    """What a row holds, field by field; its bytes are a multiple of eight, those between fields are 0."""

    def __init__(self, parts: Sequence[Part], version: int) -> None:
        self.version = version
        self.fields: list[Field] = []
        at = 0
        for part in parts:
            length = max(1, len(part.names))
            at = -(-at // 8) * 8 if part.aligned else at
            self.fields.append(Field(part.name, at, length, part.most, part.names, part.values))
            at += -(-length // 8) * 8 if part.aligned and part.names else length
        self.size = -(-at // 8) * 8
        self.by_name = {field.name: field for field in self.fields}


def zeros(words: i64) -> vec[i64]:
    """A buffer of so many words that are 0."""
    return vec[i64]([0] * words)


@final
@mypyc_attr(acyclic=True)
class Row:
    """A row that is being written into a buffer, from its word `base` on. What was there before is overwritten."""

    def __init__(self, words: vec[i64], base: i64) -> None:
        self.words: vec[i64] = words
        # The word that is being filled, what it holds so far, and how many of its bits are filled.
        self.place: i64 = base
        self.word: i64 = 0
        self.filled: i64 = 0

    def begin(self, base: i64) -> None:
        """From now on a row is written that begins at this word."""
        self.place = base
        self.word = 0
        self.filled = 0

    def align(self) -> None:
        """What follows begins at a word; a row ends with this."""
        if self.filled != 0:
            self.words[self.place] = self.word
            self.place += 1
            self.word = 0
            self.filled = 0

    def number(self, n: i64) -> None:
        """Writes a `number`."""
        # (Not one expression: mypyc 2.4 boxes a choice between a literal and an i64.)
        if n < 0:
            n = 0
        elif n > MOST:
            n = MOST
        self.word |= n << self.filled
        self.filled += 8
        if self.filled == _WORD:
            self.align()

    def eight(self, numbers: i64) -> None:
        """Writes eight numbers, which lie in the bytes of a word and begin at one; none may be above `MOST`."""
        self.align()
        self.words[self.place] = numbers
        self.place += 1

    def code(self, n: i64) -> None:
        """Writes a `code`, of things counted from 0; NONE stands for none."""
        self.number(n + 1)

    def flag(self, is_so: bool) -> None:
        """Writes a `flag`."""
        if is_so:
            self.word |= bit(self.filled)
        self.filled += 8
        if self.filled == _WORD:
            self.align()

    def wide(self, n: i64) -> None:
        """Writes a `wide` number."""
        self.number(n >> 7)
        self.number(n & MOST)

    def one_of(self, n: i64, places: i64) -> None:
        """Writes a `one_of`, of no more than sixty; a number that is none of the places stands for none."""
        if 0 <= n < places:
            self.bits(bit(n), places)
        else:
            self.bits(0, places)

    def bits(self, word: i64, places: i64) -> None:
        """Writes a `one_of` in which several may hold."""
        while self.filled == 0 and places >= 8:
            self.words[self.place] = _spread(word & 255)
            self.place += 1
            word >>= 8
            places -= 8
        while places > 0:
            room = (_WORD - self.filled) >> 3
            part = min(room, places)
            self.word |= _spread(word & (bit(part) - 1)) << self.filled
            self.filled += part << 3
            if part == room:
                self.align()
            word >>= part
            places -= part

    def set_of(self, things: i64, length: i64) -> None:
        """Writes a `set_of`, out of one word that has no more things."""
        self.align()
        words = self.words
        place = self.place
        end = place + ((length + 7) >> 3)
        while things != 0:
            words[place] = _spread(things & 255)
            things >>= 8
            place += 1
        while place < end:
            words[place] = 0
            place += 1
        self.place = end

    def cards_of(self, cards: tuple[i64, i64], length: i64) -> None:
        """Writes a `set_of` out of cards that are all different."""
        low = cards[0]
        high = cards[1]
        if length <= CARDS_IN_WORD:
            self.set_of(low, length)
            return
        self.set_of(low & (bit(CARDS_IN_WORD - 4) - 1), CARDS_IN_WORD - 4)
        self.set_of((low >> (CARDS_IN_WORD - 4)) | (high << 4), length - CARDS_IN_WORD + 4)

    def some_of(self, cards: tuple[i64, i64], places: bytes, length: i64) -> None:
        """Writes a `set_of` whose names are only some of all cards: card c stands at `places[c]`."""
        self.set_of(0, length)
        base = self.place - ((length + 7) >> 3)
        words = self.words
        low = cards[0]
        high = cards[1]
        while low | high != 0:
            card = lowest(low) if low != 0 else CARDS_IN_WORD + lowest(high)
            high = high if low != 0 else high & (high - 1)
            low &= low - 1
            at: i64 = places[card]
            words[base + (at >> 3)] = words[base + (at >> 3)] | bit((at & 7) << 3)

    def pile_of(self, pile: tuple[i64, i64, i64, i64, i64], length: i64) -> None:
        """Writes a `pile_of`."""
        self.set_of(pile[0], length)
        if pile[1] | pile[2] | pile[3] | pile[4] == 0:
            return
        base = self.place - ((length + 7) >> 3)
        self._add(pile[1], base, 1)
        self._add(pile[2], base, 2)
        self._add(pile[3], base, 3)
        self._add(pile[4], base, 4)

    def _add(self, things: i64, place: i64, bit_of_number: i64) -> None:
        """Sets this bit of the numbers of some things, from the word `place` on; things are mostly few."""
        words = self.words
        while things != 0:
            byte = things & 255
            if byte != 0:
                words[place] = words[place] | (_spread(byte) << bit_of_number)
            things >>= 8
            place += 1


def _spread(byte: i64) -> i64:
    """Eight bits as the lowest bits of eight bytes."""
    return (((byte & 127) * _SPREADER) & _EACH) | ((byte & 128) << 49)


def relative(seat: i64, owner: i64, seats: i64) -> i64:
    """A seat counted from one's own, which is 0, in the order of play; NONE stays."""
    if owner < 0:
        return NONE
    return owner - seat if owner >= seat else owner - seat + seats


def place_names(seats: int) -> list[str]:
    """What seats are called in layouts, counted from one's own."""
    return ["own", "their"] if seats == 2 else ["own", *(f"seat {n}" for n in range(1, seats))]


def frame_layout(phases: Sequence[str], seats: int) -> list[Part]:
    """What every row begins with: who is asked what, and whose turn it is."""
    names = place_names(seats)
    return [
        flag("asked"), one_of("phase", phases), code("within phase", phases), one_of("seat to move", names),
        one_of("seat whose turn it is", names), wide("turn"),
    ]  # fmt: skip


def as_seen(state: State, seat: i64) -> State:
    """The position without the open frame of another seat, for it is not shown yet."""
    if state.frames == OVER or state.decider() == seat or state.picks() == 0:
        return state
    rewound = state.clone()
    rewound.take_back_choice()
    return rewound


@mypyc_attr(acyclic=True)
class Observer:
    """Writes observations of one loaded game; a game's own adds `observe`."""

    def __init__(self, phases: i64, seats: i64) -> None:
        self.phases = phases
        self.seats = seats

    def observe(self, state: State, seat: i64, row: Row) -> None:
        """Writes what the seat may know, as the game's `layout` lists it; no other seat has an open frame."""
        raise NotImplementedError

    def write(self, state: State, seat: i64, row: Row) -> None:
        """Writes all that the seat may know of a position, as the layout of the game lists it."""
        seen = as_seen(state, seat)
        self._write_frame(seen, seat, row)
        self.observe(seen, seat, row)
        row.align()

    def _write_frame(self, state: State, seat: i64, row: Row) -> None:
        """What `frame_layout` lists, of a position as the seat sees it."""
        decider: i64 = NONE if state.frames == OVER else state.decider()
        window = state.window()
        row.flag(decider == seat)
        row.one_of(state.phase() if decider == seat else window, self.phases)
        row.code(window)
        row.one_of(relative(seat, decider, self.seats), self.seats)
        row.one_of(relative(seat, state.active, self.seats), self.seats)
        row.wide(state.turn)


def observed(observer: Observer, state: State, seat: i64, size: i64) -> bytes:
    """A row of its own, of so many bytes; raises RuntimeError if the game writes more or less."""
    words = zeros(size >> 3)
    row = Row(words, 0)
    observer.write(state, seat, row)
    if row.place << 3 != size:
        raise RuntimeError("An observation is not as long as its layout.")
    return bytes(memoryview(words).cast("B"))
