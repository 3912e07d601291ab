"""The pages with statistics of finished games, if the host shows them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from litestar import Controller, Response, get
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler

from grognard.kernel.errors import NotFound
from grognard.lab.report.building import FEW, MIXED, PEOPLE
from grognard.lab.report.sections import Figure
from grognard.registry import spec
from grognard.server.jobs.statistics import Statistics
from grognard.server.pages.common import Connection, page

EDGE: Final = 2.0  # margin left and right in a figure, in percent of its width


def where_shown(request: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Answers 404 if the host does not show statistics."""
    if not request.app.state.tables.config.counts_games:
        raise NotFoundException()


class PlottedFigure(NamedTuple):
    """A figure with positions in percent of its width; each point has its label, low end, value and high end."""

    figure: Figure
    low: float
    high: float
    middle: float | None
    points: list[tuple[str, float, float, float]]


def drawn(figure: Figure) -> PlottedFigure:
    """Returns a figure scaled to its values; bars begin at 0."""
    ends = [end for point in figure.points for end in (point.low, point.high)]
    ends += [] if figure.line is None else [figure.line]
    low, high = 0.0 if figure.form == "bars" else min(ends), max(ends)

    def at(value: float) -> float:
        return EDGE + (100 - 2 * EDGE) * (value - low) / ((high - low) or 1)

    points = [
        (one.label, low_end, at(one.value), at(one.high))
        for one in figure.points
        for low_end in [EDGE if figure.form == "bars" else at(one.low)]
    ]
    return PlottedFigure(figure, low, high, None if figure.line is None else at(figure.line), points)


class StatisticsPages(Controller):
    """Statistics of finished games."""

    path = "/statistics"
    guards = (where_shown,)

    @get("/")
    async def all_games(self, request: Connection, statistics: Statistics) -> Response[str]:
        """Shows how many finished games of each kind are counted."""
        shown = list(statistics.shown.values())
        sizes = [one.kind.meta.slug for one in shown]
        several = {slug for slug in sizes if sizes.count(slug) > 1}
        return page(request, "statistics.html", shown=shown, several=several, groups=(PEOPLE, MIXED), few=FEW)

    @get("/{slug:str}")
    async def one_game(self, request: Connection, slug: str, statistics: Statistics, seats: int = 0) -> Response[str]:
        """Shows the statistics of one game, with this number of seats, or the smallest."""
        meta = spec(slug).meta
        of_game = {size: one for (name, size), one in statistics.shown.items() if name == slug}
        if seats and of_game and seats not in of_game:
            raise NotFound(f"{meta.title} has no table with {seats} seats.")
        shown = of_game.get(seats or min(of_game, default=0))
        return page(request, "statistics-game.html", meta=meta, shown=shown, sizes=sorted(of_game), drawn=drawn)
