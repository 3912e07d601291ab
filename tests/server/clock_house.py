"""Many tables with clocks, over two processes on PostgreSQL that are killed, and whose clocks are set at random.

The processes (`tests.server.clock_worker`) read clocks that move only when told to. So days pass in no time, and
nothing here depends on how fast a machine is. What the processes offer is compared with `tests.server.clock_model`.
`python -m tests.server.clock_house 1000` says how long 1,000 tables take.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import psycopg

from grognard.server.config import Config
from grognard.server.storage.migrate import migrate
from tests.fuzz.inputs import Dice
from tests.server.clock_model import DAY, HOUR, NEAR, Event, Game, rules_of
from tests.server.clock_worker import LONGEST, attend
from tests.server.postgres import postgres
from tests.server.support import Json, until

GAMES: Final[tuple[tuple[str, Json, int], ...]] = (
    ("fusillade", {}, 2),
    ("company-commander", {}, 2),
    ("outpost", {}, 2),
    ("green-troops", {"seats": 4}, 4),
)
PACES: Final = ("slow", "slow", "fast", "fast", "fast", "clock", "clock", "live", "none")
CLAIM_AFTER: Final = 300.0
STEP: Final = 2 * HOUR
MOST_FAULTS: Final = 5
# Processes are forked from one that has everything loaded: loading takes longer than a round.
FORKING: Final = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(["tests.server.clock_loaded"])
NOTES: Final = ("alone", "offered")  # what this process notes with a command
# Half to all of one of these passes between two looks.
PASSING: Final = (120, 6 * HOUR, 30 * HOUR, 42 * HOUR, 46 * HOUR)


class Process:
    """A process of the server, which may be killed."""

    def __init__(self, database: str, name: str, booted: float, wall: float) -> None:
        self.name = name
        self._pipe, theirs = FORKING.Pipe()
        given = {"database": database, "booted": booted, "wall": wall}
        self._process = FORKING.Process(target=attend, args=(theirs, name, given), daemon=True)
        self._process.start()
        theirs.close()
        self.house = self.ticked = 0.0
        self.unticked = 0.0  # seconds since its last tick
        self.up = 0.0
        self.greeted = False  # whether its first answer was read: it has begun
        # When it read each table into memory, by its own clock.
        self.read: dict[str, float] = {}

    def send(self, commands: Sequence[Json]) -> None:
        """Sends commands, which it works on at once."""
        self._pipe.send([{name: value for name, value in one.items() if name not in NOTES} for one in commands])

    def answers(self) -> list[Json]:
        """Its answers, in the order of the commands."""
        answers: list[Json] = self._pipe.recv()
        for one in answers:
            assert one["house"] >= self.house, "house time went back"
            self.house = one["house"]
            if "table" in one:
                self.read.setdefault(one["table"], self.up)
            if one.get("void"):
                self.read.pop(one["table"], None)
        return answers

    def ask(self, *commands: Json) -> list[Json]:
        """Sends commands and waits for the answers."""
        self.send(commands)
        return self.answers()

    def kill(self) -> None:
        """Ends it on the spot."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


@dataclass
class Table:
    """A table, as the test knows it."""

    id: str
    pace: str
    guests: list[str]
    game: Game | None
    sides: list[int]
    seen: Json  # the latest answer about it
    over: bool = False
    # What a process was doing here when it was killed.
    pending: Json | None = None


