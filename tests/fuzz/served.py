"""A server in this process, and spoilt forms and JSON bodies for each of its routes that takes any.

What a request meets depends on those before it: tables are set up anew for every `BLOCK` inputs. A fault is therefore
told with the request.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import warnings
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Self, cast
from urllib.parse import quote, urlencode

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

import grognard
from grognard.server import app as served_app
from grognard.server.config import Config
from grognard.server.storage import disk
from grognard.server.storage.migrate import migrate
from tests.fuzz import inputs
from tests.fuzz.child import LONGEST
from tests.fuzz.inputs import ODD, Dice
from tests.server.support import PROBLEM

BLOCK: Final = 100
URL_ENCODED: Final = "application/x-www-form-urlencoded"
JSON: Final = "application/json"
SEPARATOR: Final = "xXx"
MULTIPART: Final = f"multipart/form-data; boundary={SEPARATOR}"
TOKEN: Final = "y" * 32
PAGE: Final = "/your-data/alerts"
SUBSCRIPTION: Final = json.dumps(
    {
        "endpoint": "https://push.example/abc",
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    }
)
ADDRESS: Final = "https://fuzz"  # where passkeys work
NO_LIMITS: Final[dict[str, Any]] = dict.fromkeys(
    (
        "requests_per_minute", "guests_per_minute", "tables_per_hour", "unfinished_tables", "journals_per_hour",
        "journal_bytes_per_hour", "analyses_at_once",
    ),
    1 << 60,
)  # fmt: skip
# What can be done at a table, and how often it is tried.
DEEDS: Final = (
    "play", "play", "play", "undo", "undo-answer", "resign", "claim", "give-time", "stand-in", "take-back", "here",
    "pause", "pause-answer", "pause-end", "ask", "open-hands", "hand-over", "forget-devices", "hint", "hint-stop",
    "hint-show", "rematch", "deal-draw", "deal-type", "deal-lost", "deal-over", "leave",
)  # fmt: skip

GAMES: Final = grognard.registered_names()

Request = tuple[str, str, str, bytes]  # method, path, kind of the body, body


class Idle:
    """Bots that never come to an end of their thoughts."""

    def __init__(self, _processes: int) -> None: ...

    async def choose(self, *_of: Any) -> int:
        """Thinks on."""
        await asyncio.Event().wait()
        raise AssertionError

    weigh = choose
    aside = choose

    def close(self) -> None:
        """There is nothing to close."""


class Faults(logging.Handler):
    """What the log tells."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps a line."""
        self.told.append(record.getMessage() if record.exc_info is None else self.format(record))


@dataclass
class Guest:
    """Somebody with a cookie, and the token of his forms."""

    cookie: str = ""
    token: str = ""


@dataclass
class World:
    """What a block of requests meets."""

    guests: tuple[Guest, Guest]
    tables: list[str] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)
    records: list[str] = field(default_factory=list)


