"""A guest's games as lists show them: the opponents, the score or result, and how long ago."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from math import inf
from typing import Final, Literal, NamedTuple

import msgspec

from grognard.art.persons import Person, person_of
from grognard.bots import PRODIGY, about_levels, first_opponent, in_words, level_of
from grognard.kernel.content.wording import counted, listed, uncapitalized
from grognard.kernel.errors import NotFound
from grognard.kernel.game import Game, GameSpec, Meta
from grognard.kernel.views.view import Outcome
from grognard.play.clock import time_told
from grognard.play.matches import Match
from grognard.play.results import met_bots
from grognard.play.summary import numbers
from grognard.registry import load, spec
from grognard.server.errors import is_of_one_table, traced
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import GONE, ListedTable, now
from grognard.server.tables import clocks, pausing, resigning, undo
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.presence import HERE_SECONDS
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.time_model import to_the_minute
from grognard.web.pages import render

LOGGER: Final = logging.getLogger("grognard")
MOST_RUNNING: Final = 40  # games against the computer in progress on the start page
MOST_FINISHED: Final = 20  # finished games that programs can list
LAST: Final = 100  # finished games searched for the last one against the computer
FAIR: Final = "fair"  # stands for the level that `fair_level` finds
RESULTS: Final = ("won", "lost", "drawn")
MONTH: Final = timedelta(days=30)
NEWS_FOR: Final = timedelta(days=7)  # how long the start page says that a game has ended, at most
MOST_NEWS: Final = 3

Asking = Literal["undo", "pause", "rematch"]  # what one person can ask another


class GameListing(msgspec.Struct, frozen=True, kw_only=True):
    """A guest's game, as a list shows it; unknown fields are empty."""

    id: str
    slug: str
    title: str
    seats: str  # the guest's own
    held: tuple[int, ...] = ()  # the numbers of these seats
    opponents: str
    allies: str
    when: datetime
    ago: str
    dated: str = ""  # what happened then, if that is not clear
    faces: tuple[Person, ...] = ()  # the people who play for the computer on the other side
    score: str = ""
    turn: int = 0
    yours: bool = False  # it waits for the guest: to move, to answer, to claim it or to take their seat back
    moves: bool = False  # the guest has to decide
    company: bool = False  # other people play too
    open: bool = False  # a seat is still free
    closed: bool = False  # the game cannot continue; its page says why
    dealing: bool = False  # all seats are taken, but the cards are not dealt yet
    decides: str = ""  # who has to, unless the guest does
    asks: str = ""  # what another person asks the guest, in a sentence with their name
    live: bool = False  # everyone sits at the table at the same time
    time: str = ""  # that the person who decides has left, in words, if a clock runs
    seconds: float = inf  # the same, to put the games in order
    late: str = ""  # that this time is up, or that others may claim the game from the guest, in a sentence
    urgent: bool = False  # the guest's own time is nearly up
    away: str = ""  # until when the person who decides is on vacation, in a sentence
    stood_in: bool = False  # the computer plays for the guest
    plays_for: str = ""  # the other people for whom it plays
    match: str = ""  # which game of a match this is, after the first
    claim: str = ""  # why the guest may claim the game, in a sentence with the opponent's name
    paused: bool = False
    result: str = ""
    told: str = ""  # why it ended
    over: bool = False
    called_off: bool = False  # before the cards were dealt, so there is nothing to replay


class LastGame(NamedTuple):
    """The kind of game that a guest finished last, and whom “Play the computer” suggests as an opponent there."""

    meta: Meta
    opponent: Person | None
    level: str


class EndedGame(NamedTuple):
    """A game with other people that has ended: how, unless the guest knows, and the next game of an open match."""

    entry: GameListing
    told: str
    following: str


class YourGames(NamedTuple):
    """What a guest's start page shows of their games."""

    mine: list[GameListing]  # in progress
    ended: list[EndedGame]
    again: LastGame | None
    foremost: GameListing | None  # the one to continue first, if it is the guest's turn
    finished: int
    played: set[str]  # the kinds of games that the guest has finished

    @property
    def waiting(self) -> int:
        """How many games with other people wait for the guest."""
        return sum(entry.company and entry.yours for entry in self.mine)


