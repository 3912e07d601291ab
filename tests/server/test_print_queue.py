"""Games printed from the browser: choices, a look at the pages, the document; bounded for each guest and for all."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from PIL import Image

from grognard.bots.turns import WHOSE, Whose
from grognard.kernel.errors import BadInput, GrognardError
from grognard.printing.print_options import PrintOptions
from grognard.server.errors import TooMuch
from grognard.server.guests.budgets import Work
from grognard.server.jobs import print_queue as module
from grognard.server.jobs.print_queue import Order, PrintQueue, read_order
from tests.server.support import Guest

PAGE = "/games/outpost/print"


@pytest.mark.parametrize("query", ["", "?paper=letter&sheets=fold&ink=light&large=yes&rule-morale=4&only=common"])
def test_a_page_shows_what_its_document_holds(guest: Guest, query: str) -> None:
    page = guest.page(f"{PAGE}{query}")
    assert page.status == 200
    links = [
        link.replace("&amp;", "&") for link in re.findall(r'(?:src|href)="(/games/outpost/print/[^"]+)"', page.text)
    ]
    document, *pictures = links
    assert len(pictures) >= (1 if query else 5)
    for picture in pictures:
        answer = guest.http.get(picture)
        assert answer.headers["content-type"] == "image/png"
        assert Image.open(io.BytesIO(answer.content)).height > 350
    answer = guest.http.get(document)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'attachment; filename="outpost.pdf"'
    with pikepdf.open(io.BytesIO(answer.content)) as opened:
        width = float(opened.pages[0].mediabox[2])
    assert width == pytest.approx(612 if query else 595.3, abs=0.1)
    for chosen in ("letter", "fold", "light", "common") if query else ("a4", "duplex", "full", "crop"):
        assert f'<option value="{chosen}" selected>' in page.text


def test_the_page_of_a_game_leads_there(guest: Guest) -> None:
    assert f'href="{PAGE}"' in guest.page("/games/outpost").text


@pytest.mark.parametrize(
    ("query", "status", "sentence"),
    [
        ("?paper=a3", 400, "There is no paper “a3”."),
        ("?bleed=wide", 400, "The bleed must be a number of millimeters, not “wide”."),
        ("?bleed=inf", 400, "The bleed should be from 0 to 6 mm"),
        ("?back-offset=1", 400, "--back-offset takes X,Y"),
        ("?only=nothing", 400, "There is no part “nothing” to print."),
        ("?rule-nothing=1", 400, "There is no option “nothing”."),
        ("?rule-morale=9", 400, "The option morale can be 5, 4, not “9”."),
        ("/preview/99", 404, "pictures, numbered from 1."),
    ],
)
def test_what_cannot_be_had(guest: Guest, query: str, status: int, sentence: str) -> None:
    page = guest.page(f"{PAGE}{query}")
    assert page.status == status
    assert sentence in page.text
    assert guest.page(f"/games/nothing/print{query}").status in (400, 404)


def test_an_order_is_known_by_what_differs_from_the_usual() -> None:
    assert read_order("outpost", {"rule-morale": "5", "rule-size": "skirmish"}) == read_order(
        "outpost", {"rule-size": "skirmish", "paper": "a4", "bleed": "0"}
    )


def _order(bleed: float = 0.0) -> Order:
    return Order("outpost", (), PrintOptions(bleed=bleed))


def _counting(monkeypatch: pytest.MonkeyPatch, size: int = 1) -> list[Order]:
    made: list[Order] = []

    def document(order: Order) -> list[bytes]:
        made.append(order)
        return [b"x" * size]

    monkeypatch.setattr(module, "_document", document)
    return made


def _run(work: Callable[[PrintQueue], Any]) -> None:
    async def all_of_it() -> None:
        await work(PrintQueue(Work(15)))

    asyncio.run(all_of_it())


def test_what_many_ask_for_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = _counting(monkeypatch)

    async def work(press: PrintQueue) -> None:
        await asyncio.gather(*(press.document(_order()) for _ in range(30)))
        await press.document(_order())

    _run(work)
    assert len(made) == 1


def test_a_refusal_of_one_guest_is_not_that_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for the same document as somebody whose budget is used up gets it."""
    made = _counting(monkeypatch)

    async def asked(press: PrintQueue, guest: str) -> bytes:
        WHOSE.set(Whose("", guest))
        return await press.document(_order())

    async def work(press: PrintQueue) -> None:
        press._work.charge(Whose("", "a"), 1000)
        answers = await asyncio.gather(asked(press, "a"), asked(press, "b"), return_exceptions=True)
        assert isinstance(answers[0], TooMuch)
        assert answers[1] == b"x"

    _run(work)
    assert len(made) == 1


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    made = _counting(monkeypatch, module.MOST_KEPT // 3)

    async def work(press: PrintQueue) -> None:
        for n in (0, 1, 2, 0, 3, 0, 1):  # the fourth pushes out the one that was asked for least lately
            await press.document(_order(n))

    _run(work)
    assert [order.wishes.bleed for order in made] == [0, 1, 2, 3, 1]


def test_what_fails_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made = _counting(monkeypatch)

    def broken(order: Order) -> list[bytes]:
        raise BadInput("This cannot be printed.")

    async def work(press: PrintQueue) -> None:
        assert made == []
        assert await press.document(_order()) == b"x"
        monkeypatch.setattr(module, "_document", broken)
        for _ in range(2):
            with pytest.raises(BadInput):
                await press.document(_order(1))

    _run(work)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _name: None)

    async def work(press: PrintQueue) -> None:
        with pytest.raises(GrognardError, match=r"^This server cannot print, because its host has not installed"):
            await press.document(_order())

    _run(work)
