"""The host's settings, from environment variables or options of `grognard serve`; options take precedence."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec
import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from grognard.kernel.errors import BadInput
from grognard.server.alerts.mail_settings import SECURITIES, MailSettings, Security, read_address
from grognard.server.net.addresses import Networks, host_name, lone_host, read_networks
from grognard.server.net.addresses import read_address as read_ip
from grognard.variants import Variant, read_variants

PREFIX: Final = "GROGNARD_"
SECRET_BYTES: Final = 32
# What happens if a file with a secret is deleted, by the file's name.
LOSSES: Final = {"secret": "guests lose their seats", "vapid": "guests must turn push messages on again"}
DRIVERS: Final = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
LOGS: Final = ("plain", "json")
SWITCH: Final = ("off", "on")
# The values that a setting can have, and what a setting with a port is called.
CHOICES: Final = {"log": LOGS, "statistics": SWITCH, "smtp_security": SECURITIES}
PORTS: Final = {"port": "The port", "smtp_port": f"{PREFIX}SMTP_PORT"}
HOST: Final = re.compile(r"[\w.-]+", re.ASCII)
# Hosts to listen on that include 127.0.0.1, which has the name localhost.
WITH_LOOPBACK: Final = ("127.0.0.1", "localhost", "0.0.0.0", "::")


class Config(msgspec.Struct, frozen=True):
    """The settings of a server. GROGNARD_<FIELD> sets each field; `grognard serve --print-config` lists them."""

    host: str = "127.0.0.1"
    port: int = 8000
    address: str = ""  # where others reach this server, such as http://192.168.1.7:8000; used in links
    data_dir: str = ""  # empty: the user's data directory
    database: str = ""  # empty: SQLite in the data directory; or postgresql://user:password@host/name
    secret: str = ""  # signs cookies; kept in the data directory unless given
    bot_processes: int = 1
    claim_after: int = 300  # seconds of absence while the server is up, after which a game can be claimed
    requests_per_minute: int = 600  # for each guest
    guests_per_minute: int = 120  # newcomers from one address
    connections: int = 4000  # open at once
    connections_per_address: int = 250  # of those; a proxy listed in `proxies` may use them all
    proxies: str = ""  # addresses or networks, separated by commas; only these may name the client they forward for
    variants: str = ""  # folders or spreadsheets of designers' variants to offer, separated like the entries of PATH
    games: str = ""  # folders with games of the host's own; `grognard.games` reads it when it is imported
    log: str = LOGS[0]  # format of the errors on standard error; json writes one object per line
    statistics: str = SWITCH[0]  # a public page on finished games
    metrics_token: str = ""  # opens /metrics, which is closed without a token
    shutdown_seconds: int = 5
    alert_networks: str = ""  # addresses or networks that alerts may go to, besides the public internet
    smtp_host: str = ""  # the server that sends alerts as mail; empty: no mail
    smtp_port: int = 587
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_security: str = SECURITIES[0]
    mail_from: str = ""  # the address that mail comes from
    # For each guest; all guests of an address together have twice as much:
    work_per_minute: int = 15  # seconds of the processor that answers requests; unused seconds add up for four minutes
    moments: int = 24_000  # of tables and replays, kept in memory
    # For each guest:
    tables_per_hour: int = 120
    unfinished_tables: int = 100
    journals_per_hour: int = 30  # uploaded
    journal_bytes_per_hour: int = 4 << 20
    analyses_at_once: int = 2
    streams: int = 20  # of events; all pages of a browser share one
    unvisited_days: int = 0  # after which unvisited tables and journals are removed; 0: never

    @property
    def folder(self) -> Path:
        """The folder of the server's files."""
        return Path(self.data_dir or platformdirs.user_data_dir("grognard"))

    @property
    def secret_file(self) -> Path:
        """The file with the secret, used if no setting gives one."""
        return self.folder / "secret"

    @property
    def vapid_file(self) -> Path:
        """The file with the key that signs push messages."""
        return self.folder / "vapid"

    @property
    def local_address(self) -> str:
        """The address at which this machine reaches the server: a name where there is one, as passkeys need one."""
        return self._at("localhost")

    @property
    def opened_address(self) -> str:
        """The address that `serve` opens: browsers without games there are redirected to `local_address`."""
        return self._at("127.0.0.1")

    def _at(self, loopback: str) -> str:
        host = loopback if self.host in WITH_LOOPBACK else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches the server: no proxy is named that would let others in."""
        return not self.proxy_list and bool(lone_host(self.local_address)) and self.host not in ("0.0.0.0", "::")

    @property
    def has_local_name(self) -> bool:
        """Whether a request to 127.0.0.1 comes from this machine's own browser, which may use localhost instead.

        A server whose address has a name may have a proxy that does not pass it on. With --lan, there is no name.
        """
        return self.host in WITH_LOOPBACK and not self.proxy_list and not host_name(self.address)

    @property
    def url(self) -> URL:
        """The address of the database, with the driver to use."""
        if not self.database:
            return URL.create("sqlite", database=str(self.folder / "tables.sqlite"))
        return _parsed(self.database)

    @property
    def is_postgres(self) -> bool:
        """Whether the database is PostgreSQL, which also carries news between several processes."""
        return self.url.drivername.startswith("postgresql")

    @property
    def counts_games(self) -> bool:
        """Whether everyone can see statistics on finished games."""
        return self.statistics == "on"

    @property
    def proxy_list(self) -> list[str]:
        """The addresses and networks of the proxies in front of this server."""
        return [proxy.strip() for proxy in self.proxies.split(",") if proxy.strip()]

    @property
    def alert_network_list(self) -> Networks:
        """The networks that alerts may go to, besides the public internet."""
        return read_networks(self.alert_networks)

    @property
    def mail(self) -> MailSettings | None:
        """The server that sends alerts as mail; None if no mail is sent."""
        if not self.smtp_host:
            return None
        security = msgspec.convert(self.smtp_security, Security)
        sender = read_address(self.mail_from)
        return MailSettings(self.smtp_host, sender, self.smtp_port, self.smtp_user, self.smtp_password, security)

    @property
    def variant_list(self) -> list[Variant]:
        """The variants offered, read again from their folders each time."""
        return read_variants(Path(folder) for folder in self.variants.split(os.pathsep) if folder)

    def redacted(self) -> dict[str, object]:
        """Returns all settings for people to read, without secrets or passwords."""
        shown = {name: getattr(self, name) for name in self.__struct_fields__}
        return shown | {
            "data_dir": str(self.folder),
            "database": self.url.render_as_string(hide_password=True),
            "secret": "not shown",
            "metrics_token": "not shown" if self.metrics_token else "",
            "smtp_password": "not shown" if self.smtp_password else "",
        }


def _parsed(database: str) -> URL:
    try:
        url = make_url(database)
    except (ArgumentError, ValueError) as error:
        raise BadInput(f"“{database}” is not a database address. An example: postgresql://user@host/name.") from error
    backend = url.get_backend_name()
    if backend not in DRIVERS:
        raise BadInput(f"The database must be sqlite or postgresql, not {backend}.")
    if backend == "sqlite" and (url.database or "").partition(":")[0] in ("", "file"):
        raise BadInput("A SQLite database needs a file path, such as sqlite:////var/lib/grognard/tables.sqlite.")
    return url.set(drivername=DRIVERS[backend])


def read_config(environment: Mapping[str, str], given: Mapping[str, object], to_serve: bool = True) -> Config:
    """Returns the settings of the environment, overridden by those given; raises BadInput for invalid ones.

    If the settings have no secret, a server reads it from the data directory, or makes one there. Other commands do
    without.
    """
    settings: dict[str, object] = {}
    for name in Config.__struct_fields__:
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            settings[name] = text
    settings |= {name: value for name, value in given.items() if value is not None}
    unknown = [key for key in environment if key.startswith(PREFIX) and key[len(PREFIX) :].lower() not in _KNOWN]
    if unknown:
        raise BadInput(f"There is no setting {unknown[0]}. Choose from: {', '.join(sorted(_names()))}.")
    try:
        config = msgspec.convert(settings, Config, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"A setting is invalid: {error}.") from error
    _check(config)
    _ = config.url, config.variant_list
    return _with_folder(config, to_serve)


_COUNTS: Final = [
    name for name in Config.__struct_fields__ if name not in PORTS and isinstance(getattr(Config(), name), int)
]


def _check(config: Config) -> None:
    """Raises BadInput if a setting has an invalid value."""
    for name, shown in PORTS.items():
        if not 0 < (port := getattr(config, name)) < 65536:
            raise BadInput(f"{shown} must be from 1 to 65535, not {port}.")
    for name in _COUNTS:
        least = 0 if name == "unvisited_days" else 1
        if getattr(config, name) < least:
            raise BadInput(f"{PREFIX}{name.upper()} must be {least} or more.")
    for name, choices in CHOICES.items():
        if (chosen := getattr(config, name)) not in choices:
            *most, last = choices
            raise BadInput(f"{PREFIX}{name.upper()} must be {', '.join(most)} or {last}, not “{chosen}”.")
    for name in ("secret", "metrics_token"):
        if 0 < len(getattr(config, name)) < SECRET_BYTES:
            raise BadInput(f"{PREFIX}{name.upper()} must have at least {SECRET_BYTES} characters.")
    for name in ("proxies", "alert_networks"):
        for network in getattr(config, name).split(","):
            try:
                read_networks(network)
            except ValueError as error:
                raise BadInput(
                    f"{PREFIX}{name.upper()}: “{network.strip()}” is not an address or a network such as 10.0.0.0/8."
                ) from error
    _check_mail(config)


def _check_mail(config: Config) -> None:
    """Raises BadInput if the settings for mail are incomplete or do not fit together."""
    host = config.smtp_host
    if host and not HOST.fullmatch(host) and read_ip(host) is None:
        raise BadInput(
            f"{PREFIX}SMTP_HOST: “{host}” is not a host name or an IP address. The port has its own setting."
        )
    if host and not config.mail_from:
        raise BadInput(f"{PREFIX}MAIL_FROM is missing: set it to the address that your server's mail comes from.")
    if config.mail_from:
        try:
            read_address(config.mail_from)
        except BadInput as error:
            raise BadInput(f"{PREFIX}MAIL_FROM: {error}") from error
    if bool(config.smtp_user) != bool(config.smtp_password):
        raise BadInput(f"Set both {PREFIX}SMTP_USER and {PREFIX}SMTP_PASSWORD, or neither.")


# Settings, and variables that other parts of the project use: the Makefile and the tests set those.
_KNOWN: Final = {
    *Config.__struct_fields__,
    "build",
    "plain",
    "expect",
    "goldens",
    "require_browser",
    "require_postgres",
}


def _names() -> list[str]:
    return [PREFIX + name.upper() for name in Config.__struct_fields__]


def _with_folder(config: Config, to_serve: bool) -> Config:
    """Creates the data directory; for a server, fills in the secret stored there."""
    try:
        config.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if config.secret or not to_serve:
            return config
        return msgspec.structs.replace(config, secret=kept_secret(config.secret_file, _fresh_secret))
    except OSError as error:
        raise BadInput(f"The data directory {config.folder} cannot be used: {error.strerror}.") from error


def _fresh_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


def kept_secret(path: Path, fresh: Callable[[], str]) -> str:
    """Returns the secret in a file, which is created at the first start and readable only by its owner.

    Raises BadInput if it is damaged, or OSError.
    """
    if not path.exists():
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        beside.touch(mode=0o600)
        beside.write_text(fresh(), encoding="ascii")
        try:
            os.link(beside, path)  # if several processes start at once, the first wins
        except FileExistsError:
            pass
        finally:
            beside.unlink()
    return read_secret(path)


def read_secret(path: Path) -> str:
    """Returns the secret in a file; raises BadInput if it is damaged, or OSError."""
    found = path.read_text("ascii", "replace").strip()
    if len(found) < SECRET_BYTES or not found.isascii():
        raise BadInput(
            f"The secret in {path} is damaged. Restore a backup. If you delete the file, {LOSSES[path.name]}."
        )
    return found


def build_state() -> str:
    """Returns how far `make play` is with building the compiled package in the background; empty if it builds none."""
    path = os.environ.get(PREFIX + "BUILD")
    try:
        return Path(path).read_text(encoding="ascii").strip() if path else ""
    except OSError:  # `make clean` was run while the server runs
        return ""
