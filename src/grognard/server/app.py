"""The application: routes, guards and errors put together, and what runs while it does."""

from __future__ import annotations

import hmac
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, MutableScopeHeaders, State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.plugins.prometheus import PrometheusConfig
from litestar.routes import HTTPRoute
from litestar.types import ControllerRouterHandler, HTTPScope, Message, Scope
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.exc import SQLAlchemyError

import grognard
from grognard.bots.workers import Workers
from grognard.kernel.errors import CannotUndo, GameOver, GrognardError, IllegalAction, NotFound
from grognard.registry import registered_names, spec
from grognard.server.api import API
from grognard.server.config import Config
from grognard.server.errors import DAMAGE, Damaged, Forbidden, Stale, TooMuch, Undealt, is_damage, traced
from grognard.server.guests.cookies import Guests
from grognard.server.jobs import memory
from grognard.server.jobs.analysis import Analyses
from grognard.server.jobs.cleanup import clean_up
from grognard.server.jobs.print_queue import PrintQueue
from grognard.server.jobs.statistics import Statistics
from grognard.server.net import metrics
from grognard.server.net.addresses import is_secure
from grognard.server.net.head_requests import with_heads
from grognard.server.net.hosts import with_hosts
from grognard.server.net.logs import REQUEST, Named
from grognard.server.net.middleware import MOST_FIELDS, Budgeted, CookieNeeded, OwnPagesOnly, RateLimit
from grognard.server.net.pubsub import PostgresNews
from grognard.server.net.static import asset
from grognard.server.net.stream import Streams
from grognard.server.openapi import Description
from grognard.server.pages import PAGES
from grognard.server.pages.common import FRAGMENT, page
from grognard.server.storage.analyses import AnalysisStore, JournalStore
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.database import DAMAGED, Database
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.migrate import head
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.puzzles import PuzzleStore
from grognard.server.storage.tables import TableStore
from grognard.server.tables import presence
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.pages import render

Connection = Request[Any, Any, State]
LOGGER: Final = logging.getLogger("grognard")

MOST_BYTES: Final = 1 << 14  # of a request, unless its route says otherwise
MOST_LETTERS: Final = 400  # of a refusal
NO_COOKIE: Final = (
    "Your browser sent no cookie, and Grognard needs one to know you: allow cookies for this site, load the page again "
    "and repeat."
)
RETRY_AFTER: Final = 5  # seconds, while the database does not answer
PROBLEM: Final = "application/problem+json"
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # The address of a table, or of a seat, is nobody else's business.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

# What a refusal is over HTTP; the first that fits.
STATUS: Final[tuple[tuple[type[GrognardError], int], ...]] = (
    (NotFound, 404),
    (Forbidden, 403),
    (Stale, 409),
    (Undealt, 409),
    (TooMuch, 429),
    (Damaged, 503),
    (IllegalAction, 409),
    (GameOver, 409),
    (CannotUndo, 409),
    (GrognardError, 400),
)


