"""The legality matrices of Green Troops, written out, and the game asked about every cell of them.

The tables were made from the printed cards, before there was any code; nothing in them comes from the rules under test.
A cell is asked as a player would: in a position set up with plain facts, what does the game offer, why does it refuse,
and how many markers lie on whom afterwards?
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import pytest

import grognard
from grognard.kernel.engine.state import State

# Names of the Battle cards by their place in the printed list, from B01 on.
BATTLE: Final = (
    "Fusillade", "Line of Muskets", "Volley Fire", "Bayonet Charge", "Shock Action", "Wheel About", "Sabers",
    "Cavalry Charge", "Overrun", "Harassing Fire", "Rifles", "Sharpshooter", "Probe", "Shells", "Cannon Balls",
    "Bouncing Roundshot", "Bombardment", "Cannonade", "Enfilade", "Canister", "Disciplined Fire", "Counter Charge",
    "Infantry Square", "Skirmish", "Withdraw", "Find Cover", "Open Order", "Reverse Slope", "Commanding Colonel",
    "Magnificent Major", "Courageous Captain", "Heroic Lieutenant", "Stalwart Sergeant", "Brave Corporal", "Low Wall",
    "Redoubt", "High Ground", "Blocking Terrain", "Reserve", "Outflank", "Breakthrough", "Dispatch", "Fog of War",
    "Rout", "Scouts", "Killed in Action", "Screen", "Strategy", "Rally", "Caught in the Open", "Maintain Distance",
    "Pursuit",
)  # fmt: skip

# Which Unit may make which attack, and for how much (its Attack counted in): K kills a Leader, 1! is a barrage.
ATTACKS: Final = """
Unit            B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11 B12 B13 B14 B15 B16 B17 B18 B19 B50 B52
kind             S   S   S   M   M   S   M   M   M   S   S   S   S   S   S   S   S   S   S   M   M
Imperial Guard   3   4   5   6   5   .   .   .   .   .   .   .   .   .   .   .   .   .   5   .   .
Grognards        2   3   4   5   4   .   .   .   .   .   .   .   .   .   .   .   .   .   4   .   .
Grenadiers       2   3   4   5   4   .   .   .   .   .   .   .   .   .   .   .   .   .   4   .   .
Troopers         1   2   3   4   3   .   .   .   .   .   .   .   .   .   .   .   .   .   3   .   .
Fusiliers        1   2   3   4   3   .   .   .   .   .   .   .   .   .   .   .   .   .   3   .   .
Green Troops     0   1   2   3   2   .   .   .   .   .   .   .   .   .   .   .   .   .   2   .   .
Rifle Men        .   .   .   .   .   .   .   .   .   2   3   K   2   .   .   .   .   .   4   .   .
Jagers           .   .   .   .   .   .   .   .   .   1   2   K   1   .   .   .   .   .   3   .   .
Voltiguers       .   .   .   .   .   .   .   .   .   1   2   K   1   .   .   .   .   .   3   .   .
12 Pound Cannon  .   .   .   .   .   .   .   .   .   .   .   .   .   3   4   5   1!  1!  5   .   .
8 Pound Cannon   .   .   .   .   .   .   .   .   .   .   .   .   .   2   3   4   1!  1!  4   .   .
6 Pound Cannon   .   .   .   .   .   .   .   .   .   .   .   .   .   1   2   3   1!  1!  3   .   .
Horse Artillery  .   .   .   .   .   .   .   .   .   .   .   .   .   0   1   2   1!  1!  2   .   .
Cuirassiers      .   .   .   .   5   .   4   5   6   .   .   .   .   .   .   .   .   .   .   7   .
Carabiniers      .   .   .   .   4   2   3   4   5   .   .   .   .   .   .   .   .   .   .   6   .
Dragoons         .   .   .   .   3   1   2   3   .   1   2   K   1   .   .   .   .   .   3   5   5
Lancers          .   .   .   .   4   .   3   4   .   .   .   .   2   .   .   .   .   .   .   6   6
Hussars          .   .   .   .   3   1   2   3   .   .   .   .   1   .   .   .   .   .   .   5   5
"""

# Whom a melee may reach. Only Line Infantry is choosy.
MELEES: Final = """
attacker         Line Light-Infantry Artillery Heavy-Cavalry Light-Cavalry Dragoons
Line              Y         Y            Y           .             .          Y
Heavy-Cavalry     Y         Y            Y           Y             Y          Y
Light-Cavalry     Y         Y            Y           Y             Y          Y
Dragoons          Y         Y            Y           Y             Y          Y
"""

# Who may play which Opportunity card (and for how much) and which Defense card, as the target of an attack.
ANSWERS: Final = """
Unit            B20 B21 B22 B23 B24 B25 B26 B27 B28 B47 B51
Imperial Guard   .   5   .   Y   .   .   .   Y   Y   Y   .
Grognards        .   4   .   Y   .   .   .   Y   Y   Y   .
Grenadiers       .   4   .   Y   .   .   .   Y   Y   Y   .
Troopers         .   3   .   Y   .   .   .   Y   Y   Y   .
Fusiliers        .   3   .   Y   .   .   .   Y   Y   Y   .
Green Troops     .   2   .   Y   .   .   .   Y   Y   Y   .
Rifle Men        .   .   .   .   Y   Y   Y   Y   Y   Y   .
Jagers           .   .   .   .   Y   Y   Y   Y   Y   Y   .
Voltiguers       .   .   .   .   Y   Y   Y   Y   Y   Y   .
12 Pound Cannon  6   .   .   .   .   .   .   .   .   Y   .
8 Pound Cannon   5   .   .   .   .   .   .   .   .   Y   .
6 Pound Cannon   4   .   .   .   .   .   .   .   .   Y   .
Horse Artillery  3   .   .   .   .   .   .   .   .   Y   .
Cuirassiers      .   .   5   .   .   .   .   .   .   Y   Y
Carabiniers      .   .   4   .   .   .   .   .   .   Y   Y
Dragoons         .   .   3   .   Y   Y   Y   Y   Y   Y   Y
Lancers          .   .   4   .   Y   Y   .   .   .   Y   Y
Hussars          .   .   3   .   Y   Y   .   .   .   Y   Y
"""

# The attacks that a Defense card stops: S by shooting, M by melee; a dash where there is no such attack.
STOPPED: Final = """
card  Line-S Line-M Light-Infantry-S Artillery-S Heavy-Cavalry-S Heavy-Cavalry-M Light-Cavalry-S Light-Cavalry-M Dragoons-S Dragoons-M
B23     .      .           .              .             .               Y               .               Y             .         Y
B24     Y      Y           Y              Y             Y               Y               Y               Y             Y         Y
B25     .      Y           .              .             .               Y               .               Y             .         Y
B26     Y      .           Y              Y             Y               .               Y               .             Y         .
B27     Y      .           Y              Y             Y               .               Y               .             Y         .
B28     .      .           .              Y             .               .               .               .             .         .
B47     Y      Y           Y              Y             Y               Y               Y               Y             Y         Y
B51     Y      Y           Y              Y             .               .               .               .             .         .
"""  # noqa: E501

# The attackers that an Opportunity card strikes.
STRUCK: Final = """
card  Line Heavy-Cavalry Light-Cavalry Dragoons
B20    Y         Y             Y          Y
B21    Y         Y             Y          Y
B22    .         Y             Y          Y
"""

# What Leaders and Terrain add: to shooting, melee, Opportunity cards, Defense, hand limit, and attacks received.
ATTACHED: Final = """
card   S  M  O  Defense  Hand  Received
B29    1  1  1     2       1       0
B30    0  2  0     2       0       0
B31    1  1  1     2       0       0
B32    1  1  1     1       0       0
B33    0  0  0     2       0       0
B34    1  1  1     0       0       0
B35    0  -  0     2       0       0
B36    0  -  0     4       0       0
B37    1  -  0     1       0       0
B38    0  -  0     0       0      -1
"""

GROUPS: Final = {
    "Line": ("Imperial Guard", "Grognards", "Grenadiers", "Troopers", "Fusiliers", "Green Troops"),
    "Light-Infantry": ("Rifle Men", "Jagers", "Voltiguers"),
    "Artillery": ("12 Pound Cannon", "8 Pound Cannon", "6 Pound Cannon", "Horse Artillery"),
    "Heavy-Cavalry": ("Cuirassiers", "Carabiniers"),
    "Light-Cavalry": ("Lancers", "Hussars"),
    "Dragoons": ("Dragoons",),
}
DEFENSE: Final = {
    "Imperial Guard": 9, "Grognards": 8, "Grenadiers": 7, "Troopers": 6, "Fusiliers": 5, "Green Troops": 4,
    "Rifle Men": 7, "Jagers": 6, "Voltiguers": 5, "12 Pound Cannon": 6, "8 Pound Cannon": 5, "6 Pound Cannon": 5,
    "Horse Artillery": 4, "Cuirassiers": 9, "Carabiniers": 8, "Dragoons": 7, "Lancers": 6, "Hussars": 5,
}  # fmt: skip
COPIES: Final = {
    "Imperial Guard": 2, "Grognards": 3, "Grenadiers": 4, "Troopers": 5, "Fusiliers": 6, "Green Troops": 5,
    "Rifle Men": 2, "Jagers": 3, "Voltiguers": 4, "12 Pound Cannon": 2, "8 Pound Cannon": 3, "6 Pound Cannon": 4,
    "Horse Artillery": 2, "Cuirassiers": 3, "Carabiniers": 1, "Dragoons": 2, "Lancers": 2, "Hussars": 3,
}  # fmt: skip


class Table(NamedTuple):
    """One of the tables above, to look things up in."""

    columns: tuple[str, ...]
    rows: dict[str, dict[str, str]]

    def yes(self, column: str) -> int:
        """How many rows have something there."""
        return sum(row[column] not in ".-" for row in self.rows.values())


def read(text: str) -> Table:
    head, *lines = text.strip().splitlines()
    columns = tuple(head.split()[1:])
    rows = {}
    for line in lines:
        words = line.split()
        cells = words[-len(columns) :]
        rows[" ".join(words[: -len(columns)])] = dict(zip(columns, cells, strict=True))
    return Table(columns, rows)


ATTACK: Final = read(ATTACKS)
KIND: Final = ATTACK.rows.pop("kind")
MELEE: Final = read(MELEES)
ANSWER: Final = read(ANSWERS)
STOP: Final = read(STOPPED)
STRIKE: Final = read(STRUCK)
ATTACH: Final = read(ATTACHED)
UNITS: Final = tuple(ATTACK.rows)
GROUP: Final = {unit: group for group, units in GROUPS.items() for unit in units}
LIGHT_TROOPS: Final = ("Light-Infantry", "Light-Cavalry", "Dragoons")
CAVALRY: Final = ("Heavy-Cavalry", "Light-Cavalry", "Dragoons")
DEFENSES: Final = tuple(STOP.rows)
OPPORTUNITIES: Final = tuple(STRIKE.rows)


def card(number: str) -> str:
    """The name of a Battle card by its number."""
    return BATTLE[int(number[1:]) - 1]


# -- the tables agree with the printed sums --------------------------------------------------------------------------


def test_the_tables_have_the_sums_of_the_specification() -> None:
    users = (6, 6, 6, 6, 11, 3, 5, 5, 2, 4, 4, 4, 6, 4, 4, 4, 4, 4, 14, 5, 3)
    assert tuple(ATTACK.yes(column) for column in ATTACK.columns) == users
    assert sum(users) == 110
    assert [ANSWER.yes(column) for column in ANSWER.columns] == [4, 6, 5, 6, 6, 6, 4, 10, 10, 18, 5]
    triples = {column: sum(may_attack(column, *pair) for pair in pairs()) for column in ATTACK.columns}
    assert tuple(triples.values()) == (
        108, 108, 108, 84, 174, 54, 90, 90, 36, 72, 72, 72, 108, 72, 72, 72, 72, 72, 252, 20, 54,
    )  # fmt: skip
    assert sum(triples.values()) == 1862
    assert sum(COPIES.values()) == 56


def pairs() -> Iterator[tuple[str, str]]:
    return ((attacker, target) for attacker in UNITS for target in UNITS)


def may_attack(column: str, attacker: str, target: str) -> bool:
    """What the tables say, for a target with a Leader and three markers."""
    if ATTACK.rows[attacker][column] == ".":
        return False
    if KIND[column] == "M" and MELEE.rows[GROUP[attacker]][GROUP[target]] != "Y":
        return False
    return card(column) != "Caught in the Open" or GROUP[target] in ("Light-Infantry", "Dragoons")


# -- positions -------------------------------------------------------------------------------------------------------

BLUE: Final = 0
COPIES_OF_CARDS: Final = dict(
    zip(
        BATTLE,
        (
            4, 6, 4, 4, 2, 4, 4, 4, 4, 4, 3, 1, 2, 3, 4, 4, 2, 2, 4, 4, 3, 2, 3, 4, 4, 4, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1,
            1, 1, 5, 2, 2, 2, 2, 5, 4, 1, 2, 2, 5, 1, 4, 2,
        ),
        strict=True,
    )
)  # fmt: skip


def called(unit: str, number: int = 1) -> str:
    """A Unit as the game calls it: numbered where there are several."""
    return unit if COPIES[unit] == 1 else f"{unit} {number}"


def position(
    lines: list[list[str]],
    hands: list[list[str]],
    at: str = "attack",
    carries: dict[str, object] | None = None,
) -> State:
    """Blue's turn, in this phase; `carries` is what Units carry and their markers. The rest lies in the decks."""
    facts = carries or {}
    carried = [piece for value in facts.values() if isinstance(value, list) for piece in value]
    played = [*carried, *(name for hand in hands for name in hand)]
    units = [called(unit, number) for unit, copies in COPIES.items() for number in range(1, copies + 1)]
    empty: dict[str, object] = {
        place: [] for place in ("discard", "away", "picked", "attack", "opportunity", "event", "spoils")
    }
    state = begun(len(lines)).clone()
    state.from_dict(
        empty
        | {unit: [] for unit in units}
        | {f"{unit} damage": 0 for unit in units}
        | {f"line {seat}": line for seat, line in enumerate(lines)}
        | {f"pile {seat}": [] for seat in range(len(lines))}
        | {f"hand {seat}": hand for seat, hand in enumerate(hands)}
        | {"army deck": [unit for unit in units if not any(unit in line for line in lines)]}
        | {"deck": [name for name, copies in COPIES_OF_CARDS.items() for _ in range(copies - played.count(name))]}
        | {"phase": at, "active": BLUE}
        | facts
    )
    return state


