"""Puzzles: real positions in which one choice is far better than all others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlencode

import msgspec
from litestar import Controller, Response, get, post
from litestar.enums import MediaType

from grognard.bots.puzzle_sets import Place
from grognard.bots.puzzles import DIFFICULTIES, HOW_FOUND, Puzzle, odds_text, position, puzzle, puzzles, verdict_text
from grognard.kernel.content.wording import in_order, uncapitalized
from grognard.kernel.errors import BadInput
from grognard.play.daily import seated
from grognard.play.journal import Deed
from grognard.play.matches import SINGLE
from grognard.registry import for_players, load, spec
from grognard.server.guests.cookies import Guests
from grognard.server.guests.todays_puzzles import TodaysPuzzles, own_rating, todays_puzzles
from grognard.server.pages.common import FRAMED, Connection, Form, csrf, origin, page, seen_other
from grognard.server.pages.puzzle_lines import follow_links, puzzle_seats
from grognard.server.replays import read_replay
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.puzzles import PuzzleStore
from grognard.server.storage.rows import TriedPuzzle
from grognard.server.table_page import percent, read_only
from grognard.server.tables import lobby
from grognard.server.tables.lobby import YOU, Setup
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.pages import render
from grognard.web.table_model import PuzzleModel, TableModel, with_ratings

KEPT: Final = 16  # positions kept in memory
PICTURES_KEPT: Final = 128  # pictures, each some ten kilobytes
PICTURE_CACHED: Final = "private, max-age=3600"  # after an upgrade, another puzzle may have this address
# The mark of a tried puzzle in the list, and its meaning.
MARKS: Final = {
    "first": ("✓", "solved on the first try"),
    "later": ("(✓)", "solved on a later try"),
    "shown": ("–", "solution seen"),
    "tried": ("…", "tried, not solved yet"),
}
SOLVED: Final = ("first", "later")
KNOWN: Final = (*SOLVED, "shown")  # the solution


class Tile(NamedTuple):
    """A puzzle in the list: its number, and the guest's attempts at it."""

    number: int
    tried: TriedPuzzle | None
    difficulty: str

    @property
    def state(self) -> str:
        """The puzzle's key in MARKS; empty if the guest has not tried it."""
        if self.tried is None:
            return ""
        if self.tried.solved is not None:
            return "first" if self.tried.at_once else "later"
        return "shown" if self.tried.shown else "tried"

    @property
    def told(self) -> str:
        """How far the guest is with the puzzle, in words."""
        if self.tried is not None and self.state == "later":
            return f"solved on the {in_order(self.tried.tries)} try"
        return MARKS[self.state][1] if self.state else ""

    @property
    def sign(self) -> str:
        """The puzzle's mark in the list."""
        return MARKS[self.state][0] if self.state else ""

    @property
    def known(self) -> bool:
        """Whether the guest knows the solution."""
        return self.state in KNOWN


