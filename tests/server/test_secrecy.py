"""What one seat receives while the game runs never names a card that it cannot know, nor that another hesitates."""

from __future__ import annotations

import html
import re
import time
from typing import Final

import httpx
import msgspec
import pytest

import grognard
from grognard.game_check.names import pattern
from grognard.kernel.views.view import EventView, View
from grognard.play.journal import parse_journal
from grognard.play.session import Session, deal_again, play_again
from tests.folders import OURS
from tests.server.support import Guest, Json, Server, Stream, Whim, may_step_back, play_on, seated, taken

SEAT: Final = 1
ESCAPE: Final = re.compile(r"\\u([0-9a-f]{4})")
LABEL: Final = re.compile(r'<span class="(?:count|card-(?:kind|line|history))"[^>]*>[^<]*</span>')
KINDS: Final = {"view", "stale", "page", "fragment", "refused", "log", "journal", "replay", "start", "zip"}


class Names:
    """Finds the cards of a game, or its other pieces, that a text names."""

    def __init__(self, slug: str) -> None:
        pieces = grognard.load(slug).pieces
        # A number beside “Guard” makes it read like “Guard 2”: then only the name itself is looked for.
        copies = {piece for piece in pieces if piece.rpartition(" ")[0] in pieces}
        self.all: Final = tuple(piece for piece in pieces if piece not in copies)

    def __call__(self, text: str) -> set[str]:
        """Their names."""
        # Some pieces are called “1/2”, as full as a place of a page may be, or “Reserve”, which is also a kind of card.
        # JSON in a page writes a quotation mark before a name as \u201c, which ends in a letter.
        plain = ESCAPE.sub(lambda found: chr(int(found[1], 16)), html.unescape(LABEL.sub("", text)))
        return set(pattern(self.all).findall(plain))


class Watched:
    """A game between two programs. All that the second one receives is kept, and how many deeds were done by then."""

    def __init__(self, server: Server, whim: Whim, slug: str) -> None:
        self.names = Names(slug)
        self.table, self.host, self.friend = seated(server.url, game=slug)
        self.stream: Stream = self.friend.watch(self.table)
        # What stands on every page, whatever the cards are; and a type may have the name of a card.
        self.stranger = Guest(server.url)
        pages = [self.stranger.page(path).text for path in (f"/tables/{self.table}", "/")]
        self.always = self.names("\n".join([*pages, *grognard.spec(slug).types.values()]))
        self.received: list[tuple[int, str, str]] = []
        self.streamed: list[tuple[int, int]] = []
        self._whim = whim
        self.deeds = 0
        # What the friend could ever do: what he tries when he cannot must name nothing that he has not seen.
        self._notations: set[str] = set()

    def play(self, most: int) -> str:
        """To the end, or for so many deeds; the journal."""
        seen = self._seen(self.friend.api(f"/tables/{self.table}"))
        while not seen["over"] and self.deeds < most:
            # Not as the friend sees it: he may be asked ahead of his turn.
            mover = (self.host, self.friend)[self.stranger.look(self.table)["view"]["to_move"]]
            mine = seen if mover is self.friend else mover.look(self.table)
            if may_step_back(mine) and self.deeds % 3 == 0:
                answer = mover.api(f"/tables/{self.table}/undo", {"at": mine["at"]})
            else:
                do = self._whim(mine["view"]["actions"])["notation"]
                answer = mover.play(self.table, do, mine["at"])
            assert answer.status_code == 200, answer.text
            self.deeds += 1
            if mover is not self.friend:
                answer = self.friend.api(f"/tables/{self.table}")
            seen = self._seen(answer)
        self.stream.close()
        if not seen["over"]:
            at = self.host.look(self.table)["at"]
            assert self.host.api(f"/tables/{self.table}/resign", {"at": at}).status_code == 200
        return self.host.api(f"/tables/{self.table}/journal").text

    def _seen(self, answer: httpx.Response) -> Json:
        seen: Json = answer.json()
        if not seen["over"]:
            self._keep("view", answer.text)
            self.streamed.append((self.deeds, len(self.stream.events)))
            legal = {action["notation"] for action in seen["view"]["actions"]}
            self._notations |= legal
            if self.deeds % 10 == 0:
                self._look_around(seen, legal)
        return seen

    def _look_around(self, seen: Json, legal: set[str]) -> None:
        path = f"/tables/{self.table}"
        illegal = min(self._notations - legal, default="NOTHING")
        self._keep("stale", self.friend.play(self.table, illegal, "old").text)
        self._keep("page", self.friend.page(path).text)
        self._keep("fragment", self.friend.page(path, **{"x-fragment": "1"}).text)
        self._keep("refused", self.friend.play(self.table, illegal, seen["at"]).text)
        for kind in ("log", "journal", "replay"):
            self._keep(kind, self.friend.page(f"{path}/{kind}").text)
        self._keep("journal", self.friend.api(f"{path}/journal").text)
        self._keep("start", self.friend.page("/").text)
        self._keep("zip", "\n".join(taken(self.friend).values()))

    def _keep(self, kind: str, text: str) -> None:
        self.received.append((self.deeds, kind, text))


