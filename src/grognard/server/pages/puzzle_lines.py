"""What would have followed in a puzzle: the game after the solution or after the guest's own choice, step by step."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlencode

from litestar import Controller, Response, get

from grognard.bots.puzzle_lines import played_on, read_choice
from grognard.bots.puzzles import Puzzle, position, puzzle
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.registry import spec
from grognard.server.guests.cookies import Guests
from grognard.server.pages.common import Connection, csrf, origin, page
from grognard.server.replays import Replay, read_replay
from grognard.server.storage.puzzles import PuzzleStore
from grognard.server.storage.rows import TriedPuzzle
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.table_model import SeatModel, TableModel

KEPT: Final = 16  # lines kept in memory


class Continuation(NamedTuple):
    """A puzzle's game after a choice: the replay, the moment of the puzzle, and what the choice is called."""

    replay: Replay
    first: int
    label: str

    @property
    def last(self) -> int:
        """The number of the last step; step 0 is the puzzle."""
        return self.replay.last - self.first

    def at(self, base: str, step: int, asked: Puzzle) -> TableModel:
        """Returns the table at a step, as the puzzle's seat sees it."""
        seats = puzzle_seats(self.replay.session.game, asked.seat)
        drawn = self.replay.picture(base, self.first + step, asked.seat, seats)
        # The steps of this page begin with the puzzle.
        log = [line._replace(step=max(0, line.step - self.first)) for line in drawn.log]
        links = {"rules": drawn.links["rules"]}
        return replace(drawn, log=log, version=step, links=links, ending=None, drawn=(), luck=())


class PuzzleLinePages(Controller):
    """The pages that show what would have followed."""

    path = "/puzzles"

    @get("/{slug:str}/{number:int}/line")
    async def line(
        self, request: Connection, slug: str, number: int, tables: TableRegistry, puzzle_store: PuzzleStore,
        guests: Guests, do: str = "", step: int = 0, today: bool = False,
    ) -> Response[str]:  # fmt: skip
        """Shows a step of what follows the solution, or the choice `do`, to a guest who knows the solution."""
        asked = puzzle(slug, number)
        tried = (await puzzle_store.tried(guests.guest(request), slug)).get((slug, asked.id))
        if tried is None or not (tried.solved or tried.shown):
            raise BadInput("Solve the puzzle or show its solution first. Then you can see what follows.")
        do = do or asked.solution
        called = "the solution" if do == asked.solution else "your choice" if do in tried.choices else "another choice"
        return await tables.work.aside(_page, request, slug, number, do, called, step, today)


def _page(request: Connection, slug: str, number: int, do: str, called: str, step: int, today: bool) -> Response[str]:
    asked, line = puzzle(slug, number), _continuation(slug, number, do)
    at = min(max(step, 0), line.last)
    back = f"/puzzles/{slug}/{number}"
    base = f"{back}/line"
    query = ({"do": do} if do != asked.solution else {}) | ({"today": "true"} if today else {})
    drawn = replace(line.at(base, at, asked), csrf=csrf(request), origin=origin(request))
    return page(
        request, "puzzle-line.html", p=drawn, view=drawn.view, meta=spec(slug).meta, number=number, step=at,
        last=line.last, label=line.label, called=called,
        address=f"{base}?{urlencode(query | {'step': ''})}", back=f"{back}?today=true" if today else back,
    )  # fmt: skip


def puzzle_seats(game: Game, seat: int) -> list[SeatModel]:
    """Returns who sits where in a puzzle: the guest has the seat that decides."""
    return [
        SeatModel(name, "you", "you", True) if other == seat else SeatModel(name, "the computer", "bot", True)
        for other, name in enumerate(game.seats)
    ]


def follow_links(
    base: str, asked: Puzzle, tried: TriedPuzzle | None, chose: str, today: bool = False
) -> list[tuple[str, str]]:
    """Returns the links to what follows, with their labels, for a guest who knows the solution of the puzzle at `base`.

    The second link is to the guest's latest wrong choice, or else to the second-best one.
    """
    wrong = [do for do in [*(tried.choices if tried is not None else ()), chose] if do and do != asked.solution]
    label = "After your choice" if wrong else "After the second best"
    query = {"today": "true"} if today else {}
    solution = f"{base}/line" + (f"?{urlencode(query)}" if query else "")
    other = {"do": wrong[-1] if wrong else asked.second} | query
    return [("See what follows", solution), (label, f"{base}/line?{urlencode(other)}")]


@lru_cache(maxsize=KEPT)
def _continuation(slug: str, number: int, do: str) -> Continuation:
    asked = puzzle(slug, number)
    session = position(slug, asked)
    read_choice(session, do)
    label = next(action.label for action in session.view(asked.seat).actions if action.notation == do)
    return Continuation(read_replay(played_on(slug, asked, do).journal), len(asked.deeds), label)
