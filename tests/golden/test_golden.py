"""One recorded game per game that a person reads in five minutes. `make goldens` writes them anew."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

import pytest

import grognard
from grognard.bots import Greedy
from grognard.play.session import Session
from grognard.tui.plain import table_lines

HERE = Path(__file__).parent
# House rules and seed that make a short and lively game.
CHOSEN: dict[str, tuple[dict[str, str | int], int]] = {
    "company-commander": ({"first_turn_two_squads": "on", "victory_count": 6}, 1),
    "fusillade": ({"troops": 50}, 6),
    "green-troops": ({"quick": "on", "retire": "on"}, 12),
    "outpost": ({}, 14),
    "ready-aim-fire": ({"setup": "thoth", "army_breakpoint": "on"}, 5),
    "three-emperors": ({"morale": 12}, 3),
}
TABLE_EVERY = 8
LONGEST = 300


def playthrough(slug: str) -> str:
    """Greedy against greedy: a paragraph for each turn, and now and then the table with the choices there are."""
    options, seed = CHOSEN[slug]
    game = grognard.load(slug, options)
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
    return "\n".join([*lines, "", f"{outcome.text} ({outcome.clause})", f"Position {session.state.fingerprint()}", ""])


def _table(session: Session) -> list[str]:
    view = session.view(session.state.current_player())
    choices = "; ".join(action.label for action in view.actions)
    drawn = [*table_lines(view), f"{view.prompt.text} [{view.prompt.clause}]", f"Choices: {choices}"]
    return ["", *(line for text in drawn for line in _paragraph(text, "    | ")), ""]


def _paragraph(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, 150, initial_indent=indent, subsequent_indent=indent or "    ")


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_golden(slug: str) -> None:
    """The game is played as it was when somebody last read it."""
    text = playthrough(slug)
    file = HERE / f"{slug}.txt"
    if os.environ.get("GROGNARD_GOLDENS") == "write":
        file.write_text(text, encoding="utf-8")
    assert file.exists(), "no golden playthrough: make goldens, then read it"
    assert text == file.read_text(encoding="utf-8"), "the game is played otherwise: make goldens, then read the change"
    assert len(text.splitlines()) < LONGEST
