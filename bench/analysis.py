"""Does an analysis find blunders, and does it leave good play alone? What was found is kept, and a run goes on from it.

    .venv/bin/python bench/analysis.py blunders --games 10 --out build/blunders.json
    .venv/bin/python bench/analysis.py veterans --games 10 --out build/veterans.json

`blunders`: in games of `greedy`, at one decision, the worst action is played if a search finds it 15 points of a
hundred behind the best. Is it among the three costliest that are told of its seat? `veterans`: how many choices of
`veteran` are told that seem to cost more than five points and three standard errors?
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, Final

import grognard
from grognard.bots import bot
from grognard.bots.reckoning import (
    LONGER,
    REVISIONS,
    SECONDS,
    Verdict,
    asked_about,
    costliest,
    decisions,
    doubtful,
    verdict,
)
from grognard.bots.thinking import judge, question
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.lab.simulate import game_seed
from grognard.play.journal import Deed
from grognard.play.session import Session, bot_seed

WORSE: Final = 0.15
LONG: Final = 0.2  # seconds, to be sure of a blunder
TOLD: Final = 0.05
ERRORS: Final = 3.0


def analysed(states: list[State], deeds: list[Deed]) -> list[Verdict]:
    """What the page of a game would show, by the time it takes there."""
    todo = decisions(states, deeds)
    found: dict[int, Verdict] = {}
    for revision in range(1 + REVISIONS):
        steps = doubtful(list(found.values()))
        time_each = SECONDS * (LONGER if revision else 1)
        for one in todo:
            if not revision or (one.step in steps and found[one.step].seconds < time_each):
                judged = judge(asked_about(states[one.step], one, revision > 0), one.do, time_each)
                found[one.step] = verdict(one, judged, time_each, found.get(one.step))
    return [found[step] for step in sorted(found)]


def blunder_at(game: Game, seed: int, number: int) -> tuple[list[State], list[Deed], int, float] | None:
    """A game of `greedy` with the worst action at the n-th decision, if that is bad enough; the step and its cost."""
    player, session = bot("greedy"), Session(game, seed, ["greedy"] * game.num_players())
    states, deeds, decided, planted = [session.state], list[Deed](), 0, None
    while session.outcome() is None:
        seat, state = session.state.current_player(), session.state
        action = player.choose(state.information(seat, bot_seed(seed, seat)))
        if len(state.legal_actions()) > 1:
            if decided == number:
                asked = question(game, state, seat, 1)
                found = judge(asked, state.action_to_string(action), LONG).found
                lost = found[0].chance - found[-1].chance
                if lost < WORSE:
                    return None
                action, planted = game.string_to_action(found[-1].do), (len(deeds), lost)
            decided += 1
        deeds.append(session.play(seat, action))
        states.append(session.state)
    return None if planted is None else (states, deeds, *planted)


def blunders(game: Game, number: int) -> dict[str, Any]:
    """One planted blunder, and the place that the analysis gives it."""
    seed, chance = game_seed(900, number), Generator(stream(number, "blunders"))
    for _attempt in range(60):
        at = blunder_at(game, seed, chance.below(60))
        if at is None:
            continue
        states, deeds, step, lost = at
        begun = time.process_time()
        verdicts = analysed(states, deeds)
        seat = next(one.seat for one in verdicts if one.step == step)
        places = [one.step for one in costliest(verdicts, seat, len(verdicts))]
        place = places.index(step) + 1 if step in places else 0
        return {"lost": lost, "place": place, "decisions": len(verdicts), "seconds": time.process_time() - begun}
    return {"lost": 0.0, "place": -1}


def veterans(game: Game, number: int) -> dict[str, Any]:
    """A game of `veteran` against itself, and the choices in it that are called costly."""
    player, seed = bot("veteran"), game_seed(901, number)
    session = Session(game, seed, ["veteran"] * game.num_players())
    states, deeds = [session.state], list[Deed]()
    while session.outcome() is None:
        seat = session.state.current_player()
        deeds.append(session.play(seat, player.choose(session.state.information(seat, bot_seed(seed, seat)))))
        states.append(session.state)
    begun = time.process_time()
    verdicts = analysed(states, deeds)
    told = [one for one in verdicts if one.cost > max(TOLD, ERRORS * one.error)]
    return {"told": len(told), "decisions": len(verdicts), "seconds": time.process_time() - begun}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["blunders", "veterans"])
    parser.add_argument("--games", type=int, default=10, help="of each game")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    found: dict[str, dict[str, Any]] = json.loads(given.out.read_text()) if given.out.exists() else {}
    work = {"blunders": blunders, "veterans": veterans}[given.what]
    for number in range(given.games):
        for slug in grognard.registered_names():
            if f"{slug} {number}" not in found:
                found[f"{slug} {number}"] = work(grognard.load(slug), number)
                given.out.write_text(json.dumps(found, indent=1))
    for slug in grognard.registered_names():
        rows = [row for key, row in found.items() if key.startswith(f"{slug} ")]
        if given.what == "blunders":
            rows = [row for row in rows if row["place"] >= 0]
            print(
                f"{slug}: {sum(1 <= row['place'] <= 3 for row in rows)} of {len(rows)} among the first three", end="; "
            )
        else:
            print(f"{slug}: {sum(row['told'] for row in rows) / len(rows):.1f} a game told", end="; ")
        seconds = [1000 * row["seconds"] / row["decisions"] for row in rows]
        print(f"{sum(seconds) / max(1, len(seconds)):.0f} ms a decision")


if __name__ == "__main__":
    main()