class GameFilter(msgspec.Struct, frozen=True):
    """A filter for finished games; an empty field accepts any."""

    game: str = ""
    opponent: str = ""
    result: str = ""

    def fits(self, entry: GameListing) -> bool:
        """Returns whether a game passes the filter."""
        with_whom = f"{entry.opponents} {entry.allies}".casefold()
        return (
            self.game in ("", entry.slug)
            and self.opponent.strip().casefold() in with_whom
            and self.result in ("", entry.result)
        )


async def your_games(tables: TableRegistry, people: PeopleStore, guest: str) -> YourGames:
    """Returns what a guest's start page shows of their games."""
    mine, finished = await running_games(tables, people, guest), await people.finished(guest)
    ended = await people.listed(guest, ended=True, limit=LAST) if finished else []
    again = last_game(ended, guest, mine)
    first = mine[0] if mine and mine[0].yours and not mine[0].closed else None
    foremost = first if again is None else None
    news = await ended_games(tables, ended, guest)
    return YourGames(mine, news, again, foremost, finished, finished_kinds(ended))


class GamesList(NamedTuple):
    """The list of a guest's games in progress as HTML, and the facts in it that do not change with time alone."""

    html: str
    facts: object


async def games_list(tables: TableRegistry, people: PeopleStore, guest: str) -> GamesList:
    """Returns the list of a guest's games in progress, as the start page includes it."""
    your = await your_games(tables, people, guest)
    facts = {entry.id: _without_time(entry) for entry in your.mine}, {one.entry.id: one.told for one in your.ended}
    return GamesList(render("_games.html", your=your), facts)


def _without_time(entry: GameListing) -> GameListing:
    return msgspec.structs.replace(
        entry,
        ago="",
        time="",
        seconds=0,
        late="",
        urgent=False,
        away="",
        claim="",
        yours=entry.yours and not entry.claim,
    )


async def running_games(tables: TableRegistry, people: PeopleStore, guest: str) -> list[GameListing]:
    """Returns the guest's running games, all those with other people first.

    Of these, those that wait for the guest come first. They begin with games that the guest may lose any moment, and
    live games; then comes the one with the least time left, or else the one that has waited longest. After them come
    those where the opponent has the least time left. Of the games against the computer, which are limited in number,
    the latest come first.
    """
    found = await people.listed(guest, ended=False, company=True)
    with_people = {table.id for table in found}
    found += await people.listed(guest, ended=False, company=False, limit=MOST_RUNNING)
    entries, seen = [], {}
    for table in found:
        live, when = await _opened(tables, table.id), table.created
        entry = _closed(table, guest, when) if live is None else _running(tables, live, table, guest, when)
        entries.append(msgspec.structs.replace(entry, company=table.id in with_people))
        if live is not None:
            seen[table.id] = last_seen(live, guest)
    done = await tables.store.done_at(seen)
    entries = [_dated(entry, done.get(entry.id)) for entry in entries]
    return sorted(entries, key=_place_in_list)


async def game_of(tables: TableRegistry, people: PeopleStore, live: LiveTable, guest: str) -> GameListing | None:
    """Returns a guest's game with other people as lists show it; None if it is not in their list."""
    table = await people.listed_table(guest, live.id)
    if table is None:
        return None
    if table.ended is not None:
        return _finished(table, guest)
    entry = msgspec.structs.replace(_running(tables, live, table, guest, table.created), company=True)
    return _dated(entry, (await tables.store.done_at({live.id: last_seen(live, guest)})).get(live.id))


def last_seen(live: LiveTable, guest: str) -> int:
    """Returns the number of the last deed that the guest can see; -1 before there is one.

    The time of a later deed would show when others picked a card in secret.
    """
    versions = live.timeline.versions(live.seats_of(guest)) if live.dealt else [0]
    return bisect_left(versions, versions[-1]) - 1