class Knowledge:
    """What the seat may know after each deed, by the kernel, from the whole journal."""

    def __init__(self, journal: str, names: Names) -> None:
        self._names = names
        self.views: list[View] = []
        self.log: list[EventView] = []
        self.logged: list[int] = []
        self._told = 0
        # After each deed: what the table shows him and what he was told; and the same of all moments till then.
        self.now: list[set[str]] = []
        self.ever: list[set[str]] = []
        record = parse_journal(journal, "it")
        session = deal_again(record, grognard.load)
        self._follow(session)
        for _ in play_again(session, record):
            self._follow(session)

    def _follow(self, session: Session) -> None:
        # One who is asked ahead of his turn sees the table as it would then be.
        ahead = session.state.ahead(SEAT) if session.outcome() is None else None
        view = session.view(SEAT) if ahead is None else ahead.view(SEAT)
        self.log += session.events(SEAT, self._told, reader=SEAT)
        self._told = len(session.told)
        # The parts of a sum stand beside its line; they may name what has gone back into the deck since.
        told = self._names("\n".join(f"{event.text} {event.cards} {event.sums}" for event in self.log[-60:]))
        before = self.ever[-1] if self.ever else set()
        self.views.append(view)
        self.logged.append(len(self.log))
        self.now.append(self._names(msgspec.json.encode(view).decode()) | told)
        self.ever.append(self.now[-1] | before)


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_nothing_that_a_seat_receives_names_a_card_that_it_cannot_know(server: Server, slug: str) -> None:
    watched = Watched(server, Whim(), slug)
    hidden = _hidden(server, watched, watched.play(most=80))
    # There was something to give away.
    assert sum(count > 3 for count in hidden) > len(hidden) / 2 or slug not in OURS


def _hidden(server: Server, watched: Watched, journal: str) -> list[int]:
    """Compares what was received with what the seat may know; how many cards it could not know, after each deed."""
    known = Knowledge(journal, watched.names)
    _views_are_those_of_the_kernel(watched, known)
    _nothing_is_named_too_early(watched, known)
    _no_event_names_anything_too_early(watched, known)
    assert not watched.names(server.output())
    return [len(set(watched.names.all) - found - watched.always) for found in known.now[: watched.deeds]]


def _views_are_those_of_the_kernel(watched: Watched, known: Knowledge) -> None:
    looked = [(deed, msgspec.json.decode(text)) for deed, kind, text in watched.received if kind == "view"]
    assert len(looked) >= watched.deeds
    for deed, seen in looked:
        assert msgspec.convert(seen["view"], View) == known.views[deed]
        assert msgspec.convert(seen["log"], list[EventView]) == known.log[: known.logged[deed]][-60:]


