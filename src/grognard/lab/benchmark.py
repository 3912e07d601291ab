"""The benchmark: fixed deals and opponents for each two-sided game, and entries, which claim results on them.

docs/benchmark.md describes the protocol for people. An entry is a TOML file:

    name = "my-network"
    benchmark = "SLUG-bench-1"
    player = "learned:player.npz"

`grognard judge-entry FILE --write` adds the versions and the rows.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from grognard.bots import bot
from grognard.bots.ismcts import Ismcts
from grognard.bots.own_players import Own, beside, player_for
from grognard.kernel.content.wording import did_you_mean
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.files import read_text, write_whole
from grognard.kernel.game import Game
from grognard.lab.simulate import OPEN, Progress, game_seed, paired
from grognard.play.players import BOTS
from grognard.registry import load, registered_names

PROTOCOL: Final = 1
# Nobody types this seed by accident, so only the benchmark has its deals.
SEED: Final = int.from_bytes(hashlib.sha256(f"grognard/benchmark/{PROTOCOL}".encode()).digest()[:8], "big")
DEALS: Final = 1000
DEALS_OF_SEARCHES: Final = 100
OPPONENTS: Final = ("random", "recruit", "regular", "greedy", "veteran", "marshal")
OPTIONAL: Final = ("marshal",)  # it takes hours, and its play varies from run to run
DIGITS: Final = 5  # of shares in entries: all that 1,000 pairs can have

Verdict = Literal["same", "inside", "differs"]
_VERSIONS: Final = ("rules", "layout", "bots")
_TEXTS: Final = ("name", "benchmark", "player")
_KEYS: Final = (*_TEXTS, "note", "deterministic", *_VERSIONS, "rows")
_SHARES: Final = ("share", "low", "high")
_ROW_KEYS: Final = ("against", "deals", *_SHARES)
_MOST_LETTERS: Final = 60  # of a name


class Benchmark(NamedTuple):
    """The benchmark of a game, under the standard rules.

    `id` is the game's slug and the version of the protocol, as in `SLUG-bench-1`. Results also depend on the
    versions of the game's rules, of its observations (`layout`) and of the opponents (`bots`).
    """

    id: str
    game: str
    rules: int
    layout: int
    bots: int

    @property
    def versions(self) -> dict[str, int]:
        """The versions that an entry must state, by name."""
        return {"rules": self.rules, "layout": self.layout, "bots": self.bots}


def benchmarks() -> dict[str, Benchmark]:
    """Returns the benchmark of every game with two sides, by id."""
    games = [load(slug) for slug in registered_names()]
    return {one.id: one for one in (_benchmark_of(game) for game in games if set(game.sides) == {0, 1})}


def benchmark(id: str) -> Benchmark:
    """Returns the benchmark with this id; raises NotFound, which lists the ids."""
    known = benchmarks()
    if id not in known:
        raise NotFound(f"There is no benchmark “{id}”. {did_you_mean(id, known)}")
    return known[id]


def _benchmark_of(game: Game) -> Benchmark:
    return Benchmark(f"{game.slug}-bench-{PROTOCOL}", game.slug, game.spec.meta.rules, game.layout.version, BOTS)


def deal_seeds(deals: int = DEALS) -> list[int]:
    """Returns the seeds of the benchmark's first deals, the same for every game.

    `game.new_initial_state(seed)` deals the cards of one. Never train on these seeds.
    """
    return [game_seed(SEED, deal) for deal in range(deals)]


def deals_against(opponent: str) -> int:
    """Returns the number of deals in a row against this opponent: fewer if it searches, because searches are slow.

    Raises NotFound for a bot that is not an opponent of the benchmark.
    """
    if opponent not in OPPONENTS:
        raise NotFound(f"“{opponent}” is not an opponent of the benchmark. Choose from: {', '.join(OPPONENTS)}.")
    return DEALS_OF_SEARCHES if bot(opponent).searches else DEALS


# -- entries ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A player's share of the points against one opponent, from 0 to 1, and the 95 % interval by pairs.

    The opponent is one of `OPPONENTS`. Each of the first `deals` deals is played twice, with the sides swapped. A draw
    is half a point.
    """

    against: str
    deals: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Entry:
    """A player and its claimed results on a benchmark.

    `player` is any player that the arena takes by name (`grognard.bots.own_players`); paths of files are relative to
    the folder of the entry's own `file`. `deterministic` is false for a player that draws random numbers of its own or
    thinks by the clock. `versions` are those of the rules, the layout and the bots with which the rows were played. An
    entry without rows needs none.
    """

    file: Path
    name: str
    benchmark: Benchmark
    player: str
    note: str = ""
    deterministic: bool = True
    versions: tuple[tuple[str, int], ...] = ()
    rows: tuple[Row, ...] = ()

    @property
    def is_current(self) -> bool:
        """Whether its rows were played for the rules, layout and bots of this version of Grognard."""
        return not self.rows or dict(self.versions) == self.benchmark.versions

    def row(self, against: str) -> Row | None:
        """Returns the row against an opponent, or None."""
        return next((row for row in self.rows if row.against == against), None)

    def with_row(self, row: Row) -> Entry:
        """Returns the entry with a row of today's versions, which replaces rows that are not current."""
        kept = [one for one in self.rows if one.against != row.against] if self.is_current else []
        rows = sorted([*kept, row], key=lambda one: OPPONENTS.index(one.against))
        return replace(self, versions=tuple(self.benchmark.versions.items()), rows=tuple(rows))