def _dated(entry: GameListing, moved: datetime | None) -> GameListing:
    """Returns the entry with the time of the last move. With people it says so: the line may also show a time left."""
    when = moved or entry.when
    dated = "" if not entry.company else "Set up" if moved is None else "Last move"
    return msgspec.structs.replace(entry, when=when, ago=ago(now() - when, when), dated=dated)


def _place_in_list(entry: GameListing) -> tuple[bool, bool, int, float, timedelta]:
    waits = now() - entry.when
    own_time = entry.moves or not entry.yours  # else the time is that of the opponent, who does not hurry the guest
    urgency = (0 if entry.stood_in or (entry.moves and entry.late) else 1 if entry.live else 2) if entry.yours else 0
    return (
        not entry.company, not entry.yours, urgency, entry.seconds if own_time else inf,
        -waits if entry.company and entry.yours else waits,
    )  # fmt: skip


async def ended_games(tables: TableRegistry, ended: Sequence[ListedTable], guest: str) -> list[EndedGame]:
    """Returns the games with other people, of these, whose end the guest has not seen, or whose match continues.

    `ended` begins with the latest.
    """
    found = []
    for table in ended:
        if table.result is None or table.ended is None or not _has_company(table, guest):
            continue
        age, following = now() - table.ended, _following(table)
        is_news = age < NEWS_FOR and _missed_the_end(table, guest)
        if is_news or (following and age < MONTH):
            told = await _ending_told(tables, table, guest) if is_news else ""
            found.append(EndedGame(_finished(table, guest), told, following))
        if len(found) == MOST_NEWS:
            break
    return found


def _has_company(table: ListedTable, guest: str) -> bool:
    return any(bot is None and guest not in held for bot, held in zip(table.bots, table.holders, strict=True))


def _missed_the_end(table: ListedTable, guest: str) -> bool:
    """Returns whether a guest was not at the table when the game ended, and has not been there since.

    While they are there, that is noted only from time to time.
    """
    seen = [moment for seat in own_seats(table, guest) if (moment := table.seen[seat]) is not None]
    return table.ended is not None and bool(seen) and max(seen) < table.ended - timedelta(seconds=HERE_SECONDS)


def _following(table: ListedTable) -> str:
    """Returns which game of the match is next, as a button says it; empty if it is set up, or if there is none."""
    if table.result is None or table.rematch is not None:
        return ""
    sides = [seat % 2 for seat in range(len(table.bots))]
    match = table.match.after(Outcome(table.result.winners, "", "", ""), sides)
    return "" if match.over else match.following


async def _ending_told(tables: TableRegistry, table: ListedTable, guest: str) -> str:
    """Returns how a game ended, to a guest who was not there."""
    own = own_seats(table, guest)
    live = await _opened(tables, table.id)
    outcome = None if live is None or not live.dealt else live.session.outcome()
    why = table.result.text if table.result is not None else ""
    if outcome is not None and live is not None:
        why = " ".join([outcome.why(own[0]), *live.computer_played_on(own[0])])
    names = _named(table, _others(table, own)[0])
    how = {"won": "You won against", "lost": "You lost to", "drawn": "You drew with"}
    result = "" if table.result is None else table.result.for_seats(own)
    return f"{how[result]} {names}: {uncapitalized(why) if why.startswith('You') else why}" if result else why


async def finished_games(people: PeopleStore, guest: str, wanted: GameFilter) -> list[GameListing]:
    """Returns the finished games in the guest's list that pass the filter, latest first."""
    entries = (_finished(table, guest) for table in await people.listed(guest, ended=True))
    return [entry for entry in entries if wanted.fits(entry)]


async def latest_finished(people: PeopleStore, guest: str) -> list[GameListing]:
    """Returns the last finished games in the guest's list, latest first."""
    return [_finished(table, guest) for table in await people.listed(guest, ended=True, limit=MOST_FINISHED)]


