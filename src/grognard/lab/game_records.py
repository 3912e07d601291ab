"""The records of a game: short hashes of what must not change unnoticed, kept in `records.json` of its test folder.

They are traces of random games (the same compiled and not, today and in every later version with the same rules), the
layout of observations, and the traces of games between bots. `grognard game record` writes them. Make new ones only
when play was meant to change.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from grognard.bots import bot_for
from grognard.kernel.errors import BadInput
from grognard.kernel.files import read_text
from grognard.kernel.game import Game, GameSpec
from grognard.kernel.layout import Field
from grognard.kernel.structs import prepare
from grognard.lab.game_folders import RECORDS
from grognard.lab.random_games import dice, house_rules, named
from grognard.lab.self_play import play_match
from grognard.play.players import BOTS
from grognard.registry import load, spec

SEEDS: Final = range(10)
# The bots that play, and their deal and seeds.
PLAYED: Final = (("recruit", "greedy"), ("regular", "ismcts:effort=1"))
DEAL: Final = 5
BOT_SEEDS: Final = (1, 2)


class GoldenGame(msgspec.Struct, frozen=True):
    """The deal and the house rules of the golden game, which a person reads (see `grognard.cli.golden`)."""

    options: dict[str, str | int]
    seed: int


class BotRecords(msgspec.Struct, frozen=True):
    """What the bots choose: the version of bots that journals name, a veteran's iterations, and a trace by bots."""

    version: int
    veteran: int
    traces: dict[str, int]


class Records(msgspec.Struct, frozen=True):
    """The records of a game: traces by house rules, layouts by number of seats, the bots, and the golden game."""

    traces: dict[str, list[str]]
    layouts: dict[str, str]
    bots: BotRecords
    golden: GoldenGame | None = None


prepare(Records)


class PlainField(NamedTuple):
    """What the hashes cover of a field: its place in a plain row. Packed rows follow from it."""

    name: str
    start: int
    length: int
    most: int
    names: Sequence[str]
    values: Sequence[str]


def trace(game: Game, seed: int) -> str:
    """Returns a hash of every action of a random game, and of its final facts."""
    state = game.new_initial_state(seed)
    generator = dice(seed)
    heard = hashlib.sha256()
    while not state.is_terminal():
        actions = state.legal_actions()
        action = actions[generator.below(len(actions))]
        heard.update(f"{action} ".encode())
        state.apply_action(action)
    heard.update(json.dumps(state.to_dict(), sort_keys=True).encode())
    return heard.hexdigest()[:16]


def traces(slug: str) -> dict[str, list[str]]:
    """Returns the traces of a game: under its defaults, and with every option at its last value."""
    chosen = {named(rules): rules for rules in (house_rules(spec(slug))[i] for i in (0, -1))}
    return {name: [trace(load(slug, rules), seed) for seed in SEEDS] for name, rules in chosen.items()}


def layouts(slug: str) -> dict[str, str]:
    """Returns the hash of the observation's layout with its version, for each number of seats."""
    return {str(len(game.seats)): layout_hash(game) for game in _sizes(spec(slug))}


def layout_hash(game: Game) -> str:
    """Returns the first digits of a hash of the layout; whoever changes a layout raises its version."""
    fields = game.layout.fields
    plain = [PlainField(one.name, one.start, one.length, one.most, one.names, one.values) for one in fields]
    text = repr([game.layout.version, *plain]).replace(PlainField.__name__, Field.__name__)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _sizes(of: GameSpec) -> list[Game]:
    """Returns the game at a table of each size."""
    sizes: Sequence[Mapping[str, str | int]] = next(
        ([{"seats": value} for value in option.values] for option in of.meta.options if option.key == "seats"), [{}]
    )
    return [load(of.meta.slug, size) for size in sizes]


def bot_records(game: Game) -> BotRecords:
    """Returns the traces of games between bots, and what else decides their choices."""
    found = {}
    for names in PLAYED:
        bots = [bot_for(game, name) for name in names]
        found[",".join(names)] = int(play_match(game.new_initial_state(DEAL), bots, list(BOT_SEEDS)).trace)
    return BotRecords(BOTS, game.measure.veteran, found)


def new_records(slug: str, golden: GoldenGame | None = None) -> Records:
    """Returns the records of a game as it is now."""
    return Records(traces(slug), layouts(slug), bot_records(load(slug)), golden)


def with_golden(records: Records, golden: GoldenGame) -> Records:
    """Returns the records with another golden game."""
    return msgspec.structs.replace(records, golden=golden)


def read_records(folder: Path) -> Records | None:
    """Returns the records in a test folder; None if there are none. Raises BadInput if they cannot be read."""
    file = folder / RECORDS
    if not file.exists():
        return None
    try:
        return msgspec.json.decode(read_text(file), type=Records)
    except msgspec.DecodeError as error:
        raise BadInput(f"{file} cannot be read: {error}. Delete it, and make it again.") from error


def written(records: Records) -> str:
    """Returns the text of a file with these records."""
    return json.dumps(msgspec.to_builtins(records), indent=2) + "\n"