class Served:
    """The whole server without a socket."""

    def __init__(self, folder: Path) -> None:
        config = Config(
            data_dir=str(folder), address=ADDRESS, secret="x" * 32, statistics="on", metrics_token=TOKEN, **NO_LIMITS
        )
        folder.mkdir()
        migrate(config.url)
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning), pytest.MonkeyPatch.context() as p:
            p.setattr(served_app, "Workers", Idle)
            self.app = served_app.create_app(config)
        self.faults = Faults()
        self.guest = Guest()
        self._loop = asyncio.new_event_loop()
        self._begun, self._end = asyncio.Event(), asyncio.Event()
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(cast(Any, self.app)), base_url="http://fuzz")
        self._block: int | None = None
        self._world: World | None = None

    def __enter__(self) -> Self:
        logging.getLogger().addHandler(self.faults)
        self._living = self._loop.create_task(self._live())
        self.run(self._begun.wait())
        return self

    def __exit__(self, *_of: object) -> None:
        self._end.set()
        self.run(self._living)
        self._loop.close()
        logging.getLogger().removeHandler(self.faults)

    async def _live(self) -> None:
        async with self.app.lifespan():
            self._begun.set()
            await self._end.wait()

    def run(self, work: Awaitable[Any]) -> Any:
        """The result of something that the server waits for."""
        return self._loop.run_until_complete(work)

    def ask(self, request: Request, guest: Guest, fragment: bool = False) -> httpx.Response:
        """The answer to a request."""
        method, path, kind, body = request
        headers = {b"accept": b"text/html", b"cookie": guest.cookie.encode()}
        if kind:
            headers[b"content-type"] = kind.encode()
        if fragment:
            headers[b"x-fragment"] = b"1"
        self._client.cookies.clear()
        answer: httpx.Response = self.run(self._client.request(method, path, content=body, headers=headers))
        return answer

    def get(self, path: str, guest: Guest) -> httpx.Response:
        """A page, or an answer of the API."""
        return self.ask(("GET", path, "", b""), guest)

    def newcomer(self) -> Guest:
        """Somebody new."""
        guest = Guest()
        guest.cookie = self.get("/", guest).headers["set-cookie"].partition(";")[0]
        found = re.search(r'name="_csrf_token" value="(\w+)"', self.get("/", guest).text)
        assert found
        guest.token = found[1]
        return guest

    def form(self, path: str, guest: Guest, **fields: str) -> httpx.Response:
        """The answer to a form that is not spoilt."""
        return self.ask(("POST", path, URL_ENCODED, _encoded({**fields, "_csrf_token": guest.token})), guest)

    def take_form(self, dice: Dice) -> None:
        """Answers a spoilt form; raises as `judge` does."""
        _take(self, form, dice)

    def take_body(self, dice: Dice) -> None:
        """Answers a spoilt body of the API; raises as `judge` does."""
        _take(self, body, dice)

    def world(self, number: int) -> World:
        """What the input of this number meets."""
        if self._world is None or self._block != number // BLOCK:
            self._block = number // BLOCK
            self._world = self._new(Dice("world", self._block))
        return self._world

    def _new(self, dice: Dice) -> World:
        host, friend = self.newcomer(), self.newcomer()
        world = World((host, friend))
        games = GAMES
        for company in ("people", "people", "over", "open", "computer", "one_screen"):
            slug = dice.one_of(games)
            others = {"computer": "greedy", "one_screen": "you"}.get(company, "open")
            seats = ["you"] + [others] * (grognard.load(slug).num_players() - 1)
            body = json.dumps({"game": slug, "seats": seats}).encode()
            created = self.ask(("POST", "/api/v1/tables", JSON, body), host).json()
            id = created["id"]
            world.keys[id] = "none"
            for invitation in created["invitations"]:
                world.keys[id] = invitation["path"].rpartition("/")[2]
                if company != "open":
                    assert self.form(invitation["path"], friend).status_code == 303
            if company in ("people", "over"):
                for guest, seat in ((host, 0), *((friend, one["seat"]) for one in created["invitations"])):
                    self.ask(
                        ("POST", f"/api/v1/tables/{id}/deal/draw", JSON, json.dumps({"seat": seat}).encode()), guest
                    )
            if company == "over":
                for guest in (host, friend):
                    self.form(f"/tables/{id}/resign", guest)
            (world.over if company == "over" else world.tables).append(id)
        journal = dice.one_of(inputs.journals())
        brought = self.ask(("POST", "/replays", MULTIPART, _multipart({"_csrf_token": host.token}, journal)), host)
        world.records.append(brought.headers.get("location", "/replays/none").rpartition("/")[2])
        return world


def _encoded(fields: dict[str, str]) -> bytes:
    return urlencode(fields, errors="replace").encode()


def _multipart(fields: dict[str, str], journal: str) -> bytes:
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    parts.append(f'Content-Disposition: form-data; name="journal"; filename="a"\r\n\r\n{journal}')
    return "".join(f"--{SEPARATOR}\r\n{part}\r\n" for part in parts).encode(errors="replace") + (
        f"--{SEPARATOR}--\r\n".encode()
    )


# -- routes ------------------------------------------------------------------------------------------------------------


def routes_of(app: Litestar) -> list[tuple[str, str]]:
    """Methods and paths of all that takes a body, in the same order in every process."""
    found = {
        (method, route.path_format)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method not in ("GET", "HEAD", "OPTIONS")
    }
    return sorted(found)


@cache
def _labels(slug: str) -> list[str]:
    """What may be typed at a table of a game: actions from its journals."""
    lines = [json.loads(line) for journal in inputs.journals() for line in journal.splitlines()[1:40]
             if f'"game":"{slug}"' in journal[:400]]  # fmt: skip
    return sorted({line["do"] for line in lines if "do" in line}) or ["END"]