async def fair_level(people: PeopleStore, guest: str, game: Game) -> str:
    """Returns the suggested level: the next level after a win against the computer, the previous level after a loss.

    Before the first game against a level, it is the game's first opponent. Over time, it settles where the guest wins
    about as often as they lose.
    """
    return fair_among(await people.listed(guest, ended=True, limit=LAST), guest, game)


def fair_among(tables: Sequence[ListedTable], guest: str, game: Game) -> str:
    """Returns the level suggested by the latest of these games of the guest; `tables` begins with the latest."""
    levels = [level for level in about_levels(game) if level != PRODIGY]  # how strong it is differs from game to game
    for table in tables:
        own = own_seats(table, guest)
        met = {level_of(bot) for bot in met_bots(table.bots, own) if bot is not None}
        if table.game == game.slug and table.result and table.result.turn and len(met) == 1 and met <= {*levels}:
            step = {"won": 1, "lost": -1}.get(table.result.for_seats(own), 0)
            return levels[max(0, min(len(levels) - 1, levels.index(met.pop()) + step))]
    return first_opponent(game)


def finished_kinds(ended: Sequence[ListedTable]) -> set[str]:
    """Returns the kinds of games that these tables have finished: there, nobody is a newcomer (see `is_newcomer`)."""
    return {table.game for table in ended if table.result is not None and table.result.turn}


def last_game(ended: Sequence[ListedTable], guest: str, running: Sequence[GameListing]) -> LastGame | None:
    """Returns the game that a guest finished last.

    None if other people wait for the guest, or a later game does, or one of the same kind.
    """
    if any(entry.company and entry.yours for entry in running):
        return None
    last = next((table for table in ended if table.result is not None and table.ended is not None), None)
    if last is None or last.ended is None:
        return None
    waits = next((entry for entry in running if entry.yours and not entry.closed), None)
    if waits is not None and (waits.slug == last.game or waits.when > last.ended):
        return None
    meta = spec(last.game).meta
    level = fair_among(ended, guest, load(last.game))
    return LastGame(meta, person_of(meta, level), level)


async def is_newcomer(tables: TableRegistry, guest: str, slug: str) -> bool:
    """Returns whether a guest has finished no game of this kind: “Play the computer” then starts a first game."""
    return not any(one.whole for one in await tables.store.past(guest, slug, LAST))


async def _opened(tables: TableRegistry, id: str) -> LiveTable | None:
    """Returns a table; None if it cannot be opened."""
    try:
        return await tables.follow(id)
    except Exception as error:  # played under older rules, or a deed is broken: still show the others
        if not is_of_one_table(error):
            raise
        LOGGER.warning("a table cannot be opened: %s", traced(error))
        return None


def _closed(table: ListedTable, guest: str, when: datetime) -> GameListing:
    """Returns the entry of a table that cannot be opened, any of whose stored values may be wrong."""
    try:
        return msgspec.structs.replace(_entry(table, guest, when), closed=True)
    except (NotFound, IndexError):
        return GameListing(
            id=table.id, slug="", title="A table", seats="", opponents="", allies="", when=when,
            ago=ago(now() - when, when), closed=True,
        )  # fmt: skip


