"""What pages call the reader and the other sides: at the end of a game, at the seats, and in a side's own places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest

import grognard
from grognard.kernel.game import Game
from grognard.play.session import Session
from grognard.play.summary import GameSummary, Highlight
from grognard.web.ending import EndingModel, ending_model
from grognard.web.pages import ENVIRONMENT, table_fragment
from grognard.web.reader import name_for, parties_of, whose
from grognard.web.table_model import SeatModel, TableModel


def ending(slug: str, own: Sequence[int], **options: int) -> EndingModel:
    """The end of a game that was given up, with one moment to see again."""
    session = Session(game := grognard.load(slug, options), 5, ["human"] * grognard.load(slug, options).num_players())
    session.resign(0)
    moment = Highlight(1, 1, "", 1, (6, 2), (6, 3))
    summary = GameSummary((game.side_name(0), game.side_name(1)), [], None, [moment])
    return ending_model(game, session.view(own[0] if len(own) == 1 else None), summary, own, "")


def change(slug: str, own: Sequence[int], **options: int) -> str:
    found = ending(slug, own, **options)
    return found.change(found.highlights[0])


def test_a_change_of_a_number_says_whose_it_is() -> None:
    assert change("company-commander", [0]) == "Enemy units removed by the Germans: 2 → 3"
    assert change("company-commander", [1]) == "Enemy units removed by you: 2 → 3"
    assert change("fusillade", [1]) == "Your troops: 2 → 3"
    assert change("fusillade", []) == change("fusillade", [0, 1]) == "Red's troops: 2 → 3"


def test_sides_are_called_as_one_grammar_does() -> None:
    game, teams = grognard.load("company-commander"), grognard.load("green-troops", {"seats": 4})
    assert [game.party(side).possessive() for side in (0, 1)] == ["the Americans'", "the Germans'"]
    assert [whose(game, seat, 0) for seat in (0, 1)] == ["your", "your opponent's"]
    assert [whose(game, seat, None) for seat in (0, 1)] == ["the Americans'", "the Germans'"]
    assert [name_for(teams, seat, 0) for seat in range(4)] == ["you", *teams.seats[1:]]
    assert [str(party) for party in parties_of(teams, 0, True)] == ["you", "your opponents"]
    assert [str(grognard.load("three-emperors").party(side)) for side in (0, 1)] == ["Napoleon", "the Coalition"]


def test_who_resigned_is_named_in_that_grammar() -> None:
    session = Session(grognard.load("company-commander"), 5, ["human", "human"])
    session.resign(1)
    outcome = session.outcome()
    assert outcome is not None
    assert outcome.by_seat == ("The Germans resigned.", "You resigned.")


def table(game: Game, seat: int | None, resigned: bool = False) -> TableModel:
    session = Session(game, 5, ["human", "greedy"])
    if resigned:
        session.resign(1)
    seats = [SeatModel("Blue", "you", "person", True), SeatModel("Red", "greedy (computer)", "bot", True)]
    return TableModel(session.view(seat), "", seats, (), types=game.spec.types)


def test_a_seat_reads_as_a_sentence() -> None:
    plate = ENVIRONMENT.get_template("_seat.html").module.seat(table(grognard.load("fusillade"), 0, resigned=True), 0)  # type: ignore[attr-defined]
    text = re.sub(r"\s+", " ", re.sub("<[^>]+>", "", str(plate))).strip()
    assert text == "Blue: you, here, winner"


@pytest.mark.parametrize(("seat", "label"), [(0, "Your Victory Pile"), (1, "Blue's Victory Pile")])
def test_a_pile_is_called_yours_by_its_owner(seat: int, label: str) -> None:
    shown = table(grognard.load("green-troops"), seat)
    line = shown.zone("line", 0)
    assert line is not None
    zones = [
        msgspec.structs.replace(zone, cards=line.cards) if zone.key == "pile" else zone for zone in shown.view.zones
    ]
    shown = replace(shown, view=msgspec.structs.replace(shown.view, zones=tuple(zones)))
    summaries = re.findall(r"<summary>(.*?)</summary>", table_fragment(shown).replace("&#39;", "'"), re.DOTALL)
    assert any(re.sub("<[^>]+>", " ", one).split() == [*label.split(), "Pile", *label.split()] for one in summaries)
