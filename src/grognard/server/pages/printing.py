"""The pages for printing a game: options, a preview, and the document."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from litestar import Controller, Response, get

from grognard.kernel.errors import NotFound
from grognard.printing.geometry import PAPERS
from grognard.printing.parts import read_kit
from grognard.printing.print_options import INKS, MARKS, PARTS, SHEETS
from grognard.registry import spec
from grognard.scenarios.guide import scenarios
from grognard.server.jobs.print_queue import RULE, Order, PrintQueue, read_order
from grognard.server.pages.common import Connection, page

# The label of each option.
CHOICES: Final = {
    "paper": dict(zip(PAPERS, ("A4", "Letter"), strict=True)),
    "sheets": dict(
        zip(SHEETS, ("Both sides, flipped on the long edge", "One side, to fold and glue", "Fronts only"),
            strict=True)
    ),
    "marks": dict(zip(MARKS, ("Short marks outside the cards", "Lines across the sheet", "None"), strict=True)),
    "ink": dict(zip(INKS, ("Full color", "Save ink"), strict=True)),
}  # fmt: skip


class PrintPages(Controller):
    """Printable games."""

    path = "/games/{slug:str}/print"

    @get("/")
    async def print_page(self, request: Connection, slug: str, print_queue: PrintQueue) -> Response[str]:
        """Shows the print options, with a preview of the first pages."""
        order = _order(request, slug)
        pictures = await print_queue.preview(order)
        kit = read_kit(spec(slug).folder)
        decks = dict.fromkeys(card.deck for card in spec(slug).cards)
        parts = {key: f"{kit.deck(key).label} ({key})" for key in decks} | {part: part for part in PARTS}
        return page(
            request, "print.html", meta=spec(slug).meta, order=order, rules=dict(order.rules), choices=CHOICES,
            parts=parts, previews=len(pictures), query=urlencode(sorted(request.query_params.items())), rule=RULE,
            guide=len(scenarios(spec(slug))),
        )  # fmt: skip

    @get("/document.pdf")
    async def document(self, request: Connection, slug: str, print_queue: PrintQueue) -> Response[bytes]:
        """Returns the document as a PDF."""
        content = await print_queue.document(_order(request, slug))
        headers = {"content-disposition": f'attachment; filename="{slug}.pdf"'}
        return Response(content, media_type="application/pdf", headers=headers)

    @get("/preview/{number:int}")
    async def preview(self, request: Connection, slug: str, number: int, print_queue: PrintQueue) -> Response[bytes]:
        """Returns the small picture of a page."""
        pictures = await print_queue.preview(_order(request, slug))
        if not 1 <= number <= len(pictures):
            raise NotFound(f"There are only {len(pictures)} pictures, numbered from 1.")
        return Response(pictures[number - 1], media_type="image/png")


def _order(request: Connection, slug: str) -> Order:
    query: dict[str, Any] = dict(request.query_params.items())
    return read_order(slug, query)
