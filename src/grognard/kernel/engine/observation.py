"""The observation of a position for learners: a row of small numbers, all from one seat's knowledge.

The `layout` in a game's `features.py` lists the parts of a row, and its `Observation` writes them in that order. A row
consists of bytes from 0 to 127, eight to a word, so that a set is written eight things at a time. A packed row has the
same parts, but a set is written as the words that it is kept in, and a pile as its five planes
(`kernel.layout.Field`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.bits import NONE, bit, lowest, wrapped
from grognard.kernel.cardsets.cards import WORD as CARDS_IN_WORD
from grognard.kernel.engine.state import OVER, State

MOST: Final = 127
PLANES: Final = 5  # of a pile
SMALL: Final = 8  # the most things of a set or a plane that takes a byte of a packed row, not whole words
WIDE: Final = ("128s", "rest")
_WORD: Final = 64
_HALF: Final = 56  # things of a large set that are written first, in whole bytes

# A 1 in each byte, and the factor that spreads seven bits over seven bytes.
_EACH: Final = 0x101010101010101
_SPREADER: Final = 0x40810204081


class Part(NamedTuple):
    """A part of a row: one number, or one for each of `names`.

    `most` is the highest value; sets and piles begin at a multiple of eight (`aligned`). If a number n stands for a
    thing, the thing is `values[n - 1]`, and 0 means none.
    """

    name: str
    names: Sequence[str] = ()
    most: int = MOST
    aligned: bool = False
    values: Sequence[str] = ()


def number(name: str, most: int = MOST) -> Part:
    """Returns the part for one number; higher numbers count as `most`."""
    return Part(name, (), most)


def flag(name: str) -> Part:
    """Returns the part for a flag, 1 or 0."""
    return Part(name, (), 1)


def code(name: str, values: Sequence[str]) -> Part:
    """Returns the part for one of these values by its number from 1, or 0 for none."""
    return Part(name, (), len(values), False, values)


def wide(name: str) -> Part:
    """Returns the part for a number up to 16,383 in two bytes: the multiple of 128 and the rest."""
    return Part(name, WIDE)


def one_of(name: str, names: Sequence[str]) -> Part:
    """Returns the part with a 1 for one of these names, or no 1."""
    return Part(name, names, 1)


def numbers_of(name: str, names: Sequence[str]) -> Part:
    """Returns the part with a number for each of these names."""
    return Part(name, names)


def set_of(name: str, names: Sequence[str], value: str = "") -> Part:
    """Returns the part with a 1 for each thing of a set; the 1 stands for `value`, if given."""
    return Part(name, names, 1, True, (value,) if value else ())


def things_on(name: str, names: Sequence[str], values: Sequence[str]) -> Part:
    """Returns the part for the thing on each of `names`, by its number in `values` from 1."""
    return Part(name, names, len(values), True, values)


def pile_of(name: str, names: Sequence[str]) -> Part:
    """Returns the part for the number of each thing in a pile."""
    return Part(name, names, 31, True)


def aligned(part: Part) -> Part:
    """Returns the part moved to begin at a multiple of eight."""
    return part._replace(aligned=True)


def zeros(words: i64) -> vec[i64]:
    """Returns a buffer of `words` zero words."""
    return vec[i64]([0] * words)


@final
@mypyc_attr(acyclic=True)
class Row:
    """A writer of a row into a buffer, from word `base`, overwriting the old content; of a packed row on request."""

    def __init__(self, words: vec[i64], base: i64, packed: bool = False) -> None:
        self.words: vec[i64] = words
        self.packed: bool = packed
        # The place of the current word, its value so far, and the number of its bits filled.
        self.place: i64 = base
        self.word: i64 = 0
        self.filled: i64 = 0

    def begin(self, base: i64) -> None:
        """Starts a new row at this word."""
        self.place = base
        self.word = 0
        self.filled = 0

    def align(self) -> None:
        """Moves to the start of the next word; also ends a row."""
        if self.filled != 0:
            self.words[self.place] = self.word
            self.place += 1
            self.word = 0
            self.filled = 0

    def number(self, n: i64) -> None:
        """Writes a `number` part."""
        # Not one expression, because mypyc 2.4 boxes a choice between a literal and an i64.
        if n < 0:
            n = 0
        elif n > MOST:
            n = MOST
        self.word |= n << self.filled
        self.filled += 8
        if self.filled == _WORD:
            self.align()

    def _append(self, bits: i64, length: i64) -> None:
        """Writes at most `length` <= 64 bits, at least one, in whole bytes of a packed row."""
        filled = self.filled
        self.word |= bits << filled
        after = filled + ((length + 7) & -8)
        if after >= _WORD:
            self.words[self.place] = wrapped(self.word)
            self.place += 1
            after -= _WORD
            self.word = 0
            if after > 0:
                self.word = bits >> (_WORD - filled)
        self.filled = after

    def eight(self, numbers: i64, parts: i64) -> None:
        """Writes up to eight numbers, the bytes of `numbers`, at the start of a word; none may exceed `MOST`.

        They belong to this many parts, and the next part is aligned.
        """
        if self.packed:
            self._append(numbers, parts << 3)
            return
        self.align()
        self.words[self.place] = numbers
        self.place += 1

    def code(self, n: i64) -> None:
        """Writes a `code` part for a thing counted from 0, or for NONE."""
        self.number(n + 1)

    def flag(self, is_so: bool) -> None:
        """Writes a `flag` part."""
        if is_so:
            self.word |= bit(self.filled)
        self.filled += 8
        if self.filled == _WORD:
            self.align()

    def wide(self, n: i64) -> None:
        """Writes a `wide` part."""
        self.number(n >> 7)
        self.number(n & MOST)

    def one_of(self, n: i64, places: i64) -> None:
        """Writes a `one_of` part with at most sixty places; a number outside them means none."""
        if 0 <= n < places:
            self.bits(bit(n), places)
        else:
            self.bits(0, places)

    def bits(self, word: i64, places: i64) -> None:
        """Writes a `one_of` part in which several places may be 1."""
        if self.packed:
            self._append(word & (bit(places) - 1), places)
            return
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
        """Writes a `set_of` part from one word, which has no things beyond `length`."""
        if self.packed and length <= SMALL:
            self._append(things, SMALL)
            return
        if self.filled != 0:
            self.align()
        if self.packed:
            self.words[self.place] = things
            self.place += 1
            return
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

    def small_sets(self, things: i64, sets: i64) -> None:
        """Writes at most seven `set_of` parts of eight things each; `things` has eight bits for each part."""
        if self.packed:
            self._append(things, SMALL * sets)
        else:
            self.set_of(things, SMALL * sets)

    def cards_of(self, cards: tuple[i64, i64], length: i64) -> None:
        """Writes a `set_of` part from a set of cards."""
        low = cards[0]
        high = cards[1]
        if length <= CARDS_IN_WORD:
            self.set_of(low, length)
            return
        if self.packed:
            self.align()
            self.words[self.place] = low
            self.words[self.place + 1] = high
            self.place += 2
            return
        self.set_of(low & (bit(_HALF) - 1), _HALF)
        self.set_of((low >> _HALF) | (high << (CARDS_IN_WORD - _HALF)), length - _HALF)

    def some_of(self, cards: tuple[i64, i64], places: bytes, length: i64) -> None:
        """Writes a `set_of` part whose names are only some of the cards: card c is at `places[c]`."""
        in_first: i64 = CARDS_IN_WORD if self.packed else _HALF
        first: i64 = 0
        rest: i64 = 0
        low = cards[0]
        high = cards[1]
        while low | high != 0:
            card = lowest(low) if low != 0 else CARDS_IN_WORD + lowest(high)
            high = high if low != 0 else high & (high - 1)
            low &= low - 1
            at: i64 = places[card]
            if at < in_first:
                first |= bit(at)
            else:
                rest |= bit(at - in_first)
        if length <= in_first:
            self.set_of(first, length)
            return
        self.set_of(first, in_first)
        self.set_of(rest, length - in_first)

    def pile_of(self, pile: tuple[i64, i64, i64, i64, i64], length: i64) -> None:
        """Writes a `pile_of` part."""
        if self.packed and length <= SMALL:
            self._append(pile[0], SMALL)
            self._append(pile[1], SMALL)
            self._append(pile[2], SMALL)
            self._append(pile[3], SMALL)
            self._append(pile[4], SMALL)
            return
        if self.packed:
            self.align()
            words = self.words
            place = self.place
            words[place] = pile[0]
            words[place + 1] = pile[1]
            words[place + 2] = pile[2]
            words[place + 3] = pile[3]
            words[place + 4] = pile[4]
            self.place = place + PLANES
            return
        self.set_of(pile[0], length)
        if pile[1] | pile[2] | pile[3] | pile[4] == 0:
            return
        base = self.place - ((length + 7) >> 3)
        self._add(pile[1], base, 1)
        self._add(pile[2], base, 2)
        self._add(pile[3], base, 3)
        self._add(pile[4], base, 4)

    def _add(self, things: i64, place: i64, bit_of_number: i64) -> None:
        """Sets this bit in the numbers of some things, usually few, from word `place`."""
        words = self.words
        while things != 0:
            byte = things & 255
            if byte != 0:
                words[place] = words[place] | (_spread(byte) << bit_of_number)
            things >>= 8
            place += 1


def _spread(byte: i64) -> i64:
    """Returns eight bits as the lowest bits of eight bytes."""
    return (((byte & 127) * _SPREADER) & _EACH) | ((byte & 128) << 49)


def relative(seat: i64, owner: i64, seats: i64) -> i64:
    """Returns a seat relative to one's own seat, which is 0, in the order of play; NONE stays NONE."""
    if owner < 0:
        return NONE
    return owner - seat if owner >= seat else owner - seat + seats


