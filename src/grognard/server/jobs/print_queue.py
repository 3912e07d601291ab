"""Prints games for guests, in threads. The latest documents are cached for other guests."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Final, NamedTuple

from grognard.kernel.errors import BadInput, NotFound
from grognard.printing import typeset
from grognard.printing.print_options import PrintOptions, read_offset
from grognard.printing.products import document, sample
from grognard.registry import load, spec
from grognard.server.errors import TooMuch
from grognard.server.guests.budgets import Work

MOST_KEPT: Final = 32 << 20  # bytes
PREVIEW_PPI: Final = 48
# Prefix of house rules in an address, which keeps them apart from print options.
RULE: Final = "rule-"

Pages = Sequence[bytes]


class Order(NamedTuple):
    """A print order: a game, the house rules that differ from their defaults, and the print options."""

    slug: str
    rules: tuple[tuple[str, str], ...]
    wishes: PrintOptions


def read_order(slug: str, query: Mapping[str, str]) -> Order:
    """Returns the print order in an address's query; raises BadInput or NotFound if it cannot be printed."""
    usual = PrintOptions()
    wishes = PrintOptions(
        paper=query.get("paper", usual.paper),
        sheets=query.get("sheets", usual.sheets),
        bleed=_millimetres(query.get("bleed", "0")),
        marks=query.get("marks", usual.marks),
        back_offset=read_offset(query.get("back-offset") or "0,0"),
        ink=query.get("ink", usual.ink),
        large=query.get("large") == "yes",
        only=query.get("only", ""),
    )
    given = {key.removeprefix(RULE): value for key, value in query.items() if key.startswith(RULE)}
    defaults = {option.key: str(option.default) for option in spec(slug).meta.options}
    load(slug, given)
    return Order(slug, tuple(sorted(rule for rule in given.items() if defaults[rule[0]] != rule[1])), wishes)


def _millimetres(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadInput(f"The bleed must be a number of millimeters, not “{text}”.") from None


class PrintQueue:
    """The documents that this process is printing, and those it printed last."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._coming: dict[tuple[str, Order], asyncio.Task[Pages]] = {}
        self._kept: OrderedDict[tuple[str, Order], Pages] = OrderedDict()

    async def document(self, order: Order) -> bytes:
        """Returns the PDF of an order."""
        [content] = await self._made(("document", order), partial(_document, order))
        return content

    async def preview(self, order: Order) -> Pages:
        """Returns small pictures of the first page of each kind."""
        return await self._made(("preview", order), partial(_preview, order))

    async def _made(self, key: tuple[str, Order], work: Callable[[], Pages]) -> Pages:
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if find_spec(typeset.LIBRARY) is None:
            raise NotFound("This server cannot print, because its host has not installed grognard[print].")
        while True:
            if key not in self._coming:
                self._coming[key] = task = asyncio.create_task(self._make(key, work))
                task.add_done_callback(partial(self._done, key))
            try:
                # Other guests may be waiting for it too, so it continues if this guest leaves.
                return await asyncio.shield(self._coming[key])
            except TooMuch:  # this concerns the guest who ordered it first
                self._work.must_have_room()

    async def _make(self, key: tuple[str, Order], work: Callable[[], Pages]) -> Pages:
        found = await self._work.aside(work)
        self._kept[key] = found
        while sum(len(page) for pages in self._kept.values() for page in pages) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    def _done(self, key: tuple[str, Order], task: asyncio.Task[Pages]) -> None:
        del self._coming[key]
        if not task.cancelled():
            task.exception()  # the guests who wait for it have seen it


def _document(order: Order) -> Pages:
    return [document(load(order.slug, dict(order.rules)), order.wishes)]


def _preview(order: Order) -> Pages:
    return sample(load(order.slug, dict(order.rules)), order.wishes, PREVIEW_PPI)
