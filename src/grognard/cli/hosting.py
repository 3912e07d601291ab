"""The commands for hosts: serve, backup, restore."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer

import grognard.cli.arguments as shared
from grognard.cli.output import print_json


def serve(
    host: Annotated[str | None, typer.Option("--host", help="Address to listen on; 0.0.0.0 means all.")] = None,
    port: Annotated[int | None, typer.Option("--port", help="The port.  [default: 8000]")] = None,
    database: shared.Database = None,
    data_dir: shared.DataDir = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let friends on your network join; shows the address.")] = False,
    variant: Annotated[
        list[Path] | None,
        typer.Option("--variant", metavar="PATH", help="Offer your own variant of a game; may be repeated."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Don't open the browser.")] = False,
    print_config: Annotated[bool, typer.Option("--print-config", help="Print all settings and stop.")] = False,
) -> None:
    """Serve the tables to browsers. Every setting can also be an environment variable GROGNARD_<NAME>.

    On your own machine, your browser opens when the server is ready.
    """
    from grognard.server.config import read_config
    from grognard.server.net.open_browser import has_browser
    from grognard.server.serve import lan_address, run

    given: dict[str, object] = {"host": host, "port": port, "database": database, "data_dir": data_dir}
    if variant:
        given["variants"] = os.pathsep.join(map(str, variant))
    if lan:
        given["host"] = host or "0.0.0.0"
    config = read_config(os.environ, given)
    at_home = not config.address and (lan or config.is_local)  # a server with an address is for others
    if lan and not config.address:
        given["address"] = f"http://{lan_address()}:{config.port}"
        config = read_config(os.environ, given)
    if print_config:
        print_json(config.redacted())
        return
    run(config, opens=at_home and not no_open and has_browser(os.environ))


def backup(
    path: Annotated[
        Path, typer.Argument(help="A new file, or a folder. In a folder, the file is named by date and time.")
    ],
    keep: Annotated[
        int | None,
        typer.Option("--keep", metavar="N", help="Delete all but the newest N backups in the folder PATH."),
    ] = None,
    database: shared.Database = None,
    data_dir: shared.DataDir = None,
) -> None:
    """Back up a server's SQLite database and secret, even while it runs."""
    from grognard.server.config import read_config
    from grognard.server.jobs.backups import backup

    config = read_config(os.environ, {"database": database, "data_dir": data_dir}, to_serve=False)
    done = backup(config, path, keep)
    print(done.file)
    if config.secret:
        print("GROGNARD_SECRET is not in the backup. Keep a copy of it yourself.", file=sys.stderr)
    elif not done.has_secret:
        print(f"The backup has no secret, because there is none at {config.secret_file}.", file=sys.stderr)
        print("If your server has GROGNARD_SECRET, keep a copy of it yourself.", file=sys.stderr)


def restore(
    path: Annotated[Path, typer.Argument(help="A backup.")],
    database: shared.Database = None,
    data_dir: shared.DataDir = None,
) -> None:
    """Replace a server's SQLite database with a backup, after replaying every table in it as a check."""
    from grognard.server.config import read_config
    from grognard.server.jobs.backups import restore

    config = read_config(os.environ, {"database": database, "data_dir": data_dir}, to_serve=False)
    done = restore(config, path)
    played = done.tables - done.unplayable
    print(f"Restored {done.tables:,} tables with {done.deeds:,} actions; {played:,} were replayed without an error.")
    if done.unplayable:
        print(f"Not replayed: {done.unplayable:,} tables with games or rules that this Grognard does not have.")
    if done.before is not None:
        print(f"The previous database is kept in {done.before}.")
    if done.secret_before is not None:
        print(f"The previous secret is kept in {done.secret_before}.")
    if config.secret:
        print(
            "Servers use GROGNARD_SECRET, not the secret in the backup. Guests keep their seats only if it is the same."
        )
    elif done.has_secret:
        print("The secret is restored: guests keep their seats.")
    else:
        print("The backup has no secret. Guests keep their seats only if this server has the same secret as before.")


COMMANDS: Final[dict[str, Callable[..., None]]] = {"serve": serve, "backup": backup, "restore": restore}