@cache
def begun(seats: int) -> State:
    return grognard.load("green-troops", {"seats": seats}).new_initial_state(0)


def offered(state: State) -> set[str]:
    return {state.action_to_string(action) for action in state.legal_actions()}


def play(state: State, *notations: str) -> State:
    for notation in notations:
        state.apply_action(state.string_to_action(notation))
    return state


def clause_against(state: State, notation: str) -> str:
    """The clause that forbids it; nothing if it is allowed."""
    reason = state.why_illegal(state.string_to_action(notation))
    return "" if reason is None else reason.rpartition("(")[2].rstrip(")")


def markers(state: State, unit: str) -> int:
    return int(str(state.to_dict()[f"{unit} damage"]))


def place_of(state: State, piece: str) -> list[str]:
    """Where a Unit, Leader or Terrain lies."""
    about = ("attacker", "target", "struck", "protected", "posted")  # no places
    facts = {name: value for name, value in state.to_dict().items() if name not in about}
    return [name for name, value in facts.items() if isinstance(value, list) and piece in value]


def phase(state: State) -> object:
    return state.to_dict()["phase"]


# -- who may make which attack, and for how much ----------------------------------------------------------------------


def quarry(column: str) -> tuple[str, dict[str, object]]:
    """A target that takes every attack of the table, and what it has to carry for that."""
    if card(column) == "Caught in the Open":
        return called("Rifle Men", 2), {}
    guard = called("Imperial Guard", 2)
    if card(column) == "Sharpshooter":
        return guard, {guard: ["Brave Corporal"]}
    return guard, {f"{guard} damage": 3} if card(column) == "Pursuit" else {}