@dataclass
class House:
    """Both processes, all tables, and the faults found so far."""

    address: str
    dice: Dice
    admin: psycopg.Connection[Any]
    processes: list[Process | None] = field(default_factory=lambda: [None, None])
    tables: dict[str, Table] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    # House time is at least the time that was written, and at most the time during which a process was up.
    written: float = 0.0
    most: float = 0.0
    started: int = 0

    # -- processes ---------------------------------------------------------------------------------------------------

    @property
    def running(self) -> list[Process]:
        """The processes that are up."""
        return [process for process in self.processes if process is not None]

    def start(self) -> None:
        """Starts the processes that are down. Their machine's clocks may show anything."""
        for number, process in enumerate(self.processes):
            if process is None:
                self.started += 1
                booted, wall = self.dice.below(10**6), (self.dice.below(5) - 2) * STEP
                self.processes[number] = Process(self.address, f"house-{self.started}", booted, wall)
                self.counts["starts"] += 1
        for process in self.running:
            if not process.greeted:
                process.greeted = True
                first = process.answers()[0]["house"]
                self._check(first >= self.written - NEAR, f"{process.name} starts at {first}, not {self.written}")
                self._note_tick(process)

    def kill(self, number: int) -> None:
        """Kills a process, and waits until the database has noticed it."""
        process = self.processes[number]
        assert process is not None
        process.kill()
        self.processes[number] = None
        self.counts["kills"] += 1
        asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
        until(lambda: self.admin.execute(asked, [process.name]).fetchone() == (0,), 20, "a connection stays open")

    def _both(self, commands: Sequence[Sequence[Json]]) -> list[list[Json]]:
        """Sends commands to all that are up at the same time; their answers."""
        for process, mine in zip(self.running, commands, strict=True):
            process.send(mine)
        return [process.answers() for process in self.running]

    # -- time --------------------------------------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Lets time pass. Then the processes write it, or they are late."""
        before = [process.house for process in self.running]
        self._both([[{"do": "advance", "by": seconds}] for _ in self.running])
        self.most += min(seconds, LONGEST)
        for process, house in zip(self.running, before, strict=True):
            process.up += seconds
            counts = max(0.0, min(process.unticked + seconds, LONGEST) - min(process.unticked, LONGEST))
            process.unticked += seconds
            self._check(process.house >= house + counts - NEAR, f"{process.name} lost time")
        self._check_time()
        if self.dice.below(4):
            self.tick()

    def tick(self) -> None:
        """Has all processes write the house time at once, and then each read what the others have written."""
        self._both([[{"do": "tick"}] for _ in self.running])
        # At once, only one of them writes.
        for process in [*self.running, *self.running]:
            process.ask({"do": "tick"})
            self._note_tick(process)
        self._check_time()
        self._check(len({round(process.house, 3) for process in self.running}) < 2, "two processes differ in the time")

    def _note_tick(self, process: Process) -> None:
        process.ticked, process.unticked = process.house, 0.0
        self.written = max(self.written, process.house)

    def _check_time(self) -> None:
        for process in self.running:
            self._check(process.house <= self.most + NEAR, f"{process.name} is at {process.house}, after {self.most}")

    def step(self) -> None:
        """Sets the wall clocks two hours forth or back."""
        self._both([[{"do": "step", "by": STEP if self.dice.below(2) else -STEP}] for _ in self.running])
        self.counts["steps"] += 1

    # -- tables ------------------------------------------------------------------------------------------------------

    def set_up(self, count: int) -> None:
        """Sets up this many tables, and deals."""
        wanted: list[Json] = []
        for number in range(count):
            game, options, people = GAMES[number % len(GAMES)]
            pace = PACES[self.dice.below(len(PACES))]
            guests = [f"guest-{number}-{seat}" for seat in range(people)]
            minutes = 1 + self.dice.below(30)
            new = {"game": game, "options": options, "pace": pace, "guests": guests, "minutes": minutes}
            wanted.append({"do": "create"} | new)
        answers = self._both([wanted[::2], wanted[1::2]])
        for mine, made in zip((wanted[::2], wanted[1::2]), answers, strict=True):
            for asked, one in zip(mine, made, strict=True):
                self._set_up(asked, one)

    def _set_up(self, asked: Json, one: Json) -> None:
        rules, sides = rules_of(asked["pace"], asked["minutes"]), one["sides"]
        game = None if rules is None else Game(rules, sides, away=[[] for _ in sides])
        table = Table(one["table"], asked["pace"], asked["guests"], game, sides, one)
        if game is not None and asked["pace"] != "clock":  # a live clock starts with the first action
            game.events.append(Event(one["house"], "dealt", one["seat"], one["turn"]))
        self.tables[table.id] = table

    def act(self, commands: Sequence[Sequence[Json]], killed: int | None = None) -> None:
        """Has the processes do all this at once, and kills one of them in the middle of it."""
        running = self.running
        for process, mine in zip(running, commands, strict=True):
            process.send(mine)
        dying = None if killed is None else self.processes[killed]
        if killed is not None and dying is not None:
            for one in commands[running.index(dying)]:
                table = self.tables[one["table"]]
                table.pending = one | {"house": dying.house, "was": table.seen, "moment": dying.house}
            time.sleep(self.dice.below(60) / 1000)
            self.kill(killed)
        found: list[tuple[float, Json, Json]] = []
        for process, mine in zip(running, commands, strict=True):
            if process is not dying:
                for asked, one in zip(mine, process.answers(), strict=True):
                    self.counts[
                        f"{asked['do']} {'done' if one['ok'] else 'refused' if 'refused' in one else 'late'}"
                    ] += 1
                    # Between moves of the two processes at one table, a gift comes after the moves that it saw.
                    order = one.get("done", 0) + (0.5 if asked["do"] == "give" else 0)
                    found.append((order, asked, one))
        for _, asked, one in sorted(found, key=lambda each: each[0]):
            self._take(self.tables[asked["table"]], asked, one)

    def _take(self, table: Table, asked: Json, one: Json) -> None:
        """Notes what was done, and judges what was refused."""
        if one["ok"]:
            self._done(table, asked["do"], one["house"], one)
        elif "refused" in one and asked.get("alone"):
            if asked["do"] == "give":
                may = table.game is not None and bool(table.game.events) and table.game.is_nearly_up(one["house"])
                who = table.seen["seat"]
                waits = who is not None and table.sides[who] != table.sides[asked["seat"]]
                self._check(not (may and waits), f"{table.id}: a gift was refused: {one['refused']}")
            elif asked["do"] == "claim":
                self._check(not asked["offered"], f"{table.id}: a claim was refused that was offered")

    def _done(self, table: Table, do: str, moment: float, one: Json) -> None:
        table.seen, table.over = one, one["over"]
        if table.game is None:
            return
        if do == "give":
            table.game.events.append(Event(moment, "gift", None))
        elif not table.game.events:
            table.game.events.append(Event(moment, "dealt", one["seat"], one["turn"]))
        else:
            table.game.events.append(Event(moment, "move", one["seat"], one["turn"]))

    # -- looking -----------------------------------------------------------------------------------------------------

    def look(self, share: int = 1) -> None:
        """Has each process say what it offers at every table, or at a random share of them; the model must agree."""
        every = [table for table in self.tables.values() if table.pending or not self.dice.below(share)]
        commands = [[{"do": "look", "table": table.id} for table in every] for _ in self.running]
        for process, answers in zip(self.running, self._both(commands), strict=True):
            for table, one in zip(every, answers, strict=True):
                if table.pending is not None:
                    self._settle(table, table.pending, one)
                self._compare(process, table, one)

    def _settle(self, table: Table, pending: Json, one: Json) -> None:
        """Finds out whether what a killed process did at a table was still saved."""
        was, do = pending["was"], pending["do"]
        table.pending = None
        saved = one["clock_changes"] != was["clock_changes"] if do == "give" else one["done"] != was["done"]
        self.counts[f"{do} {'saved' if saved else 'lost'} by a kill"] += 1
        if saved:
            self._done(table, do, pending["moment"], one)

    def _compare(self, process: Process, table: Table, one: Json) -> None:
        table.seen = one
        offers, house = one["offers"], one["house"]
        self.counts["looks"] += 1
        expected, wait = self._expected(process, table, house)
        self.counts[f"offers of {table.pace}"] += sum(offer is not None for offer in offers)
        if wait is None or abs(wait) > NEAR:
            fault = f"offers {offers}, not {expected}, after a wait of {wait}"
            self._check(offers == expected, f"{process.name}, {table.id}, {table.pace}: {fault}; {table}")
        if table.game is not None and table.game.events and not table.over:
            left = table.game.standing(house).left
            same = None not in one["left"] and all(
                abs(mine - theirs) < NEAR for mine, theirs in zip(left, one["left"], strict=True)
            )
            self._check(same, f"{process.name}, {table.id}, {table.pace}: {one['left']} left, not {left}; {table}")

    def _expected(self, process: Process, table: Table, house: float) -> tuple[list[str | None], float | None]:
        """What each seat must be offered, and how long it has to wait for it."""
        nothing: list[str | None] = [None] * len(table.sides)
        who = table.seen["seat"]
        if table.over or table.pace == "none" or (table.game is not None and table.game.is_away(who, house)):
            return nothing, None
        if table.game is not None and table.game.events:
            found, reason = table.game.waits(house), "time"
        else:
            away = process.up - process.read[table.id]
            found, reason = (who, CLAIM_AFTER - away), "left"
        if found is None:
            return nothing, None
        seat, wait = found
        others = [side != table.sides[seat] for side in table.sides]
        return [reason if other and wait <= 0 else None for other in others], wait

    def _check(self, holds: bool, fault: str) -> None:
        if not holds:
            self.faults.append(fault)
        assert len(self.faults) < MOST_FAULTS, "\n".join(self.faults)

    # -- what happens ------------------------------------------------------------------------------------------------

    def round(self) -> None:
        """One thing after another happens: moves, gifts, claims, vacations, kills, clocks that are set, and time."""
        dice = self.dice
        open_tables = [table for table in self.tables.values() if not table.over]
        self.vacation(open_tables)
        commands: list[list[Json]] = [[] for _ in self.running]
        killed = dice.below(2) if not dice.below(3) and len(self.running) == 2 else None
        for table in open_tables:
            if not dice.below(3):
                self._choose(table, commands, both=len(self.running) == 2 and killed is None)
        self.act(commands, killed)
        if not dice.below(3):
            self.step()
        if not dice.below(6):
            self.tick()
        self._outage()
        passing = PASSING[dice.below(len(PASSING))]
        self.look(4)
        self.advance(passing * (500 + dice.below(500)) / 1000 if dice.below(12) else 9 * DAY)
        self.look()
        self.claims()

    def _outage(self) -> None:
        """Sometimes a process goes, or both do for a night; nobody's time passes until one is back."""
        for number, process in enumerate(self.processes):
            if process is not None and not self.dice.below(6):
                self.kill(number)
        if not self.running or self.dice.below(2):
            self.counts["nights"] += not self.running
            self.most = max(self.most, self.written)
            self.start()

    def _choose(self, table: Table, commands: list[list[Json]], both: bool) -> None:
        """Chooses what happens at a table: a move, a gift, or two of these at once by both processes."""
        dice = self.dice
        move = {"do": "play", "table": table.id, "number": dice.below(10**6)}
        gift = {"do": "give", "table": table.id, "seat": dice.below(len(table.sides))}
        here = dice.below(len(commands))
        which = dice.below(8)
        if which < 5:
            commands[here].append(move)
        elif which < 7 or not both:
            commands[here].append(gift | {"alone": True})
        else:
            commands[here].append(move)
            commands[1 - here].append(gift if dice.below(2) else move | {"number": dice.below(10**6)})

    def claims(self) -> None:
        """Some who may claim do so, and some who may not try."""
        commands: list[list[Json]] = [[] for _ in self.running]
        for table in self.tables.values():
            offers = table.seen.get("offers")
            if table.over or table.pending or not offers or self.dice.below(12):
                continue
            seat = self.dice.below(len(offers))
            here = self.dice.below(len(commands))
            expected, wait = self._expected(self.running[here], table, self.running[here].house)
            if wait is None or abs(wait) > NEAR:
                offered = expected[seat] is not None
                commands[here].append(
                    {"do": "claim", "table": table.id, "seat": seat, "alone": True, "offered": offered}
                )
        self.act(commands)

    def vacation(self, open_tables: Sequence[Table]) -> None:
        """A few guests go on vacation, now or later."""
        leaving: list[Json] = []
        now = max(process.house for process in self.running)
        for table in open_tables:
            if table.game is not None and table.pending is None and not self.dice.below(20):
                seat = self.dice.below(len(table.sides))
                # A killed process takes with it what it had not written. No vacation begins before what it did.
                moments = [event.moment for event in table.game.events]
                begins = max([now, *moments]) + self.dice.below(3) * HOUR + self.dice.below(1000) / 7
                span = begins, begins + (1 + self.dice.below(int(3 * DAY)))
                table.game.away[seat].append(span)
                leaving.append({"do": "leave", "table": table.id, "guest": table.guests[seat], "begins": span[0]})
                leaving[-1]["until"] = span[1]
        self.counts["vacations"] += len(leaving)
        self.running[0].ask(*leaving)


def played(address: str, tables: int, rounds: int, seed: int = 1) -> House:
    """Returns a house after this many rounds at this many tables."""
    with psycopg.connect(address, autocommit=True) as admin:
        house = House(address, Dice("clocks", seed), admin)
        try:
            house.start()
            house.set_up(tables)
            house.look()
            for _ in range(rounds):
                house.round()
            house.start()
            house.tick()
            house.look()
        finally:
            for process in house.running:
                process.kill()
    return house


@contextmanager
def database() -> Iterator[str]:
    """The address of a new database."""
    with postgres() as found:
        migrate(Config(database=found.address).url)
        yield found.address


def main(arguments: Sequence[str]) -> int:
    """Plays, and says what happened."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=int, nargs="?", default=1000)
    parser.add_argument("rounds", type=int, nargs="?", default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    with database() as address:
        begun = time.monotonic()
        house = played(address, given.tables, given.rounds, given.seed)
    print(f"{given.tables} tables, {given.rounds} rounds: {time.monotonic() - begun:.0f} seconds")
    for what, count in sorted(house.counts.items()):
        print(f"{count:8} {what}")
    print("\n".join(house.faults))
    return int(bool(house.faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
