"""The head of a report answers in sentences, and does not take chance for a finding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from grognard.kernel.engine import chance
from grognard.lab.compare import Difference
from grognard.lab.estimates import Estimate, mean, share
from grognard.lab.report.answers import answers
from grognard.lab.report.building import Beside, CardUse, LevelGames, Report, Restricted
from grognard.lab.report.owners import owners
from grognard.lab.report.titles import with_titles
from grognard.lab.subject import subject
from grognard.registry import load
from tests.lab.support import written


def points(wins: int, games: int) -> Estimate:
    return share([1.0] * wins + [0.0] * (games - wins))


def card(name: str, drawn: int, played: int, games: int = 100, worth: float = 0.0, chance: float = 1.0) -> CardUse:
    """A card that is drawn and played so often in all games together; its worth has a standard error of 2 points."""
    beyond = Estimate("beyond", games, worth, 0.02**2, worth, worth - 0.04, worth + 0.04)
    each = [float(times // games + (place < times % games)) for times in (drawn, played) for place in range(games)]
    return CardUse(
        name, "Event", mean(each[:games]), mean(each[games:]), None, None, None, beyond, beyond, chance
    )  # fmt: skip


def told(
    side: Estimate, first: Estimate | None = None, cards: Sequence[CardUse] = (), slug: str = "company-commander"
) -> str:
    """The answers to games of greedy bots, in one text."""
    game = load(slug)
    draws = share([0.0] * side.count)
    level = LevelGames(
        "greedy", side.count, first or side, side, None, None, 0, draws, {}, None, None, [*cards], []
    )  # fmt: skip
    report = Report(*subject(game), True, side.count, 0, [level], [], [], [], "")
    return " ".join(answers(game, report).sentences)


def test_an_unfair_game_is_called_unfair_to_the_other_side() -> None:
    assert told(points(186, 300), points(150, 300)) == (
        "Not fair: between greedy bots, the Americans win 62.0 % of the games (56.4 to 67.3). "
        "If the game were fair, fewer than 1 report in 10,000 would look like this."
    )
    assert "the Germans win 62.0 % of the games (56.4 to 67.3)" in told(points(114, 300), points(150, 300))


def test_going_first_is_a_question_of_its_own_unless_a_side_always_does() -> None:
    assert "the second player wins 65.0 %" in told(points(150, 300), points(105, 300))
    blue = told(points(240, 400), slug="outpost")
    assert blue.startswith("Not fair: between greedy bots, Blue, going first, wins 60.0 % of the games")
    assert "first player" not in blue
    assert "second player" not in blue
    assert "Red, going second, wins 60.0 % of the games" in told(points(160, 400), slug="outpost")


def test_a_fair_game_is_called_fair_only_after_enough_games() -> None:
    assert told(points(10_050, 20_000), points(9_950, 20_000)) == (
        "Fair: between greedy bots, the Americans win 50.2 % of the games (49.6 to 50.9) and the second player wins "
        "50.2 % of the games (49.6 to 50.9)."
    )
    few = told(points(53, 100), points(50, 100))
    assert few.startswith(
        "100 games can't tell whether it is fair: between greedy bots, the Americans win 53.0 % of the games"
    )


def test_a_small_sure_advantage_leaves_a_game_almost_fair() -> None:
    assert told(points(10_220, 20_000), slug="outpost") == (
        "Almost fair: between greedy bots, Blue, going first, wins 51.1 % of the games (50.4 to 51.8). "
        "If the game were fair, about 1 report in 500 would look like this."
    )


def test_two_questions_are_corrected_for() -> None:
    """A share that is a finding alone (p = 0.03) is none as the larger of two."""
    assert told(points(169, 300), slug="outpost").startswith("Not fair")
    assert told(points(169, 300), points(150, 300)).startswith("300 games can't tell")


def test_fair_games_are_seldom_called_unfair() -> None:
    dice = chance.stream(1, "fair games")
    unfair = 0
    for _report in range(300):
        side, first = (0, 0)
        for _game in range(200):
            dice, coin = chance.below(dice, 4)
            side, first = side + coin % 2, first + coin // 2
        unfair += told(points(side, 200), points(first, 200)).startswith("Not fair")
    assert unfair <= 24  # 15 are expected


def test_cards_that_nobody_plays_are_named_and_rare_ones_are_not() -> None:
    cards = [card("Mud", 200, 0), card("Roads", 300, 9), card("Smoke", 300, 280), card("Ambush", 8, 0)]
    text = told(points(150, 300), cards=cards)
    assert "Greedy bots never play Mud." in text
    assert "Greedy bots hardly ever play Roads: fewer than 1 in 5 drawn." in text
    assert "Smoke" not in text
    assert "Ambush" not in text


def test_sure_cards_are_named_and_the_rest_said_once() -> None:
    cards = [
        card("Reserve", 300, 300, worth=0.1, chance=0.001),
        card("Scouts", 300, 300, worth=-0.08, chance=0.01),
        card("Rally", 300, 300, worth=0.03),
        card("Rout", 300, 300, worth=-0.01),
    ]
    text = told(points(50, 100), cards=cards)
    than = "than the average card and others of the same kind, in percentage points for drawing one"
    assert f"Surely stronger {than}: Reserve +10.0." in text
    assert f"Surely weaker {than}: Scouts -8.0." in text
    assert "Rally" not in text
    # The standard error has to fall from 2 points to 2 / (2.50 + 0.84), so the games have to be 11.1 times as many.
    worth = "If a card is worth 2 percentage points more or less than others of its kind"
    assert f"{worth}, 1,100 more games would most likely show it." in text


def test_an_average_card_of_a_strong_kind_is_not_called_weak() -> None:
    even = Estimate("draw", 100, 0.0, 0.02**2, 0.0, -0.04, 0.04)
    scouts = msgspec.structs.replace(card("Scouts", 300, 300, worth=-0.1, chance=0.001), worth=even)
    assert "No card is surely stronger or weaker than the average card and others of the same kind." in told(
        points(50, 100), cards=[scouts]
    )


def test_a_finding_says_to_which_side_a_card_belongs(kept: Path, tmp_path: Path) -> None:
    """By decks of the sides' own, by the copies in them, or by a column that names the only user of a common card."""
    owner = owners(load("company-commander"))
    assert owner["Company HQ"] == "American"
    assert owner["Half Squad"] == "2 American, 1 German"
    assert not {"Smoke", "Recon Team"} & owner.keys()  # a common card, and one with as many copies on each side
    assert owners(load("three-emperors"))["Marshall Davout"] == "only for Napoleon"
    assert owners(load("fusillade")) == owners(load("green-troops", {"seats": 4})) == {}
    cards = [msgspec.structs.replace(card("Company HQ", 300, 9, worth=0.1, chance=0.001), owner="American")]
    text = told(points(50, 100), cards=cards)
    assert "Greedy bots hardly ever play Company HQ (American): " in text
    assert "percentage points for drawing one: Company HQ (American) +10.0" in text
    words = ["report", "company-commander", "--games", "25", "--levels", "random", "--rule-games", "0"]
    page = written(tmp_path / "r.md", kept, *words, "--format", "md").decode()
    assert "| Company HQ (Leader, American) " in page
    changed = written(tmp_path / "c.md", kept, *words, "--format", "md", "--set", "Company HQ.strength=7").decode()
    assert "Company HQ (American, " in changed


