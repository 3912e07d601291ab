"""Tests whether an analysis finds blunders and leaves good play alone. It saves its results, and a rerun continues.

    .venv/bin/python bench/analysis.py blunders --games 10 --out build/blunders.json
    .venv/bin/python bench/analysis.py veterans --games 10 --out build/veterans.json

`blunders`: in games of `greedy`, at one decision, the worst action is played if a second search finds it 15 percentage
points behind the best. Is it among the three biggest mistakes shown for its seat? `veterans`: how many choices of
`veteran` are shown as mistakes that seem to cost more than five points and three standard errors?
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import grognard
from grognard.bots import bot
from grognard.bots.review import (
    LONGER,
    REVISIONS,
    SECONDS,
    Verdict,
    biggest_mistakes,
    decisions,
    steps_to_search_longer,
    task_about,
    verdict,
)
from grognard.bots.workers import judge, search_task
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.lab.simulate import game_seed
from grognard.play.session import Session, bot_seed
from grognard.play.timeline import Timeline

WORSE: Final = 0.15
LONG: Final = 0.2  # seconds, to be sure of a blunder
ATTEMPTS: Final = 100  # decisions of a game that are tried for one
TOLD: Final = 0.05
ERRORS: Final = 3.0


def analysed(timeline: Timeline) -> list[Verdict]:
    """Returns the verdicts that the page of a game would show, with the same thinking time."""
    todo, states = decisions(timeline), timeline.states
    found: dict[int, Verdict] = {}
    for revision in range(1 + REVISIONS):
        steps = steps_to_search_longer(list(found.values()))
        time_each = SECONDS * (LONGER if revision else 1)
        for one in todo:
            if not revision or (one.step in steps and found[one.step].seconds < time_each):
                judged = judge(task_about(states[one.step], one, revision > 0), one.action, time_each)
                found[one.step] = verdict(one, judged, time_each, found.get(one.step))
    return [found[step] for step in sorted(found)]


def played(game: Game, seed: int, name: str, begun: Sequence[int] = ()) -> Timeline:
    """Plays a game of a bot against itself after these first actions."""
    player, session = bot(name), Session(game, seed, [name] * game.num_players())
    timeline = Timeline(session)
    while session.outcome() is None:
        seat = session.state.current_player()
        first = begun[timeline.last] if timeline.last < len(begun) else None
        action = player.choose(session.state.information(seat, bot_seed(seed, seat))) if first is None else first
        timeline.add(session.play(seat, action))
    return timeline


def blunder_at(state: State, usual: int) -> tuple[int, float] | None:
    """Returns the worst action here and its cost, if that is bad enough: found by some deals, and valued by others."""
    seat, game = state.current_player(), state.game
    legal = {game.action_to_string(action): action for action in state.legal_actions()}
    worst = legal[judge(search_task(game, state, seat, 1), usual, LONG).found[-1].do]
    found = judge(search_task(game, state, seat, 2), worst, LONG)
    return (worst, found.cost) if found.cost >= WORSE else None


def blunders(game: Game, number: int, attempts: int = ATTEMPTS) -> dict[str, Any]:
    """Plants one blunder, and returns the rank that the analysis gives it."""
    seed, chance = game_seed(900, number), Generator(stream(number, "blunders"))
    usual = played(game, seed, "greedy")
    choices, actions = decisions(usual), [action for _seat, action in usual.session.line]
    for _attempt in range(attempts):
        one = choices[chance.below(len(choices))]
        step, at = one.step, blunder_at(usual.moments[one.step].state, one.action)
        if at is None:
            continue
        blundered = played(game, seed, "greedy", [*actions[:step], at[0]])
        begun = time.process_time()
        verdicts = analysed(blundered)
        places = [found.step for found in biggest_mistakes(verdicts, one.seat, len(verdicts))]
        place = places.index(step) + 1 if step in places else 0
        return {"lost": at[1], "place": place, "decisions": len(verdicts), "seconds": time.process_time() - begun}
    return {"lost": 0.0, "place": -1}


def veterans(game: Game, number: int) -> dict[str, Any]:
    """Plays a game of `veteran` against itself, and returns the choices that are called mistakes."""
    timeline = played(game, game_seed(901, number), "veteran")
    begun = time.process_time()
    verdicts = analysed(timeline)
    told = [one for one in verdicts if one.cost > max(TOLD, ERRORS * one.error)]
    return {"told": len(told), "decisions": len(verdicts), "seconds": time.process_time() - begun}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["blunders", "veterans"])
    parser.add_argument("--games", type=int, default=10, help="of each game")
    parser.add_argument("--attempts", type=int, default=ATTEMPTS, help="decisions of a game tried for a blunder")
    parser.add_argument("--only", nargs="*", default=grognard.registered_names(), help="these games")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    found: dict[str, dict[str, Any]] = json.loads(given.out.read_text(encoding="utf-8")) if given.out.exists() else {}
    work = veterans if given.what == "veterans" else partial(blunders, attempts=given.attempts)
    for number in range(given.games):
        for slug in given.only:
            if f"{slug} {number}" not in found:
                found[f"{slug} {number}"] = work(grognard.load(slug), number)
                given.out.write_text(json.dumps(found, indent=1), encoding="utf-8")
    for slug in given.only:
        rows = [row for key, row in found.items() if key.startswith(f"{slug} ")]
        if given.what == "blunders":
            rows = [row for row in rows if row["place"] >= 0]
            print(
                f"{slug}: {sum(1 <= row['place'] <= 3 for row in rows)} of {len(rows)} among the first three", end="; "
            )
        else:
            print(f"{slug}: {sum(row['told'] for row in rows) / len(rows):.1f} a game shown", end="; ")
        seconds = [1000 * row["seconds"] / row["decisions"] for row in rows]
        print(f"{sum(seconds) / max(1, len(seconds)):.0f} ms a decision")


if __name__ == "__main__":
    main()
