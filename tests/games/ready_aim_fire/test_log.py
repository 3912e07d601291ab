"""What the log of Ready Aim Fire tells everybody: scenarios are played, and the sentence has to be among it, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from grognard.games.ready_aim_fire.events import Checked, NightFell
from grognard.games.ready_aim_fire.meta import LAST_ROUND
from grognard.kernel.engine.events import NONE
from grognard.kernel.views.view import EventView, RollView
from grognard.registry import load
from grognard.scenarios.reading import read_scenarios
from grognard.scenarios.runner import Stage
from tests.conformance.support import play as random_game
from tests.games.ready_aim_fire.positions import play, situated

HERE = Path(__file__).parent

# Of each file and case: what everybody reads while it is played, once each.
TOLD: Final[dict[tuple[str, str], list[str]]] = {
    ("raf-3.2", "Thoth: with fewer than two battalions for the flanks the deal is made again; two are enough"): [
        "Blue is dealt 13 battalions.",
        "Blue keeps the hand.",
    ],
    ("raf-3.7", "Chance decides who begins: here Blue"): [
        "Red is ready.",
        "Red has 6 commanders.",
        "Red's Left Flank: Light.",
        "Blue begins.",
    ],
    (
        "raf-3.2",
        "Thoth: thirteen are dealt, and Guard and Heavy Cavalry may be put back for the next card, new ones too",
    ): [
        "Blue's Left Centre: Artillery, Line and Line.",
    ],
    ("raf-4.2", "In the other side's turn an Army Commander re-rolls as often as his second number says"): [
        "Blue's General 2/1 re-rolls.",
    ],
    (
        "raf-2.9",
        "In the opening round all stacks lie face up, with what joins them; from turn 3 on what joins them is hidden",
    ): [
        "From now on the stacks are face down.",
    ],
    ("raf-2.8", "When the Tactics pile is shuffled in, each side can work out which Tactics cards the other holds"): [
        "37 cards from the discard pile are shuffled into the Tactics deck.",
    ],
    ("raf-4.11", "A card that draws asks nothing where only one deck can supply a card"): [
        "2 cards from the discard pile are shuffled into Blue's Reserve deck.",
    ],
    ("raf-4.11", "Under Confusion no card draws, but Forced March, Limber and Cavalry Reform still take a battalion"): [
        "Blue takes Light from their discard pile.",
    ],
    ("hills", "Hills: every defender has +1, and own artillery that attacks from there"): [
        "Blue lays Hills at the Centre.",
    ],
    ("river", "A River at the second player's Left Flank lies at the first one's Right"): [
        "Red lays River at the Left Flank.",
    ],
    ("raf-2.10", "What the other side is told of a reinforcement, a move and a new order"): [
        "Blue puts the Centre in order.",
    ],
    ("column", "Column gives a second move, for a general too, and where the line is full"): [
        "Blue's General 2/2 goes from the Centre to the Left Centre.",
    ],
    (
        "raf-4.33",
        "A commander becomes general where a battalion stands and no general, or, once in a game, Army Commander",
    ): [
        "General 2/1 is Blue's Army Commander.",
    ],
    (
        "raf-4.2",
        "A general who is deployed has the re-rolls of this turn at once, in fights and in the Morale phase together",
    ): [
        "General 2/1 takes command of Blue's Centre.",
    ],
    ("raf-8.10", "He takes over in the second stage as well, also where a reinforcement has just come up"): [
        "Blue's Army Commander 2/1 takes over Blue's Left Flank.",
    ],
    ("raf-5.11", "Red attacks: the flank, a lone general, the reserve"): [
        "Red's Light (Right Centre) attacks the reserve.",
        "Blue's Guard in the discard pile is eliminated.",
        "Red's Dragoon (Left Centre) attacks General 1/1, alone at Blue's Right Centre.",
    ],
    ("raf-5.22", "A general alone on the flank is a target too, and beside him nobody is attacked"): [
        "Blue's Line (Left Flank) attacks General 1/1, alone at Red's Right Centre.",
    ],
    ("raf-5.23", "Red attacks: the cards of both sides are seen"): [
        "Red's Light (Centre) attacks Dragoon (Blue's Centre).",
    ],
    ("square-formation", "Square Formation: line infantry attacked by cavalry forms square without a roll"): [
        "The infantry forms square.",
    ],
    ("broken-square", "Broken Square: infantry attacked by cavalry does not form square"): [
        "The infantry does not form square.",
    ],
    ("dragoon", "Dragoon: +1 and morale 9; nothing helps it against guns of either kind"): [
        "Blue's Dragoon needs 8 or less: 4 and 4, rides around.",
    ],
    ("raf-5.26", "The attacker's general does not re-roll the square of the defender"): [
        "Blue's Line needs 7 or less: 4 and 4, does not form square.",
    ],
    ("raf-5.26", "A square that fails again when it is re-rolled: the cavalry charges with +3"): [
        "Red's General 1/1 re-rolls.",
        "Red's Line needs 7 or less: 4 and 5, does not form square.",
    ],
    ("raf-5.39", "When an attack is over nothing of it stays"): [
        "Blue's Centre: the battalion 2nd from the top supports.",
        "Red's Light Cavalry: die 4, support +1, Enfilade fire +1 = 6.",
        "Blue's Line: die 2, support +1, square +3, Fighting Withdrawal +1 = 7.",
    ],
    ("bridge", "A flank attack on a battalion in the Woods leaves the Bridge of that column for the next attack"): [
        "The attack crosses the Bridge.",
    ],
    ("raf-5.37", "Cavalry that has beaten off Red's cavalry is Blown"): [
        "Blue's Lancer is Blown.",
    ],
    ("probe", "A Probe asks for the card of a single stack, also where it holds one Light"): [
        "Blue's Light (Centre, 2nd from the top) comes to the fore.",
    ],
    ("sniper", "Sniper of the second player in his own turn; positions are called as the enemy calls them"): [
        "Blue's Left Flank has to make one more check.",
    ],
    ("sniper", "House rule of one pass per stack: Sniper adds nothing to a stack that has to test already"): [
        "Red's Centre has to make one more check.",
    ],
    ("raf-7.17", "When the Morale Phase is over nothing of its checks stays"): [
        "The morale phase begins.",
        "Red's General 1/1 re-rolls.",
    ],
    ("raf-9.3", "A card that was known in the hand is so no longer when it is discarded"): [
        "Blue discards Elite.",
    ],
    ("raf-10.5", "Nightfall after round 20"): [
        "Night falls after round 20.",
    ],
    ("raf-10.3", "Both sides lose their third position in the same Morale phase: a draw"): [
        "Both armies are beaten.",
    ],
    ("raf-10.1", "House rule cumulative: once lost is lost for good"): [
        "Red's army is beaten: Blue wins.",
    ],
    ("raf-4.20", "Terrain need not be played; without a Tactics card nobody is asked"): [
        "Blue lays no terrain.",
    ],
}


def events(file: str, case: str) -> Iterator[EventView]:
    """All that a spectator is told while a scenario is played."""
    cases = read_scenarios(next(HERE.rglob(f"{file}.md")))
    scenario = next(scenario for scenario in cases if scenario.title == case)
    game = load(scenario.game, scenario.options, scenario.numbers)
    stage = Stage(game, scenario)
    for row in scenario.play:
        stage.play(row)
        if row.does not in ("may", "sees") and not row.does.startswith("may not"):
            yield from map(game.event_view, stage.situated().events(None))


def told(file: str, case: str, of: int | None = None) -> Counter[str]:
    """All that a spectator reads while a scenario is played, or only what is told of a seat."""
    return Counter(event.text for event in events(file, case) if of in (None, event.seat))


@pytest.mark.parametrize(
    ("file", "case", "sentence"), [(*scenario, sentence) for scenario in TOLD for sentence in TOLD[scenario]]
)
def test_the_log_tells(file: str, case: str, sentence: str) -> None:
    heard = told(file, case)
    assert heard[sentence] == 1, heard


@pytest.mark.parametrize(
    ("case", "seat"),
    [
        ("Square Formation: line infantry attacked by cavalry forms square without a roll", 1),
        ("Square Formation in Red's turn: Blue's infantry forms square without a roll", 0),
    ],
)
def test_a_square_is_the_defenders(case: str, seat: int) -> None:
    assert told("square-formation", case, seat)["The infantry forms square."] == 1


@pytest.mark.parametrize(
    ("file", "case", "rerolled"),
    [
        (
            "raf-5.30",
            "Re-rolls of the attack dice: the attacker first, then by turns",
            [((5,), (4,)), ((6,), (3,)), ((3,), (4,)), ((4,), (4,))],
        ),
        (
            "raf-7.14",
            "Re-rolls of a failed check: the general as often as he can, then the Army Commander",
            [((4, 4), (11,)), ((4, 5), (11,)), ((4, 5), (9,)), ((4, 5), (9,))],
        ),
        ("raf-5.26", "A square that fails again when it is re-rolled: the cavalry charges with +3", [((4, 5), (8,))]),
    ],
)
def test_a_re_roll_lies_beside_what_stood_there(
    file: str, case: str, rerolled: list[tuple[tuple[int, ...], tuple[int, ...]]]
) -> None:
    """The die of an attack; of a check or a square the sum of both dice."""
    rolls = [event.roll for event in events(file, case) if event.roll is not None and event.roll.rerolled]
    assert [(roll.dice, roll.rerolled) for roll in rolls] == rerolled


def test_a_roll_comes_to_what_the_log_says_of_it() -> None:
    """As their owners read it, who see the card that checks."""
    made = ("passes.", "unhurt.", " forms square.", "rides around.")
    seen: set[tuple[str, int]] = set()
    for seed in range(3):
        for state in random_game(load("ready-aim-fire"), seed):
            for event in map(state.game.event_view, state.recorder.events):
                if event.roll is not None and event.roll.expected:
                    assert event.roll.came == event.text.endswith(made), event
                    seen.add((event.kind, event.roll.came))
    assert {kind for kind, _came in seen} == {"checked", "danger", "square rolled", "ride rolled"}


def test_a_battalion_is_lost_by_its_owner() -> None:
    """The number of losses grows under such a sentence, not under that of the attack."""
    told_of = [
        event
        for state in random_game(load("ready-aim-fire"), 1)
        for event in map(state.game.event_view, state.recorder.events)
        if event.kind in ("routed", "eliminated")
    ]
    assert {event.kind for event in told_of} == {"routed", "eliminated"}
    assert all(event.against == event.seat and not event.who for event in told_of)


def test_a_battalion_counts_as_lost_once_it_is_told_that_it_routs() -> None:
    """Its opponent may take it prisoner first, and nothing is told of it then."""

    def losses() -> list[int]:
        return [number.value for number in state.view(None).numbers if number.key == "losses"]

    state = situated({"phase": "attack"}, {"hand 0": ["Take Prisoners"]})
    state.recorder.dictates, state.recorder.script = True, [5, 3]
    play(state, "ATTACK Centre")
    while "prisoner" not in state.view(0).prompt.text:
        assert losses() == [0, 0]
        play(state, "PASS")
    assert losses() == [0, 2]
    play(state, "PASS")
    assert state.losses(1) == 2


def test_a_check_tells_who_does_not_see_the_card_no_target() -> None:
    """What is needed would say which card it is: the face-down one is seen by its owner alone."""
    state = situated({"phase": "attack", "Centre passes 1": 1}, {})
    state.recorder.dictates, state.recorder.script = True, [4, 5, 1, 1, 1, 1]
    play(state, "PASS")
    rolls: list[RollView | None] = []
    for viewer in (1, 0, None):
        told_of = map(state.game.event_view, state.events(viewer))
        rolls.append(next(view.roll for view in told_of if view.kind == "checked"))
    assert rolls[0] == RollView((4, 5), "8 or less passes", expected=26 / 36)
    assert rolls[1] == rolls[2] == RollView((4, 5))
    checks = [event for event in state.events(0) if isinstance(event, Checked)]
    assert [(check.all_cards(), check.own_cards(), check.needed) for check in checks] == [([], [], NONE)] * len(checks)


def test_a_card_that_is_not_played_is_not_worth_a_line() -> None:
    """Overrun was not, before three checks (RAF-2.7)."""
    heard = told("raf-8.12", "After an army check nothing is asked any more for it")
    assert [text for text in heard if text.startswith("Blue")] == ["Blue ends the attacks."]


def test_a_difference_beyond_eight_is_told_as_it_is() -> None:
    """RAF-5.31: a 1 against a 6 behind Hills that are worth six reads -11."""
    state = situated({"phase": "attack"}, {"Centre ground 1": ["Hills"]}, numbers={"Hills.amount": 6})
    state.recorder.dictates, state.recorder.script = True, [1, 6]
    play(state, "ATTACK Centre")
    results: list[EventView] = []
    while not results:
        play(state, "PASS")
        told_of = map(state.game.event_view, state.events(None))
        results = [view for view in told_of if view.kind == "resulted"]
    assert results[0].text == "Difference -11: the attacker is eliminated."


def test_light_infantry_is_told_of_no_hills() -> None:
    """RAF-6.20: they give nothing against it; the Redoubt beside them does."""
    state = situated({"phase": "attack", "active": 0}, {"Centre 0": ["Light"], "Centre ground 1": ["Hills", "Redoubt"]})
    play(state, "ATTACK Centre", "COVER", "PASS")
    summed = [view for event in state.events() if (view := state.game.event_view(event)).kind == "summed"]
    assert [view.cards for view in summed] == [("Light",), ("Line", "Redoubt")]


def test_a_battle_without_nightfall_is_not_announced_as_one_when_it_stops() -> None:
    """Only headlines have a banner."""
    night, stop = (load("ready-aim-fire").event_view(NightFell(0, fought)) for fought in (60, LAST_ROUND))
    assert (night.weight, night.text) == ("headline", "Night falls after round 60.")
    assert (stop.weight, stop.text) == ("normal", "The battle ends after round 1,000.")
