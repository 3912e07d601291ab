"""The pages of a game's guide, step by step."""

from __future__ import annotations

from litestar import Controller, Response, get, post
from litestar.enums import MediaType

from grognard.scenarios.guide import GuideStep
from grognard.server.guests.cookies import Guests
from grognard.server.guests.my_games import is_newcomer
from grognard.server.guide import picture, step_of
from grognard.server.pages.common import FRAGMENT, Connection, Form, csrf, number_in, page, seen_other
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.pages import table_fragment


class GuidePages(Controller):
    """The lessons of a guide: positions in which to try something."""

    @get(["/games/{slug:str}/guide", "/games/{slug:str}/guide/{number:int}"])
    async def guide_page(
        self, request: Connection, slug: str, tables: TableRegistry, guests: Guests, number: int = 1, played: int = 0
    ) -> Response[str]:
        """Shows a step of the guide, in which `played` actions are done."""
        return await _lesson(request, tables, guests, step_of(slug, number, played))

    @post("/games/{slug:str}/guide/{number:int}/play")
    async def guide_play(
        self, request: Connection, slug: str, number: int, data: Form, tables: TableRegistry, guests: Guests
    ) -> Response[str]:
        """Tries an action in the guide: plays it if it is the right one, otherwise only comments on it."""
        step = step_of(slug, number, number_in(data.get("at", "0")))
        tried = data.get("do", "")
        if step.over or tried != step.wanted:
            return await _lesson(request, tables, guests, step, tried)
        step = step_of(slug, number, step.played + 1)
        if FRAGMENT in request.headers:
            return await _lesson(request, tables, guests, step)
        return seen_other(f"/games/{slug}/guide/{number}?played={step.played}")


async def _lesson(
    request: Connection, tables: TableRegistry, guests: Guests, step: GuideStep, tried: str = ""
) -> Response[str]:
    ends = step.over and step.number == step.of
    newcomer = ends and await is_newcomer(tables, guests.guest(request), step.slug)
    drawn = picture(step, csrf(request), tried, newcomer)
    if FRAGMENT in request.headers:
        return Response(table_fragment(drawn), media_type=MediaType.HTML)
    return page(request, "guide.html", p=drawn, view=drawn.view, meta=step.stage.game.spec.meta)
