"""The files that pages load: scripts, stylesheets and symbols, including those of the games.

Every address begins with the release, which changes as soon as any file does. So browsers can keep files forever, and
a module's relative imports find files of its own release.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final

from grognard.art.faces import figures
from grognard.art.landscapes import landscape
from grognard.art.looks import read_looks
from grognard.art.persons import PERIODS, cast
from grognard.art.poster import poster
from grognard.kernel.errors import BadInput
from grognard.registry import leave_out, registered_names, spec

PREFIX: Final = "/static"
TYPES: Final = {
    ".abc": "text/vnd.abc",
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
# Comments stay in the repository: scripts have them on lines of their own. They are a fifth of what a page would load.
COMMENTS: Final = {
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(rb"^[ ]*(?://[^\n]*|/\*\*.*?\*/)\n", re.DOTALL | re.MULTILINE),
}
# Files that a game may bring. Browsers get nothing else from its folder.
OF_GAMES: Final = ("table.css", "symbols.svg")
# The stylesheet of a game without its own: the land behind the cards.
STYLE: Final = """\
.game-{slug} .battlefield {{ background-image: url(field.light.svg); }}
@media (prefers-color-scheme: dark) {{ .game-{slug} .battlefield {{ background-image: url(field.dark.svg); }} }}
"""
ENTRIES: Final = ("main.js", "picture.js", "worker.js", "orchestra.js")
# What the orchestra imports. Pages load it only once sound is on, so they do not name it in advance.
LATER: Final = ("instruments.js", "scores.js")
# The text of every page, its buttons and its titles. A page that needs other faces loads them when it finds out.
PRELOADED: Final = ("fonts/sans-regular.woff2", "fonts/sans-semibold.woff2", "fonts/serif-semibold.woff2")


@dataclass(frozen=True)
class Asset:
    """A file as browsers receive it."""

    content: bytes
    media_type: str

    @cached_property
    def packed(self) -> bytes:
        """The content compressed with gzip, which all but the oldest browsers accept."""
        return gzip.compress(self.content, mtime=0)


def _found() -> Iterator[tuple[str, Traversable]]:
    static = resources.files("grognard.web").joinpath("static")
    for file in static.iterdir():
        yield file.name, file
    if (fonts := static.joinpath("fonts")).is_dir():  # the build leaves it out if it has no fonts
        for file in fonts.iterdir():
            if PurePosixPath(file.name).suffix in TYPES:  # the licenses are for readers of the package
                yield f"fonts/{file.name}", file


def _of_game(slug: str) -> Iterator[tuple[str, bytes]]:
    """Returns the files of a game, with the figures of its cards, its field and its poster, light and dark."""
    for name in OF_GAMES:
        if (file := spec(slug).folder.joinpath(name)).is_file():
            yield (path := f"games/{slug}/{name}"), _content(path, file)
        elif name == "table.css":
            yield f"games/{slug}/{name}", _tints(slug) + STYLE.format(slug=slug).encode()
    for palette in ("dark", "light"):
        for face, svg in figures(slug, palette).items():
            yield f"games/{slug}/faces/{face}.{palette}.svg", svg.encode()
        yield f"games/{slug}/field.{palette}.svg", landscape(slug, palette).encode()
        if drawn := poster(slug, palette):
            yield f"games/{slug}/poster.{palette}.svg", drawn.encode()


def _of_games() -> Iterator[tuple[str, bytes]]:
    """Returns the files of all games. A game whose pictures cannot be drawn is left out, and the others stay."""
    for slug in registered_names():
        try:
            yield from list(_of_game(slug))
        except BadInput as error:
            leave_out(slug, str(error))


def _portraits() -> Iterator[tuple[str, bytes]]:
    for period in PERIODS:
        for bot, person in cast(period).items():
            for palette in ("dark", "light"):
                yield f"portraits/{period}/{bot}.{palette}.svg", person.portrait.svg(palette).encode()


def _tints(slug: str) -> bytes:
    """Returns the CSS rules for the colors of a game's types, from its table of looks."""
    rules = (
        f":is({', '.join(f'.type-{kind}' for kind in kinds)}) {{ --type: var(--tint-{tint}); }}\n"
        for tint, kinds in read_looks(spec(slug).folder, spec(slug).types).tints.items()
    )
    return "".join(rules).encode()


def _content(path: str, file: Traversable) -> bytes:
    content = file.read_bytes()
    if comment := COMMENTS.get(PurePosixPath(path).suffix):
        content = comment.sub(b"", content)
    _, _, of_game = path.partition("games/")
    return _tints(of_game.partition("/")[0]) + content if of_game.endswith(".css") else content


@cache
def files() -> Mapping[str, Asset]:
    """All files by path: `main.js`, `games/<slug>/symbols.svg`, `games/<slug>/faces/old-guard.dark.svg`.

    The landscape behind the cards of a game is `games/<slug>/field.light.svg` (and `dark`), next to its stylesheet.
    """
    shared = {path: _content(path, file) for path, file in _found() if file.is_file()}
    contents = shared | dict(_of_games()) | dict(_portraits())
    return {path: Asset(content, TYPES[f".{path.rpartition('.')[2]}"]) for path, content in sorted(contents.items())}


@cache
def release() -> str:
    """A hash of all the files, in twelve characters."""
    digest = sha256()
    for path, asset in files().items():
        digest.update(b"%s %d\n%s" % (path.encode(), len(asset.content), asset.content))
    return digest.hexdigest()[:12]


@cache
def address(path: str) -> str:
    """Returns the address of a file. Raises LookupError if there is no such file."""
    if path not in files():
        raise LookupError(f"there is no {path} for pages to load")
    return f"{PREFIX}/{release()}/{path}"


@cache
def of_game(slug: str, name: str) -> str:
    """Returns the address of a game's file; empty if the game has no such file."""
    path = f"games/{slug}/{name}"
    return address(path) if path in files() else ""


def preloaded_fonts() -> list[str]:
    """The fonts that every page uses; empty if the package was built without fonts."""
    return [path for path in PRELOADED if path in files()]


def modules() -> list[str]:
    """The scripts that every page's scripts import, directly or indirectly."""
    return [path for path in files() if path.endswith(".js") and path not in (*ENTRIES, *LATER)]