def place_names(seats: int) -> list[str]:
    """Returns the names of the seats in layouts, counted from one's own seat."""
    return ["own", "their"] if seats == 2 else ["own", *(f"seat {n}" for n in range(1, seats))]


def frame_layout(phases: Sequence[str], seats: int) -> list[Part]:
    """Returns the parts at the start of every row: the decider, the phase and the turn."""
    names = place_names(seats)
    return [
        flag("asked"), one_of("phase", phases), code("within phase", phases), one_of("seat to move", names),
        one_of("seat whose turn it is", names), wide("turn"),
    ]  # fmt: skip


def as_seen(state: State, seat: i64) -> State:
    """Returns the position without another seat's open frame, which is not shown yet."""
    if state.frames == OVER or state.decider() == seat or state.picks() == 0:
        return state
    rewound = state.clone()
    rewound.take_back_choice()
    return rewound


@mypyc_attr(acyclic=True)
class Observer:
    """A writer of observations for one loaded game; each game's subclass adds `observe`."""

    def __init__(self, phases: i64, seats: i64) -> None:
        self.phases = phases
        self.seats = seats

    def observe(self, state: State, seat: i64, row: Row) -> None:
        """Writes the seat's knowledge in the order of the game's `layout`; no other seat has an open frame."""
        raise NotImplementedError

    def write(self, state: State, seat: i64, row: Row) -> None:
        """Writes the complete row for the seat's knowledge of a position."""
        seen = as_seen(state, seat)
        self._write_frame(seen, seat, row)
        self.observe(seen, seat, row)
        row.align()

    def _write_frame(self, state: State, seat: i64, row: Row) -> None:
        """Writes the parts of `frame_layout` for a position as the seat sees it."""
        decider: i64 = NONE if state.frames == OVER else state.decider()
        window = state.window()
        row.flag(decider == seat)
        row.one_of(state.phase() if decider == seat else window, self.phases)
        row.code(window)
        row.one_of(relative(seat, decider, self.seats), self.seats)
        row.one_of(relative(seat, state.active, self.seats), self.seats)
        row.wide(state.turn)


def observed(observer: Observer, state: State, seat: i64, size: i64, packed: bool = False) -> bytes:
    """Returns a new row of `size` bytes; raises RuntimeError if the game writes more or less."""
    words = zeros(size >> 3)
    row = Row(words, 0, packed)
    observer.write(state, seat, row)
    if row.place << 3 != size:
        raise RuntimeError("The length of an observation differs from its layout.")
    return bytes(memoryview(words).cast("B"))