def _seen(server: Served, table: str, guest: Guest) -> dict[str, Any]:
    answer = server.get(f"/api/v1/tables/{table}", guest)
    seen = dict(answer.json()) if answer.status_code == 200 else {"at": "", "view": None}
    return seen | {"view": seen["view"] or {"actions": []}}  # there is none before the deal


def _action(server: Served, dice: Dice, table: str, guest: Guest) -> dict[str, str]:
    """An action that can be played, with the `at` of its table."""
    seen = _seen(server, table, guest)
    actions = [action["notation"] for action in seen["view"]["actions"]]
    other = dice.one_of(_labels(dice.one_of(GAMES)))
    return {"do": dice.one_of(actions) if actions and dice.below(4) else other, "at": seen["at"]}


Fields = Callable[[Served, Dice, dict[str, str], Guest], dict[str, Any]]


def _new_table(_server: Served, dice: Dice, given: dict[str, str], _guest: Guest) -> dict[str, Any]:
    meta = grognard.load(given["slug"]).spec.meta
    fields = {option.key: str(option.default) for option in meta.options if dice.below(2)}
    seats = {f"seat-{seat}": dice.one_of(("you", "open", "greedy")) for seat in range(len(meta.seats))}
    fields |= seats if dice.below(2) else {"with": dice.one_of(("computer", "one_screen", "friend")), "side": "0"}
    return fields | {"bot": "greedy", "open_hands": "yes", "rules": "custom"}


def _at_table(server: Served, dice: Dice, given: dict[str, str], guest: Guest) -> dict[str, Any]:
    return {
        **_action(server, dice, given["id"], guest), "answer": dice.one_of(("yes", "no")), "open": "yes", "seat": "0",
        "text": "typed by somebody",
        "ask": dice.one_of(("always", "when_useful", "not_this_turn")),
    }  # fmt: skip


def _going_on(_server: Served, dice: Dice, _given: dict[str, str], _guest: Guest) -> dict[str, Any]:
    return {"step": str(dice.below(80)), "side": str(dice.below(2)), "bot": "greedy"}


def _analysis(_server: Served, dice: Dice, _given: dict[str, str], _guest: Guest) -> dict[str, Any]:
    return {"do": dice.one_of(("start", "stop"))}


def _at(server: Served, _dice: Dice, given: dict[str, str], guest: Guest) -> dict[str, Any]:
    return {"at": _seen(server, given["id"], guest)["at"]}


def _api_table(_server: Served, dice: Dice, _given: dict[str, str], _guest: Guest) -> dict[str, Any]:
    game = grognard.load(dice.one_of(GAMES))
    seats = ["you"] + [dice.one_of(("you", "open", "greedy")) for _ in range(game.num_players() - 1)]
    options = {option.key: option.default for option in game.spec.meta.options if dice.below(3) == 0}
    return {"game": game.slug, "seats": seats, "options": options}


def _passkey(server: Served, dice: Dice, guest: Guest, kind: str) -> dict[str, Any]:
    """The answer to a challenge of this guest, which no passkey has signed."""
    asked = "to-add" if kind == "create" else "to-sign-in"
    challenge = server.get(f"/your-data/devices/passkeys/{asked}", guest).json()["challenge"]
    told = json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": ADDRESS}).encode()
    signed = {"clientDataJSON": told, "attestationObject": b"\xa0", "authenticatorData": b"\0" * 37, "signature": b""}
    spoilt = dice.one_of(sorted(signed))
    signed[spoilt] = dice.one_of((signed[spoilt], b"", b"\xa1" * 200, b"{}"))
    response = {name: urlsafe_b64encode(data).rstrip(b"=").decode() for name, data in signed.items()}
    return {"code": json.dumps({"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": response})}


def _way(server: Served, dice: Dice, _given: dict[str, str], guest: Guest) -> dict[str, Any]:
    """A place where this guest gets alerts."""
    return {"way": dice.one_of(re.findall(r'name="way" value="([^"]+)"', server.get(PAGE, guest).text) or ["none"])}


