"""Sets up tables, and gives guests their seats."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import to_builtins

from grognard.bots import PERFECT, PRODIGY, bot_for, bots_of
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.game import Game
from grognard.play.clock import NONE, SLOW, Pace
from grognard.play.deal import BYTES
from grognard.play.journal import Deed
from grognard.play.matches import Match, moved
from grognard.registry import load_stored
from grognard.server.errors import Forbidden, TooMuch, is_of_one_table, traced
from grognard.server.storage.rows import (
    ANYONE,
    ID_BYTES,
    KEY_BYTES,
    MOST_LATE,
    SPECTATORS,
    Question,
    Seat,
    TableRecord,
    now,
)
from grognard.server.storage.tables import BothSides, Bound, Full, Taken
from grognard.server.tables.auto_pass import ASK
from grognard.server.tables.dealing import give_up, promise, release, seats_must_be_free_to_change
from grognard.server.tables.live_table import LiveTable, most_deeds
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import seat_held

LOGGER: Final = logging.getLogger("grognard")
YOU: Final = "you"
OPEN: Final = "open"
JUST_TAKEN: Final = "Someone else has just taken this seat."
BOTH_SIDES: Final = (
    "You can't take both sides of a table with other people, because you would see both hands. Take the seats of one "
    "side, or give every other seat to the computer."
)
OTHER_SIDE: Final = "You play the other side at this table. This link is for a friend, so pass it on."
KEY: Final = re.compile(r"[\w-]{1,64}", re.ASCII)


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """A table to set up. `seats` names a bot, "you" or "open" for each seat.

    A guest who takes seats of both sides shares the screen, and then nobody else can sit there. `deeds` are the deeds
    so far, if the table continues a recorded game. `holders` are other guests who hold seats. Without `match`, a match
    of the usual length begins. `asks` has the setting of each seat for when to ask, if already chosen. With a `seed` or
    `deeds`, bots take all other seats. For the guest's attempt at a daily deal, `daily` is its day (YYYY-MM-DD), and
    `late` whether that day is over. `spectators` are one of SPECTATORS. `pace` matters only if other people play.
    In a rematch, `asked_by` is the seat at the finished table of the player who asks for it.
    """

    game: str
    options: Mapping[str, str | int]
    seats: Sequence[str]
    numbers: Mapping[str, str | int] = {}
    open_hands: bool = False
    seed: int | None = None
    deeds: Sequence[Deed] = ()
    holders: Mapping[int, Collection[str]] = {}
    rematch_of: str | None = None
    match: Match | None = None
    asks: Sequence[str] = ()
    daily: str | None = None
    late: bool = False
    spectators: str = ANYONE
    pace: Pace = SLOW
    asked_by: int | None = None


async def create(tables: TableRegistry, setup: Setup, guest: str) -> str:
    """Sets up a table and returns its id. Raises BadInput, NotFound, and Taken for a second try at a daily deal."""
    game = load_stored(setup.game, setup.options, setup.numbers)
    if setup.spectators not in SPECTATORS:
        can_be = f"“{SPECTATORS[0]}”, “{SPECTATORS[1]}” to “{SPECTATORS[MOST_LATE]}”, or “{SPECTATORS[-1]}”"
        raise BadInput(f"Spectators can be {can_be}, not “{setup.spectators}”.")
    _must_fill(game, setup.seats)
    if len(setup.deeds) > most_deeds(game.spec.meta):
        raise BadInput("This game is too long to continue from here.")
    holders = [_holders(setup, number, guest) for number in range(len(setup.seats))]
    people = {held for held, name in zip(holders, setup.seats, strict=True) if name in (YOU, OPEN)}
    one_screen = _has_both_sides(game, holders)
    if one_screen and len(people) > 1:
        raise BadInput(BOTH_SIDES)
    known = setup.seed is not None or bool(setup.deeds)
    if known and (one_screen or len(people) > 1 or not all(guest in held for held in people)):
        raise BadInput("You have seen these cards, so only the computer can take the other seats.")
    fair = not known and (OPEN in setup.seats or len(people) > 1)
    table = TableRecord(
        id=secrets.token_urlsafe(ID_BYTES),
        game=game.slug,
        rules=game.spec.meta.rules,
        options=game.options,
        numbers=game.overrides,
        seed="" if fair else str(secrets.randbits(8 * BYTES) if setup.seed is None else setup.seed),
        created=now(),
        one_screen=one_screen,
        open_hands=setup.open_hands,
        spectators=setup.spectators,
        pace=setup.pace if fair else NONE,
        match=setup.match or Match(game.spec.meta.match),
        daily=setup.daily,
        question=None if setup.asked_by is None else Question("rematch", _seat_after(setup.asked_by, len(setup.seats))),
    )
    # Newcomers see every step; and against people, skipping steps would give clues.
    ask = ASK[0] if one_screen or OPEN in setup.seats or game.spec.meta.first else ASK[1]
    asks = setup.asks or [ask] * len(setup.seats)
    seats = [
        Seat(
            bot=None if name in (YOU, OPEN) else name,
            key=secrets.token_urlsafe(KEY_BYTES),
            ask=asks[number],
            seen=now(),
            guests=holders[number],
        )
        for number, name in enumerate(setup.seats)
    ]
    dealing = [promise(table.id, 1)] if fair else ()
    daily_of = guest if setup.daily else None
    bound = Bound(guest, tables.config.unfinished_tables)
    asked = None if setup.asked_by is None else Question("rematch", setup.asked_by)
    tables.made.use(guest)
    try:
        await tables.store.create(
            table,
            seats,
            setup.deeds,
            setup.rematch_of,
            dealing,
            daily_of=daily_of,
            late=setup.late,
            bound=bound,
            asked=asked,
        )
    except Full as error:
        tables.made.use(guest, -1)
        sentence = f"You have {bound.most} unfinished games. Finish or resign some of them first."
        raise TooMuch(sentence) from error
    return table.id


def _holders(setup: Setup, number: int, guest: str) -> frozenset[str]:
    return frozenset(setup.holders.get(number, ())) | ({guest} if setup.seats[number] == YOU else frozenset())


def _has_both_sides(game: Game, holders: Sequence[Collection[str]]) -> bool:
    """Returns whether one guest holds seats on both sides."""
    sides: dict[str, set[int]] = {}
    for number, held in enumerate(holders):
        for guest in held:
            sides.setdefault(guest, set()).add(game.sides[number])
    return any(len(held) > 1 for held in sides.values())


def _must_fill(game: Game, seats: Sequence[str]) -> None:
    if len(seats) != game.num_players():
        raise BadInput(f"{game.spec.meta.title} has {game.num_players()} seats, not {len(seats)}.")
    for name in seats:
        if name not in (YOU, OPEN, *bots_of(game)):  # guests cannot ask for a search of any size, as bot() makes
            if name in (PERFECT, PRODIGY):
                bot_for(game, name)  # raises an error that explains why
            raise NotFound(f"There is no bot “{name}”. Choose from: {', '.join(bots_of(game))}.")
    if not any(name in (YOU, OPEN) for name in seats):
        raise BadInput("At least one seat must be for a person.")


async def rematch(tables: TableRegistry, live: LiveTable, guest: str) -> str:
    """Returns the id of the rematch: the same players in swapped seats. Sets it up if there is none yet."""
    seat = seat_held(live, guest)
    if not live.over:
        raise BadInput("You can start a rematch only after the game is over.")
    if live.table.rematch:
        question = rematch_asked(live, guest)
        if question is not None:
            agreed = tuple(sorted({*question.agreed, *live.seats_of(guest)}))
            await tables.change(live, question=to_builtins(msgspec.structs.replace(question, agreed=agreed)))
        return live.table.rematch
    swapped = moved(live.seats)
    setup = Setup(
        game=live.game.slug,
        options=live.game.options,
        numbers=live.game.overrides,
        seats=[seat.bot or OPEN for seat in swapped],
        open_hands=live.table.open_hands,
        spectators=live.table.spectators,
        pace=live.table.pace,
        # In the seat of a guest whose data is deleted, a friend can be invited.
        holders={number: seat.guests for number, seat in enumerate(swapped) if not seat.left},
        rematch_of=live.id,
        match=live.match.next(),
        asks=[seat.ask for seat in swapped],
        asked_by=seat if live.against_people else None,
    )
    id = await create(tables, setup, guest)
    await tables.refresh(live)
    # The new table is on the start pages of all its people.
    tables.notify(live.table.rematch or id, guests={guest for seat in live.seats for guest in seat.guests})
    return live.table.rematch or id


def rematch_asked(live: LiveTable, guest: str) -> Question | None:
    """Returns another player's request for a rematch that this guest has not answered."""
    question, held = live.table.question, live.seats_of(guest)
    if not live.table.rematch or question is None or question.kind != "rematch" or question.refused or not held:
        return None
    return None if guest in live.seats[question.seat].guests or {*held} <= {*question.agreed} else question