def test_a_variant_is_compared_with_the_standard_game(tmp_path: Path, kept: Path) -> None:
    words = ["report", "outpost", "--games", "100", "--levels", "greedy", "--rule-games", "0", "--format", "md"]
    text = written(tmp_path / "r.md", kept, *words, "--option", "morale=4").decode()
    assert "In the standard game, on the same 100 deals, Blue takes " in text
    assert re.search(
        r"Surely different here: the points of Blue \(\d\d\.\d % instead of \d\d\.\d %\), the turns \(", text
    )
    assert "House rule: " in text.split("## In short")[0]
    assert "In the standard game" not in written(tmp_path / "s.md", kept, *words).decode()


def test_changed_cards_are_named_even_if_nothing_is_sure(tmp_path: Path, kept: Path) -> None:
    words = ["report", "outpost", "--games", "30", "--levels", "random", "--rule-games", "0", "--format", "md"]
    text = written(tmp_path / "r.md", kept, *words, "--set", "Infantry 3.force=4").decode()
    assert "No difference from that is sure." in text
    assert "For these changed cards, no difference is sure: Infantry 3 (" in text


def test_a_report_says_what_a_variant_calls_its_cards() -> None:
    game, fair = load("company-commander", overrides={"Smoke.name": "Fog Machine"}), points(5, 10)
    level = LevelGames(
        "greedy", 10, fair, fair, None, None, 0, fair, {}, None, None, [card("Smoke", 9, 0), card("Mud", 9, 9)], []
    )
    change = Difference("plays of Smoke", 1.0, 0.0, fair, 0.0, True, "Smoke")
    beside = Beside(10, 10, [change])
    found = with_titles(
        game, Report(*subject(game), False, 10, 0, [level], [], [Restricted("Smoke", [])], [], "", None, beside)
    )
    assert [one.name for one in found.levels[0].cards] == ["Fog Machine", "Mud"]
    assert [one.card for one in found.restricted] == ["Fog Machine"]
    assert found.beside is not None
    assert [one.card for one in found.beside.differences] == ["Fog Machine"]
