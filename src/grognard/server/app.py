"""The application: its routes, guards and error handlers, and the jobs that run with it."""

from __future__ import annotations

import hmac
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
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
from litestar.openapi.spec import Components, SecurityScheme
from litestar.plugins.prometheus import PrometheusConfig
from litestar.routes import HTTPRoute
from litestar.types import ControllerRouterHandler, HTTPScope, Message, Scope
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.exc import SQLAlchemyError

import grognard
from grognard.bots.workers import Workers
from grognard.kernel.errors import CannotUndo, GameOver, GrognardError, IllegalAction, NotFound
from grognard.registry import registered_names, spec
from grognard.server.alerts.senders import Senders
from grognard.server.api import API
from grognard.server.config import Config
from grognard.server.errors import DAMAGE, Damaged, Forbidden, Stale, TooMuch, Undealt, is_damage, traced
from grognard.server.guests.alert_ways import AlertWays
from grognard.server.guests.cookies import Guests
from grognard.server.guests.device_links import DeviceLinks
from grognard.server.guests.my_games import games_list
from grognard.server.guests.passkeys import Passkeys
from grognard.server.guests.preferences import hides_scores, scores_cookie
from grognard.server.guests.recovery_codes import RecoveryCodes
from grognard.server.jobs import memory
from grognard.server.jobs.alerts import AlertJob
from grognard.server.jobs.analysis import Analyses
from grognard.server.jobs.cleanup import clean_up
from grognard.server.jobs.print_queue import PrintQueue
from grognard.server.jobs.statistics import Statistics
from grognard.server.net import metrics
from grognard.server.net.addresses import is_secure
from grognard.server.net.head_requests import with_heads
from grognard.server.net.hosts import with_hosts
from grognard.server.net.local_name import LocalName
from grognard.server.net.logs import REQUEST, Named
from grognard.server.net.middleware import MOST_FIELDS, Budgeted, CookieNeeded, OwnPagesOnly, RateLimit
from grognard.server.net.pubsub import PostgresNews
from grognard.server.net.service_worker import ROUTES as FOR_INSTALLING
from grognard.server.net.static import asset
from grognard.server.net.stream import Streams
from grognard.server.openapi import Description
from grognard.server.pages import PAGES
from grognard.server.pages.common import FRAGMENT, page
from grognard.server.storage.alert_ways import AlertStore
from grognard.server.storage.analyses import AnalysisStore, JournalStore
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.database import DAMAGED, Database
from grognard.server.storage.device_links import DeviceLinkStore
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.house_time import HouseTime
from grognard.server.storage.joining import JoiningStore
from grognard.server.storage.migrate import head
from grognard.server.storage.outbox import OutboxStore
from grognard.server.storage.passkeys import PasskeyStore
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.puzzles import PuzzleStore
from grognard.server.storage.recovery_codes import RecoveryCodeStore
from grognard.server.storage.sessions import SessionStore
from grognard.server.storage.tables import TableStore
from grognard.server.storage.vacations import VacationStore
from grognard.server.tables import presence
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.pages import render

Connection = Request[Any, Any, State]
LOGGER: Final = logging.getLogger("grognard")

MOST_BYTES: Final = 1 << 14  # in the body of a request, unless its route sets another limit
MOST_LETTERS: Final = 400  # in an error message
NO_COOKIE: Final = (
    "Your browser sent no cookie, and Grognard needs one to recognize you. Allow cookies for this site, then reload "
    "the page and try again."
)
RETRY_AFTER: Final = 5  # seconds, if the database does not answer
PROBLEM: Final = "application/problem+json"
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # The address of a table or a seat is private.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