def may_decline(live: LiveTable, guest: str) -> bool:
    """Returns whether a guest is asked for a rematch and may say no.

    Among more than two people, they can leave the new table. The next game of a match is already agreed.
    """
    if rematch_asked(live, guest) is None or live.match.next().number > 1:
        return False
    return len({live.seats[seat].guests for seat in live.people}) == 2


async def decline_rematch(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Declines a rematch, and frees the guest's seat there. Raises BadInput, Forbidden, Stale."""
    seat_held(live, guest)
    if not may_decline(live, guest) or live.table.rematch is None:
        raise BadInput("Nobody is asking you for a rematch anymore.")
    again = await tables.follow(live.table.rematch)
    if again.seats_of(guest):
        await give_up(tables, again, guest)
        await _refuse(tables, again)
    await _refuse(tables, live)


async def _refuse(tables: TableRegistry, live: LiveTable) -> None:
    if live.table.question is not None:
        await tables.change(live, question=to_builtins(msgspec.structs.replace(live.table.question, refused=True)))


def _seat_after(seat: int, seats: int) -> int:
    """Returns where the player of a seat sits in the next game."""
    return moved(range(seats)).index(seat)


async def join(tables: TableRegistry, live: LiveTable, key: str, guest: str, beside: bool = False) -> int:
    """Takes the open seat of a key, or the guest's own seat on another device; returns the seat.

    Others lose the seat, unless the guest wants to share it (`beside`): otherwise an earlier holder could see a
    friend's hand. Raises Forbidden if the key fits no seat, or a seat of the other side.
    """
    seat = await seat_of_key(tables, live, key)
    if seat is None:
        raise Forbidden("This link no longer works. Either the seat is taken, or part of the link is missing.")
    seats_must_be_free_to_change(live)
    try:
        await _take(tables, live, seat, key, guest, beside)
    except BothSides as error:
        raise Forbidden(OTHER_SIDE) from error
    tables.notify(live.id)
    return seat


async def mark_program(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Shows everyone at a table that a program acts for a guest, from the first time it does."""
    held = live.seats_of(guest)
    if held and all(live.seats[seat].program for seat in held):
        return
    if await tables.store.mark_program(live.id, guest):
        await tables.refresh(live)


def opposed(live: LiveTable, guest: str, seat: int) -> bool:
    """Returns whether a guest holds seats only on the other side."""
    sides = {live.game.sides[held] for held in live.seats_of(guest)}
    return bool(sides) and live.game.sides[seat] not in sides


async def _take(tables: TableRegistry, live: LiveTable, seat: int, key: str, guest: str, beside: bool) -> None:
    if live.seats[seat].open:
        fresh = secrets.token_urlsafe(KEY_BYTES)
        if not await tables.store.take_seat(live.id, seat, key, fresh, guest, _against(live, [seat])):
            raise Forbidden(JUST_TAKEN)
    else:
        # A person who holds several seats takes them all together, except those they share with someone else.
        holders = live.seats[seat].guests
        seats = [number for number, other in enumerate(live.seats) if other.guests == holders]
        if beside:
            await tables.store.add_holder(live.id, seats, guest, _against(live, seats))
        else:
            await _hold_alone(tables, live, seats, guest)


def _against(live: LiveTable, seats: Collection[int]) -> list[int]:
    """Returns the seats of the sides that these seats do not belong to."""
    sides = {live.game.sides[seat] for seat in seats}
    return [number for number, side in enumerate(live.game.sides) if side not in sides]


async def forget_others(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Limits a guest's seats to this device; old links to them, which others may know, stop working."""
    seat_held(live, guest)
    seats_must_be_free_to_change(live)
    await _hold_alone(tables, live, live.seats_of(guest), guest)
    await tables.refresh(live)


async def forget_others_everywhere(tables: TableRegistry, guest: str) -> None:
    """Does the same at every table where the guest plays, or where another guest holds their seat.

    While the cards of a table are being dealt, nobody can change its seats, so it stays as it is.
    """
    running = await tables.store.tables_of(guest, tables.config.unfinished_tables)
    for id in {*running, *await tables.store.shared_of(guest)}:
        try:
            await forget_others(tables, await tables.follow(id), guest)
        except Forbidden:
            continue
        except Exception as error:  # played under older rules, or a deed is broken: nobody can see a hand there
            if not is_of_one_table(error):
                raise
            LOGGER.warning("a table cannot be opened: %s", traced(error))


async def _hold_alone(tables: TableRegistry, live: LiveTable, seats: Sequence[int], guest: str) -> None:
    keys = {number: (live.seats[number].key, secrets.token_urlsafe(KEY_BYTES)) for number in seats}
    try:
        await tables.store.hold_alone(live.id, keys, guest, _against(live, seats))
    except Taken as error:
        raise Forbidden(JUST_TAKEN) from error
    await release(tables, live, seats)  # another device may have the bytes that they committed to


async def seat_of_key(tables: TableRegistry, live: LiveTable, key: str) -> int | None:
    """Returns the seat that a link opens; None if it opens none."""
    return await tables.store.seat_of_key(live.id, key) if KEY.fullmatch(key) else None
