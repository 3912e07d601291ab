"""How events are told: sums that grow part by part, dice with what they needed, news and the log."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel.views.view import EventView, RollView, SumView, TermView
from grognard.tui.event_lines import event_steps, headline_lines, log_lines, whole_log
from grognard.tui.terminal import shows
from grognard.tui.words import DICE, DIGITS, details, roll_text


def _sum(total: int, **terms: int) -> SumView:
    parts = tuple(TermView(label, value, "X-1.1", dice=label == "Dice") for label, value in terms.items())
    return SumView("Casualties", parts, total, f"{total} lost", "X-1.1")


def _event(text: str, weight: str = "headline", **more: Any) -> EventView:
    return EventView(text, "X-1.1", 1, (), weight=weight, **more)  # type: ignore[arg-type]


HIT = _event("The attack inflicts 5.", sums=(_sum(5, Lancers=3, Charge=2),))
ROLL = RollView((5, 2), "8 or more pins", came=1, expected=15 / 36)
SHOT = _event("The mortar rolls 5 and 2.", "normal", roll=ROLL, sums=(_sum(8, Dice=7, Recon=1),))


def test_a_headline_is_reckoned_up_part_by_part() -> None:
    assert [step.plain for step in event_steps(HIT)] == [
        "The attack inflicts 5.",
        "The attack inflicts 5.\nCasualties: Lancers +3 …",
        "The attack inflicts 5.\nCasualties: Lancers +3, Charge +2 = 5; 5 lost.",
    ]


def test_two_sums_stand_below_each_other() -> None:
    both = _event("At the Center.", sums=(_sum(5, Lancers=3, Charge=2), _sum(3, Infantry=2, Wall=1)))
    assert event_steps(both)[-1].plain.splitlines() == [
        "At the Center.",
        "Casualties: Lancers +3, Charge +2 = 5; 5 lost.",
        "Casualties: Infantry +2, Wall +1 = 3; 3 lost.",
    ]
    assert len(event_steps(both)) == 5


def test_what_was_needed_is_said_before_the_dice_fall() -> None:
    assert [step.plain for step in event_steps(SHOT)] == [
        "8 or more pins: ? ?",
        "The mortar rolls 5 and 2.\n8 or more pins: 5, 2, Recon +1 = 8; chance 42%.",
    ]


@pytest.mark.parametrize(
    ("roll", "faces", "told"),
    [
        pytest.param(ROLL, DICE, "8 or more pins: ⚄, ⚁; chance 42%.", id="faces where they can be seen"),
        pytest.param(
            RollView((5, 2), "needs 5 or 6", (True, False), 1, 2 / 3), DIGITS,
            "Needs 5 or 6: 5 hit, 2 miss; 1 came, 0.7 expected.", id="each by itself",
        ),
        pytest.param(
            RollView((6,), "killed on a 6", (False,), 0, 5 / 6, (2,)), DIGITS,
            "Killed on a 6: 6, re-rolled from 2; chance 83%.", id="re-rolled",
        ),
        pytest.param(RollView((2, 3), "the higher sum wins"), DIGITS, "The higher sum wins: 2, 3.", id="no target"),
    ],
)  # fmt: skip
def test_dice_with_what_they_needed(roll: RollView, faces: str, told: str) -> None:
    assert roll_text(roll, (), faces) == told


def test_a_single_part_is_its_own_sum() -> None:
    assert details(_event("The attack inflicts 3.", sums=(_sum(3, Lancers=3),))) == []


def test_news_have_a_title_and_the_sum_of_the_last_that_has_one() -> None:
    lost = _event("Blue loses 5.")
    assert headline_lines([HIT, HIT, lost], 5).plain.splitlines() == [
        "Since your last choice",
        "The attack inflicts 5.",
        "The attack inflicts 5.",
        "Casualties: Lancers +3, Charge +2 = 5; 5 lost.",
        "Blue loses 5.",
    ]
    assert headline_lines([HIT, lost], 1).plain == "Blue loses 5."
    assert headline_lines([], 5).plain == ""


def test_the_log_has_headlines_bold_and_bookkeeping_dim() -> None:
    draw = _event("Red draws 3 cards.", "bookkeeping")
    log = log_lines([HIT, draw, _event("Red turns.", "normal")], 60)
    assert log.plain == "• The attack inflicts 5.\n• Red draws 3 cards.\n• Red turns."
    assert log_lines([HIT, draw], 60, brief=True).plain == "• The attack inflicts 5."
    looks = {log.plain[span.start : span.end]: str(span.style) for span in log.spans}
    assert "bold" in looks["The attack inflicts 5."]
    assert looks["Red draws 3 cards."] == "dim"
    assert looks.get("Red turns.", "") == ""


def test_the_whole_log_has_every_step_with_its_clause() -> None:
    passes = msgspec.structs.replace(_event("Blue passes.", "bookkeeping"), line="detail")
    assert log_lines([HIT, passes], 60).plain == "• The attack inflicts 5."
    assert whole_log([HIT, passes]).plain == "• The attack inflicts 5. (X-1.1)\n  Blue passes. (X-1.1)"


def test_a_console_without_the_signs_gets_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    assert not shows(DICE)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.__stdout__", None)
    assert not shows(DICE)
    assert shows(DIGITS)
