"""Checks that imports only go down: kernel <- games <- play <- bots <- {scenarios, envs <- lab, server}.

It also checks that web, tui and printing see games only through views.

    python tools/check_imports.py [folder of the package, default src]
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PACKAGE: Final = "grognard"

# The imports allowed to each layer besides itself. `grognard` is the package's own `__init__`.
LOW: Final = frozenset({"kernel", "games", "grognard", "play"})
ALLOWED: Final[dict[str, frozenset[str]]] = {
    "kernel": frozenset(),
    "play": frozenset({"kernel"}),
    "scenarios": frozenset({"kernel"}),
    "games": frozenset({"kernel"}),
    "grognard": frozenset({"kernel", "games"}),
    "bots": LOW,
    "lab": LOW | {"bots", "envs"},
    "envs": LOW | {"bots"},
    "game_check": LOW | {"bots", "scenarios", "lab", "art", "printing", "web"},
    "server": LOW | {"bots", "scenarios", "lab", "web", "art", "printing"},
    "web": LOW | {"bots", "art"},
    "tui": LOW | {"bots", "art"},
    "art": LOW,
    "printing": LOW | {"art"},
    "new_game": frozenset({"kernel", "games", "grognard"}),
}
# Interfaces see a game through views: from these two layers they may use only the packages' own names, and no position.
FACES: Final = frozenset({"web", "tui", "printing"})
BY_NAME_ONLY: Final = frozenset({"games", "bots"})
POSITIONS: Final = frozenset(
    f"{PACKAGE}.kernel.engine.{name}" for name in ("chance", "information", "playout", "state")
)
# The floors of a package, the lowest first. Modules and packages on one floor must not import each other. In the
# kernel, imports for types alone may point upward. A dotted name gives a module its own floor, if the modules of a
# folder are on several.
FLOORS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "kernel": (
        ("errors",),
        ("files", "npz", "cardsets", "structs", "content.wording"),
        ("content.fields", "content.grammar"),
        ("content.board",),
        ("engine",),
        ("content", "layout"),
        ("views",),
        ("game",),
    ),
    "server": (
        (
            "errors",
            "alerts.mail_settings",
            "guests.devices",
            "guests.lookalikes",
            "net.addresses",
            "net.head_requests",
            "net.hosts",
            "net.metrics",
            "net.open_browser",
            "net.pubsub",
        ),
        ("config",),
        ("storage", "guests.budgets", "guests.tokens", "net.connections", "net.logs"),
        ("alerts", "guests.cookies"),
        ("tables", "migrations", "net.local_name", "net.middleware"),
        ("time_model", "table_log"),
        ("table_page", "guide", "jobs.backups", "jobs.print_queue"),
        ("replays", "guests.my_games", "guests.names", "guests.passkeys", "guests.preferences", "guests.vacations"),
        (
            "guests.alert_ways",
            "guests.deadlines",
            "guests.device_links",
            "guests.join_guests",
            "guests.recovery_codes",
        ),
        (
            "guests.daily_month",
            "guests.due_alerts",
            "guests.failed_deals",
            "guests.todays_deal",
            "guests.todays_puzzles",
            "jobs.analysis",
            "jobs.cleanup",
            "jobs.memory",
            "jobs.statistics",
            "net.stream",
        ),
        ("guests.erase_guest", "guests.export", "guests.player_stats", "guests.take_seat", "jobs.alerts", "api_common"),
        ("api_own",),
        ("api", "pages", "net.service_worker", "net.static"),
        ("openapi",),
        ("app",),
        ("serve",),
    ),
    "art": (
        ("palette",),
        ("canvas",),
        ("drawing", "pieces"),
        ("napoleonic", "modern", "scene", "terrain"),
        ("battlemap", "headwear"),
        ("portraits",),
        ("persons",),
        ("figures",),
        ("looks",),
        ("faces", "backs", "landscapes"),
        ("poster", "catalog"),
    ),
    "art.napoleonic": (("limbs", "hats", "weapons"), ("soldier", "horse"), ("foot", "rider"), ("gun",)),
    "art.modern": (
        ("joints", "tones"),
        ("stance", "firearms", "ground", "things", "heads"),
        ("infantry", "vehicle"),
        ("squad", "fire"),
        ("crewed",),
        ("battlefield",),
    ),
    "art.pieces": (("piece",), ("land", "arms", "men"), ("emblems", "signs", "kit", "maps", "places")),
    "art.terrain": (("air", "feature"), ("relief",), ("growth", "ways", "weather")),
    "printing": (
        ("fonts", "geometry", "parts", "prose"),
        ("typeset", "print_options"),
        ("contents",),
        ("products",),
        ("preview",),
    ),
    "server.alerts": (
        ("outcomes", "messages", "calendar", "mail_settings"),
        ("outgoing", "mail"),
        ("web_push", "webhooks"),
        ("senders",),
    ),
    "server.storage": (
        ("schema", "rows", "disk", "checksums"),
        ("database",),
        ("outbox",),
        ("alert_ways",),
        ("sessions",),
        (
            "tables",
            "analyses",
            "expiry",
            "migrate",
            "integrity",
            "people",
            "puzzles",
            "daily",
            "house_time",
            "device_links",
            "recovery_codes",
            "passkeys",
            "vacations",
        ),
        ("joining",),
    ),
    "server.tables": (
        ("live_table", "quotas"),
        ("clocks", "happenings"),
        ("viewpoint", "auto_pass"),
        ("table_registry",),
        ("plans", "presence"),
        ("autoplay",),
        ("dealing", "pausing"),
        ("play", "undo", "resigning", "lobby", "settings", "hints", "open_table"),
        ("time_up",),
        ("offers", "tips"),
    ),
    "server.pages": (
        ("common",),
        ("passkeys", "puzzle_lines"),
        (
            "alert_links",
            "alerts",
            "games",
            "guide",
            "lobby",
            "tables",
            "streams",
            "replays",
            "analyses",
            "vacation",
            "your_data",
            "printing",
            "my_games",
            "puzzles",
            "daily",
            "devices",
            "device_links",
            "recovery",
            "programs",
            "statistics",
            "vacation",
        ),
    ),
}
# The entry points, which may import everything.
DOORS: Final = (f"{PACKAGE}.cli", f"{PACKAGE}.__main__")


def module_name(file: Path, source: Path) -> str:
    parts = file.relative_to(source).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(file: Path, name: str, modules: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yields line and full name of every module of the package that a file imports, except for types in the kernel."""
    package = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    for_types = set(_for_types(tree)) if name.startswith(f"{PACKAGE}.kernel.") else set()
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            members = [f"{base}.{alias.name}" for alias in node.names]
            targets = sorted({member if member in modules else base for member in members})
        else:
            continue
        for target in targets:
            if target == PACKAGE or target.startswith(f"{PACKAGE}."):
                yield node.lineno, target