def _running(tables: TableRegistry, live: LiveTable, table: ListedTable, guest: str, when: datetime) -> GameListing:
    held = live.seats_of(guest)
    is_open = any(seat.open for seat in live.seats)
    if not live.dealt:
        asked = bool(live.may_commit(guest) or live.must_reveal(guest)) and not is_open
        return msgspec.structs.replace(
            _entry(table, guest, when), open=is_open, dealing=not is_open, yours=asked,
            asks=_asks(live, guest) if asked else "", live=live.table.pace.is_live,
            match=_number_in_match(live.table.match),
        )  # fmt: skip
    decider, paused = int(live.session.state.current_player()), clocks.is_paused(live)
    mine = decider in held and live.computer(decider) is None
    moves, asks, claim = mine and not paused, _asks(live, guest), _claim(tables, live, held[0]) if held else ""
    stood_in, side = bool({*held} & {*live.table.stand_ins}), live.game.sides[held[0]] if held else 0
    entry = msgspec.structs.replace(
        _entry(table, guest, when),
        turn=int(live.session.state.turn), yours=(moves or stood_in or bool(asks or claim)) and not is_open,
        moves=moves, open=is_open, decides="" if decider in held else live.called(decider), asks=asks, paused=paused,
        claim=claim,
        live=live.table.pace.is_live, stood_in=stood_in, match=_number_in_match(live.table.match),
        plays_for=listed([live.called(seat) for seat in live.table.stand_ins if seat not in held]),
        score=_score(live.game.spec, numbers(live.game, live.session.view(None)), side),
    )  # fmt: skip
    return entry if paused or live.computer(decider) is not None else _with_time(tables, live, entry, decider, held)


def _with_time(
    tables: TableRegistry, live: LiveTable, entry: GameListing, decider: int, held: Sequence[int]
) -> GameListing:
    """Returns the entry with what the person who decides has left of their time, or until when they are away."""
    moment, name = tables.house.now(), live.called(decider)
    stops = clocks.is_timed(live) and clocks.stands_still(live, decider, moment)
    back = clocks.on_vacation_until(live, decider, moment) if stops else None
    if back is not None:
        day = to_the_minute(back - moment)
        away = f"{'You are' if entry.moves else f'{name} is'} on vacation until {day:%A} {day.day} {day:%B}"
        return msgspec.structs.replace(entry, away=away)
    left = clocks.time_left(live, decider, moment)
    is_up = left is not None and left <= 0
    late = _own_lateness(tables, live, held, is_up) if entry.moves else f"{name} is out of time" if is_up else ""
    if left is None:
        return msgspec.structs.replace(entry, late=late)
    return msgspec.structs.replace(
        entry, late=late, time=time_told(max(left, 0)), urgent=entry.moves and left <= live.table.pace.notice,
        # How long ago the time of others was up gives away when they last picked a card.
        seconds=left if entry.moves else max(left, 0),
    )  # fmt: skip


def _own_lateness(tables: TableRegistry, live: LiveTable, held: Sequence[int], is_up: bool) -> str:
    """Returns who may claim the game from a guest who has to decide, or else that the guest's time is up."""
    others = (seat for seat in live.people if seat not in held and not live.seats[seat].left)
    can_claim = [
        seat for seat in others if seat not in live.table.stand_ins and resigning.can_claim(tables, live, seat)
    ]
    if not can_claim:
        return "Your time is up" if is_up else ""
    names = listed([live.called(seat) for seat in can_claim])
    if live.clock is not None:
        return f"Your time is up: {names} can claim the game"
    return f"{names} {'is' if len(can_claim) == 1 else 'are'} waiting, and can claim the game"


def _number_in_match(match: Match) -> str:
    return f"Game {match.number} of {match.games}" if match.number > 1 else ""


def _claim(tables: TableRegistry, live: LiveTable, seat: int) -> str:
    """Returns why a seat may claim the game; empty if it may not."""
    reason = resigning.claim_reason(tables, live, seat)
    if reason is None:
        return ""
    name = live.called(live.session.state.current_player())
    return f"{name} is out of time" if reason == "time" else f"{name} has left the table"


def asked(live: LiveTable, guest: str) -> tuple[Asking, int] | None:
    """Returns what another person asks a guest, and the seat that asks; None if nobody asks anything."""
    held, question = live.seats_of(guest), live.table.question
    if not live.dealt:
        if question is None or question.kind != "rematch" or question.refused or question.seat in held:
            return None
        return "rematch", question.seat
    asker = undo.asked_by(live)
    if asker is not None and asker not in held and not {*held} <= {*live.table.undo_agreed}:
        return "undo", asker
    asker = pausing.must_answer(live, guest)
    return None if asker is None else ("pause", asker)


