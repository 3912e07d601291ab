"""Tables as they are played: each is rebuilt from its deeds, kept at hand, and told of to whoever watches."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import re
import secrets
import zlib
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Collection, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from grognard.bots import BOTS
from grognard.bots.thinking import Thinkers
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput, CannotUndo, GrognardError, NotFound
from grognard.kernel.game import Game
from grognard.kernel.shown.view import EventView, View, opened
from grognard.play.journal import Action, Claim, Deed, Resign, Undo
from grognard.play.players import PERSON
from grognard.play.session import Session
from grognard.registry import load, spec
from grognard.server.config import Config
from grognard.server.storage import Hint, Storage, Taken, now
from grognard.server.tracing import traced

LOGGER: Final = logging.getLogger("grognard")
ID_BYTES: Final = 12
ID: Final = re.compile(r"[\w-]{1,32}", re.ASCII)
KEY_BYTES: Final = 24
KEY: Final = re.compile(r"[\w-]{1,64}", re.ASCII)
SEED_BYTES: Final = 32
MOST_DEEDS: Final = 10_000  # a table on which somebody steps back for ever
MOST_LETTERS: Final = 200  # of a notation
CHANNELS: Final = 64
AT_HAND: Final = 500  # tables kept in memory
SEEN_EVERY: Final = 20  # seconds between two notes that somebody is at a page
HERE_SECONDS: Final = 45  # a seat counts as here if it was seen within these
YOU: Final = "you"
OPEN: Final = "open"
ASK: Final = ("always", "when_useful", "not_this_turn")
# An automatic pass against people takes as long as a person might; nobody can tell it from a choice.
PASS_MILLISECONDS: Final = (1500, 4000)


class Stale(GrognardError):
    """The table has moved on since the page was drawn."""


class Forbidden(GrognardError):
    """This guest may not do that at this table."""


class News(Protocol):
    """Tells all processes that a table has changed."""

    def publish(self, data: Any, channels: str) -> None: ...


class Listener(Protocol):
    """An open page. None is the last that it is told."""

    def put_nowait(self, item: bytes | None) -> bool: ...


class Seat(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    bot: str | None
    key: str
    ask: str
    ask_turn: int
    seen: datetime | None
    guests: frozenset[str]
    plan: tuple[str, ...] = ()
    hint: Hint | None = None

    @property
    def open(self) -> bool:
        """Nobody has taken it yet."""
        return self.bot is None and not self.guests


class LogEntry(NamedTuple):
    """A line of the log, and the moment that brought it."""

    event: EventView
    moment: int


@dataclass(frozen=True)
class Moment:
    """The table after a deed: the position, how long the log was, and whether others saw anything of the deed."""

    state: State
    told: int
    actor: int | None = None
    open: bool = True


class Live:
    """A table at hand: its session, and every moment of it."""

    def __init__(self, id: str, row: Mapping[str, Any]) -> None:
        self.id = id
        self.row = row
        self.seats: list[Seat] = []
        self.game: Game = load(row["game"], row["options"], row["numbers"])
        self.session = Session(self.game, int(row["seed"]), [PERSON] * self.game.num_players())
        self.moments = [Moment(self.session.state, 1)]
        self.deeds: list[Deed] = []
        self.lock = asyncio.Lock()
        # A deed was done here that could not be kept: whoever waits for the lock must look again.
        self.void = False
        self.driver: asyncio.Task[None] | None = None
        # How many pages of each seat are open in this process.
        self.watching: Counter[int] = Counter()
        # What each guest was shown last, as drawn and as HTML.
        self.shown: dict[str, tuple[object, str]] = {}
        self._logs: dict[tuple[int | None, tuple[int, ...]], list[LogEntry]] = {}
        self._versions: dict[tuple[int, ...], list[int]] = {}

    def settle(
        self, row: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], holders: Sequence[Mapping[str, Any]]
    ) -> None:
        """Takes over what the database says about the table and its seats."""
        self.row = row
        held: dict[int, set[str]] = {}
        for holder in holders:
            held.setdefault(holder["seat"], set()).add(holder["guest"])
        self.seats = [_seat(seat, frozenset(held.get(seat["seat"], ()))) for seat in seats]
        names = tuple(seat.bot or PERSON for seat in self.seats)
        self.session.journal.header = msgspec.structs.replace(self.session.journal.header, seats=names)

    def do(self, deed: Deed) -> None:
        """Does a deed and remembers the moment; raises what the session raises."""
        before = len(self.session.told)
        self.session.enter(deed)
        self.deeds.append(deed)
        told = self.session.told
        # Another's unfinished choice, or its being taken back, shows nothing to anybody else.
        closed = isinstance(deed, Action) and self.session.state.picks() == 0
        open = (
            closed or isinstance(deed, Resign | Claim) or any(entry.events or entry.undone for entry in told[before:])
        )
        self.moments.append(Moment(self.session.state, len(told), deed.seat, open))

    # -- who may see and do what -----------------------------------------------------------------------------------

    def seats_of(self, guest: str) -> list[int]:
        """The seats a guest holds."""
        return [number for number, seat in enumerate(self.seats) if guest in seat.guests]

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.session.outcome() is not None

    @property
    def people(self) -> list[int]:
        """The seats that are not a bot's."""
        return [number for number, seat in enumerate(self.seats) if seat.bot is None]

    def has_company(self, guest: str) -> bool:
        """Do others than this guest and the bots play?"""
        return any(guest not in self.seats[seat].guests for seat in self.people)

    @property
    def against_people(self) -> bool:
        """Do two different people play, or will they?"""
        hold = {self.seats[seat].guests for seat in self.people}
        return not self.row["one_screen"] and (len(hold) > 1 or any(seat.open for seat in self.seats))

    def view(self, seat: int | None, moment: int | None = None, open_seats: Collection[int] = ()) -> View:
        """What a seat sees now or saw at a moment, with the hands that lie open to it."""
        last = moment is None or moment == len(self.moments) - 1
        if last:
            view = self._planning(seat) or self.session.view(seat)
            return opened(view, (self.session.view(other) for other in open_seats if other != seat))
        assert moment is not None
        state = self.moments[moment].state
        return opened(state.view(seat), (state.view(other) for other in open_seats if other != seat))

    def planned(self, seat: int | None) -> tuple[State, bool] | None:
        """Where a seat decides ahead of its turn, with its plan so far; is the plan whole? None: it does not."""
        position = None if seat is None or self.over else self.session.state.ahead(seat)
        if position is None or seat is None:
            return None
        for notation in self.seats[seat].plan:
            before = position.clone()
            position.apply_action(position.string_to_action(notation))
            if position.picks() == 0:  # what comes after it is not this seat's to know
                return before, True
        return position, False

    def _planning(self, seat: int | None) -> View | None:
        planned = self.planned(seat)
        if planned is None:
            return None
        position, whole = planned
        view = position.view(seat)
        if whole:
            waits = self.session.view(seat)
            return msgspec.structs.replace(
                view, to_move=waits.to_move, prompt=waits.prompt, actions=(), refused=(), coming=None
            )
        return view

    def version(self, seats: Sequence[int], upto: int | None = None) -> int:
        """How many deeds (up to a moment) have shown somebody who holds these seats anything.

        It is what he may know of how often the table has moved.
        """
        counts = self._versions.setdefault(tuple(seats), [0])
        for number in range(len(counts), len(self.moments)):
            shown = self.moments[number].open or self.moments[number].actor in seats
            counts.append(counts[-1] + shown)
        return counts[-1 if upto is None else upto]

    def log(self, seat: int | None, upto: int | None = None, also: tuple[int, ...] = ()) -> list[LogEntry]:
        """The log as a seat may know it, with what other seats of the same person know, up to a moment."""
        lines = self._logs.setdefault((seat, also), [])
        first = lines[-1].moment + 1 if lines else 0
        for number in range(first, len(self.moments)):
            since = self.moments[number - 1].told if number else 0
            events = self.session.events(seat, since, self.moments[number].told, also)
            lines += [LogEntry(event, number) for event in events]
        return lines if upto is None else [line for line in lines if line.moment <= upto]

    def hint(self, number: int | None) -> Hint | None:
        """The advice that a seat asked for, while it still has to decide the same."""
        hint = None if number is None else self.seats[number].hint
        return hint if hint is not None and hint.deeds == len(self.deeds) else None

    def is_here(self, number: int) -> bool:
        """Is somebody at this seat's page?"""
        seat = self.seats[number]
        return seat.bot is not None or self.watching.get(number, 0) > 0 or away(seat) < timedelta(seconds=HERE_SECONDS)


