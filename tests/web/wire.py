"""A proxy between one browser and the server that keeps every byte the browser receives, and what may be in it."""

from __future__ import annotations

import html
import re
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from grognard.games.fusillade import SPEC
from grognard.games.fusillade.rules.choices import Fusillade
from grognard.kernel.cardsets.cards import members
from grognard.play.journal import Action, Deed, parse_journal
from grognard.play.timeline import Timeline
from grognard.registry import load

CHUNK: Final = 1 << 16
# The same for everybody: what the rules say about cards says nothing about a table.
PUBLIC: Final = re.compile(r"/static/|/games/[^/]+/(rules|guide)|/games/[^/]+$|/api/v1/games")
# What a mistyped action is answered with goes by its text alone: the names most like it, of all the game's.
# What is printed on a card that the seat sees may name another card, as a word.
HINT: Final = re.compile(rb"Did you mean [^?<]*\?|<span class=\"card-(?:line|history)\"[^>]*>[^<]*</span>")
TABLE: Final = re.compile(r'<main id="table".*?</main>', re.DOTALL)
HANDLE: Final = re.compile(r'data-handle="([^"]*)"|data-name="([^"]*)"')
# Fusillade is a card as well as the game: as a card it stands with its type, in a handle, or as a field.
TITLE: Final = "Fusillade"
AS_CARD: Final = re.compile(
    rb"data-handle=.Fusillade|[A-Z_]{3,} Fusillade\W|\"name\":.Fusillade.,.type|Fusillade \([A-Z]"
)
FORMS: Final = sorted({form for name in SPEC.pieces for form in (name, html.escape(name))}, key=len, reverse=True)
NAMED: Final = re.compile("|".join(re.escape(form) for form in FORMS).encode())
WORD: Final = re.compile(rb"[\w-]")


class Clock:
    """How many deeds have been done when something is received; the test turns it just before each click."""

    def __init__(self) -> None:
        self.deeds = 0


@dataclass
class Answer:
    """What came back for one request: the bytes, and at which deed each part of them was there."""

    path: str
    data: bytearray = field(default_factory=bytearray)
    parts: list[tuple[int, int]] = field(default_factory=list)  # how many bytes by then, after so many deeds

    def deed_at(self, byte: int) -> int:
        """At which deed this byte had come."""
        return next(deeds for end, deeds in self.parts if byte < end)


class Wire:
    """Passes on what a browser and the server say to each other, and keeps the server's part."""

    def __init__(self, port: int, clock: Clock) -> None:
        self._target = ("127.0.0.1", port)
        self._clock = clock
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self._listening.getsockname()[1]}"
        self.answers: list[Answer] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Takes no more connections."""
        # A thread that waits in accept() is not woken by close() alone.
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self._listening.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(self._target)
            except OSError:  # killed: so is the connection of the browser
                browser.close()
                continue
            asked: list[Answer] = []
            threading.Thread(target=self._up, args=(browser, server, asked), daemon=True).start()
            threading.Thread(target=self._down, args=(browser, server, asked), daemon=True).start()

    def _up(self, browser: socket.socket, server: socket.socket, asked: list[Answer]) -> None:
        for data in _received(browser):
            # A browser asks for the next thing on a connection when the last has come.
            request = re.match(rb"(?:GET|POST|HEAD) (\S+) HTTP/1\.1\r\n", data)
            if request is not None:
                asked.append(Answer(request[1].decode()))
                self.answers.append(asked[-1])
            if not _sent(server, data):
                break
        _shut(server)

    def _down(self, browser: socket.socket, server: socket.socket, asked: list[Answer]) -> None:
        for data in _received(server):
            asked[-1].data += data
            asked[-1].parts.append((len(asked[-1].data), self._clock.deeds))
            if not _sent(browser, data):
                break
        _shut(browser)
        browser.close()
        server.close()


def _received(end: socket.socket) -> Iterator[bytes]:
    while True:
        try:
            data = end.recv(CHUNK)
        except OSError:
            return
        if not data:
            return
        yield data


def _sent(end: socket.socket, data: bytes) -> bool:
    try:
        end.sendall(data)
    except OSError:
        return False
    return True


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


# -- what a seat may know, worked out from the rules and not from any view -------------------------------------------


class Knowledge:
    """For each moment of a finished game the cards in a seat's sight, and those it has ever been told the names of."""

    def __init__(self, journal: str, seat: int) -> None:
        record = parse_journal(journal, "the journal")
        timeline = Timeline.of(record, load)
        positions = [state for state in timeline.states if isinstance(state, Fusillade)]
        self.deeds = timeline.deeds
        self.sight = [_sight(position, seat) for position in positions]
        if timeline.session.outcome() is not None:
            self.sight[-1] = set(SPEC.pieces)
        self.told = [set(self.sight[0])]
        for before, deed, sight in zip(positions, self.deeds, self.sight[1:], strict=False):
            self.told.append(self.told[-1] | sight | _shown(before, deed))

    def sights(self, deeds: int, back: int) -> set[str]:
        """What lay in sight at a moment or shortly before."""
        last = min(deeds, len(self.sight) - 1)
        return set().union(*self.sight[max(0, last - back) : last + 1])


