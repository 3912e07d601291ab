"""The daily deals: one for each game and day, the same for everyone. Only a guest's first attempt counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from litestar import Controller, Response, get, post

from grognard.art.persons import Person, person_of
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.game import Game, Meta
from grognard.play.daily import OPPONENT, DailySecret, day_of, quality_marks, result_text, seated
from grognard.play.matches import SINGLE
from grognard.play.streaks import DAY
from grognard.registry import for_players, load
from grognard.server.guests.cookies import Guests
from grognard.server.guests.daily_month import daily_month
from grognard.server.guests.my_games import RESULTS
from grognard.server.guests.todays_deal import days_played, leading_game
from grognard.server.jobs.analysis import Analyses, total_cost
from grognard.server.pages.common import Connection, Form, origin, page, seen_other
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.rows import DailyTry, now
from grognard.server.storage.tables import Taken
from grognard.server.tables import lobby
from grognard.server.tables.lobby import YOU, Setup
from grognard.server.tables.table_registry import TableRegistry

LEAST_OTHERS: Final = 5  # whose results are shown; fewer would say too much about each


class DailyEntry(NamedTuple):
    """A daily deal of one game: the guest's seat, opponent and attempt, and the results of others once that is over.

    `result` is one of RESULTS, or empty if it is no longer known or the game is still running. `others` counts the
    results of others by kind, and is empty if too few have finished. `cost` is the total cost of the guest's decisions,
    if the game was analyzed; `costs` has that of each other analyzed game, unless they are too few. `told` is the text
    to share.
    """

    meta: Meta
    seat: str
    opponent: Person | None
    minutes: int  # about how long the game takes; 0 if that was never measured
    tried: DailyTry | None
    result: str = ""
    others: Mapping[str, int] = {}
    cost: float | None = None
    costs: Sequence[float] = ()
    told: str = ""

    @property
    def gone(self) -> bool:
        """Whether the table of the attempt has been removed."""
        return self.tried is not None and self.tried.rules is None

    @property
    def over(self) -> bool:
        """Whether the guest has finished the game, and its table is still there."""
        return self.tried is not None and self.tried.result is not None


class DailyPages(Controller):
    """The deals of a day."""

    path = "/daily"

    @get("/")
    async def all_deals(
        self, request: Connection, daily_store: DailyStore, analyses: Analyses, guests: Guests, day: str = ""
    ) -> Response[str]:
        """Shows the deals of today or an earlier day, with the guest's results and the days they played."""
        today = day_of(now())
        shown = _day(day, today)
        guest = guests.guest(request)
        tries = await daily_store.tries(guest)
        tried = {one.game: one for one in tries if one.day == shown.isoformat()}
        secret, leading = await daily_store.secret(), leading_game(shown).meta.slug
        games = sorted((load(spec.meta.slug) for spec in for_players()), key=lambda game: game.slug != leading)
        entries = [await _entry(daily_store, analyses, guest, game, shown, tried, secret) for game in games]
        return page(
            request, "daily.html", lead=entries[0], entries=entries[1:], day=shown, today=shown == today,
            before=shown - DAY if shown > date.min else None, after=shown + DAY if shown < today else None,
            month=daily_month(shown, today, days_played(tries)), origin=origin(request),
            opponent=OPPONENT, results=RESULTS, promise=secret.promise(shown), key=secret.opened(shown, today),
        )  # fmt: skip

    @post("/{slug:str}")
    async def start(
        self, request: Connection, data: Form, slug: str, tables: TableRegistry, daily_store: DailyStore, guests: Guests
    ) -> Response[str]:
        """Starts the guest's attempt at a deal of today or of the day in the form, or opens it if it has begun."""
        day = _day(data["day"], day_of(now())) if "day" in data else None
        return seen_other(f"/tables/{await begin(tables, daily_store, slug, guests.guest(request), day)}")


async def begin(tables: TableRegistry, store: DailyStore, slug: str, guest: str, day: date | None = None) -> str:
    """Returns the id of the table of a guest's attempt at a deal of today or an earlier day, and sets it up if needed.

    An attempt that begins after its day is late. Raises NotFound.
    """
    today, game = day_of(now()), load(slug)
    day = today if day is None else day
    if (known := await _table(store, slug, guest, day)) is not None:
        return known
    secret = await store.secret()
    deal = secret.deal(slug, game.spec.meta.rules, day, game.num_players())
    seats = seated(game, deal.seat, YOU)
    setup = Setup(
        game=slug, options={}, seats=seats, seed=deal.seed, match=SINGLE, daily=day.isoformat(), late=day < today
    )
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
    entry = DailyEntry(meta, game.seat_party(seat).name, person_of(meta, OPPONENT), game.spec.minutes({}), one)
    if one is None or one.result is None:
        return entry
    others = await store.of_others(guest, game.slug, one.day, rules)
    if len(others) < LEAST_OTHERS:
        others = []
    analyzed = await analyses.of_tables([one.table, *(other.table for other in others)])
    held = {id: [each for each in verdicts if each.seat == seat] for id, verdicts in analyzed.items()}
    own = held.pop(one.table, None)
    costs = sorted(total_cost(verdicts) for verdicts in held.values())
    result, marks = _ending(one, seat), quality_marks([each.cost for each in own or ()])
    endings = [ending for other in others if (ending := _ending(other, seat))]
    return entry._replace(
        result=result, others=Counter(endings if len(endings) >= LEAST_OTHERS else ()),
        cost=None if own is None else total_cost(own), costs=costs if len(costs) >= LEAST_OTHERS else (),
        told=result_text(meta.title, day, result, one.result.turn, marks, one.late) if result else "",
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
