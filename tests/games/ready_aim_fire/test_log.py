"""What the log of Ready Aim Fire tells everybody: scenarios are played, and the sentence has to be among it, once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from grognard.games.ready_aim_fire.rules import packed, unpacked
from grognard.registry import load
from grognard.scenarios.reading import read_scenarios
from grognard.scenarios.staging import Stage

HERE = Path(__file__).parent


def told(name: str, of: int | None = None) -> Counter[str]:
    """All that a spectator reads while a scenario is played, or only what is told of a seat."""
    path = next(HERE.rglob(f"{name}.md"))
    [scenario] = read_scenarios(path)
    game = load(scenario.game, scenario.options, scenario.numbers)
    stage = Stage(game, scenario)
    heard: Counter[str] = Counter()
    for row in scenario.play:
        stage.play(row)
        if row.does not in ("may", "sees") and not row.does.startswith("may not"):
            events = [game.event_view(event) for event in stage.situated().events(None)]
            heard.update(event.text for event in events if of in (None, event.seat))
    return heard


@pytest.mark.parametrize(
    ("scenario", "sentence"),
    [
        ("raf-3.2-thoth-again", "Blue is dealt 13 battalions."),
        ("raf-3.2-thoth-again", "Blue keeps what he has."),
        ("raf-3.7", "Red is ready."),
        ("raf-3.7", "6 commanders serve Red."),
        ("raf-3.7", "Red's Left Flank: Light."),
        ("raf-3.7", "Blue begins."),
        ("raf-3.2-thoth", "Blue's Left Centre: Artillery, Line and Line."),
        ("army-commanders-in-the-other-turn", "Blue's 2/1 has it rolled again."),
        ("raf-2.9", "From now on the stacks lie face down."),
        ("known-after-a-reshuffle", "37 cards of the discard pile are shuffled into the Tactics deck."),
        ("drawing-from-one-deck", "2 cards of the discard pile are shuffled into Blue's Reserve deck."),
        ("drawing-cards-under-confusion", "Blue takes Light out of his discard pile."),
        ("hills", "Blue lays Hills at Centre."),
        ("river-of-the-second-player", "Red lays River at Left Flank."),
        ("raf-2.10", "Blue puts Centre in order."),
        ("column-moves-a-general", "Blue's general 2/2 goes from Centre to Left Centre."),
        ("raf-4.33", "2/1 is Blue's Army Commander."),
        ("raf-4.2-deployed", "2/1 is Blue's general at Centre."),
        ("raf-8.10-reinforce", "Blue's Army Commander 2/1 takes over Blue's Left Flank."),
        ("raf-5.11-red", "Red's Light (Right Centre) attacks the reserve."),
        ("raf-5.11-red", "Blue's Guard is eliminated from the discard pile."),
        ("raf-5.11-red", "Red's Dragoon (Left Centre) attacks 1/1, alone at Blue's Right Centre."),
        ("raf-5.22-void", "Blue's Line (Left Flank) attacks 1/1, alone at Red's Right Centre."),
        ("raf-5.23-red", "Red's Light (Centre) attacks Dragoon (Blue's Centre)."),
        ("square-formation", "The infantry forms square."),
        ("broken-square", "The infantry forms no square."),
        ("dragoon", "Blue's Dragoon needs 8 or less: 4 and 4, rides around."),
        ("raf-5.26-not-theirs", "Blue's Line needs 7 or less: 4 and 4, forms no square."),
        ("raf-5.26-again-failed", "Red's 1/1 has it rolled again."),
        ("raf-5.26-again-failed", "Red's Line needs 7 or less: 4 and 5, forms no square."),
        ("raf-5.39-cleared", "Blue's card 2nd from the top supports."),
        ("raf-5.39-cleared", "Light Cavalry: die 4, support +1, cards +1 (Enfilade fire) makes 6."),
        ("raf-5.39-cleared", "Line: die 2, support +1, square +3, cards +1 (Fighting Withdrawal) makes 7."),
        ("bridge-and-a-flank-attack", "The attack crosses the Bridge."),
        ("raf-5.37-red", "Blue's Lancer is Blown."),
        ("probe-asks-for-the-card", "Blue's Light (Centre, 2nd from the top) comes to the fore."),
        ("sniper-of-the-second-player", "Blue's Left Flank has to make one more check."),
        ("sniper-once-per-stack", "Red's Centre has to make one more check."),
        ("raf-7.17-cleared", "The morale phase begins."),
        ("raf-7.17-cleared", "Red's 1/1 has it rolled again."),
        ("raf-9.3-shown", "Blue discards Elite."),
        ("raf-10.5-20", "Night falls after round 20."),
        ("raf-10.3", "Both armies are beaten."),
        ("raf-10.1-cumulative", "The other army is beaten: Blue wins."),
        ("raf-4.20-pass", "Blue lays no terrain."),
    ],
)
def test_the_log_tells(scenario: str, sentence: str) -> None:
    heard = told(scenario)
    assert heard[sentence] == 1, heard


@pytest.mark.parametrize(("scenario", "seat"), [("square-formation", 1), ("square-formation-of-the-first-player", 0)])
def test_a_square_is_the_defenders(scenario: str, seat: int) -> None:
    assert told(scenario, seat)["The infantry forms square."] == 1


def test_a_card_that_is_not_played_is_not_worth_a_line() -> None:
    """Overrun was not, before three checks (RAF-2.7)."""
    assert [text for text in told("raf-8.12-swept") if text.startswith("Blue")] == ["Blue ends his attacks."]


def test_an_event_holds_up_to_ten_numbers() -> None:
    assert packed([]) == 0
    for numbers in ([-8], [-8, -8, 55], [0, 1, -1, 54, 55, -7, 3, 2, 1, 9]):
        assert unpacked(packed(numbers), len(numbers)) == numbers
        assert packed(numbers) < 64 ** len(numbers)


def test_a_number_too_far_off_is_told_as_the_last_that_fits() -> None:
    assert unpacked(packed([-9, 56, 1000]), 3) == [-8, 55, 55]