def read_entry(file: Path) -> Entry:
    """Reads an entry.

    Raises BadInput for a file that is not an entry, and NotFound for an unknown benchmark or opponent. The file may be
    for other versions (`Entry.is_current`), and its player need not exist.
    """
    try:
        said: dict[str, Any] = tomllib.loads(read_text(file))
    except (ValueError, RecursionError) as error:  # numbers with too many digits are no TOMLDecodeError
        raise BadInput(f"{file} is not a TOML file: {_sentence(error)}.") from error
    _must_have_keys(f"{file}", said, _KEYS, _TEXTS)
    for key in _TEXTS:
        if not isinstance(said[key], str) or not said[key].strip():
            raise BadInput(f"{file}: “{key}” should be text.")
    if len(said["name"]) > _MOST_LETTERS or not said["name"].isprintable():
        raise BadInput(f"{file}: “name” should be one line of {_MOST_LETTERS} letters at most.")
    note, deterministic = said.get("note", ""), said.get("deterministic", True)
    if not isinstance(note, str):
        raise BadInput(f"{file}: “note” should be text.")
    if not isinstance(deterministic, bool):
        raise BadInput(f"{file}: “deterministic” should be true or false.")
    rows = _rows(file, said.get("rows", []))
    versions = tuple((key, _whole(f"{file}", said, key)) for key in _VERSIONS if rows or key in said)
    found = benchmark(said["benchmark"])
    return Entry(file, said["name"], found, said["player"], note, deterministic, versions, rows)


def entry_text(entry: Entry) -> str:
    """Returns an entry as TOML, which `read_entry` reads as the same entry."""
    lines = [f"name = {_quoted(entry.name)}", f"benchmark = {_quoted(entry.benchmark.id)}"]
    lines += [f"player = {_quoted(entry.player)}"]
    lines += [f"note = {_quoted(entry.note)}"] if entry.note else []
    lines += [] if entry.deterministic else ["deterministic = false"]
    lines += [f"{key} = {version}" for key, version in entry.versions]
    for row in entry.rows:
        shares = [f"{key} = {getattr(row, key):.{DIGITS}f}" for key in _SHARES]
        lines += ["", "[[rows]]", f"against = {_quoted(row.against)}", f"deals = {row.deals}", *shares]
    return "\n".join([*lines, ""])


def write_entry(entry: Entry) -> None:
    """Writes an entry to its file, which loses its comments. Raises BadInput if it cannot be written."""
    try:
        write_whole(entry.file, entry_text(entry))
    except OSError as error:
        raise BadInput(f"{entry.file} cannot be written: {error.strerror}.") from error