# What a valid body of each route says. A route that is not here fails `test_every_route_that_takes_a_body_is_spoilt`.
FORMS: Final[dict[str, Fields]] = {
    "/games/{slug}/guide/{number}/play": lambda server, dice, given, guest: {
        "at": str(dice.below(30)), "do": dice.one_of(_labels(given["slug"]))
    },
    "/games/{slug}/tables": _new_table,
    "/daily/{slug}": lambda _server, dice, *_of: dice.one_of(({}, {"day": "2026-01-01"})),
    "/puzzles/{slug}/{number}/continue": lambda *_of: {},
    "/puzzles/{slug}/{number}/play": lambda _server, dice, *_of: {"do": dice.one_of(("HOLD", "ATTACK", "FRONT Right"))},
    "/puzzles/{slug}/{number}/show": lambda *_of: {},
    "/games-of-mine/remove": lambda server, dice, *_of: {"table": dice.one_of(server.world(dice.number).over)},
    "/replays": lambda *_of: {},
    "/replays/{id}/analysis": _analysis,
    "/replays/{id}/continue": _going_on,
    "/tables/{id}/analysis": _analysis,
    "/tables/{id}/join/{key}": lambda *_of: {"devices": "all", "name": "Anna"},
    "/tables/{id}/replay/continue": _going_on,
    "/tables/{id}/looked": lambda *_of: {},
    "/tables/{id}/{deed}": _at_table,
    "/vacation": lambda _server, dice, *_of: {"days": str(dice.below(23))},
    "/vacation/change": lambda _server, dice, *_of: {"days": str(dice.below(23))},
    "/vacation/end": lambda *_of: {},
    "/device/{key}/continue": lambda _server, dice, *_of: dice.one_of(({}, {"games": "bring"}, {"games": "leave"})),
    "/device/{key}/cancel": lambda *_of: {},
    "/device/{key}/digits": lambda *_of: {},
    "/recover": lambda _server, dice, *_of: {"code": dice.one_of(("0123 4567 89AB CDEF", "0123")), "games": "bring"},
    "/alerts/confirm/{id}/{token}": lambda *_of: {},
    "/alerts/stop/{id}/{token}": lambda *_of: {"List-Unsubscribe": "One-Click"},
    "/your-data/alerts/feed": lambda *_of: {},
    "/your-data/alerts/feed/remove": lambda *_of: {},
    "/your-data/alerts/mail": lambda *_of: {"address": "anna@home.example"},
    "/your-data/alerts/push": lambda *_of: {"subscription": SUBSCRIPTION},
    "/your-data/alerts/remove": _way,
    "/your-data/alerts/test": _way,
    "/your-data/alerts/wake": _way,
    "/your-data/alerts/webhook": lambda _server, dice, *_of: {
        "address": f"https://hooks.example/{dice.below(30)}", "form": dice.one_of(("", "json", "discord", "ntfy"))
    },
    "/your-data/devices/code": lambda _server, dice, *_of: {"number": str(dice.below(3)), "seed": "seed"},
    "/your-data/devices/link": lambda *_of: {},
    "/your-data/devices/link/digits": lambda _server, dice, *_of: {"digits": f"{dice.below(1_000_000):06}"},
    "/your-data/delete": lambda *_of: {},
    "/your-data/devices/end": lambda _server, dice, *_of: {"device": dice.one_of(("", "0" * 64))},
    "/your-data/devices/end-others": lambda *_of: {},
    "/your-data/devices/sign-out": lambda _server, dice, *_of: dice.one_of(({}, {"sure": "yes"})),
    "/your-data/devices/passkeys/add": lambda server, dice, given, guest: _passkey(server, dice, guest, "create"),
    "/your-data/devices/passkeys/remove": lambda _server, dice, *_of: {"passkey": dice.one_of(("", "AAAA"))},
    "/your-data/devices/passkeys/sign-in": lambda server, dice, given, guest: _passkey(server, dice, guest, "get"),
    "/your-data/devices/tokens": lambda _server, dice, *_of: {"name": "A bot", "scope": dice.one_of(("read", "play"))},
    "/your-data/download": lambda *_of: {},
    "/your-data/scores": lambda _server, dice, *_of: dice.one_of(({"show": "yes"}, {"from": "your-data"}, {})),
    "/your-data/name": lambda _server, dice, *_of: {"name": dice.one_of(("Anna", "")), "from": "your-data"},
}  # fmt: skip
# After these, the guest needs a new cookie.
ENDS_COOKIE: Final = ("/your-data/delete", "/your-data/devices/end-others", "/your-data/devices/sign-out")
BODIES: Final[dict[str, Fields]] = {
    "/api/v1/join": lambda server, dice, given, _guest: {
        "link": f"/tables/{given['id']}/join/{server.world(dice.number).keys.get(given['id'], 'none')}",
        "name": dice.one_of(("Anna", "")),
    },
    "/api/v1/me": lambda _server, dice, *_of: {"name": dice.one_of(("Anna", ""))},
    "/api/v1/tables": _api_table,
    "/api/v1/tables/{id}/deal/commit": lambda _server, dice, *_of: {"seat": dice.below(2), "hash": "0" * 64},
    "/api/v1/tables/{id}/deal/draw": lambda _server, dice, *_of: {"seat": dice.below(2)},
    "/api/v1/tables/{id}/deal/lost": lambda _server, dice, *_of: {"seat": dice.below(2)},
    "/api/v1/tables/{id}/deal/start-over": lambda _server, dice, *_of: {"seat": dice.below(2)},
    "/api/v1/tables/{id}/deal/reveal": lambda _server, dice, *_of: {"seat": dice.below(2), "bytes": "0" * 64},
    "/api/v1/tables/{id}/actions": lambda server, dice, given, guest: _action(server, dice, given["id"], guest),
    "/api/v1/tables/{id}/hint": _at,
    "/api/v1/tables/{id}/hint/stop": _at,
    "/api/v1/tables/{id}/resign": _at,
    "/api/v1/tables/{id}/give-time": _at,
    "/api/v1/tables/{id}/stand-in": _at,
    "/api/v1/tables/{id}/take-back": _at,
    "/api/v1/tables/{id}/claim": _at,
    "/api/v1/tables/{id}/pause": _at,
    "/api/v1/tables/{id}/pause/agree": _at,
    "/api/v1/tables/{id}/pause/refuse": _at,
    "/api/v1/tables/{id}/pause/end": _at,
    "/api/v1/tables/{id}/undo": _at,
}