@pytest.mark.parametrize("column", ATTACK.columns, ids=card)
@pytest.mark.parametrize("unit", UNITS)
def test_attack(unit: str, column: str) -> None:
    cell = ATTACK.rows[unit][column]
    attacker = called(unit)
    target, carries = quarry(column)
    state = position([[attacker], [target]], [[card(column)], []], carries=carries)
    attack = f"ATTACK {card(column)}"
    if cell == ".":
        assert offered(state) == {"PASS"}
        assert clause_against(state, attack) == "GT-6.2"
        return
    assert offered(state) == {"PASS", attack}
    before = markers(state, target)
    play(state, attack)
    placed = int(cell.removesuffix("!")) if cell != "K" else 0
    assert markers(state, target) == before + placed
    assert markers(state, attacker) == 0
    assert "discard" in place_of(state, card(column))
    if cell == "K":
        assert place_of(state, "Brave Corporal") == ["discard"]


@pytest.mark.parametrize("column", ATTACK.columns, ids=card)
@pytest.mark.parametrize("unit", UNITS)
def test_whom_an_attack_reaches(unit: str, column: str) -> None:
    """Every Unit in turn as the only target, with a Leader and three markers, so that no other condition fails."""
    for other in UNITS:
        if unit == other == "Carabiniers":  # there is only one
            continue
        target = called(other, min(2, COPIES[other]))
        carries: dict[str, object] = {target: ["Brave Corporal"], f"{target} damage": 3}
        state = position([[called(unit)], [target]], [[card(column)], []], carries=carries)
        attack = f"ATTACK {card(column)}"
        wanted = {"PASS", attack} if may_attack(column, unit, other) else {"PASS"}
        assert (other, offered(state)) == (other, wanted)