def _seat(row: Mapping[str, Any], guests: frozenset[str]) -> Seat:
    hint = None if row["hint"] is None else msgspec.json.decode(row["hint"], type=Hint)
    return Seat(row["bot"], row["key"], row["ask"], row["ask_turn"], row["seen"], guests, (*row["plan"],), hint)


def away(seat: Seat) -> timedelta:
    """For how long nobody was seen in a seat."""
    if seat.seen is None:
        return timedelta.max
    # SQLite gives times back without their zone.
    return now() - (seat.seen if seat.seen.tzinfo else seat.seen.replace(tzinfo=now().tzinfo))


@dataclass(frozen=True)
class Viewpoint:
    """From where a guest sees a table: a seat, or None; the seats whose hands lie open to him; who must take over."""

    seat: int | None
    open_seats: tuple[int, ...] = ()
    # On one screen: the seat that decides, whose hand is not on the screen yet.
    hand_over: int | None = None


def viewpoint(live: Live, guest: str) -> Viewpoint:
    """Where a guest sees a table from just now."""
    held = live.seats_of(guest)
    if len(held) < 2:
        return Viewpoint(held[0] if held else None)
    decider = live.session.state.current_player()
    if live.over or decider not in held:
        decider = live.row["at_screen"] if live.row["at_screen"] in held else held[0]
    sides = live.game.sides
    if live.row["open_hands"] or len({sides[seat] for seat in held}) == 1:
        return Viewpoint(decider, tuple(held))
    if live.over or live.row["at_screen"] == decider:
        return Viewpoint(decider)
    return Viewpoint(None, (), decider)