def _nothing_is_named_too_early(watched: Watched, known: Knowledge) -> None:
    for deed, kind, text in watched.received:
        # The whole log, the journal and the zip tell of long ago.
        allowed = known.ever[deed] if kind in ("log", "journal", "zip") else known.now[deed]
        assert watched.names(text) <= allowed | watched.always, (deed, kind)
    kinds = {kind for _deed, kind, _text in watched.received}
    assert kinds == KINDS


def _no_event_names_anything_too_early(watched: Watched, known: Knowledge) -> None:
    sent = 0
    for deed, count in watched.streamed:
        for event in watched.stream.events[sent:count]:
            # It may be of an earlier moment than the one it was noticed in.
            assert watched.names(event) <= known.ever[deed] | watched.always, deed
        sent = count
    assert sent > 1


def test_what_is_refused_does_not_depend_on_where_a_hidden_card_lies(server: Server) -> None:
    table, *found = seated(server.url)
    both = found[0], found[1]
    seen = play_on(table, both, Whim(), lambda seen: seen["view"]["phase"] == "exchange")
    mover = both[seen["view"]["to_move"]]
    names = Names("fusillade")
    answers = set()
    for name in set(names.all) - names(msgspec.json.encode(seen["view"]).decode()):
        answer = mover.play(table, f"EXCHANGE {name}", seen["at"])
        answers.add((answer.status_code, answer.text.replace(name, "…")))
    assert len(answers) == 1
    assert answers.pop()[0] == 409


def test_an_unfinished_choice_shows_nothing_to_the_other(server: Server) -> None:
    table, *found = seated(server.url, pace="none")  # nobody can claim this game after a second
    both = found[0], found[1]
    for _ in range(4):
        seen = play_on(table, both, Whim(7), lambda seen: seen["may_undo"] and can_pick(seen))
        mover, other = both[seen["view"]["to_move"]], both[1 - seen["view"]["to_move"]]
        stream = other.watch(table)
        other.page(f"/tables/{table}")
        time.sleep(0.3)
        before = other.look(table), _timeless(other.page(f"/tables/{table}").text), stream.size
        for _ in range(5):
            picked = mover.look(table)
            mover.play(table, pick(picked), picked["at"])
            assert (other.look(table), _timeless(other.page(f"/tables/{table}").text)) == before[:2]
            picked = mover.look(table)
            assert may_step_back(picked)
            assert mover.api(f"/tables/{table}/undo", {"at": picked["at"]}).status_code == 200
            assert (other.look(table), _timeless(other.page(f"/tables/{table}").text)) == before[:2]
        time.sleep(0.3)
        assert stream.size == before[2], stream.events[-1]
        stream.close()
        _finish(mover, table)


def _timeless(page: str) -> str:
    """A page without what time alone changes: whether the game can be claimed, after a second in these tests."""
    return re.sub(
        r'<div class="notice asked[^>]* data-key="time".*?</p>\n(<div.*?</div>\n)?</div>\n', "", page, flags=re.S
    )


def pick(seen: Json) -> str:
    """A choice that can be taken back."""
    notations: list[str] = [action["notation"] for action in seen["view"]["actions"]]
    return next(notation for notation in notations if notation.startswith(("UNIT ", "EXCHANGE ")))


def can_pick(seen: Json) -> bool:
    return seen["view"]["phase"] in ("units", "exchange") and not may_step_back(seen)


def _finish(mover: Guest, table: str) -> None:
    """Picks and closes the frame, so that the next one comes."""
    seen = mover.look(table)
    mover.play(table, pick(seen), seen["at"])
    seen = mover.look(table)
    ends = [action["notation"] for action in seen["view"]["actions"] if action["notation"].startswith("END_")]
    assert mover.play(table, ends[0], seen["at"]).status_code == 200
