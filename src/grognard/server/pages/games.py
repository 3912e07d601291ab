"""The start page, and the pages of each game: setup, cards and rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from litestar import Controller, Response, get

from grognard.art.faces import Face, looks
from grognard.art.persons import person_of
from grognard.bots import about_levels, about_styles, bots_of, level_of
from grognard.kernel.content.handbook import Handbook
from grognard.kernel.content.options import grouped
from grognard.play.clock import FAST, SLOW
from grognard.play.differences import differences
from grognard.registry import for_players, load, spec
from grognard.scenarios.guide import scenarios
from grognard.server.config import build_state
from grognard.server.guests import vacations
from grognard.server.guests.alert_ways import AlertWays
from grognard.server.guests.cookies import Guests
from grognard.server.guests.my_games import FAIR, fair_level, is_newcomer, your_games
from grognard.server.guests.todays_deal import todays_deal
from grognard.server.pages.common import Connection, handbook_of, handbook_page, page
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.vacations import VacationStore
from grognard.server.tables.table_registry import TableRegistry


class GamePages(Controller):
    """The start page and the pages of each game."""

    @get("/")
    async def start(
        self,
        request: Connection,
        tables: TableRegistry,
        people: PeopleStore,
        daily_store: DailyStore,
        vacation_store: VacationStore,
        alert_ways: AlertWays,
        guests: Guests,
    ) -> Response[str]:
        """Shows all games, and above them the next things to play, or for a newcomer the first game."""
        guest = guests.guest(request)
        yours = await your_games(tables, people, guest)
        company = any(entry.company for entry in yours.mine)
        return page(
            request, "start.html", games=[_tile(found.meta.slug) for found in for_players()], your=yours,
            today=await todays_deal(daily_store, guest) if yours.mine or yours.finished else None,
            leave=await vacations.leave(tables, vacation_store, guest) if company else None,
            stopped=await alert_ways.stopped(guest) if yours.mine or yours.finished else [],
            build=build_state(), statistics=tables.config.counts_games,
        )  # fmt: skip

    @get("/games/{slug:str}")
    async def game_page(
        self, request: Connection, slug: str, tables: TableRegistry, people: PeopleStore, guests: Guests
    ) -> Response[str]:
        """Shows the page on which to set up a table."""
        game, guest = load(slug), guests.guest(request)
        level = await fair_level(people, guest, game)
        return page(
            request, "game.html", levels=about_levels(game), styles=about_styles(game), fair=FAIR, fair_level=level,
            fair_of=level_of(level),
            people={bot: person_of(game.spec.meta, bot) for bot in (*bots_of(game), level)},
            newcomer=await is_newcomer(tables, guest, slug),
            spec=spec(slug), groups=grouped(option for option in spec(slug).meta.options if option.key != "seats"),
            variants=[(found, differences(found.loaded({}, {}))) for found in tables.variants if found.game == slug],
            slow=SLOW, fast=FAST, **_tile(slug),
        )  # fmt: skip

    @get("/games/{slug:str}/cards")
    async def cards_page(self, request: Connection, slug: str) -> Response[str]:
        """Shows all cards with their faces and full texts."""
        meta, decks = spec(slug).meta, by_deck(looks(slug).values())
        return page(request, "cards.html", meta=meta, decks=decks, guide=len(scenarios(spec(slug))))

    @get("/games/{slug:str}/rules")
    async def rules_page(self, request: Connection, slug: str) -> Response[str]:
        """Shows the handbook."""
        return handbook_page(request, load(slug), _handbook(slug))

    @get("/games/{slug:str}/rules/{clause:str}")
    async def clause_fragment(self, request: Connection, slug: str, clause: str) -> Response[str]:
        """Returns one clause of the handbook, to open in place."""
        return page(request, "_clause.html", address=f"/games/{slug}/rules", clause=_handbook(slug).clause(clause))


@cache
def _tile(slug: str) -> dict[str, Any]:
    found = spec(slug)
    return {
        "meta": found.meta, "guide": len(scenarios(found)), "minutes": found.minutes({}),
        "first_minutes": found.minutes(found.meta.first_options),
    }  # fmt: skip


@cache
def _handbook(slug: str) -> Handbook:
    return handbook_of(load(slug))


def by_deck(faces: Iterable[Face]) -> dict[str, list[Face]]:
    """Groups card faces by the readable names of their decks."""
    found: dict[str, list[Face]] = {}
    for face in faces:
        found.setdefault(face.deck.replace("-", ", ").capitalize(), []).append(face)
    return found