def test_line_infantry_is_told_why_it_cannot_charge_cavalry() -> None:
    for column in ("B04", "B05"):
        state = position([["Grenadiers 1"], ["Hussars 1", "Lancers 1"]], [[card(column)], []])
        assert clause_against(state, f"ATTACK {card(column)}") == "GT-6.3"


# -- further conditions ------------------------------------------------------------------------------------------------


def test_sharpshooter_needs_a_leader() -> None:
    state = position([["Jagers 1"], ["Troopers 1", "Troopers 2"]], [["Sharpshooter"], []])
    assert offered(state) == {"PASS"}
    assert clause_against(state, "ATTACK Sharpshooter") == "GT-6.2"
    carries: dict[str, object] = {"Troopers 2": ["Stalwart Sergeant"]}
    state = position([["Jagers 1"], ["Troopers 1", "Troopers 2"]], [["Sharpshooter"], []], carries=carries)
    play(state, "ATTACK Sharpshooter")  # the only target with a Leader is not asked for
    assert place_of(state, "Stalwart Sergeant") == ["discard"]


@pytest.mark.parametrize(("damage", "legal"), [(2, False), (3, True), (4, True)])
@pytest.mark.parametrize("target", [unit for unit in UNITS if unit != "Hussars"])
def test_pursuit_needs_three_markers(target: str, damage: int, legal: bool) -> None:
    carries: dict[str, object] = {f"{called(target)} damage": damage}
    state = position([["Hussars 1"], [called(target)]], [["Pursuit"], []], carries=carries)
    assert ("ATTACK Pursuit" in offered(state)) is legal
    assert clause_against(state, "ATTACK Pursuit") == ("" if legal else "GT-6.2")


