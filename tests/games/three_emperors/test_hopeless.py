"""An attack that cannot succeed, whatever the hand commits, is told so before it is made."""

from __future__ import annotations

import re

import grognard
from tests.conformance.support import play

GAMES = 4


def test_an_attack_is_hopeless_that_the_whole_hand_cannot_win() -> None:
    told: set[bool] = set()
    for seed in range(GAMES):
        for state in play(grognard.load("three-emperors"), seed):
            if state.is_terminal():
                continue
            view = state.view(state.current_player())
            assert view.seat is not None
            hand = next(zone.cards for zone in view.zones if zone.key == "hand" and zone.owner == view.seat)
            other = f"{('Coalition', 'Napoleon')[view.seat]} only"
            able = [card for card in hand if card.type in ("A", "E") and other not in card.text]
            for action in view.actions:
                sums = re.fullmatch(r"Attack (?:the )?(.*): Force (\d+) against (\d+)", action.label)
                if sums is None:
                    assert not action.hopeless
                    continue
                held = any(n.key == f"bonus-{sums[1]}" and n.owner == view.seat for n in view.numbers)
                most = sum(card.numbers.get("force", 0) for card in able if not held or "Assault" not in card.text)
                assert action.hopeless == (int(sums[2]) + most <= int(sums[3]))
                told.add(action.hopeless)
    assert told == {True, False}
