"""Puzzles: real positions in which one choice is far better than all others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import quote

import msgspec
from litestar import Controller, Response, get, post

from grognard.bots.puzzles import (
    DIFFICULTIES,
    EASY,
    HARD,
    Puzzle,
    odds_text,
    position,
    puzzle,
    puzzles,
    verdict_text,
)  # fmt: skip
from grognard.kernel.content.wording import in_order
from grognard.kernel.errors import BadInput
from grognard.play.daily import seated
from grognard.play.journal import Deed
from grognard.play.matches import SINGLE
from grognard.play.players import LEVELS
from grognard.registry import for_players, spec
from grognard.server.guests.cookies import Guests
from grognard.server.pages.common import Connection, Form, csrf, origin, page, seen_other
from grognard.server.pages.puzzle_lines import follow_links, puzzle_seats
from grognard.server.replays import read_replay
from grognard.server.storage.puzzles import PuzzleStore
from grognard.server.storage.rows import TriedPuzzle
from grognard.server.table_page import percent
from grognard.server.tables import lobby
from grognard.server.tables.lobby import YOU, Setup
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.table_model import PuzzleModel, TableModel, with_ratings

KEPT: Final = 16  # positions kept in memory
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
    async def all_puzzles(self, request: Connection, puzzle_store: PuzzleStore, guests: Guests) -> Response[str]:
        """Shows the puzzles of every game, and which of them the guest has solved."""
        tried = await puzzle_store.tried(guests.guest(request))
        games = [(found.meta, _tiles(found.meta.slug, tried)) for found in for_players() if puzzles(found.meta.slug)]
        asked = {level for meta, _ in games for one in puzzles(meta.slug) for level in one.levels}
        return page(
            request, "puzzles.html", games=games, marks=MARKS, difficulties=DIFFICULTIES, easy=EASY, hard=HARD,
            asked=[level for level in LEVELS if level in asked], levels=LEVELS,
        )  # fmt: skip

    @get("/{slug:str}/{number:int}")
    async def one(
        self, request: Connection, slug: str, number: int, tables: TableRegistry, puzzle_store: PuzzleStore,
        guests: Guests, chose: str = "",
    ) -> Response[str]:  # fmt: skip
        """Shows a puzzle as a table, with the verdict on the guest's latest choice."""
        asked = puzzle(slug, number)
        tried = (await puzzle_store.tried(guests.guest(request), slug)).get((slug, asked.id))
        if tried is None or chose not in tried.choices:
            chose = ""  # A choice gets a verdict only once it counts as an attempt.
        drawn = await tables.work.aside(_drawn, slug, number)
        labels = {action.notation: action.label for action in drawn.view.actions}
        tile = Tile(number, tried, asked.difficulty)
        notice = verdict_text(asked, labels, chose, tile.known, tile.state == "shown")
        drawn = replace(_rated(drawn, asked, chose, tile), csrf=csrf(request), origin=origin(request), notice=notice)
        return page(
            request, "puzzle.html", p=drawn, view=drawn.view, meta=spec(slug).meta, number=number,
            count=len(puzzles(slug)), tile=tile,
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
            return seen_other(f"/puzzles/{slug}/{number}")
        await puzzle_store.note(guests.guest(request), slug, asked.id, did, right=did == asked.solution)
        return seen_other(f"/puzzles/{slug}/{number}?chose={quote(did)}")

    @post("/{slug:str}/{number:int}/show")
    async def show(
        self, request: Connection, slug: str, number: int, puzzle_store: PuzzleStore, guests: Guests
    ) -> Response[str]:
        """Shows the solution. After that, the guest can no longer solve the puzzle."""
        asked = puzzle(slug, number)
        await puzzle_store.note(guests.guest(request), slug, asked.id, shown=True)
        return seen_other(f"/puzzles/{slug}/{number}")

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


def _rated(drawn: TableModel, asked: Puzzle, chose: str, tile: Tile) -> TableModel:
    """Returns the puzzle's table with the verdicts the guest has seen so far, and the link to the next page."""

    def rating(do: str) -> str:
        if do == asked.solution:
            return "solution" if tile.known else ""
        return "wrong" if do == chose else "other" if tile.known else ""

    wrong = any(rating(action.notation) == "wrong" for action in drawn.view.actions)
    right = chose == asked.solution and tile.state in SOLVED
    labels = {action.notation: action.label for action in drawn.view.actions}
    slug, last = drawn.view.game, tile.number == len(puzzles(drawn.view.game))
    puzzle_picture = PuzzleModel(
        known=tile.known,
        answer="wrong" if wrong else "right" if right else "shown",
        onward="/puzzles" if last else f"/puzzles/{slug}/{tile.number + 1}",
        onward_label="All puzzles" if last else "Next puzzle",
        odds=odds_text(asked, labels, chose, tile.known, percent),
        why=asked.why if tile.known else "",
        follows=follow_links(drawn.base, asked, tile.tried, chose) if tile.known else (),
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
