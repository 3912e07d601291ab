"""Step 9: what teaches a game, and the decisions about its rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from grognard.bots import bot, first_opponent
from grognard.game_check.findings import Finding, failed, located, missing, several, wrong
from grognard.game_check.folders import GameFolder
from grognard.kernel.content.card_text import filled
from grognard.kernel.content.cardfile import names_of
from grognard.kernel.errors import GrognardError
from grognard.kernel.game import Game, GameSpec
from grognard.kernel.views.view import EventView, View
from grognard.play.session import Session, bot_seed
from grognard.registry import load, spec
from grognard.scenarios.guide import GuideStep, scenarios, seconds
from grognard.scenarios.reading import read_scenarios
from grognard.scenarios.runner import run_scenario
from grognard.scenarios.tips import fitting, tips

FEWEST_STEPS: Final = 4
MOST_STEPS: Final = 7
MINUTES: Final = 5
FEWEST_TIPS: Final = 4
MOST_TIPS: Final = 8
LONGEST_TIP: Final = 160
# The most first games that are played to hear all tips, and the decisions after which no other game begins.
FIRST_GAMES: Final = 40
FIRST_DECISIONS: Final = 2_000
BEGINNER: Final = "greedy:careless=0.4"

# `tests/.../xy-7.16.md`, “Title of the case”
PIN: Final = re.compile(r"`(tests/[^`]+)`(?:, “([^”]+)”)?")
RULING: Final = re.compile(r"\| [A-Z]+-\d")


# -- rulings -------------------------------------------------------------------------------------------------------


def ruling_rows(text: str) -> list[str]:
    """Returns the rows of the table in rulings.md."""
    return [line for line in text.splitlines() if RULING.match(line)]


def unpinned(text: str) -> list[str]:
    """Returns the rows whose last cell names no scenario."""
    return [row for row in ruling_rows(text) if not PIN.search(row.rstrip("| ").rpartition(" | ")[2])]


def lost_pins(text: str, root: Path) -> list[str]:
    """Returns the scenarios that rulings.md names and that are not there; `root` is the folder with `tests`."""
    found = []
    for name, title in dict.fromkeys(PIN.findall(text)):
        path = root / name
        if not path.is_file():
            found.append(name)
        elif title and title not in {case.title for case in read_scenarios(path)}:
            found.append(f"“{title}” in {name}")
    return found


def ruling_faults(game: Game, where: GameFolder) -> Iterator[Finding]:
    """Each decision about the rules needs a scenario that tests it."""
    file = where.folder / "rulings.md"
    if not file.is_file():
        text = "a table of the questions that the rules leave open: clause, question, decision, why, scenario."
        yield missing(9, "rulings.md", text)
        return
    text = file.read_text(encoding="utf-8")
    rows = ruling_rows(text)
    if not rows:
        yield missing(
            9,
            "rulings.md",
            "no row begins with a clause: “| XY-4.2 | question | decision | why | `tests/clauses/xy-4.2.md` |”.",
        )
    if bare := unpinned(text):
        yield missing(9, "rulings.md", f"no scenario in the last cell of {several([_clause(row) for row in bare])}.")
    if where.tests is None:
        return
    root = where.folder if where.is_own else where.tests.parents[2]
    try:
        if lost := lost_pins(text, root):
            yield wrong(9, "rulings.md", f"there is no {several(list(dict.fromkeys(lost)))}.")
    except GrognardError:  # a scenario that cannot be read is a finding of its own
        return


def _clause(row: str) -> str:
    return row.split("|")[1].strip()


# -- guide and tips ------------------------------------------------------------------------------------------------


def guide_faults(spec: GameSpec, where: GameFolder) -> Iterator[Finding]:
    """Plays the guide."""
    if not where.folder.joinpath("guide.md").is_file():
        yield missing(9, "guide.md", f"a guide with {FEWEST_STEPS} to {MOST_STEPS} steps; the first shows how to win.")
        return
    try:
        steps = scenarios(spec)
        for step in steps:
            run_scenario(step, load)
        if not FEWEST_STEPS <= len(steps) <= MOST_STEPS:
            yield wrong(9, "guide.md", f"it has {len(steps)} steps; guides have {FEWEST_STEPS} to {MOST_STEPS}.")
        if seconds(steps) >= MINUTES * 60:
            yield wrong(9, "guide.md", f"it takes longer than {MINUTES} minutes: leave something out.")
        outcome = GuideStep(spec, load, 1, 0).view().outcome if steps else None
        if outcome is None or not outcome.winners:
            yield wrong(9, "guide.md", "its first step must show a position in which the reader has won.")
    except GrognardError as error:
        yield wrong(9, *located(error, where.folder / "guide.md", "guide.md"))
    except Exception as error:  # the code of a game can do anything
        yield failed(9, "guide.md", error, where, "The guide can't be played")


def tip_faults(spec: GameSpec, game: Game, where: GameFolder) -> Iterator[Finding]:
    """Reads the tips."""
    if not where.folder.joinpath("tips.md").is_file():
        yield missing(9, "tips.md", f"{FEWEST_TIPS} to {MOST_TIPS} tips for a first game.")
        return
    try:
        found = tips(spec)
    except Exception as error:  # the rows of a table that is none
        yield wrong(9, "tips.md", f"it can't be read: {error}")
        return
    if not FEWEST_TIPS <= len(found) <= MOST_TIPS:
        yield wrong(9, "tips.md", f"it has {len(found)} tips; games have {FEWEST_TIPS} to {MOST_TIPS}.")
    names = names_of(game.cards)
    for tip in found:
        if len(tip.say) > LONGEST_TIP:
            yield wrong(9, "tips.md", f"the tip “{tip.key}” has {len(tip.say)} characters; at most {LONGEST_TIP} fit.")
        if lost := [clause for clause in tip.clauses if clause not in game.handbook.clauses]:
            yield wrong(9, "tips.md", f"the tip “{tip.key}” cites {several(lost)}, which the handbook does not have.")
        try:
            filled(tip.say, names)
        except GrognardError as error:
            yield wrong(9, "tips.md", str(error))


def first_decisions(slug: str, seed: int) -> Iterator[tuple[View, list[EventView]]]:
    """Yields the decisions of a beginner in a first game, each with the events since the one before."""
    meta = load(slug).spec.meta
    game, seat = load(slug, meta.first_options), meta.first_seat
    names = [BEGINNER if other == seat else first_opponent(game) for other in range(game.num_players())]
    session, bots, told = Session(game, seed, names), [bot(name) for name in names], 0
    while session.outcome() is None:
        decider, state = session.state.current_player(), session.state
        if decider == seat and (meta.first or len(state.legal_actions()) > 1):
            yield session.view(seat), session.events(seat, told, len(session.told), (), seat)
            told = len(session.told)
        worlds = bot_seed(seed, decider) + len(session.journal.entries)
        session.play(decider, bots[decider].choose(game.information(state, decider, worlds)))


def silent_tips(slug: str, games: int = FIRST_GAMES, most: int = FIRST_DECISIONS) -> tuple[list[str], list[str]]:
    """Plays first games until every tip has come up, but no more than `games`, and none after `most` decisions.

    Returns the keys of the tips that never came up, and of the tips that always pointed at nothing.
    """
    of = spec(slug)
    silent, lost = {tip.key: True for tip in tips(of)}, {tip.key: True for tip in tips(of)}
    number = 0
    for seed in range(games):
        for view, events in first_decisions(slug, seed):
            number += 1
            for tip, at in fitting(of, view, events):
                silent.pop(tip.key, None)
                if at:
                    lost.pop(tip.key, None)
        if not lost or number > most:
            break
    return list(silent), [key for key in lost if key not in silent]


def silent_tip_faults(of: GameSpec) -> Iterator[Finding]:
    """Looks for tips that never come up."""
    silent, lost = silent_tips(of.meta.slug)
    for key in silent:
        yield wrong(9, "tips.md", f"the tip “{key}” came up in none of the first games that were played: see “When”.")
    for key in lost:
        yield wrong(9, "tips.md", f"the tip “{key}” points at nothing that is on the table: see “At”.")