class PuzzlePages(Controller):
    """The list of all puzzles, and a page for each."""

    path = "/puzzles"

    @get("/")
    async def all_puzzles(
        self, request: Connection, people: PeopleStore, puzzle_store: PuzzleStore, guests: Guests
    ) -> Response[str]:
        """Shows the guest's five puzzles of today, and then the puzzles of every game, with those they have solved."""
        guest = guests.guest(request)
        tried = await puzzle_store.tried(guest)
        today = await todays_puzzles(people, guest, tried)
        games = [(found.meta, _tiles(found.meta.slug, tried)) for found in for_players() if puzzles(found.meta.slug)]
        tiles = [Tile(one.number, one.tried, "") for one in today.five]
        return page(
            request, "puzzles.html", today=today, cards=list(zip(today.five, tiles, strict=True)),
            rating=own_rating(tried), games=games, marks=MARKS, difficulties=DIFFICULTIES,
        )  # fmt: skip

    @get("/{slug:str}/{number:int}/picture")
    async def picture(self, slug: str, number: int, tables: TableRegistry) -> Response[str]:
        """Shows the position as the seat to move sees it, to be drawn small inside another page."""
        puzzle(slug, number)
        html = await tables.work.aside(_picture, slug, number)
        return Response(html, media_type=MediaType.HTML, headers=FRAMED | {"cache-control": PICTURE_CACHED})

    @get("/{slug:str}/{number:int}")
    async def one(
        self, request: Connection, slug: str, number: int, tables: TableRegistry, people: PeopleStore,
        puzzle_store: PuzzleStore, guests: Guests, chose: str = "", today: bool = False,
    ) -> Response[str]:  # fmt: skip
        """Shows a puzzle as a table, with the verdict on the guest's latest choice.

        With `today`, its neighbors are those among the guest's puzzles of today, if it is one of them.
        """
        asked, guest = puzzle(slug, number), guests.guest(request)
        every = await puzzle_store.tried(guest, "" if today else slug)
        tried = every.get((slug, asked.id))
        navigation = _navigation(
            asked, Place(slug, number), await todays_puzzles(people, guest, every) if today else None
        )
        if tried is None or chose not in tried.choices:
            chose = ""  # A choice gets a verdict only once it counts as an attempt.
        drawn = await tables.work.aside(_drawn, slug, number)
        labels = {action.notation: action.label for action in drawn.view.actions}
        tile = Tile(number, tried, asked.difficulty)
        notice = verdict_text(asked, labels, chose, tile.known, tile.state == "shown")
        drawn = replace(
            _rated(drawn, asked, chose, tile, navigation), csrf=csrf(request), origin=origin(request), notice=notice
        )
        return page(
            request, "puzzle.html", p=drawn, view=drawn.view, meta=spec(slug).meta, number=number,
            navigation=navigation, tile=tile, plays=load(slug).seat_party(asked.seat).name,
        )  # fmt: skip

    @post("/{slug:str}/{number:int}/play")
    async def choose(
        self, request: Connection, slug: str, number: int, data: Form, tables: TableRegistry, puzzle_store: PuzzleStore,
        guests: Guests,
    ) -> Response[str]:  # fmt: skip
        """Records a choice; the page then shows the verdict. An illegal choice does not count."""
        asked = puzzle(slug, number)
        drawn = await tables.work.aside(_drawn, slug, number)
        did = data.get("do", "")
        if did not in {action.notation for action in drawn.view.actions}:
            return seen_other(_address(slug, number, data))
        await puzzle_store.note(guests.guest(request), slug, asked.id, did, right=did == asked.solution)
        return seen_other(_address(slug, number, data, chose=did))

    @post("/{slug:str}/{number:int}/show")
    async def show(
        self, request: Connection, slug: str, number: int, data: Form, puzzle_store: PuzzleStore, guests: Guests
    ) -> Response[str]:
        """Shows the solution. After that, the guest can no longer solve the puzzle."""
        asked = puzzle(slug, number)
        await puzzle_store.note(guests.guest(request), slug, asked.id, shown=True)
        return seen_other(_address(slug, number, data))

    @post("/{slug:str}/{number:int}/continue")
    async def go_on(
        self,
        request: Connection,
        slug: str,
        number: int,
        tables: TableRegistry,
        puzzle_store: PuzzleStore,
        guests: Guests,
    ) -> Response[str]:
        """Sets up a table against the computer from the puzzle's position. Hints there would solve the puzzle."""
        asked = puzzle(slug, number)
        tried = (await puzzle_store.tried(guests.guest(request), slug)).get((slug, asked.id))
        if not Tile(number, tried, asked.difficulty).known:
            raise BadInput("Solve the puzzle or show its solution first. Then you can continue the game from here.")
        session = await tables.work.aside(position, slug, asked)
        seats = seated(session.game, asked.seat, YOU)
        deeds = [entry for entry in session.journal.entries if isinstance(entry, Deed)]
        setup = Setup(game=slug, options={}, numbers={}, seats=seats, seed=asked.seed, deeds=deeds, match=SINGLE)
        return seen_other(f"/tables/{await lobby.create(tables, setup, guests.guest(request))}")


class PuzzleNavigation(NamedTuple):
    """A puzzle's place among its neighbors, and the addresses of the puzzles before and after it, if there are any.

    `place` also says how hard it is. `onward` is where the guest goes once they know the solution, and its label.
    """

    place: str
    short: str
    before: str
    after: str
    onward: str
    onward_label: str
    today: bool = False