def reader(live: Live, guest: str) -> tuple[int | None, tuple[int, ...]]:
    """Whose log and record a guest may take away: one seat, and his others of the same side; nobody's if of both."""
    held = live.seats_of(guest)
    if not held or len({live.game.sides[seat] for seat in held}) > 1:
        return None, ()
    return held[0], tuple(held)


class Tables:
    """All tables of this server."""

    def __init__(self, config: Config, storage: Storage, news: News, thinkers: Thinkers) -> None:
        self.config = config
        self.storage = storage
        self.news = news
        self.thinkers = thinkers
        self._at_hand: OrderedDict[str, Live] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._under_way: set[asyncio.Task[None]] = set()
        self.listening: set[Listener] = set()
        self.closing = False

    # -- opening ---------------------------------------------------------------------------------------------------

    async def open(self, id: str) -> Live:
        """The table as it stands now; raises NotFound."""
        live = await self.follow(id, None)
        self.drive(live)
        return live

    async def visit(self, id: str, guest: str) -> Live:
        """The same for a guest who looks or acts: a page without the script is attended too. Raises NotFound."""
        live = await self.open(id)
        for seat in live.seats_of(guest):
            if away(live.seats[seat]) > timedelta(seconds=min(SEEN_EVERY, self.config.claim_after / 3)):
                await self.seen(live, seat)
        return live

    async def follow(self, id: str, deeds: int | None) -> Live:
        """The table with at least so many deeds, or (None) as the database has it: for those who were told of news."""
        async with self.held(id, deeds) as live:
            return live

    @asynccontextmanager
    async def held(self, id: str, deeds: int | None = None) -> AsyncIterator[Live]:
        """The same, while nothing can change about it."""
        while True:
            live = await self._live(id)
            async with live.lock:
                if not live.void:
                    if deeds is None or len(live.deeds) < deeds:
                        await self.sync(live)
                    yield live
                    return

    @asynccontextmanager
    async def still(self, live: Live) -> AsyncIterator[None]:
        """While nothing else can be done at this table; raises Stale if it is not the true one any more."""
        async with live.lock:
            if live.void:
                raise Stale("The table has moved on: nothing was done. Here it is as it stands.")
            yield

    async def _live(self, id: str) -> Live:
        live = self._at_hand.get(id)
        if live is None:
            try:
                async with self._opening.setdefault(id, asyncio.Lock()):
                    live = self._at_hand.get(id) or await self._built(id)
            finally:
                self._opening.pop(id, None)
        self._at_hand.move_to_end(id)
        while len(self._at_hand) > AT_HAND:
            self._at_hand.popitem(last=False)
        return live

    async def _built(self, id: str) -> Live:
        live = Live(id, await self._row(id))
        await self.sync(live)
        self._at_hand[id] = live
        return live

    async def _row(self, id: str) -> Mapping[str, Any]:
        # What is no id is not asked for: PostgreSQL refuses some characters with an error.
        row = await self.storage.row(id) if ID.fullmatch(id) else None
        if row is None:
            raise NotFound("There is no such table.")
        rules = spec(row["game"]).meta.rules
        if row["rules"] != rules:
            raise NotFound(f"This table was played under rules {row['rules']}; this server has rules {rules}.")
        return row

    async def sync(self, live: Live) -> None:
        if live.seats and await self.storage.standing(live.id) == (live.row["changes"], len(live.deeds)):
            return
        row, seats, holders, deeds = await self.storage.news(live.id, len(live.deeds))
        live.settle(row, seats, holders)
        try:
            for number, deed in enumerate(deeds, start=1):
                live.do(deed)
                if number % 50 == 0:
                    await asyncio.sleep(0)  # a long game is not replayed in one go
        except BaseException:
            self.forget(live)
            raise

    def address(self, asked: str) -> str:
        """How others reach this server, ending in a slash: as the host says, or as this guest did."""
        return f"{self.config.address.rstrip('/')}/" if self.config.address else asked

    def forget(self, live: Live) -> None:
        """Drops a table from memory: the database knows better."""
        live.void = True
        if self._at_hand.get(live.id) is live:
            del self._at_hand[live.id]

    # -- creating --------------------------------------------------------------------------------------------------

    async def create(
        self,
        slug: str,
        options: Mapping[str, str | int],
        seats: Sequence[str],
        guest: str,
        one_screen: bool = False,
        open_hands: bool = False,
        seed: int | None = None,
        deeds: Sequence[Deed] = (),
        numbers: Mapping[str, int] | None = None,
        holders: Mapping[int, Collection[str]] | None = None,
        rematch_of: str | None = None,
    ) -> str:
        """A new table; its id. `seats` names a bot, "you" or "open" for each seat.

        Who takes seats of both sides plays on one screen. `deeds` is what has been done already, where somebody goes on
        with a recorded game. Raises BadInput, NotFound.
        """
        game = load(slug, options, numbers)
        if len(seats) != game.num_players():
            raise BadInput(f"{game.spec.meta.title} has {game.num_players()} seats, not {len(seats)}.")
        for name in seats:
            if name not in (YOU, OPEN, *BOTS):  # a search of any size, such as bot() makes, is not for everybody
                raise NotFound(f"There is no bot “{name}”. There are: {', '.join(BOTS)}.")
        people = [number for number, name in enumerate(seats) if name in (YOU, OPEN)]
        if not people:
            raise BadInput("At least one seat must be a person's.")
        id = secrets.token_urlsafe(ID_BYTES)
        one_screen = one_screen or len({game.sides[number] for number, name in enumerate(seats) if name == YOU}) > 1
        ask = ASK[0] if one_screen or OPEN in seats else ASK[1]
        guests = {number: {guest} if name == YOU else set() for number, name in enumerate(seats)}
        for number, more in (holders or {}).items():
            guests[number] |= set(more)
        await self.storage.create(
            {
                "id": id,
                "game": slug,
                "rules": game.spec.meta.rules,
                "options": game.options,
                "numbers": game.overrides,
                "seed": str(secrets.randbits(8 * SEED_BYTES) if seed is None else seed),
                "created": now(),
                "one_screen": one_screen,
                "open_hands": open_hands,
                "undo_agreed": [],
            },
            [
                {
                    "table_id": id,
                    "seat": number,
                    "bot": None if number in people else name,
                    "key": secrets.token_urlsafe(KEY_BYTES),
                    "ask": ask,
                    "ask_turn": 0,
                    "seen": now(),
                }
                for number, name in enumerate(seats)
            ],
            {number: sorted(held) for number, held in guests.items()},
            rematch_of,
        )
        await self.storage.copy_deeds(id, deeds)
        return id

    async def rematch(self, live: Live, guest: str) -> str:
        """The next game of the same people, seats swapped; the one that was asked for already if there is one."""
        self.seat_held(live, guest)
        if not live.over:
            raise BadInput("A rematch is for a game that is over.")
        if live.row["rematch"]:
            return str(live.row["rematch"])
        swapped = [*live.seats[1:], live.seats[0]]
        id = await self.create(
            live.game.slug,
            live.game.options,
            [seat.bot or OPEN for seat in swapped],
            guest,
            live.row["one_screen"],
            live.row["open_hands"],
            numbers=live.game.overrides,
            holders={number: seat.guests for number, seat in enumerate(swapped)},
            rematch_of=live.id,
        )
        await self._change(live)
        return str(live.row["rematch"] or id)

    async def join(self, live: Live, key: str, guest: str) -> int:
        """Takes the open seat that the key is for, or regains one's own on another device; the seat.

        Raises Forbidden where the key fits no seat.
        """
        seat = await self.seat_of_key(live, key)
        if seat is None:
            raise Forbidden("This link opens no seat any more: the seat is taken, or the link is not whole.")
        if live.seats[seat].open:
            if not await self.storage.take_seat(live.id, seat, key, secrets.token_urlsafe(KEY_BYTES), guest):
                raise Forbidden("Somebody else has just taken this seat.")
        else:
            # Whoever holds several seats of a side regains them together.
            holders = live.seats[seat].guests
            for number in [other for other in range(len(live.seats)) if live.seats[other].guests & holders]:
                await self.storage.add_holder(live.id, number, guest)
        self.tell(live.id)
        return seat

    async def seat_of_key(self, live: Live, key: str) -> int | None:
        """The seat that a link opens."""
        return await self.storage.seat_of_key(live.id, key) if KEY.fullmatch(key) else None

    # -- playing ---------------------------------------------------------------------------------------------------

    def token(self, live: Live, guest: str) -> str:
        """What a page sends back with a click: it says which table was seen, and tells nothing else."""
        held = live.seats_of(guest)
        plans = [live.seats[seat].plan for seat in held]
        text = f"{live.id} {held} {live.version(held)} {plans}"
        return hmac.new(self.config.secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:24]

    def seat_held(self, live: Live, guest: str, seat: int | None = None) -> int:
        """The seat for which a guest acts."""
        held = live.seats_of(guest)
        if not held or (seat is not None and seat not in held):
            raise Forbidden("You do not sit there: you can watch.")
        if seat is not None:
            return seat
        now_at = viewpoint(live, guest).seat
        return held[0] if now_at is None else now_at

    async def play(self, live: Live, guest: str, notation: str, at: str) -> None:
        """A guest plays an action. Raises Forbidden, Stale, or what the rules say."""
        seat = self.seat_held(live, guest)
        async with self.still(live):
            self.must_be_fresh(live, guest, at)
            live.game.string_to_action(notation[:MOST_LETTERS])
            planned = live.planned(seat)
            if planned is None:
                await self._write(live, Action(seat, notation))
            else:
                await self._plan_on(live, seat, planned, notation)
        if planned is None:
            self._after(live)
        else:
            self.tell(live.id)

    async def _plan_on(self, live: Live, seat: int, planned: tuple[State, bool], notation: str) -> None:
        """One more action of a plan. Raises what the rules say."""
        position, whole = planned
        if whole:
            raise Stale("That stands, and waits for the others: step back to change it.")
        position.apply_action(position.string_to_action(notation))
        await self._set_plan(live, seat, (*live.seats[seat].plan, notation))

    async def _set_plan(self, live: Live, seat: int, plan: tuple[str, ...]) -> None:
        await self.storage.set_seat(live.id, seat, plan=list(plan))
        live.seats[seat] = msgspec.structs.replace(live.seats[seat], plan=plan)

    def must_be_fresh(self, live: Live, guest: str, at: str) -> None:
        if not hmac.compare_digest(at.encode(errors="replace"), self.token(live, guest).encode()):
            raise Stale("The table has moved on since you looked: nothing was played. Here it is as it stands.")

    async def _write(self, live: Live, deed: Deed) -> None:
        """Does a deed and keeps it, or does nothing at all."""
        ply = len(live.deeds)
        live.do(deed)
        try:
            await self.storage.append(live.id, ply, deed, live.over)
        except Taken as error:
            self.forget(live)
            raise Stale("Somebody was quicker: nothing was played. Here is the table as it stands.") from error
        except BaseException:
            self.forget(live)
            raise

    def _after(self, live: Live) -> None:
        self.tell(live.id, len(live.deeds))
        self.drive(live)

    def tell(self, id: str, deeds: int | None = None) -> None:
        """Tells whoever watches: so many deeds, or that something else about the table has changed."""
        self.news.publish({"table": id, "deeds": deeds}, channel(id))

    async def _change(self, live: Live, **values: Any) -> None:
        if values:
            await self.storage.set_table(live.id, **values)
        async with self.still(live):
            await self.sync(live)
        self.tell(live.id)

    async def undo(self, live: Live, guest: str, at: str) -> None:
        """Steps back where that is free, or asks the others. Raises CannotUndo, Forbidden, Stale."""
        seat = self.seat_held(live, guest)
        async with self.still(live):
            self.must_be_fresh(live, guest, at)
            plan = () if live.planned(seat) is None else live.seats[seat].plan
            if plan:
                await self._set_plan(live, seat, plan[:-1])
                self.tell(live.id)
                return
            if len(live.deeds) > MOST_DEEDS:
                raise CannotUndo("So much was done at this table that nothing can be taken back any more.")
            kept, free = live.session.undo_target(seat)
            asks = not free and live.has_company(guest)
            asked_at = live.version([])
            if not asks:
                agreed = () if free else tuple(other for other in range(len(live.seats)) if other != seat)
                await self._write(live, Undo(seat, kept, agreed))
        if asks:
            await self._change(live, undo_seat=seat, undo_at=asked_at, undo_agreed=[])
        else:
            self._after(live)

    def undo_asked(self, live: Live) -> int | None:
        """The seat that asks to step back, while the question stands."""
        # Until others see something new: that the asker thinks on in secret must not end his question.
        return live.row["undo_seat"] if live.row["undo_at"] == live.version([]) else None

    async def answer_undo(self, live: Live, guest: str, agrees: bool) -> None:
        """A guest lets another step back, or does not."""
        seat = self.seat_held(live, guest)
        async with self.still(live):
            asking = self.undo_asked(live)
            if asking is None or asking == seat:
                raise CannotUndo("Nobody asks to take a choice back any more.")
            agreed = {*live.row["undo_agreed"], *live.seats_of(guest)}
            asker = live.seats[asking].guests
            all_agree = agrees and all(other in agreed or live.seats[other].guests & asker for other in live.people)
            if all_agree:
                kept, free = live.session.undo_target(asking)
                while free:  # what he has picked since, before what the others saw
                    await self._write(live, Undo(asking, kept, ()))
                    kept, free = live.session.undo_target(asking)
                others = tuple(other for other in range(len(live.seats)) if other != asking)
                await self._write(live, Undo(asking, kept, others))
        if all_agree:
            self._after(live)
        elif agrees:
            await self._change(live, undo_agreed=sorted(agreed))
        else:
            await self._change(live, undo_seat=None, undo_at=None)

    async def resign(self, live: Live, guest: str, at: str | None = None) -> None:
        """A guest gives his game up, on whatever table unless `at` says which. Raises Forbidden, Stale, GameOver."""
        seat = self.seat_held(live, guest)
        async with self.still(live):
            if at is not None:
                self.must_be_fresh(live, guest, at)
            await self._write(live, Resign(seat))
        self._after(live)

    def can_claim(self, live: Live, seat: int) -> bool:
        """Has the other side kept this seat waiting, away from the table, for long enough?"""
        if live.over:
            return False
        decider = live.session.state.current_player()
        sides = live.game.sides
        gone = live.seats[decider]
        patience = timedelta(seconds=self.config.claim_after)
        return bool(
            sides[decider] != sides[seat]
            and gone.guests
            and live.against_people
            and not live.watching[decider]
            and away(gone) > patience
        )

    async def claim(self, live: Live, guest: str) -> None:
        """A guest takes the game, the other having left."""
        seat = self.seat_held(live, guest)
        async with self.still(live):
            await self.sync(live)
            if not self.can_claim(live, seat):
                raise BadInput("Your opponent has not been away for long enough.")
            await self._write(live, Claim(seat))
        self._after(live)

    async def set_ask(self, live: Live, guest: str, ask: str) -> None:
        """When windows open for a guest. The others are not told."""
        if ask not in ASK:
            raise BadInput(f"Windows can be set to {', '.join(ASK)}; not “{ask}”.")
        seat = self.seat_held(live, guest)
        if ask not in asks(live):
            raise BadInput("Between people that would tell what you hold: you can be asked, or not for this turn.")
        await self.storage.set_seat(live.id, seat, ask=ask, ask_turn=int(live.session.state.turn))
        async with self.still(live):
            await self.sync(live)
        self.drive(live)

    async def hand_over(self, live: Live, guest: str, seat: int) -> None:
        """On one screen: this seat's player has the screen now."""
        await self._change(live, at_screen=self.seat_held(live, guest, seat))

    async def set_open_hands(self, live: Live, guest: str, open: bool) -> None:
        """On one screen: play with open hands, without handing over."""
        self.seat_held(live, guest)
        if not live.row["one_screen"]:
            raise BadInput("Hands can lie open only where all sit at one screen.")
        await self._change(live, open_hands=open)

    async def set_hint(self, live: Live, seat: int, hint: Hint) -> None:
        """What the computer has thought for a seat so far. Raises Stale."""
        await self.storage.set_seat(live.id, seat, hint=msgspec.json.encode(hint).decode())
        async with self.still(live):
            await self.sync(live)
        self.tell(live.id)

    async def seen(self, live: Live, seat: int) -> None:
        """Somebody is at the page of a seat."""
        moment = now()
        live.seats[seat] = msgspec.structs.replace(live.seats[seat], seen=moment)
        await self.storage.set_seat(live.id, seat, seen=moment)

    # -- bots, and passing for people who asked for it -------------------------------------------------------------

    def drive(self, live: Live) -> None:
        """Lets bots play until a person has to decide. One driver for each table is enough."""
        if live.void or live.over or (live.driver is not None and not live.driver.done()):
            return
        who = live.seats[live.session.state.current_player()]
        if who.bot is None and who.ask == "always" and not who.plan:
            return
        live.driver = self.begin(self._drive(live))

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something that goes on by itself until the server stops."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOGGER.error("the computer could not go on: %s", traced(error))

    async def _drive(self, live: Live) -> None:
        try:
            while not live.over:
                if live.seats[live.session.state.current_player()].plan:
                    await self._carry_out(live)
                    continue
                wanted = self._automatic(live)
                if wanted is None:
                    return
                seen = len(live.deeds)
                action = await wanted
                async with self.still(live):
                    seat = live.session.state.current_player()
                    if len(live.deeds) != seen or not await self._still_wanted(live, seat, action):
                        continue
                    await self._write(live, Action(seat, live.game.action_to_string(action)))
                self.tell(live.id, len(live.deeds))
        except Stale:  # another process plays for the same bot
            return

    async def _carry_out(self, live: Live) -> None:
        """Plays what the seat that is due has decided ahead of its turn; from there it goes on itself."""
        async with self.still(live):
            await self.sync(live)
            seat = live.session.state.current_player()
            plan = live.seats[seat].plan
            await self._set_plan(live, seat, ())
            for notation in plan:
                await self._write(live, Action(seat, notation))
        self.tell(live.id)

    async def _still_wanted(self, live: Live, seat: int, action: int) -> bool:
        """Does a person who wanted to pass still want to? A bot does not change its mind."""
        if live.seats[seat].bot is not None:
            return True
        seen = len(live.deeds)
        await self.sync(live)
        return len(live.deeds) == seen and self.passes(live, seat) == action

    def _automatic(self, live: Live) -> Coroutine[Any, Any, int] | None:
        """What comes next without anybody at a page: a bot's choice, or a pass that a person asked for."""
        seat = live.session.state.current_player()
        who = live.seats[seat]
        if who.bot is not None:
            return self.thinkers.choose(live.session, seat, who.bot)
        passing = self.passes(live, seat)
        return None if passing is None else _after_a_while(passing, live.against_people)

    def passes(self, live: Live, seat: int) -> int | None:
        """The pass of a window that this seat does not want to be asked about."""
        who = live.seats[seat]
        state = live.session.state
        if who.ask == "always" or (who.ask == "not_this_turn" and who.ask_turn != state.turn):
            return None
        view = state.view(seat)
        plain = [action for action in view.actions if action.card is None]
        if view.active == seat or len(plain) != 1 or (who.ask == "when_useful" and len(view.actions) > 1):
            return None
        return plain[0].action

    def hang_up(self) -> None:
        """Ends all open streams, and those still opening: their pages come back when there is a server again."""
        self.closing = True
        for listener in self.listening:
            listener.put_nowait(None)

    async def close(self) -> None:
        """Stops all that goes on by itself; what was played is kept already."""
        for task in [*self._under_way]:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)


def asks(live: Live) -> Sequence[str]:
    """What a person may choose about windows. Passing only for want of an answer would tell people something."""
    return [ask for ask in ASK if ask != "when_useful" or len(live.people) == 1]


def channel(id: str) -> str:
    """The channel that carries the news of a table, and of others: there are few, since each costs."""
    return f"tables_{zlib.crc32(id.encode()) % CHANNELS}"


async def _after_a_while(action: int, against_people: bool) -> int:
    if against_people:
        least, most = PASS_MILLISECONDS
        await asyncio.sleep((least + secrets.randbelow(most - least)) / 1000)
    return action
