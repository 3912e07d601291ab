"""What stands on most pages again and again, drawn once: symbols, and lines of the log."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from jinja2 import Environment, Template
from markupsafe import Markup

from grognard.kernel.shown.view import CardView
from grognard.web import assets
from grognard.web.picture import LogLine, TablePicture

# A line in 500 bytes: at most 30 MB.
MOST_LINES = 60_000


@lru_cache(maxsize=1000)
def _drawing(file: str, id: str) -> Markup:
    return Markup('<svg class="symbol" aria-hidden="true"><use href="{}#{}"/></svg>').format(file, id)


def symbol(id: str) -> Markup:
    """A symbol that no game has for itself."""
    return _drawing(assets.address("symbols.svg"), id)


def type_symbol(p: TablePicture, type: str) -> Markup:
    """The symbol of a type of card, from the file of the game; nothing if it has none."""
    file = assets.of_game(p.view.game, "symbols.svg")
    return _drawing(file, type) if file else Markup()


@lru_cache(maxsize=10_000)
def _name(type: str, handle: str, name: str, *numbers: int) -> Markup:
    line = Markup('<li class="type-{}" data-name="{}"><b>{}</b> {}{}</li>')
    return line.format(type, handle, type, name, "".join(f" {number}" for number in numbers))


def names(cards: Iterable[CardView]) -> Markup:
    """The cards of a pile by their names, a line each."""
    lines = [_name(card.type, card.handle, card.name, *card.numbers.values()) for card in cards]
    return Markup("\n").join(lines)


class LogLines:
    """Lines of the log as HTML: a table shows sixty, of which a choice adds one or two."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self.drawn = lru_cache(maxsize=MOST_LINES)(self._drawn)

    def _drawn(self, line: LogLine, game: str, steps: str) -> Markup:
        template: Template = self._environment.get_template("_log_line.html")
        return Markup(template.render(line=line, event=line.event, game=game, steps=steps).strip())

    def __call__(self, p: TablePicture, most: int) -> Markup:
        """The last lines; where a replay can be seen, they lead there."""
        replay = p.links.get("replay", "")
        steps = f"{replay}{'&' if '?' in replay else '?'}step=" if replay else ""
        return Markup("\n").join([self.drawn(line, p.view.game, steps) for line in p.log[-most:]])
