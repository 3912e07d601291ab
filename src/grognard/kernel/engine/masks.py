"""Masks: which actions of the fixed space are legal in a position, as bytes or as bits."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from grognard.kernel.cardsets.bits import bit, lowest, ones, wrapped
from grognard.kernel.cardsets.cards import WORD
from grognard.kernel.engine.actions import VERBS
from grognard.kernel.engine.observation import zeros
from grognard.kernel.engine.state import OVER, State

_WORD: Final = 64


def write_mask(state: State, words: vec[i64], at: i64, packed: bool = False) -> tuple[i64, i64]:
    """Sets the byte (packed: the bit) of each legal action, counted from `at`. Returns their number and one of them.

    The bytes must be 0.
    """
    space = state.space
    plain = state.plain_actions()
    found = ones(plain[0]) + ones(plain[1])
    last: i64 = 0
    if plain[0] != 0:
        last = lowest(plain[0])
        _allow_all(words, at, plain[0], packed)
    if plain[1] != 0:
        last = WORD + lowest(plain[1])
        _allow_all(words, at + WORD, plain[1], packed)
    place: i64 = state.phase() * VERBS
    for n in range(VERBS):
        verb: i64 = space.taken[place + n]
        if verb == 0:
            break
        first: i64 = space.first[verb]
        offset: i64 = verb * space.names + first
        things = state.cards_for(verb)
        found += ones(things[0]) + ones(things[1])
        left = things[0]
        while left != 0:
            last = space.at[offset + lowest(left)]
            allow(words, at + last, packed)
            left &= left - 1
        left = things[1]
        while left != 0:
            last = space.at[offset + WORD + lowest(left)]
            allow(words, at + last, packed)
            left &= left - 1
    return found, last


def mask_of(state: State, skip_forced: bool = False) -> bytes:
    """Returns a byte for each action, 1 if it is legal, and then zeros up to a multiple of eight.

    With `skip_forced`, forced actions are played first.
    """
    length: i64 = (len(state.space.verb) + 7) >> 3
    words = zeros(length)
    while state.frames != OVER:
        count, action = write_mask(state, words, 0)
        if count > 1 or not skip_forced:
            break
        clear(words, 0, length << 3)
        state.step(action)
    return bytes(memoryview(words).cast("B"))


def clear(words: vec[i64], at: i64, length: i64) -> None:
    """Sets `length` bytes to 0, starting at byte `at`."""
    end = at + length
    place = at >> 3
    last = end >> 3
    kept = bit((at & 7) << 3) - 1  # the bytes before the first
    if place == last:
        words[place] = words[place] & (kept | ~(bit((end & 7) << 3) - 1))
        return
    words[place] = words[place] & kept
    place += 1
    while place < last:
        words[place] = 0
        place += 1
    if end & 7 != 0:
        words[last] = words[last] & ~(bit((end & 7) << 3) - 1)


def _allow_all(words: vec[i64], at: i64, actions: i64, packed: bool) -> None:
    """Sets the bytes or bits of a set of actions."""
    if not packed:
        while actions != 0:
            allow(words, at + lowest(actions), packed)
            actions &= actions - 1
        return
    place = at >> 6
    filled = at & 63
    words[place] = wrapped(words[place] | (actions << filled))
    if filled > _WORD - WORD and actions >> (_WORD - filled) != 0:
        words[place + 1] = words[place + 1] | (actions >> (_WORD - filled))


def allow(words: vec[i64], at: i64, packed: bool) -> None:
    """Sets a byte to 1, or a bit."""
    if packed:
        place = at >> 6
        words[place] = wrapped(words[place] | bit(at & 63))
    else:
        place = at >> 3
        words[place] = words[place] | bit((at & 7) << 3)
