"""The pages of a guest's finished games: list them, search them, remove them."""

from __future__ import annotations

from typing import Final

from litestar import Controller, Response, get, post
from litestar.response import Redirect

from grognard.kernel.errors import BadInput, NotFound
from grognard.registry import for_players
from grognard.server.guests.cookies import Guests
from grognard.server.guests.failed_deals import failed_deals
from grognard.server.guests.my_games import RESULTS, GameFilter, finished_games, running_games
from grognard.server.guests.player_stats import player_stats
from grognard.server.guests.todays_puzzles import own_rating
from grognard.server.jobs.analysis import Analyses
from grognard.server.pages.common import Connection, Form, page, seen_other
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.puzzles import PuzzleStore
from grognard.server.tables.table_registry import ID, TableRegistry

A_PAGE: Final = 20


class MyGamesPages(Controller):
    """The guest's finished games, and their record."""

    path = "/games-of-mine"

    @get("/")
    async def games_of_mine(
        self, request: Connection, people: PeopleStore, guests: Guests,
        game: str = "", opponent: str = "", result: str = "", page_number: int = 1,
    ) -> Response[str]:  # fmt: skip
        """Shows a page of the finished games that match the search."""
        if result not in ("", *RESULTS):
            raise BadInput(f"The result can be {', '.join(RESULTS)}, not “{result}”.")
        guest = guests.guest(request)
        wanted = GameFilter(game, opponent, result)
        found = await finished_games(people, guest, wanted)
        pages = max(1, -(-len(found) // A_PAGE))
        number = min(max(page_number, 1), pages)
        return page(
            request, "played.html", wanted=wanted, games=[found.meta for found in for_players()], results=RESULTS,
            entries=found[(number - 1) * A_PAGE : number * A_PAGE], count=len(found), number=number, pages=pages,
            listed=await people.finished(guest),
        )  # fmt: skip

    @get("/record")
    async def record(
        self, request: Connection, people: PeopleStore, puzzle_store: PuzzleStore, daily_store: DailyStore,
        analyses: Analyses, tables: TableRegistry, guests: Guests,
    ) -> Response[str]:  # fmt: skip
        """Shows the guest's record in each game, which nobody else can see."""
        guest = guests.guest(request)
        found = await player_stats(people, puzzle_store, daily_store, analyses, guest)
        rating = own_rating(await puzzle_store.tried(guest))
        failed = await failed_deals(tables.store, people, guest)
        return page(request, "record.html", records=found, puzzle_rating=rating, failed=failed)

    @get("/next")
    async def next_game(
        self, request: Connection, people: PeopleStore, tables: TableRegistry, guests: Guests, after: str = ""
    ) -> Redirect:
        """Goes to the game in which other people have waited longest for the guest, or else to the start page.

        `after` is the game that the guest comes from.
        """
        mine = await running_games(tables, people, guests.guest(request))
        waits = (entry for entry in mine if entry.company and entry.yours and entry.id != after)
        found = next(waits, None)
        return Redirect("/" if found is None else f"/tables/{found.id}", status_code=303)

    @post("/remove")
    async def remove(self, request: Connection, data: Form, people: PeopleStore, guests: Guests) -> Response[str]:
        """Removes a game from the guest's list. It stays in their opponents' lists."""
        table = data.get("table", "")
        if not ID.fullmatch(table) or not await people.unlist(guests.guest(request), table):
            raise NotFound("That game is not in your list.")
        return seen_other("/games-of-mine")
