"""Counted sets, word for word against a Counter of the standard library."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.kernel.cardsets.bits import bit, is_in, lowest, members_of, nth_of, ones
from grognard.kernel.cardsets.counts import (
    MOST,
    are_in,
    at_least,
    copies,
    count,
    counted,
    each,
    is_none,
    larger,
    less,
    nothing,
    nth_copy,
    one,
    plus,
    some,
    total,
    with_count,
    within,
    without,
)
from grognard.kernel.engine.chance import Generator, stream

THINGS = 60
ROUNDS = 200


def any_count(generator: Generator, most: int = MOST) -> Counter[int]:
    """Some things, each with 1 to `most`."""
    chosen = [thing for thing in range(THINGS) if generator.below(3) == 0]
    return Counter({thing: int(generator.below(most)) + 1 for thing in chosen})


def listed(counter: Counter[int]) -> list[int]:
    return sorted(counter.elements())


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_each_word_means_what_it_says(seed: int) -> None:
    generator = Generator(stream(seed, "counts"))
    a, b = any_count(generator, 15), any_count(generator, 15)
    x, y = counted(listed(a)), counted(listed(b))
    assert copies(x) == listed(a)
    assert [count(x, thing) for thing in range(THINGS)] == [a[thing] for thing in range(THINGS)]
    assert total(x) == a.total()
    assert members_of(some(x)) == sorted(a)
    for n in range(1, MOST + 1):
        assert members_of(at_least(x, n)) == sorted(thing for thing in a if a[thing] >= n)
    assert copies(plus(x, y)) == listed(a + b)
    assert less(plus(x, y), y) == x
    assert copies(larger(x, y)) == listed(a | b)
    assert are_in(x, plus(x, y))
    assert are_in(x, y) == (a <= b)
    things = sum(bit(thing) for thing in b)
    assert copies(within(x, things)) == listed(Counter({thing: a[thing] for thing in a if thing in b}))
    assert copies(without(x, things)) == listed(Counter({thing: a[thing] for thing in a if thing not in b}))
    assert copies(each(things)) == sorted(b)


@pytest.mark.parametrize("seed", range(20))
def test_every_copy_is_drawn_once(seed: int) -> None:
    a = any_count(Generator(stream(seed, "copies")))
    x = counted(listed(a))
    assert sorted(nth_copy(x, n) for n in range(total(x))) == listed(a)


def test_one_number_is_set_and_the_others_stay() -> None:
    x = counted(listed(any_count(Generator(stream(1, "set")))))
    for n in range(MOST + 1):
        y = with_count(x, 59, n)
        assert count(y, 59) == n
        assert without(y, bit(59)) == without(x, bit(59))


def test_nothing() -> None:
    assert is_none(nothing())
    assert not is_none(one(59))
    assert copies(nothing()) == []
    assert total(nothing()) == some(nothing()) == 0


def test_bits() -> None:
    word = bit(0) | bit(31) | bit(32) | bit(59)
    assert members_of(word) == [0, 31, 32, 59]
    assert [nth_of(word, n) for n in range(ones(word))] == members_of(word)
    assert lowest(word) == 0
    assert lowest(bit(59)) == 59
    assert is_in(word, 59)
    assert not is_in(word, 58)