def _navigation(asked: Puzzle, place: Place, today: TodaysPuzzles | None) -> PuzzleNavigation:
    """Returns a puzzle's place among the guest's puzzles of today if it is one of them, or else among its game's."""
    at = None if today is None else today.position_of(place)
    if today is None or at is None:
        (slug, number), count = place, len(puzzles(place.slug))
        before = f"/puzzles/{slug}/{number - 1}" if number > 1 else ""
        after = f"/puzzles/{slug}/{number + 1}" if number < count else ""
        return PuzzleNavigation(
            f"Puzzle {number} of {count}, {asked.difficulty}", f"{number}/{count}", before, after,
            after or "/puzzles", "Next puzzle" if after else "All puzzles",
        )  # fmt: skip
    five, onward = today.five, today.after(at)
    return PuzzleNavigation(
        f"Today's puzzle {at + 1} of {len(five)}, {uncapitalized(five[at].hardness)}", f"{at + 1}/{len(five)}",
        five[at - 1].address if at else "", five[at + 1].address if at + 1 < len(five) else "",
        "/puzzles" if onward is None else onward.address, "Today's result" if onward is None else "Next puzzle",
        today=True,
    )  # fmt: skip


def _address(slug: str, number: int, data: Form, **query: str) -> str:
    """Returns the address of a puzzle, still as one of today's if the form was on such a page."""
    asked = query | ({"today": "true"} if data.get("today") else {})
    return f"/puzzles/{slug}/{number}" + (f"?{urlencode(asked)}" if asked else "")


def _rated(drawn: TableModel, asked: Puzzle, chose: str, tile: Tile, navigation: PuzzleNavigation) -> TableModel:
    """Returns the puzzle's table with the verdicts the guest has seen so far, and the link to the next page."""

    def rating(do: str) -> str:
        if do == asked.solution:
            return "solution" if tile.known else ""
        return "wrong" if do == chose else "other" if tile.known else ""

    wrong = any(rating(action.notation) == "wrong" for action in drawn.view.actions)
    right = chose == asked.solution and tile.state in SOLVED
    labels = {action.notation: action.label for action in drawn.view.actions}
    puzzle_picture = PuzzleModel(
        known=tile.known,
        answer="wrong" if wrong else "right" if right else "shown",
        onward=navigation.onward,
        onward_label=navigation.onward_label,
        today=navigation.today,
        odds=odds_text(asked, labels, chose, tile.known, percent),
        why=asked.why if tile.known else "",
        how_found=HOW_FOUND,
        follows=follow_links(drawn.base, asked, tile.tried, chose, navigation.today) if tile.known else (),
    )
    return replace(drawn, view=with_ratings(drawn.view, rating), puzzle=puzzle_picture)


def _tiles(slug: str, tried: Mapping[tuple[str, str], TriedPuzzle]) -> list[Tile]:
    return [
        Tile(number, tried.get((slug, one.id)), one.difficulty) for number, one in enumerate(puzzles(slug), start=1)
    ]


@lru_cache(maxsize=KEPT)
def _drawn(slug: str, number: int) -> TableModel:
    """Returns the puzzle's table as the seat to move sees it, with its choices."""
    asked = puzzle(slug, number)
    session = position(slug, asked)
    replay = read_replay(session.journal)
    seats = puzzle_seats(session.game, asked.seat)
    drawn = replay.picture(f"/puzzles/{slug}/{number}", replay.last, asked.seat, seats)
    # Cards already picked for an unfinished choice belong to the position: they cannot be put back.
    view = msgspec.structs.replace(session.view(asked.seat), can_step_back=False)
    return replace(drawn, view=view, replay=False, before={}, drawn=(), links={"rules": f"/games/{slug}/rules"})


@lru_cache(maxsize=PICTURES_KEPT)
def _picture(slug: str, number: int) -> str:
    drawn = _drawn(slug, number)
    drawn = replace(drawn, view=read_only(drawn.view), replay=True)
    return render("picture.html", p=drawn, view=drawn.view, meta=spec(slug).meta, marks=[])