def create_app(config: Config) -> Litestar:
    """The whole server for these settings."""
    database = Database(config.url)
    workers = Workers(config.bot_processes)
    channels = ChannelsPlugin(backend=_backend(config), arbitrary_channels_allowed=True)
    tables = TableRegistry(config, TableStore(database), channels, workers)
    streams = Streams(tables, channels)
    guests = Guests(config)
    journals = JournalStore(database)
    analyses = Analyses(tables, AnalysisStore(database))
    expiry = Expiry(database)
    people = PeopleStore(database)
    puzzle_store = PuzzleStore(database)
    daily_store = DailyStore(database)
    statistics = Statistics(tables.store, workers)
    print_queue = PrintQueue(tables.work)
    metrics.STREAMS.set_function(lambda: len(tables.listening))
    metrics.BOT_CHOICES.set_function(lambda: workers.choosing)

    @asynccontextmanager
    async def running(_app: Litestar) -> AsyncIterator[None]:
        async with channels:  # as long as tables go on, somebody may have to be told
            tables.begin(clean_up(tables, expiry))
            tables.begin(memory.tend())
            if config.counts_games:
                tables.begin(statistics.tend())
            tables.begin(presence.save_seen_often(tables))
            try:
                yield
            finally:
                await tables.close()
                await presence.save_seen(tables)
                workers.close()
                await database.close()

    routes: list[ControllerRouterHandler] = [
        PAGES,
        API,
        asset,
        healthz,
        readyz,
        version,
        counted,
    ]
    app = Litestar(
        route_handlers=routes,
        lifespan=[running],
        dependencies={
            "database": Provide(lambda: database, sync_to_thread=False),
            "tables": Provide(lambda: tables, sync_to_thread=False),
            "streams": Provide(lambda: streams, sync_to_thread=False),
            "guests": Provide(lambda: guests, sync_to_thread=False),
            "journals": Provide(lambda: journals, sync_to_thread=False),
            "analyses": Provide(lambda: analyses, sync_to_thread=False),
            "print_queue": Provide(lambda: print_queue, sync_to_thread=False),
            "people": Provide(lambda: people, sync_to_thread=False),
            "puzzle_store": Provide(lambda: puzzle_store, sync_to_thread=False),
            "daily_store": Provide(lambda: daily_store, sync_to_thread=False),
            "expiry": Provide(lambda: expiry, sync_to_thread=False),
            "statistics": Provide(lambda: statistics, sync_to_thread=False),
        },
        state=State(
            {
                "database": database,
                "guests": guests,
                "tables": tables,
                "metrics_token": config.metrics_token,
                "head": head(),
            }
        ),
        middleware=[
            Named(),
            # Paths by their template: a table's id is no label, and nobody else's business.
            PrometheusConfig(app_name="grognard", prefix="grognard", group_path=True).middleware,
            RateLimit(config, guests),
            Budgeted(tables.work, guests),
            OwnPagesOnly(guests),
        ],
        exception_handlers={
            GrognardError: _refused,
            HTTPException: _failed,
            SQLAlchemyError: _away,
            Exception: _broken,
        },
        before_send=[_Headers(guests)],
        logging_config=None,
        request_max_body_size=MOST_BYTES,
        multipart_form_part_limit=MOST_FIELDS,
        openapi_config=OpenAPIConfig(
            title="Grognard",
            version=grognard.__version__,
            description="Card wargames with their rules enforced.",
            path="/schema",
            render_plugins=[Description(path=["/", "/openapi.json"])],
        ),
    )
    app.asgi_handler = with_hosts(with_heads(app.asgi_handler), _plain_refusal)
    return app


def _with_token(request: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Lets in only a collector that shows the token of the settings; for all others there is no such page."""
    wanted = request.app.state.metrics_token
    shown = request.headers.get("authorization", "")
    if not wanted or not hmac.compare_digest(shown.encode(), f"Bearer {wanted}".encode()):
        raise NotFoundException()


def _backend(config: Config) -> ChannelsBackend:
    """News within this process; between several, through PostgreSQL."""
    if not config.is_postgres:
        return MemoryChannelsBackend(history=0)
    return PostgresNews(config.url.set(drivername="postgresql").render_as_string(hide_password=False))


class _Headers:
    """Puts the guards on every answer, and a newcomer's cookie."""

    def __init__(self, guests: Guests) -> None:
        self._guests = guests

    async def __call__(self, message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        headers.setdefault("cache-control", "no-store")
        if "allow" in headers:
            headers["allow"] = _allowed(headers["allow"], scope)
        request: Connection = Request(scope)
        if is_secure(request):
            headers.setdefault("strict-transport-security", "max-age=31536000")
        cookie = self._guests.cookie(request)
        if cookie is not None and request.method != "HEAD":  # who only asks for the head is no visitor
            headers.add("set-cookie", cookie.to_header(header=""))


def _allowed(given: str, scope: Scope) -> str:
    """What a path takes: HEAD where it takes GET, and the methods of all its routes, of which OPTIONS sees one."""
    methods = {method.strip() for method in given.split(",")}
    if scope["type"] == ScopeType.HTTP and scope["method"] == "OPTIONS":
        here = scope.get("path_template")
        methods.update(
            *(
                route.methods
                for route in scope["litestar_app"].routes
                if route.path_format == here and isinstance(route, HTTPRoute)
            )
        )
    return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))


# -- errors --------------------------------------------------------------------------------------------------------


def _refused(request: Connection, error: GrognardError) -> Response[Any]:
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    if status == 400 and request.scope["path"].startswith("/api/"):
        status = 409  # what the description allows can be read; it just cannot be done
    if isinstance(error, TooMuch):
        metrics.REFUSED.labels(metrics.QUOTA).inc()
    found = _problem(request, status, error.sentence, error.clause)
    if isinstance(error, TooMuch) and error.seconds:
        found.headers["retry-after"] = str(error.seconds)
    if isinstance(error, Damaged):
        LOGGER.error("a table is closed: %s", traced(error))
        found.headers["x-request-id"] = REQUEST.get()
    return found