# The HTTP status of each error; the first match counts.
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
    """Returns the whole server, set up with these settings."""
    database = Database(config.url)
    workers = Workers(config.bot_processes)
    channels = ChannelsPlugin(backend=_backend(config), arbitrary_channels_allowed=True)
    house = HouseTime(database)
    tables = TableRegistry(config, TableStore(database), channels, workers, house)
    guests = Guests(config, SessionStore(database))
    journals = JournalStore(database)
    analyses = Analyses(tables, AnalysisStore(database))
    expiry = Expiry(database)
    people = PeopleStore(database)
    streams = Streams(tables, channels, partial(games_list, tables, people))
    guests.on_end = streams.end_signed_out
    puzzle_store = PuzzleStore(database)
    daily_store = DailyStore(database)
    vacation_store = VacationStore(database)
    joining = JoiningStore(database)
    recovery_codes = RecoveryCodes(config, RecoveryCodeStore(database))
    device_links = DeviceLinks(config, DeviceLinkStore(database))
    passkeys = Passkeys(config, PasskeyStore(database))
    outbox, senders, alert_store = OutboxStore(database), Senders(config), AlertStore(database)
    alert_ways = AlertWays(config, alert_store, outbox, senders, tables.begin)
    alert_job = AlertJob(tables, people, outbox, alert_store, senders)
    statistics = Statistics(tables.store, workers)
    print_queue = PrintQueue(tables.work)
    metrics.STREAMS.set_function(lambda: len(tables.listening))
    metrics.BOT_CHOICES.set_function(lambda: workers.choosing)

    @asynccontextmanager
    async def running(_app: Litestar) -> AsyncIterator[None]:
        async with channels:  # tables send news for as long as they run
            tables.begin(clean_up(tables, expiry, alert_store))
            tables.begin(memory.tend())
            await house.tick()
            tables.begin(house.tend())
            tables.begin(alert_job.tend_tables())
            tables.begin(alert_job.tend_messages())
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
        *FOR_INSTALLING,
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
            "vacation_store": Provide(lambda: vacation_store, sync_to_thread=False),
            "joining": Provide(lambda: joining, sync_to_thread=False),
            "recovery_codes": Provide(lambda: recovery_codes, sync_to_thread=False),
            "device_links": Provide(lambda: device_links, sync_to_thread=False),
            "alert_ways": Provide(lambda: alert_ways, sync_to_thread=False),
            "passkeys": Provide(lambda: passkeys, sync_to_thread=False),
            "alert_store": Provide(lambda: alert_store, sync_to_thread=False),
            "expiry": Provide(lambda: expiry, sync_to_thread=False),
            "statistics": Provide(lambda: statistics, sync_to_thread=False),
        },
        state=State(
            {
                "database": database,
                "guests": guests,
                "people": people,
                "tables": tables,
                "metrics_token": config.metrics_token,
                "head": head(),
            }
        ),
        middleware=[
            Named(),
            # Paths by their template: a table's id is private, and no use as a label.
            PrometheusConfig(app_name="grognard", prefix="grognard", group_path=True).middleware,
            LocalName(config, guests),
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
            description="Card wargames against the computer or a friend. Send the token of a program as "
            "`Authorization: Bearer TOKEN`, or the cookie of a browser.",
            components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
            security=[{}, {"token": []}],
            path="/schema",
            render_plugins=[Description(path=["/", "/openapi.json"])],
        ),
    )
    app.asgi_handler = with_hosts(with_heads(app.asgi_handler), _plain_refusal)
    return app