def _for_types(tree: ast.Module) -> Iterator[ast.AST]:
    """Yields everything under `if TYPE_CHECKING:`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for child in node.body:
                yield from ast.walk(child)


def houses(module: str) -> Iterator[tuple[str, str]]:
    """Yields each package with floors that a module is in, and the name under which its floor lists the module."""
    parts = module.split(".")
    for depth in range(2, len(parts)):
        house = ".".join(parts[1:depth])
        if house in FLOORS:
            listed = {name for names in FLOORS[house] for name in names}
            longer = ".".join(parts[depth : depth + 2])
            yield house, longer if longer in listed else parts[depth]


def floor_complaint(importer: str, target: str) -> str:
    """Returns why a module may not import another of a package with floors; empty if it may."""
    theirs = dict(houses(target))
    for house, here in houses(importer):
        there = theirs.get(house, here)
        if here == there:
            continue
        floors = {name: number for number, names in enumerate(FLOORS[house]) for name in names}
        for name in (here, there):
            if name not in floors:
                return f"{house}.{name} is on no floor: add it in tools/check_imports.py"
        if floors[here] < floors[there]:
            return f"{here} is below {there}"
        if floors[here] == floors[there]:
            return f"{here} and {there} are on the same floor"
    return ""


def layer(module: str, packages: frozenset[str]) -> str:
    parts = module.split(".")
    if len(parts) == 1 or (len(parts) == 2 and module not in packages):
        return PACKAGE
    return parts[1]


def game(module: str, packages: frozenset[str]) -> str:
    """Returns the folder below games that a module belongs to; empty for modules of games itself."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and ".".join(parts[:3]) in packages else ""


def is_door(module: str) -> bool:
    """Says whether this is the command line, or one of its modules."""
    return module in DOORS or module.startswith(f"{DOORS[0]}.")


def complaint(importer: str, target: str, packages: frozenset[str]) -> str:
    """Returns why one module may not import another; empty if it may."""
    if is_door(importer):
        return ""
    if is_door(target):
        return "nothing imports the command line"
    here, there = layer(importer, packages), layer(target, packages)
    if here not in ALLOWED:
        return f"layer {here} is unknown: list its imports in tools/check_imports.py"
    if here == there == "games" and game(importer, packages):
        if not game(target, packages):
            return "a game knows only the kernel and itself"
        if game(importer, packages) != game(target, packages):
            return "games never import each other"
    if here == there:
        return floor_complaint(importer, target)
    if there not in ALLOWED[here]:
        return f"{here} may not import {there}"
    if here in FACES and there in BY_NAME_ONLY and target != f"{PACKAGE}.{there}":
        return f"{here} may use {PACKAGE}.{there}, not its modules"
    if here in FACES and target in POSITIONS:
        return f"{here} shows views and must not hold a position"
    return ""


def violations(source: Path) -> Iterator[str]:
    files = {module_name(file, source): file for file in sorted((source / PACKAGE).rglob("*.py"))}
    modules = frozenset(files)
    inits = {name for name, file in files.items() if file.name == "__init__.py"}
    packages = frozenset(inits | {name.rpartition(".")[0] for name in files} - {""})
    for name, file in files.items():
        for line, target in imports(file, name, modules):
            if reason := complaint(name, target, packages):
                yield f"{os.path.relpath(file)}:{line}: {name} imports {target}: {reason}"


def main(arguments: list[str]) -> int:
    source = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent / "src"
    found = list(violations(source))
    print(*found, sep="\n") if found else print("imports only go down")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
