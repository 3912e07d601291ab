"""The daily deals: one for each game and day, the same for everyone. Only a guest's first attempt counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from litestar import Controller, Response, get, post

from grognard.bots import about_levels
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.game import Game, Meta
from grognard.play.daily import OPPONENT, DailySecret, day_of, seated
from grognard.play.matches import SINGLE
from grognard.registry import for_players, load
from grognard.server.guests.cookies import Guests
from grognard.server.guests.my_games import RESULTS
from grognard.server.jobs.analysis import Analyses, Cost, cost_of
from grognard.server.pages.common import Connection, page, seen_other
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.rows import DailyTry, now
from grognard.server.storage.tables import Taken
from grognard.server.tables import lobby
from grognard.server.tables.lobby import YOU, Setup
from grognard.server.tables.table_registry import TableRegistry

DAY = timedelta(days=1)


class DailyEntry(NamedTuple):
    """A daily deal of one game: the guest's seat and attempt, and the results of others once that is over.

    `result` is one of RESULTS, or empty if it is no longer known or the game is still running. `cost` is the total cost
    of the guest's decisions, if the game was analyzed; `costs` has that of each other analyzed game.
    """

    meta: Meta
    seat: str
    tried: DailyTry | None
    result: str = ""
    others: Mapping[str, int] | None = None
    cost: Cost | None = None
    costs: Sequence[float] = ()
    minutes: int = 0  # about how long the game takes; 0 if that was never measured

    @property
    def gone(self) -> bool:
        """Whether the table of the attempt has been removed."""
        return self.tried is not None and self.tried.rules is None


class DailyPages(Controller):
    """The deals of a day."""

    path = "/daily"

    @get("/")
    async def all_deals(
        self, request: Connection, daily_store: DailyStore, analyses: Analyses, guests: Guests, day: str = ""
    ) -> Response[str]:
        """Shows the deals of today or an earlier day, with the guest's results."""
        today = day_of(now())
        shown = _day(day, today)
        guest = guests.guest(request)
        tried = {one.game: one for one in await daily_store.tries(guest, shown.isoformat())}
        secret = await daily_store.secret()
        games = [load(spec.meta.slug) for spec in for_players()]
        entries = [await _entry(daily_store, analyses, guest, game, shown, tried, secret) for game in games]
        return page(
            request, "daily.html", entries=entries, day=shown, today=shown == today,
            before=shown - DAY if shown > date.min else None,
            after=shown + DAY if shown + DAY < today else None,
            results=RESULTS, opponent=OPPONENT, promise=secret.promise(shown), key=secret.opened(shown, today),
            elsewhere=[game.spec.meta.title for game in games if OPPONENT not in about_levels(game)],
        )  # fmt: skip

    @post("/{slug:str}")
    async def start(
        self, request: Connection, slug: str, tables: TableRegistry, daily_store: DailyStore, guests: Guests
    ) -> Response[str]:
        """Starts today's attempt, or opens the one already started."""
        return seen_other(f"/tables/{await begin(tables, daily_store, slug, guests.guest(request))}")


async def begin(tables: TableRegistry, store: DailyStore, slug: str, guest: str) -> str:
    """Returns the id of the table of a guest's attempt at today's deal, and sets it up if needed. Raises NotFound."""
    day, game = day_of(now()), load(slug)
    if (known := await _table(store, slug, guest, day)) is not None:
        return known
    secret = await store.secret()
    deal = secret.deal(slug, game.spec.meta.rules, day, game.num_players())
    seats = seated(game, deal.seat, YOU)
    setup = Setup(game=slug, options={}, seats=seats, seed=deal.seed, match=SINGLE, daily=day.isoformat())
    try:
        return await lobby.create(tables, setup, guest)
    except Taken:  # the guest clicked twice, perhaps at two processes
        known = await _table(store, slug, guest, day)
        if known is None:  # and their data was deleted in between
            raise NotFound("You started this deal, but it has just been deleted.") from None
        return known


async def _table(store: DailyStore, slug: str, guest: str, day: date) -> str | None:
    return next((one.table for one in await store.tries(guest, day.isoformat()) if one.game == slug), None)


async def _entry(
    store: DailyStore,
    analyses: Analyses,
    guest: str,
    game: Game,
    day: date,
    tried: Mapping[str, DailyTry],
    secret: DailySecret,
) -> DailyEntry:
    meta, one = game.spec.meta, tried.get(game.slug)
    rules = meta.rules if one is None or one.rules is None else one.rules
    seat = secret.deal(game.slug, rules, day, game.num_players()).seat
    entry = DailyEntry(meta, game.seats[seat], one, minutes=game.spec.minutes({}))
    if one is None or one.result is None:
        return entry
    others = await store.of_others(guest, game.slug, one.day, rules)
    analysed = await analyses.of_tables([one.table, *(other.table for other in others)])
    costs = {id: cost_of(each for each in verdicts if each.seat == seat) for id, verdicts in analysed.items()}
    return entry._replace(
        result=_ending(one, seat), others=Counter(ending for other in others if (ending := _ending(other, seat))),
        cost=costs.pop(one.table, None), costs=sorted(cost.total for cost in costs.values()),
    )  # fmt: skip


def _ending(tried: DailyTry, seat: int) -> str:
    """Returns one of RESULTS; empty if the result is not known."""
    return tried.result.for_seats([seat]) if tried.result is not None else ""


def _day(text: str, today: date) -> date:
    """Returns the day named in an address, or today if it names none; raises BadInput."""
    if not text:
        return today
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise BadInput(f"“{text[:20]}” is not a date. Write it like {today.isoformat()}.") from error
    if day > today:
        raise BadInput(f"The deals of {day.isoformat()} are not out yet.")
    return day