def _with_token(request: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Lets in only a collector that sends the token from the settings; everyone else gets 404."""
    wanted = request.app.state.metrics_token
    shown = request.headers.get("authorization", "")
    if not wanted or not hmac.compare_digest(shown.encode(), f"Bearer {wanted}".encode()):
        raise NotFoundException()


def _backend(config: Config) -> ChannelsBackend:
    """Returns the channel for news between pages: within this process, or through PostgreSQL between several."""
    if not config.is_postgres:
        return MemoryChannelsBackend(history=0)
    return PostgresNews(config.url.set(drivername="postgresql").render_as_string(hide_password=False))


class _Headers:
    """Adds the security headers to every response, and a cookie for a newcomer."""

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
        if message["status"] >= 400 or request.method == "HEAD":  # neither is a visit
            return
        greets = scope["path"].startswith("/api/") or headers.get("content-type", "").startswith(MediaType.HTML)
        cookies = await self._guests.cookies(request, greets)
        if cookies and request.method == "GET" and hides_scores(request):  # renewed along with the guest's cookie
            cookies.append(scores_cookie(request, hidden=True))
        for cookie in cookies:
            headers.add("set-cookie", cookie.to_header(header=""))


def _allowed(given: str, scope: Scope) -> str:
    """Returns the methods a path allows: HEAD wherever GET is allowed, and for OPTIONS those of all its routes."""
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
        status = 409  # the request matches the description, so it is not malformed; it just cannot be done
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
        403: "This form has expired. Go back, reload the page and try again.",
        404: "There is no such page.",
        405: "You can't do that at this address.",
        413: f"That is too large.{_at_most(request)}",
        429: "That was a lot at once. Wait a minute, then continue.",
    }
    sentence = sentences.get(error.status_code, str(error.detail))
    if isinstance(error, CookieNeeded):
        sentence = NO_COOKIE
    elif isinstance(error, ValidationException):
        sentence = "Something in the address or in the data you sent is malformed."
    _count_refusal(error.status_code)
    extra = getattr(error, "extra", None)
    found = _problem(request, error.status_code, sentence, "", extra if isinstance(extra, list) else None)
    found.headers.update(error.headers or {})
    return found


def _at_most(request: Connection) -> str:
    """Returns a sentence with the size limit, for routes that accept files."""
    route = request.scope.get("route_handler")  # missing for an unknown address
    most = route.resolve_request_max_body_size() if isinstance(route, HTTPRouteHandler) else None
    return f" You can send at most {most >> 20} MB here." if most and most > MOST_BYTES else ""


def _away(request: Connection, error: SQLAlchemyError) -> Response[Any]:
    _count_refusal(503)
    if is_damage(error):
        LOGGER.error(DAMAGE)
        found = _problem(request, 503, f"{DAMAGED} Nothing was done. Other pages may still work.", "")
    else:
        LOGGER.error("the database does not answer: %s", traced(error))
        sentence = "The database does not answer right now. Everything confirmed is saved. Try again in a few seconds."
        found = _problem(request, 503, sentence, "")
        found.headers["retry-after"] = str(RETRY_AFTER)
    found.headers["x-request-id"] = REQUEST.get()
    return found


def _count_refusal(status: int) -> None:
    if status in metrics.REASONS:
        metrics.REFUSED.labels(metrics.REASONS[status]).inc()


def _broken(request: Connection, error: Exception) -> Response[Any]:
    # Neither arguments nor paths may get into the log: they could contain a card, or the key of a seat.
    LOGGER.error("%s %s failed: %s", request.method, request.scope.get("path_template"), traced(error))
    found = _problem(request, 500, "Something went wrong on our side. Your games are saved.", "")
    found.headers["x-request-id"] = REQUEST.get()
    return found


def _problem(
    request: Connection, status: int, sentence: str, clause: str, errors: list[Any] | None = None
) -> Response[Any]:
    """Returns an error: a page for a person, problem+json (RFC 9457) for a program or a page's script."""
    if len(sentence) > MOST_LETTERS:  # it may quote the request
        sentence = f"{sentence[:MOST_LETTERS]}…"
    if not request.scope["path"].startswith("/api/") and FRAGMENT not in request.headers:
        return page(request, "problem.html", status, sentence=sentence, clause=clause, lost=status in (403, 404))
    return _document(status, sentence, clause, errors)


def _plain_refusal(sentence: str, scope: HTTPScope) -> tuple[str, bytes]:
    """Returns the type and body of the answer to a request refused before it was read."""
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


# -- for the host --------------------------------------------------------------------------------------------------


@get("/metrics", include_in_schema=False, guards=[_with_token], sync_to_thread=False)
def counted() -> Response[bytes]:
    """Returns metrics, only for the host's own collector: counts of posts to tables would give players clues."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def healthz() -> str:
    """Answers as long as the process is alive."""
    return "ok"


@get("/readyz", include_in_schema=False)
async def readyz(database: Database, state: State) -> Response[Any]:
    """Returns whether tables can be opened and played, or else every problem, one sentence each."""
    obstacles = await database.obstacles(state.head)
    return _document(503, " ".join(obstacles), errors=obstacles) if obstacles else Response({"ready": True})


@get("/version", include_in_schema=False, sync_to_thread=False)
def version() -> dict[str, Any]:
    """Returns the version of Grognard, and each game's rules version as journals record it."""
    return {"grognard": grognard.__version__, "rules": {slug: spec(slug).meta.rules for slug in registered_names()}}