# Chosen more often than the others, for most can happen there.
DEEP: Final = ("/tables/{id}/{deed}", "/games/{slug}/tables", "/api/v1/tables", "/api/v1/tables/{id}/actions")


# -- spoiling ----------------------------------------------------------------------------------------------------------


def _route(dice: Dice, routes: dict[str, Fields]) -> str:
    return str(dice.one_of([*routes, *(path for path in DEEP * 3 if path in routes)]))


def place(world: World, dice: Dice, path: str) -> dict[str, str]:
    """What stands for the parameters of a path."""
    if path.startswith("/replays/"):
        id = dice.one_of(world.records)
    else:
        most = world.over if "/replay/" in path or "/analysis" in path else world.tables
        id = dice.one_of(most if dice.below(8) else [*world.tables, *world.over])
    return {
        "slug": dice.one_of(GAMES), "number": str(dice.below(6)), "id": id,
        "key": world.keys.get(id, "none"), "deed": dice.one_of(DEEDS), "clause": "FUS-1.1", "path": "table.js",
        "release": "0",
    }  # fmt: skip


def _sender(server: Served, world: World, dice: Dice, path: str, table: str) -> Guest:
    """Anybody; where something can be played, mostly whoever may."""
    if path in ENDS_COOKIE:
        return server.newcomer()  # the others go on
    others = list(world.guests)
    anybody: Guest = others.pop(dice.below(len(others)))
    if path not in DEEP or "{id}" not in path or dice.below(8) == 0:
        return anybody
    return anybody if _seen(server, table, anybody)["view"]["actions"] else others[0]


def filled_in(path: str, given: dict[str, str], dice: Dice) -> str:
    """The path with its parameters, one of which may be odd."""
    names = re.findall(r"\{(\w+)\}", path)
    odd = dice.one_of(names) if names and dice.below(8) == 0 else ""
    for name in names:
        value = dice.one_of(ODD)[:2000] if name == odd else given.get(name, "none")
        path = path.replace(f"{{{name}}}", quote(value, safe="") or "%20")
    return path


def form(server: Served, dice: Dice) -> tuple[Request, Guest]:
    """A spoilt form for one of the pages."""
    world = server.world(dice.number)
    path = _route(dice, FORMS)
    given = place(world, dice, path)
    guest = _sender(server, world, dice, path, given["id"])
    fields: dict[str, Any] = FORMS[path](server, dice, given, guest)
    for _n in range(max(0, dice.below(4) - 1)):
        _spoil_field(fields, dice)
    if dice.below(16):
        fields["_csrf_token"] = guest.token
    address = filled_in(path, given, dice)
    if path == "/replays" or dice.below(8) == 0:
        text = dice.one_of(inputs.journals())
        how = dice.below(4)
        journal = inputs.spoilt_text(text, dice).decode(errors="replace") if how else text
        kind, body = MULTIPART, _multipart({key: str(value) for key, value in fields.items()}, journal)
    else:
        kind, body = URL_ENCODED, _encoded(fields)
    return ("POST", address, *_bent(kind, body, dice)), guest