@pytest.mark.parametrize("terrain", ["Low Wall", "Redoubt", "High Ground", "Blocking Terrain"])
def test_caught_in_the_open_does_not_look_at_terrain(terrain: str) -> None:
    carries: dict[str, object] = {"Jagers 1": [terrain]}
    state = position([["Lancers 1"], ["Jagers 1"]], [["Caught in the Open"], []], carries=carries)
    assert offered(state) == {"PASS", "ATTACK Caught in the Open"}


@pytest.mark.parametrize("name", ["Bombardment", "Cannonade"])
def test_a_barrage_needs_a_seat_with_a_unit(name: str) -> None:
    lines = [["6 Pound Cannon 1"], [], ["Jagers 1"], ["Fusiliers 1", "Fusiliers 2"]]
    state = position(lines, [[name], [], [], []])
    play(state, f"ATTACK {name}")  # the seat is not asked for, since one only has Units
    assert [markers(state, unit) for unit in ("Fusiliers 1", "Fusiliers 2", "Jagers 1")] == [1, 1, 0]
    lines = [["6 Pound Cannon 1"], ["Hussars 1"], ["Jagers 1"], ["Fusiliers 1", "Fusiliers 2"]]
    state = play(position(lines, [[name], [], [], []]), f"ATTACK {name}")
    assert offered(state) == {"SEAT Red", "SEAT Red 2"}


