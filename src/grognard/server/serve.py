"""Starts and stops the server: one process, which ends within seconds of a SIGTERM."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Final

import segno
import uvicorn

from grognard.builds import build_notes
from grognard.kernel.errors import BadInput
from grognard.registry import faults, own_games, spec
from grognard.server.alerts import missing_told
from grognard.server.app import create_app
from grognard.server.config import Config
from grognard.server.guests.passkeys import MISSING, are_available
from grognard.server.net.connections import AT_ONCE, KEPT, LINE, Bounded, Connections
from grognard.server.net.logs import configure
from grognard.server.net.open_browser import open_browser
from grognard.server.storage.disk import database_lock, file_of
from grognard.server.storage.integrity import IntegrityCheck
from grognard.server.storage.migrate import RESTORE, migrate
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.assets import files

# Seconds until a thread that has written a commit to disk gets its turn next to the event loop. With Python's default
# of 0.005, the two waited that long for each other with every action.
SWITCH: Final = 0.0005


def run(config: Config, opens: bool = False) -> None:
    """Serves until SIGTERM or Ctrl-C. Then open pages are closed; all games are saved.

    If `opens` is true, the browser opens as soon as the server answers.
    """
    # Anyone can send a request with any Host header, and could choose by it where links in mail to others lead.
    if config.mail is not None and not config.address and not config.is_local:
        raise BadInput("To send mail, set GROGNARD_ADDRESS to the address of your server. Links in mail lead there.")
    file = file_of(config.url)
    with ExitStack() as opened:
        listening = [opened.enter_context(one) for one in _listening(config)]
        opened.enter_context(nullcontext() if file is None else database_lock(file))
        copy = migrate(config.url)
        if copy is not None:
            print(f"The database was upgraded. A copy from before the upgrade is in {copy}.", flush=True)
        with checking_for_damage(file) as check:
            _serve(config, listening, check, opens)


@contextmanager
def checking_for_damage(file: Path | None) -> Iterator[IntegrityCheck | None]:
    """Checks a SQLite file for damage: for a few seconds before the block, then during it. Raises BadInput."""
    if file is None:
        yield None
        return
    check = IntegrityCheck(file)
    try:
        if fault := check.begin():
            raise BadInput(f"The database {file} is damaged: {fault}. {RESTORE}")
        yield check
    finally:
        check.stop()


def _serve(config: Config, listening: list[socket.socket], check: IntegrityCheck | None, opens: bool) -> None:
    app = create_app(config)
    configure(config)
    if check is not None:
        check.then(app.state.database.damaged)
    sys.setswitchinterval(SWITCH)
    settings = uvicorn.Config(
        app,
        http=Bounded,
        # The default event loop on Windows cannot wait for PostgreSQL.
        loop="asyncio:SelectorEventLoop" if config.is_postgres else "auto",
        backlog=AT_ONCE,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=config.shutdown_seconds,
        timeout_keep_alive=KEPT,
        # A proxy names the client that it forwards for, and says whether that client used TLS.
        proxy_headers=bool(config.proxy_list),
        forwarded_allow_ips=config.proxy_list,
    )
    _tell_games()
    for asked in (signal.SIGTERM, signal.SIGINT):
        # uvicorn raises the signal again once everything is closed; ending on request is not a failure.
        signal.signal(asked, lambda _number, _frame: sys.exit(0))
    _Server(settings, config, app.state.tables, opens).run(sockets=listening)


def _tell_games() -> None:
    """Says which games are not part of Grognard, where they come from, and which games are left out, and why."""
    files()  # drawing their pictures finds faults, too
    for own in own_games():
        print(f"Your own game: {spec(own.slug).meta.title}, from {own.source}.", flush=True)
    for sentence in (*faults(), *build_notes()):
        print(sentence, file=sys.stderr, flush=True)


def _tell_address(config: Config) -> None:
    print(f"Grognard is at {config.address or config.local_address} (Ctrl-C stops it).", flush=True)
    if config.address:
        print("Scan this with a phone in the room:", flush=True)
        segno.make(config.address, error="l").terminal(compact=True)
    if not are_available():
        print(MISSING, flush=True)
    if told := missing_told():
        print(told, flush=True)


class _Server(uvicorn.Server):
    def __init__(self, settings: uvicorn.Config, config: Config, tables: TableRegistry, opens: bool) -> None:
        super().__init__(settings)
        self._config = config
        self._opens = config.opened_address if opens else ""
        self.server_state: Connections = Connections(config)
        self._patience = config.shutdown_seconds / 2
        self._tables = tables

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(LINE)  # asyncio has one setting for the queue and for how many it accepts at once
        if not self.started:
            return
        _tell_address(self._config)  # whoever follows it now gets an answer
        if self._opens:
            open_browser(self._opens)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # A stream never ends on its own: uvicorn would wait for it until its timeout.
        self._tables.hang_up()
        # A stream that its client does not read would not end either. Closed in time, it need not be canceled.
        impatient = asyncio.create_task(self._hang_up())
        await super().shutdown(sockets)
        impatient.cancel()

    async def _hang_up(self) -> None:
        await asyncio.sleep(self._patience)
        while True:
            self.server_state.hang_up()
            await asyncio.sleep(0.1)


def _listening(config: Config) -> list[socket.socket]:
    """Returns the sockets, opened first of all so that a port in use gives an error message and not a traceback."""
    # Many programs try ::1 first for localhost. If another program had that port, localhost would lead there.
    hosts = (config.host, "::1") if config.host in ("127.0.0.1", "localhost") else (config.host,)
    found: list[socket.socket] = []
    for host in hosts:
        try:
            found.append(_bound(host, config.port))
        except OSError as error:
            if host != config.host and error.errno != errno.EADDRINUSE:
                continue  # this machine has no IPv6
            for one in found:
                one.close()
            raise BadInput(f"Port {config.port} on {host} cannot be used: {error.strerror}.") from error
    return found


def _bound(host: str, port: int) -> socket.socket:
    """Returns a socket at this address; raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # TCP is named because only then asyncio sends small answers at once, instead of 40 ms later.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # On Windows, SO_REUSEADDR would let a second server take the port of the first.
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if exclusive is None else exclusive, 1)
    try:
        found.bind((host, port))
    except OSError:
        found.close()
        raise
    return found


def lan_address() -> str:
    """Returns the address of this machine on its local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: this only looks up the route out
        except OSError as error:
            raise BadInput("This machine is not on a network. Start without --lan.") from error
        return str(probe.getsockname()[0])
