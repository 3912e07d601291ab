"""At each decision, in windows of five sizes: only lists scroll, and all that matters can be seen and touched."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

import grognard
from tests.web.conftest import Visit
from tests.web.support import Server, set_up, wait_until_asked
from tests.web.walk import Looker, allowed, sample, visit_moments, walk

POSITIONS: Final = 20


def too_much(looker: Looker, slug: str, may: dict[tuple[str, str, str], int]) -> dict[str, list[str]]:
    """What was found more often than it may: where mostly, by size."""
    found: dict[str, list[str]] = {}
    for size, figures in looker.walked.sizes.items():
        for kind, count in figures.counts.items():
            if count > (most := may.get((slug, size, kind), 0)):
                place, (_, worst) = next(iter(figures.places(kind).items()))
                found.setdefault(size, []).append(f"{kind}: {count} times, not {most}; {worst} px at {place}")
    return found


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_at_sampled_decisions_all_that_matters_fits_in_windows_of_five_sizes(
    slug: str, visit: Visit, server: Server
) -> None:
    looker = Looker(visit())
    visit_moments(looker.page, server.url, slug, looker, sample(slug, POSITIONS))
    assert looker.walked.decisions == POSITIONS
    assert too_much(looker, slug, allowed()) == {}


def test_a_phone_that_was_too_low_and_is_turned_shows_its_cards_large_again(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    field = page.locator("[data-fit]")
    for height in (240, 230):
        page.set_viewport_size({"width": 844, "height": height})
        expect(field).to_have_attribute("data-fit", "heads thin")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(field).not_to_have_attribute("data-fit", "heads thin")


@pytest.mark.soak
@pytest.mark.parametrize("slug", grognard.registered_names())
def test_in_whole_games_all_that_matters_fits_in_windows_of_five_sizes(slug: str, visit: Visit, server: Server) -> None:
    looker = Looker(visit())
    walk(looker.page, server.url, slug, looker, every=1, least=40)
    known = dict.fromkeys(allowed(), looker.walked.decisions)
    assert too_much(looker, slug, known) == {}
