"""The pages of a game's guide, step by step."""

from __future__ import annotations

from litestar import Controller, Response, get, post
from litestar.enums import MediaType

from grognard.scenarios.guide import GuideStep
from grognard.server.guide import picture, step_of
from grognard.server.pages.common import FRAGMENT, Connection, Form, csrf, number_in, page, seen_other
from grognard.web.pages import table_fragment


class GuidePages(Controller):
    """The lessons of a guide: positions in which to try something."""

    @get(["/games/{slug:str}/guide", "/games/{slug:str}/guide/{number:int}"])
    async def guide_page(self, request: Connection, slug: str, number: int = 1, played: int = 0) -> Response[str]:
        """Shows a step of the guide, in which `played` actions are done."""
        return _lesson(request, step_of(slug, number, played))

    @post("/games/{slug:str}/guide/{number:int}/play")
    async def guide_play(self, request: Connection, slug: str, number: int, data: Form) -> Response[str]:
        """Tries an action in the guide: plays it if it is the right one, otherwise only comments on it."""
        step = step_of(slug, number, number_in(data.get("at", "0")))
        tried = data.get("do", "")
        if step.over or tried != step.wanted:
            return _lesson(request, step, tried)
        step = step_of(slug, number, step.played + 1)
        if FRAGMENT in request.headers:
            return _lesson(request, step)
        return seen_other(f"/games/{slug}/guide/{number}?played={step.played}")


def _lesson(request: Connection, step: GuideStep, tried: str = "") -> Response[str]:
    drawn = picture(step, csrf(request), tried)
    if FRAGMENT in request.headers:
        return Response(table_fragment(drawn), media_type=MediaType.HTML)
    return page(request, "guide.html", p=drawn, view=drawn.view, meta=step.stage.game.spec.meta)
