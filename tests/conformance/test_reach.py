"""Random play over the house rules reaches every action and every way to end."""

from __future__ import annotations

from grognard.kernel.game import Game
from tests.conformance.dealing import DealerModule
from tests.conformance.support import dice, under_house_rules
from tests.folders import pins

MOST_GAMES = 4_000


def test_every_action_and_every_end(game: Game, support: DealerModule) -> None:
    rules = under_house_rules(game)
    missing = {game.action_to_string(action) for action in range(game.num_distinct_actions())}
    missing |= set(game.spec.meta.reasons)
    for seed in range(MOST_GAMES):
        state = rules[seed % len(rules)].new_initial_state(seed)
        generator = dice(seed)
        while not state.is_terminal():
            actions = state.legal_actions()
            action = actions[generator.below(len(actions))]
            missing.discard(state.action_to_string(action))
            state.apply_action(action)
        outcome = state.outcome()
        assert outcome is not None
        missing.discard(outcome.reason)
        if missing <= set(support.UNREACHED):
            break
    assert missing == set(support.UNREACHED)


def test_what_is_not_reached_has_a_scenario(game: Game, support: DealerModule) -> None:
    for notation, scenario in support.UNREACHED.items():
        assert notation in (pins(game.slug) / scenario).read_text(encoding="utf-8")