@pytest.mark.parametrize(
    ("terrain", "damage", "legal"),
    [
        ("Redoubt", 6, True), ("Redoubt", 7, False), ("Low Wall", 6, True), ("Low Wall", 7, False),
        ("High Ground", 6, True), ("High Ground", 7, False), ("Blocking Terrain", 6, True),
    ],
)  # fmt: skip
def test_a_melee_may_not_cost_the_attacker_its_life(terrain: str, damage: int, legal: bool) -> None:
    carries: dict[str, object] = {"Troopers 1": [terrain], "Troopers 1 damage": damage}
    state = position([["Troopers 1"], ["Fusiliers 1"]], [["Bayonet Charge", "Fusillade"], []], carries=carries)
    assert offered(state) == {"PASS", "ATTACK Fusillade"} | ({"ATTACK Bayonet Charge"} if legal else set())
    assert clause_against(state, "ATTACK Bayonet Charge") == ("" if legal else "GT-6.4")


# -- Defense cards -----------------------------------------------------------------------------------------------------

# For each kind of attack one card, and for shooting Enfilade besides, which Infantry and Artillery share.
SAMPLES: Final = tuple(
    (unit, column)
    for unit in UNITS
    for column in ("B02", "B04", "B05", "B06", "B08", "B10", "B13", "B15", "B19")
    if ATTACK.rows[unit][column] != "."
)


def stopped(number: str, attacker: str, column: str, target: str) -> bool:
    """What the tables say of a Defense card."""
    side = STOP.rows[number][f"{GROUP[attacker]}-{KIND[column]}"]
    return side == "Y" and ANSWER.rows[target][number] == "Y"


@pytest.mark.parametrize("number", DEFENSES, ids=card)
@pytest.mark.parametrize("target", UNITS)
def test_defense_card(target: str, number: str) -> None:
    """Against every kind of attack that can reach the target: is the card offered, and does it stop the attack?"""
    defended = called(target, min(2, COPIES[target]))
    screen = card(number) == "Screen"
    for attacker, column in SAMPLES:
        if not may_attack(column, attacker, target) or attacker == target == "Carabiniers":
            continue
        told = f"{card(column)} by {attacker}"
        enemies = [defended, "Jagers 3"] if screen else [defended]
        state = position([[called(attacker)], enemies], [[card(column)], [card(number)]])
        attack(state, card(column), defended)
        if phase(state) == "opportunity":
            play(state, "PASS")
        if not stopped(number, attacker, column, target):
            assert f"DEFEND {card(number)}" not in offered(state), told
            continue
        assert offered(state) == {"PASS", f"DEFEND {card(number)}"}, told
        play(state, f"DEFEND {card(number)}")
        if screen and GROUP[target] in LIGHT_TROOPS:
            assert offered(state) == {f"UNIT {defended}", "UNIT Jagers 3"}, told
            play(state, "UNIT Jagers 3")
        assert markers(state, defended) == 0, told
        assert not screen or markers(state, "Jagers 3") == 1, told


def attack(state: State, name: str, target: str) -> None:
    """Declares the attack of the only Unit that can make it."""
    play(state, f"ATTACK {name}")
    if phase(state) == "target":
        play(state, f"TARGET {target}")


@pytest.mark.parametrize("target", UNITS)
def test_screen_needs_light_troops(target: str) -> None:
    state = position([["12 Pound Cannon 1"], [called(target, min(2, COPIES[target]))]], [["Shells"], ["Screen"]])
    play(state, "ATTACK Shells")
    assert ("DEFEND Screen" in offered(state)) is (GROUP[target] in LIGHT_TROOPS)