def _asks(live: LiveTable, guest: str) -> str:
    """Returns the same in a sentence; empty if nobody asks anything."""
    match asked(live, guest):
        case "rematch", seat:
            return live.match.proposed_by(live.called(seat))
        case "undo", seat:
            return f"{live.called(seat)} asks to undo"
        case "pause", seat:
            return f"{live.called(seat)} asks for a pause"
    return ""


def _finished(table: ListedTable, guest: str) -> GameListing:
    entry = msgspec.structs.replace(_entry(table, guest, table.ended or table.created), over=True)
    if table.result is None:
        told = "It was called off before the cards were dealt."
        return msgspec.structs.replace(entry, told=told, called_off=True)
    own = own_seats(table, guest)
    game = spec(table.game)
    # For some games, databases of revision 0009 have another number. Those results are listed without numbers.
    kept = table.result.score if game.decisive is not None and game.decisive.key == table.result.counted else ()
    return msgspec.structs.replace(
        entry, turn=table.result.turn, told=table.result.text, result=table.result.for_seats(own),
        score=_score(game, kept, own[0] % 2),
    )  # fmt: skip


def own_seats(table: ListedTable, guest: str) -> list[int]:
    """Returns the seats that the guest held."""
    return [seat for seat, holders in enumerate(table.holders) if guest in holders]


def _score(game: GameSpec, score: Sequence[int], side: int) -> str:
    """Returns the number that decides the game for both sides, the guest's first; empty if the game shows none."""
    if game.decisive is None or len(score) != 2:
        return ""
    return f"{game.decisive.label} {score[side]} to {score[1 - side]}"


def _entry(table: ListedTable, guest: str, when: datetime) -> GameListing:
    meta = spec(table.game).meta
    own = own_seats(table, guest)
    opponents, allies = _others(table, own)
    return GameListing(
        id=table.id, slug=meta.slug, title=meta.title, seats=", ".join(meta.seats[seat] for seat in own),
        held=tuple(own), opponents=_named(table, opponents) or "a friend at this screen", allies=_named(table, allies),
        when=when, ago=ago(now() - when, when), faces=tuple(dict.fromkeys(_people(table, opponents))),
    )  # fmt: skip


def _others(table: ListedTable, own: Collection[int]) -> tuple[list[int], list[int]]:
    """Returns the seats of the opponents and those of the allies of these seats."""
    sides = {seat % 2 for seat in own}
    others = [seat for seat in range(len(table.bots)) if seat not in own]
    allies = [seat for seat in others if sides == {seat % 2} and (table.bots[seat] is not None or table.holders[seat])]
    return [seat for seat in others if seat not in allies], allies


def _named(table: ListedTable, seats: Sequence[int]) -> str:
    """Returns the names of the players in some seats, each once."""
    return ", ".join(dict.fromkeys(_who(table, seat) for seat in seats))


def _people(table: ListedTable, seats: Sequence[int]) -> Iterator[Person]:
    for seat in seats:
        if (bot := table.bots[seat]) is not None and (person := person_of(spec(table.game).meta, bot)) is not None:
            yield person


def _who(table: ListedTable, seat: int) -> str:
    bot, holders, name = table.bots[seat], table.holders[seat], table.names[seat]
    if bot is not None:
        person = person_of(spec(table.game).meta, bot)
        return f"{in_words(bot)} (computer)" if person is None else f"{person.called} ({in_words(bot)}, computer)"
    if not holders:
        return "nobody yet"
    if all(guest.startswith(GONE) for guest in holders):
        return "a guest who has left"
    return name or "a guest"


def ago(past: timedelta, when: datetime) -> str:
    """Returns how long ago something was, in words; for more than a month, its date."""
    minutes = int(past.total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{counted(minutes, 'minute')} ago"
    if past < timedelta(days=1):
        return f"{counted(minutes // 60, 'hour')} ago"
    if past < MONTH:
        return f"{counted(past.days, 'day')} ago"
    return f"on {when.day} {when:%B %Y}"
