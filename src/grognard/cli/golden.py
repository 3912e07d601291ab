"""The golden game of a game: one recorded game that a person reads in five minutes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from grognard.bots import Greedy
from grognard.kernel.errors import BadInput
from grognard.kernel.game import GameSpec
from grognard.lab.game_records import GoldenGame
from grognard.play.session import Session
from grognard.registry import load, spec
from grognard.tui.plain import table_lines

TABLE_EVERY: Final = 8
# The lines of a playthrough, at most.
LONGEST: Final = 300
# The seeds to choose from.
SEEDS: Final = range(1, 21)
# A game is lively if it has this share of the kinds of events that the most varied game has.
LIVELY: Final = 0.9


class _Tried(NamedTuple):
    """A game that could be the golden one: its lines, how many kinds of events it has, and whether somebody won."""

    lines: int
    kinds: int
    is_won: bool
    golden: GoldenGame


def playthrough(slug: str, golden: GoldenGame) -> str:
    """Returns greedy against greedy: a paragraph for each turn, and now and then the table with the choices there."""
    options = dict(golden.options)
    return _played(slug, options, golden.seed)[1]


def chosen(slug: str) -> GoldenGame:
    """Chooses the golden game: the shortest of the lively ones.

    The standard rules come first, then the presets, in order. The first rules under which a game has at most LONGEST
    lines are taken. Of the games between greedy bots with twenty seeds, those are lively that nobody draws and that
    have nine tenths of the kinds of events that the most varied game has. Raises BadInput if all games are too long.
    """
    for options in _rules(spec(slug)):
        tried = [one for one in _tries(slug, options) if one.lines <= LONGEST]
        if tried:
            varied = max(one.kinds for one in tried)
            lively = [one for one in tried if one.is_won and one.kinds >= LIVELY * varied]
            return min(lively or tried, key=lambda one: one.lines).golden
    raise BadInput(
        f"No game of {spec(slug).meta.title} is short enough to read ({LONGEST} lines). Add a preset with short games."
    )


def _rules(of: GameSpec) -> Iterator[Mapping[str, str | int]]:
    yield {}
    for preset in of.meta.presets:
        yield preset.options


def _tries(slug: str, options: Mapping[str, str | int]) -> Iterator[_Tried]:
    for seed in SEEDS:
        session, text = _played(slug, dict(options), seed)
        outcome = session.outcome()
        kinds = {event.kind for told in session.told for event in told.events}
        is_won = outcome is not None and bool(outcome.winners)
        yield _Tried(len(text.splitlines()), len(kinds), is_won, GoldenGame(dict(options), seed))


def _played(slug: str, options: dict[str, str | int], seed: int) -> tuple[Session, str]:
    game = load(slug, options)
    session = Session(game, seed, ["greedy"] * game.num_players())
    greedy = Greedy(worlds=1)
    lines = [f"{game.spec.meta.title}: options {options}, seed {seed}, greedy against greedy.", ""]
    told = 0
    while session.outcome() is None:
        turn, seat = session.state.turn, session.state.current_player()
        session.play(seat, greedy.choose(session.information(seat)))
        if session.state.turn == turn and session.outcome() is None:
            continue
        happened = " ".join(event.text for event in session.open_events(told))
        for text in happened.replace(" Turn ", "\nTurn ").splitlines():
            lines += _paragraph(text)
        told = len(session.told)
        if session.outcome() is None and turn % TABLE_EVERY == 0:
            lines += _table(session)
    outcome = session.outcome()
    assert outcome is not None
    lines += ["", f"{outcome.text} ({outcome.clause})", f"Position {session.state.fingerprint()}", ""]
    return session, "\n".join(lines)


def _table(session: Session) -> list[str]:
    view = session.view(session.state.current_player())
    choices = "; ".join(action.label for action in view.actions)
    drawn = [*table_lines(view), f"{view.prompt.text} [{view.prompt.clause}]", f"Choices: {choices}"]
    return ["", *(line for text in drawn for line in _paragraph(text, "    | ")), ""]


def _paragraph(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, 150, initial_indent=indent, subsequent_indent=indent or "    ")