@pytest.mark.parametrize("number", DEFENSES, ids=card)
@pytest.mark.parametrize("target", UNITS)
def test_defense_card_in_a_barrage(target: str, number: str) -> None:
    """A barrage is shooting by Artillery at each Unit; other Units of the line are no matter."""
    defended = called(target, min(2, COPIES[target]))
    state = position([["6 Pound Cannon 1"], [defended, "8 Pound Cannon 3"]], [["Cannonade"], [card(number)]])
    play(state, "ATTACK Cannonade")
    wanted = stopped(number, "6 Pound Cannon", "B18", target)
    if card(number) == "Screen":
        wanted = GROUP[target] in LIGHT_TROOPS  # nobody else could pay for it
    assert (f"DEFEND {card(number)}" in offered(state)) is wanted
    if not wanted:
        return
    play(state, f"DEFEND {card(number)}")
    if card(number) == "Screen":
        play(state, f"UNIT {defended}")  # it protects itself, and pays
    assert markers(state, defended) == (1 if card(number) == "Screen" else 0)
    assert markers(state, "8 Pound Cannon 3") == 1


# -- Opportunity cards -------------------------------------------------------------------------------------------------

CHARGES: Final = tuple(
    (unit, column) for unit in UNITS for column in ("B04", "B08") if ATTACK.rows[unit][column] != "."
)


@pytest.mark.parametrize("number", OPPORTUNITIES, ids=card)
@pytest.mark.parametrize("target", UNITS)
def test_opportunity_card(target: str, number: str) -> None:
    """Against every charge that can reach the target: is the card offered, and what does it do to the attacker?"""
    charged = called(target, min(2, COPIES[target]))
    for attacker, column in CHARGES:
        if not may_attack(column, attacker, target) or attacker == target == "Carabiniers":
            continue
        charger = called(attacker)
        spare = "Fusiliers 6"  # for the game to go on
        state = position([[charger, spare], [charged]], [[card(column)], [card(number)]])
        play(state, f"ATTACK {card(column)}")
        if phase(state) == "unit":
            play(state, f"UNIT {charger}")
        cell = ANSWER.rows[target][number]
        if cell == "." or STRIKE.rows[number][GROUP[attacker]] != "Y":
            assert f"OPP {card(number)}" not in offered(state), attacker
            continue
        assert offered(state) == {"PASS", f"OPP {card(number)}"}, attacker
        play(state, f"OPP {card(number)}")
        if int(cell) > DEFENSE[attacker]:
            assert place_of(state, charger) == ["pile 1"], attacker
            assert markers(state, charged) == 0, attacker
        else:
            assert markers(state, charger) == int(cell), attacker


# -- Leaders and Terrain ----------------------------------------------------------------------------------------------

LEADERS: Final = tuple(number for number in ATTACH.rows if number < "B35")
TERRAINS: Final = tuple(number for number in ATTACH.rows if number > "B34")


@pytest.mark.parametrize("number", ATTACH.rows, ids=card)
@pytest.mark.parametrize("unit", UNITS)
def test_who_takes_leaders_and_terrain(unit: str, number: str) -> None:
    state = position([[called(unit)], ["Fusiliers 6"]], [[card(number)], []], "reserve")
    legal = number in LEADERS or GROUP[unit] not in CAVALRY
    assert (f"PLAY {card(number)}" in offered(state)) is legal
    if legal:
        play(state, f"PLAY {card(number)}")
        assert place_of(state, card(number)) == [called(unit)]
    else:
        assert clause_against(state, f"PLAY {card(number)}") == "GT-5.5"


@pytest.mark.parametrize("number", ATTACH.rows, ids=card)
def test_one_leader_and_one_terrain_at_most(number: str) -> None:
    other = next(card(rival) for rival in (LEADERS if number in LEADERS else TERRAINS) if rival != number)
    carries: dict[str, object] = {"Troopers 1": [other]}
    state = position([["Troopers 1"], ["Fusiliers 6"]], [[card(number)], []], "reserve", carries)
    assert f"PLAY {card(number)}" not in offered(state)
    assert clause_against(state, f"PLAY {card(number)}") == ("GT-5.3" if number in LEADERS else "GT-5.5")


