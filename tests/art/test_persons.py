"""The computer's players: every bot of a game has a person, and every portrait is small and its own."""

from __future__ import annotations

import gzip
import re
from itertools import chain

import pytest

from grognard.art.palette import PALETTES
from grognard.art.persons import PERIODS, Person, cast, person_of
from grognard.bots import ABOUT, STYLED, STYLES, bots_of, level_of
from grognard.kernel.game import Period
from grognard.registry import for_players, load

MOST_BYTES = 1600  # of a portrait, compressed as browsers get it
EVERYBODY = [*chain.from_iterable(cast(period).values() for period in PERIODS)]


@pytest.mark.parametrize("period", PERIODS)
def test_each_level_and_each_style_has_a_person(period: Period) -> None:
    styles = {f"{level}-{style}" for level in STYLED for style in STYLES}
    assert {*cast(period)} == {*ABOUT} | styles
    named = [person.called for person in cast(period).values()]
    assert len({*named}) == len(named)


@pytest.mark.parametrize("slug", [spec.meta.slug for spec in for_players()])
def test_every_bot_that_people_choose_has_a_person(slug: str) -> None:
    meta = load(slug).spec.meta
    for bot in bots_of(load(slug)):
        found = person_of(meta, bot)
        assert (found is None) == (bot == "random")
        assert found is None or found.bot in (bot, level_of(bot))


@pytest.mark.parametrize("person", EVERYBODY, ids=lambda person: f"{person.period}-{person.bot}")
def test_a_person_speaks_in_sentences_and_their_portrait_is_small(person: Person) -> None:
    assert person.about[0].isupper()
    assert person.about.endswith(".")
    assert len(person.about) <= 100
    for palette in PALETTES:
        svg = person.portrait.svg(palette)
        assert len(gzip.compress(svg.encode(), mtime=0)) < MOST_BYTES
        assert re.fullmatch(r'<svg [^>]*viewBox="0 0 100 100"><clipPath .*</g></svg>', svg)


def test_no_two_portraits_are_alike() -> None:
    assert len({person.portrait.svg() for person in EVERYBODY}) == len(EVERYBODY)