def _failed(request: Connection, error: HTTPException) -> Response[Any]:
    sentences = {
        403: "This form has expired: go back, load the page again and repeat.",
        404: "There is no such page.",
        405: "That cannot be done here.",
        413: f"That is too large.{_at_most(request)}",
        429: "That was a lot at once: wait a minute, then go on.",
    }
    sentence = sentences.get(error.status_code, str(error.detail))
    if isinstance(error, CookieNeeded):
        sentence = NO_COOKIE
    elif isinstance(error, ValidationException):
        sentence = "Something in the address, or in what was sent, cannot be read."
    _count_refusal(error.status_code)
    extra = getattr(error, "extra", None)
    found = _problem(request, error.status_code, sentence, "", extra if isinstance(extra, list) else None)
    found.headers.update(error.headers or {})
    return found


def _at_most(request: Connection) -> str:
    """What a page says where files can be sent."""
    route = request.scope.get("route_handler")  # there is none for an address that leads nowhere
    most = route.resolve_request_max_body_size() if isinstance(route, HTTPRouteHandler) else None
    return f" At most {most >> 20} MB can be sent here." if most and most > MOST_BYTES else ""


def _away(request: Connection, error: SQLAlchemyError) -> Response[Any]:
    _count_refusal(503)
    if is_damage(error):
        LOGGER.error(DAMAGE)
        found = _problem(request, 503, f"{DAMAGED} Nothing was done. Other pages may still work.", "")
    else:
        LOGGER.error("the database does not answer: %s", traced(error))
        sentence = "The database does not answer at the moment. What was confirmed is kept; try again in a few seconds."
        found = _problem(request, 503, sentence, "")
        found.headers["retry-after"] = str(RETRY_AFTER)
    found.headers["x-request-id"] = REQUEST.get()
    return found


def _count_refusal(status: int) -> None:
    if status in metrics.REASONS:
        metrics.REFUSED.labels(metrics.REASONS[status]).inc()


def _broken(request: Connection, error: Exception) -> Response[Any]:
    # No argument of a function may get into the log, nor a path: they could be a card, or the key of a seat.
    LOGGER.error("%s %s failed: %s", request.method, request.scope.get("path_template"), traced(error))
    found = _problem(request, 500, "Something went wrong on our side. What was played is kept.", "")
    found.headers["x-request-id"] = REQUEST.get()
    return found


def _problem(
    request: Connection, status: int, sentence: str, clause: str, errors: list[Any] | None = None
) -> Response[Any]:
    """For a person a page, for a program and for the script of a page problem+json (RFC 9457)."""
    if len(sentence) > MOST_LETTERS:  # it may repeat what was sent
        sentence = f"{sentence[:MOST_LETTERS]}…"
    if not request.scope["path"].startswith("/api/") and FRAGMENT not in request.headers:
        return page(request, "problem.html", status, sentence=sentence, clause=clause)
    return _document(status, sentence, clause, errors)


def _plain_refusal(sentence: str, scope: HTTPScope) -> tuple[str, bytes]:
    """Returns the type and body of a refusal of a request that nobody has read."""
    if scope["path"].startswith("/api/") or FRAGMENT in Headers.from_scope(scope):
        return PROBLEM, msgspec.json.encode(_document(400, sentence).content)
    return "text/html; charset=utf-8", render("problem.html", csrf="", sentence=sentence, clause="").encode()


def _document(status: int, sentence: str, clause: str = "", errors: list[Any] | None = None) -> Response[Any]:
    problem = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": sentence}
    if clause:
        problem["clause"] = clause
    if errors:
        problem["errors"] = errors
    return Response(problem, status_code=status, media_type=PROBLEM)


# -- for those who run it ------------------------------------------------------------------------------------------


@get("/metrics", include_in_schema=False, guards=[_with_token], sync_to_thread=False)
def counted() -> Response[bytes]:
    """Counts for the host's own collector: how often tables are posted to would tell players something."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def healthz() -> str:
    """The process is alive."""
    return "ok"


@get("/readyz", include_in_schema=False)
async def readyz(database: Database, state: State) -> Response[Any]:
    """Tables can be opened and played at; or what is in the way, sentence by sentence."""
    obstacles = await database.obstacles(state.head)
    return _document(503, " ".join(obstacles), errors=obstacles) if obstacles else Response({"ready": True})


@get("/version", include_in_schema=False, sync_to_thread=False)
def version() -> dict[str, Any]:
    """Which Grognard this is, and the rules version of each game, as journals name it."""
    return {"grognard": grognard.__version__, "rules": {slug: spec(slug).meta.rules for slug in registered_names()}}