def _quoted(text: str) -> str:
    """Returns a text as a basic string of TOML, which is one of JSON, except that TOML also escapes DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _sentence(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error).rstrip(".")


def _must_have_keys(place: str, said: object, known: tuple[str, ...], needed: tuple[str, ...]) -> None:
    """Raises BadInput unless this is a table with all needed keys and no unknown one."""
    if not isinstance(said, dict):
        raise BadInput(f"{place} should be a table.")
    for key in said:
        if key not in known:
            raise BadInput(f"{place}: there is no “{key}”. Choose from: {', '.join(known)}.")
    for key in needed:
        if key not in said:
            raise BadInput(f"{place}: “{key}” is missing.")


def _rows(file: Path, said: object) -> tuple[Row, ...]:
    if not isinstance(said, list):
        raise BadInput(f"{file}: “rows” should be tables, each below a line [[rows]].")
    rows: list[Row] = []
    for number, one in enumerate(said, start=1):
        place = f"{file}, row {number}"
        _must_have_keys(place, one, _ROW_KEYS, ("against", *_SHARES))
        if not isinstance(one["against"], str):
            raise BadInput(f"{place}: “against” should be text.")
        most = deals_against(one["against"])
        deals = _whole(place, {"deals": most, **one}, "deals")
        if deals > most:
            raise BadInput(f"{place}: “deals” should be at most {most:,} against {one['against']}.")
        if any(row.against == one["against"] for row in rows):
            raise BadInput(f"{place}: there is another row against {one['against']}.")
        rows.append(Row(one["against"], deals, *(_share(place, one, key) for key in _SHARES)))
    return tuple(rows)


def _whole(place: str, said: dict[str, Any], key: str) -> int:
    """Returns a number that must be whole and above 0."""
    number = said.get(key)
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise BadInput(f"{place}: “{key}” should be a whole number above 0.")
    return number


def _share(place: str, said: dict[str, Any], key: str) -> float:
    number = said[key]
    if isinstance(number, bool) or not isinstance(number, (int, float)) or not 0 <= number <= 1:
        raise BadInput(f"{place}: “{key}” should be a number from 0 to 1.")
    return float(number)


# -- playing ---------------------------------------------------------------------------------------------------------


def play_row(
    entry: Entry, against: str, deals: int | None = None, jobs: int = 1, progress: Progress | None = None
) -> Row:
    """Plays an entry's player against an opponent on the benchmark's first `deals` deals (None: all), sides swapped.

    It reads the player's file, and runs it if it is a Python file. The player is asked for one decision at a time, so
    the result depends neither on how it would choose in a batch nor on the number of processes (`jobs`).

    Raises NotFound for an unknown opponent or bot, BadInput for a player that cannot be loaded, does not fit the game
    or fails, and IllegalAction for one that cheats.
    """
    most = deals_against(against)
    game = load(entry.benchmark.game)
    played = paired(
        game, _player(entry, game), against, most if deals is None else min(deals, most), SEED, jobs, progress
    )
    shares = [round(number, DIGITS) for number in (played.share, played.low, played.high)]
    return Row(against, played.pairs, *shares)


def _player(entry: Entry, game: Game) -> str:
    """Returns the player by its name as seen from here; raises as `play_row` does."""
    name = beside(entry.player, entry.file.parent)
    if name.startswith(OPEN):
        raise BadInput(f"{entry.file}: “{name}” sees all cards, so it cannot enter a benchmark.")
    player_for(game, name)
    return name


def repeats(entry: Entry, against: str) -> bool:
    """Returns whether a row against this opponent has the same result each time.

    It has not if the entry says so (`deterministic`), or if a player thinks by the clock. Raises as `play_row` does.
    """
    game = load(entry.benchmark.game)
    players = [player_for(game, name) for name in (_player(entry, game), against)]
    found = [one.player if isinstance(one, Own) else one for one in players]
    return entry.deterministic and not any(isinstance(one, Ismcts) and one.seconds > 0 for one in found)


def verdict(claimed: Row, found: Row, exact: bool) -> Verdict:
    """Compares a claimed row with the row that was played now.

    If the deals are the same and the result repeats (`exact`), all numbers must be equal to five digits: `same` or
    `differs`. Otherwise the claimed share must be in the 95 % interval of the row played now: `inside` or `differs`.
    With fewer deals, an honest claim is outside about 1 time in 20.
    """
    if exact and claimed.deals == found.deals:
        equal = all(round(getattr(claimed, key), DIGITS) == getattr(found, key) for key in _SHARES)
        return "same" if equal else "differs"
    return "inside" if found.low <= claimed.share <= found.high else "differs"