def body(server: Served, dice: Dice) -> tuple[Request, Guest]:
    """A spoilt body for one of the routes of the API."""
    world = server.world(dice.number)
    path = _route(dice, BODIES)
    given = place(world, dice, path)
    guest = _sender(server, world, dice, path, given["id"])
    data: Any = BODIES[path](server, dice, given, guest)
    for _n in range(max(0, dice.below(4) - 1)):
        data = inputs.spoilt_data(data, dice)
    text = json.dumps(data)
    if dice.below(3) == 0:
        text = inputs.spoilt_text(text, dice).decode(errors="surrogateescape")
    address = filled_in(path, given, dice)
    return ("POST", address, *_bent(JSON, text.encode(errors="surrogateescape"), dice)), guest


def _spoil_field(fields: dict[str, Any], dice: Dice) -> None:
    """One field less, or odd, or as another is, or one more."""
    key = dice.one_of(list(fields)) if fields else "do"
    how = dice.below(5)
    if how == 0:
        fields.pop(key, None)
    elif how == 1 and fields:
        fields[key] = fields[dice.one_of(list(fields))]
    elif how == 2:
        fields[dice.one_of(ODD)[:200]] = dice.one_of(ODD)
    else:
        fields[key] = dice.one_of(ODD)


def _bent(kind: str, body: bytes, dice: Dice) -> tuple[str, bytes]:
    """A body with some bytes changed, or said to be of another kind."""
    how = dice.below(24)
    if how < 4 and body:
        changed = bytearray(body)
        for _n in range(1 + dice.below(4)):
            at = dice.below(len(changed) + 1)
            changed[at : at + dice.below(3)] = bytes([dice.below(256)] * dice.below(3))
        body = bytes(changed)
    elif how == 4:
        others = (
            "", "text/plain", URL_ENCODED, JSON, MULTIPART, "multipart/form-data", f"{kind}; charset=utf-16",
            f"{kind}; charset=none", "multipart/form-data; boundary=", "/", ";;", "é",
        )  # fmt: skip
        kind = dice.one_of(others)
    elif how == 5:
        body = body[: dice.below(len(body) + 1)]
    elif how == 6:
        body = body * (2 + dice.below(60))
    return kind, body


# -- answers -----------------------------------------------------------------------------------------------------------


def judge(server: Served, request: Request, answer: httpx.Response, fragment: bool) -> None:
    """Raises AssertionError unless a request was answered as it should be."""
    method, path = request[:2]
    try:
        assert answer.status_code < 500
        assert "Traceback" not in answer.text
        assert not server.faults.told
        kind = answer.headers.get("content-type", "")
        if method == "HEAD":
            assert not answer.content
        elif answer.status_code >= 400:
            if path.startswith("/api/") or fragment:
                assert kind.startswith(PROBLEM), kind
                sentence = answer.json()["detail"]
                assert 0 < len(sentence) < LONGEST
                assert "\n" not in sentence.strip()
            else:
                assert kind.startswith("text/html"), kind
                assert "</html>" in answer.text
        elif 300 <= answer.status_code < 400:
            assert answer.headers["location"].startswith("/")
    except AssertionError as error:
        told = f"{server.faults.told}\n{answer.status_code} {answer.text[-300:]!r} to {request!r:.3000}"
        raise AssertionError(f"{error}\n{told}") from error
    finally:
        server.faults.told.clear()


def _take(server: Served, spoilt: Callable[[Served, Dice], tuple[Request, Guest]], dice: Dice) -> None:
    """Sends an input, by a guest who may have lost his cookie; raises as `judge` does."""
    request, guest = spoilt(server, dice)
    if dice.below(20) == 0:
        guest = Guest(dice.one_of((f"{guest.cookie}x", guest.cookie[:-5], "grognard_guest=é", "")), "")
    fragment = dice.below(4) == 0
    judge(server, request, server.ask(request, guest, fragment), fragment)


def without_fsync() -> None:
    """For the rest of this process: what is written is thrown away soon, and need not be on the disk."""
    disk.sync = lambda _path: None  # type: ignore[assignment]
