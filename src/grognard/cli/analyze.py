"""The command `grognard analyze`, which shows how mistakes and luck decided a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

import grognard.cli.arguments as shared
from grognard.cli.output import print_json, print_rows, progress_bar
from grognard.kernel.errors import BadInput
from grognard.registry import load_stored

if TYPE_CHECKING:
    from grognard.bots.review import GameBalance, Verdict
    from grognard.kernel.engine.state import State
    from grognard.kernel.game import Game


def analyze(
    file: Annotated[Path, typer.Argument(help="The journal of a finished game.")],
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", metavar="S", help="Thinking time for each decision; ten times as much for costly ones."
        ),
    ] = 0.04,  # as on the page
    as_json: shared.AsJson = False,
) -> None:
    """Show how mistakes and luck decided a recorded game."""
    from grognard.bots.review import (
        DECREED,
        LONGER,
        REVISIONS,
        balance_of,
        decisions,
        kind_of,
        steps_to_search_longer,
        task_about,
        verdict,
    )
    from grognard.bots.workers import judge
    from grognard.play.journal import read_journal
    from grognard.play.timeline import Timeline

    if not 0 < seconds <= 60:
        raise BadInput("--seconds should be above 0 and at most 60.")
    timeline = Timeline.of(read_journal(file), load_stored)
    states = timeline.states
    game, outcome = timeline.session.game, timeline.session.outcome()
    found: dict[int, Verdict] = {}
    todo = decisions(timeline)
    if not todo:
        raise BadInput("Nobody had a decision to make in this game.")
    with progress_bar("decisions", shown=not as_json) as progress:
        for revision in range(1 + REVISIONS):
            doubted = steps_to_search_longer(list(found.values()))
            time = seconds * (LONGER if revision else 1)
            again = (
                [one for one in todo if one.step in doubted and found[one.step].seconds < time] if revision else todo
            )
            for number, one in enumerate(again, 1):
                judged = judge(task_about(states[one.step], one, revision > 0), one.action, time)
                kind = kind_of(states[one.step], one.action)
                found[one.step] = verdict(one, judged, time, found.get(one.step), kind)
                if progress is not None:
                    progress(number, len(again))
    _explain(found, states)
    verdicts = [found[step] for step in sorted(found)]
    winners = None if outcome is None else outcome.winners
    reckoned = {
        seat: balance_of(timeline, verdicts, seat, 0.5 if not winners else float(seat in winners))
        for seat in range(len(game.seats))
        if winners is not None
    }
    if as_json:
        print_json(
            {
                "game": game.slug,
                "seats": game.seats,
                "result": None if outcome is None else outcome.text,
                "sums": {game.seats[seat]: one._asdict() for seat, one in reckoned.items()},
                "explained": game.measure.luck[1],
                "decisions": msgspec.to_builtins(verdicts),
            }
        )
        return
    print(f"{game.spec.meta.title}: {'the game is not finished.' if outcome is None else outcome.text}")
    for seat in range(len(game.seats)):
        _print_seat(game, seat, verdicts, reckoned.get(seat), outcome is not None and outcome.reason in DECREED)


def _explain(found: dict[int, Verdict], states: Sequence[State]) -> None:
    """Adds to the biggest mistakes of each seat why they were mistakes."""
    from grognard.bots.reasons import reasons
    from grognard.bots.review import biggest_mistakes, why_asked

    verdicts = list(found.values())
    for seat in {one.seat for one in verdicts}:
        for mistake in biggest_mistakes(verdicts, seat):
            question = why_asked(states[mistake.step], mistake)
            if question is not None:
                found[mistake.step] = msgspec.structs.replace(mistake, why=reasons(*question))


def _print_seat(
    game: Game, seat: int, verdicts: Sequence[Verdict], reckoned: GameBalance | None, given_up: bool
) -> None:
    from grognard.bots.review import LEAST, better_actions, biggest_mistakes, why_better

    print(f"\n{game.seats[seat]}")
    if reckoned is not None:
        reckoned = reckoned.rounded()
        own = game.sides[verdicts[0].seat] == game.sides[seat]  # the first decision
        rows = [
            ("  at the first decision" + ("" if own else " (the other side's)"), f"{reckoned.start:6.0%}"),
            ("  this side's mistakes", f"{reckoned.own:+6.0%}"),
            ("  the other side's mistakes", f"{reckoned.others:+6.0%}"),
            *([("  luck in drawing and rolling", f"{reckoned.chance:+6.0%}")] if game.measure.luck[1] else []),
            ("  unexplained" + (", and giving up" if given_up else ""), f"{reckoned.remainder:+6.0%}"),
            ("  the result", f"{reckoned.result:6.0%}"),
        ]
        print_rows(rows)
    for one in biggest_mistakes(verdicts, seat):
        others = ", ".join(f"{choice.label} ({choice.chance:.0%})" for choice in better_actions(one))
        print(f"  Turn {one.turn}, step {one.step}: {one.cost:.0%} lost (give or take {one.error:.1%}).")
        print(f"    Played: {one.played.label} ({one.played.chance:.0%}). Better: {others}.")
        if why := why_better(one, None):
            print(f"    {why}")
    if not biggest_mistakes(verdicts, seat):
        print(f"  No single decision clearly cost {LEAST:.0%} or more.")