def _sight(position: Fusillade, seat: int) -> set[str]:
    """What lies open to a seat: its own cards, what is on the table, and what a look showed and has not left."""
    other = position.army(1 - seat)
    piles = [position.army(seat).hand, position.discard, position.line, other.seen]
    if position.decider() == seat:
        piles.append(position.picked)
    if position.is_terminal():
        piles += [other.hand, position.deck]
    return {SPEC.pieces[card] for pile in piles for card in members(pile)}


def _shown(before: Fusillade, deed: Deed) -> set[str]:
    """The cards that a deed lays open at once, wherever they are afterwards: a reshuffle may take them away again."""
    if not isinstance(deed, Action):
        return set()
    verb, _, card = deed.do.partition(" ")
    if verb in ("USE", "BLUNDER", "COUNTER", "MORALE") and not (verb == "COUNTER" and len(members(before.line)) > 1):
        return {card}
    if verb in ("TARGET", "TRIM") or verb.startswith("END_"):
        # A discard down to the limit is shown when its last card is chosen.
        trims_on = verb == "TRIM" and len(members(before.army(before.decider()).hand)) > 11
        return set() if trims_on else {card, *(SPEC.pieces[one] for one in members(before.picked))} - {""}
    return set()


@dataclass(frozen=True)
class Leak:
    """A name that came too early."""

    name: str
    path: str
    deeds: int
    around: str


def leaks(answers: Sequence[Answer], known: Knowledge) -> list[Leak]:
    """Every name of a card in what a browser received that its seat could not know at that time."""
    found = []
    for answer in answers:
        if PUBLIC.search(answer.path.split("?")[0]):
            continue
        data = HINT.sub(lambda hint: b" " * len(hint[0]), bytes(answer.data))
        for name, at in named(data):
            deeds = answer.deed_at(at)
            if name not in known.told[min(deeds, len(known.told) - 1)]:
                around = data[max(0, at - 80) : at + 60].decode(errors="replace")
                found.append(Leak(name, answer.path, deeds, around))
    return found


def named(data: bytes) -> Iterator[tuple[str, int]]:
    """Every name of a card in some bytes, and where it ends."""
    for match in NAMED.finditer(data):
        start, end = match.span()
        name = html.unescape(match[0].decode())
        within = WORD.fullmatch(data, start - 1, start) or WORD.fullmatch(data, end, end + 1)
        if not within and (name != TITLE or AS_CARD.search(data, max(0, start - 40), end + 40)):
            yield name, end - 1


def misplaced(answers: Sequence[Answer], known: Knowledge, back: int) -> list[Leak]:
    """Every card on a table that was sent while it lay nowhere in the seat's sight, even if it once had."""
    found = []
    for answer in answers:
        text = bytes(answer.data).decode(errors="replace")
        if PUBLIC.search(answer.path) or "/replay" in answer.path:
            continue
        for table in TABLE.finditer(text):
            deeds = answer.deed_at(len(text[: table.end()].encode()) - 1)
            for match in HANDLE.finditer(table[0]):
                name = html.unescape(match[1] or match[2])
                if name not in known.sights(deeds, back):
                    found.append(Leak(name, answer.path, deeds, table[0][max(0, match.start() - 80) : match.end()]))
    return found