@pytest.mark.parametrize("number", ATTACH.rows, ids=card)
def test_what_they_add_to_shooting(number: str) -> None:
    carries: dict[str, object] = {"Grenadiers 1": [card(number)]}
    state = position([["Grenadiers 1"], ["Imperial Guard 1"]], [["Fusillade"], []], carries=carries)
    play(state, "ATTACK Fusillade")
    assert markers(state, "Imperial Guard 1") == 2 + int(ATTACH.rows[number]["S"])
    assert place_of(state, card(number)) == ["Grenadiers 1"]


@pytest.mark.parametrize("number", ATTACH.rows, ids=card)
def test_what_they_add_to_a_melee(number: str) -> None:
    carries: dict[str, object] = {"Grenadiers 1": [card(number)]}
    state = position([["Grenadiers 1"], ["Imperial Guard 1"]], [["Shock Action"], []], carries=carries)
    play(state, "ATTACK Shock Action")
    lost = ATTACH.rows[number]["M"] == "-"
    assert markers(state, "Imperial Guard 1") == 4 + (0 if lost else int(ATTACH.rows[number]["M"]))
    assert place_of(state, card(number)) == (["discard"] if lost else ["Grenadiers 1"])


@pytest.mark.parametrize("number", ATTACH.rows, ids=card)
def test_what_they_add_to_an_opportunity_card(number: str) -> None:
    carries: dict[str, object] = {"Grenadiers 1": [card(number)]}
    state = position([["Cuirassiers 1"], ["Grenadiers 1"]], [["Sabers"], ["Disciplined Fire"]], carries=carries)
    play(state, "ATTACK Sabers", "OPP Disciplined Fire")
    assert markers(state, "Cuirassiers 1") == 4 + int(ATTACH.rows[number]["O"])
    assert place_of(state, card(number)) == ["Grenadiers 1"]


@pytest.mark.parametrize("beyond", [0, 1])
@pytest.mark.parametrize("number", ATTACH.rows, ids=card)
@pytest.mark.parametrize("unit", [unit for unit in UNITS if GROUP[unit] not in CAVALRY and unit != "6 Pound Cannon"])
def test_what_they_add_to_defense(unit: str, number: str, beyond: int) -> None:
    """One more marker makes as many as the current Defense, or one more than that."""
    guarded = called(unit)
    defense = DEFENSE[unit] + int(ATTACH.rows[number]["Defense"])
    carries: dict[str, object] = {guarded: [card(number)], f"{guarded} damage": defense - 1 + beyond}
    state = position([["6 Pound Cannon 1"], [guarded, "Fusiliers 6"]], [["Cannonade"], []], carries=carries)
    play(state, "ATTACK Cannonade")  # one marker, whatever anybody carries
    if beyond:
        assert place_of(state, guarded) == ["pile 0"]
    else:
        assert markers(state, guarded) == defense


@pytest.mark.parametrize("number", ATTACH.rows, ids=card)
def test_what_they_do_against_attacks(number: str) -> None:
    received = int(ATTACH.rows[number]["Received"])
    carries: dict[str, object] = {"Imperial Guard 1": [card(number)]}
    for name, damage in {"Fusillade": 2, "Shock Action": 4}.items():
        state = position([["Grenadiers 1"], ["Imperial Guard 1"]], [[name], []], carries=carries)
        play(state, f"ATTACK {name}")
        assert markers(state, "Imperial Guard 1") == damage + received


def test_no_attack_does_less_than_nothing() -> None:
    carries: dict[str, object] = {"Troopers 1": ["Blocking Terrain"], "Troopers 1 damage": 2}
    state = position([["Green Troops 1"], ["Troopers 1"]], [["Fusillade"], []], carries=carries)
    play(state, "ATTACK Fusillade")
    assert markers(state, "Troopers 1") == 2


@pytest.mark.parametrize("number", LEADERS, ids=card)
def test_what_they_add_to_the_hand(number: str) -> None:
    limit = 5 + int(ATTACH.rows[number]["Hand"])
    for held in (limit, limit + 1):
        carries: dict[str, object] = {"Troopers 1": [card(number)]}
        hand = ["Sabers", "Overrun", "Wheel About", "Shells", "Rifles", "Harassing Fire", "Canister"][:held]
        state = position([["Troopers 1"], ["Fusiliers 6"]], [hand, []], "aftermath", carries)
        play(state, "PASS")
        assert (phase(state) == "limit") is (held > limit)
