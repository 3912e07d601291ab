"""Games with other numbers of copies and with new cards play by their rules, to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, cast

import numpy as np
import pytest

import grognard
from grognard.bots import Greedy
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput, CannotUndo
from grognard.kernel.game import Game
from grognard.play.session import Session, replayed
from grognard.registry import spec
from tests.conformance.support import dice, play, random_rules
from tests.conformance.test_random_games import check_game
from tests.folders import OURS
from tests.games.ready_aim_fire.dealer import POSITIONS

# The smallest decks that can be dealt, of games with one deck.
LEAST: Final = {"outpost": 6, "fusillade": 17, "three-emperors": 10}
MOST_COPIES: Final = 9
MOST_CARDS: Final = 119
DECKS: Final = 12
# The smallest and the largest size of each deck, for random decks.
SIZES: Final = {slug: {"common": (least, MOST_CARDS)} for slug, least in LEAST.items()} | {
    "company-commander": {"american": (3, 30), "german": (3, 30), "tactics": (4, 150)},
    "green-troops": {"army": (10, 60), "battle": (10, 150)},
}
# House rules with which no random game takes long.
SHORT: Final[dict[str, dict[str, str | int]]] = {"green-troops": {"night_turns": 20}}
# The games with armies that have to be set up: not every deck of a size can be dealt.
ARMIES: Final = ("ready-aim-fire",)
# The places that events can name besides cards.
FRONTS: Final = (
    {"North", "Center", "South"}
    | {f"{side} {front}" for side in ("American", "German") for front in ("Left", "Center", "Right")}
    | {f"{seat}'s {position}" for seat in ("Blue", "Red") for position in POSITIONS}
)


@pytest.fixture(params=sorted([*SIZES, *ARMIES]))
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=sorted(LEAST))
def one_deck(request: pytest.FixtureRequest) -> str:
    """A game with one deck."""
    return str(request.param)


def test_every_open_game_of_ours_is_tested() -> None:
    assert {slug for slug in OURS if spec(slug).is_open} == {*SIZES, *ARMIES}


def places(game: Game) -> list[str]:
    """The places that hold every card once."""
    return [*game.spec.places, *game.card_set.holders]


def with_copies(slug: str, copies: dict[str, int], rules: dict[str, str | int] | None = None) -> Game:
    """The game with these numbers of copies; all other cards have the printed one."""
    return grognard.load(slug, rules, {f"{name}.copies": number for name, number in copies.items()})


def only(slug: str, copies: dict[str, int]) -> Game:
    """The game with these cards alone."""
    return with_copies(slug, {card.name: 0 for card in grognard.load(slug).cards} | copies)


def random_deck(slug: str, seed: int) -> Game:
    """The game with new cards, any number of copies of each card, and any house rules that its decks allow."""
    generator = dice(seed, f"deck of {slug}")
    standard = grognard.load(slug)
    keys = [f"{card.deck}/{card.name}" for card in standard.cards]
    new = {f"New {letter}.like": keys[generator.below(len(keys))] for letter in "ABC"}
    overrides: dict[str, str | int] = {**new}
    spread = generator.below(4)  # from nearly the printed deck to a few cards with many copies
    for deck, (least, greatest) in SIZES[slug].items():
        most = greatest if seed % 2 else 3 * least
        copies = dict.fromkeys([key for key in keys if key.startswith(f"{deck}/")], 1 if spread == 0 else 0)
        copies |= {key.removesuffix(".like"): 1 for key, like in new.items() if like in copies}
        in_all = sum(copies.values())
        while in_all < least or generator.below(60):
            name = [*copies][generator.below(len(copies))]
            number = generator.below(MOST_COPIES + 1)
            after = in_all + number - copies[name]
            if least <= after <= most or in_all < after <= most:
                copies[name], in_all = number, after
        overrides |= {f"{name}.copies": number for name, number in copies.items()}
    while True:
        with suppress(BadInput):
            return grognard.load(slug, random_rules(standard.spec, generator) | SHORT.get(slug, {}), overrides)


def random_armies(slug: str, seed: int) -> Game:
    """The game with new cards, other numbers of copies, and any house rules."""
    generator = dice(seed, f"armies of {slug}")
    keys = [f"{card.deck}/{card.name}" for card in spec(slug).cards]
    share = 1 + generator.below(4)  # of the cards that have other copies: from all to a fourth
    while True:
        overrides: dict[str, str | int] = {}
        for letter in "ABCDEF"[: generator.below(7)]:
            overrides[f"New {letter}.like"] = keys[generator.below(len(keys))]
            overrides[f"New {letter}.copies"] = generator.below(MOST_COPIES + 1)
        for key in keys:
            if generator.below(share) == 0:
                overrides[f"{key}.copies"] = generator.below(MOST_COPIES + 1)
        with suppress(BadInput):  # an army that cannot be set up, or too many kinds of card
            return grognard.load(slug, random_rules(spec(slug), generator), overrides)


def cards_of(game: Game) -> Counter[str]:
    """Every card of a game, by its name."""
    return Counter(name for deck in game.decks.values() for name in deck)


def decks(slug: str) -> Iterator[tuple[int, Game]]:
    """Some random decks, each with its seed."""
    for seed in range(DECKS):
        yield seed, random_armies(slug, seed) if slug in ARMIES else random_deck(slug, seed)


def test_random_decks_differ(slug: str) -> None:
    sizes = {cards_of(game).total() for _seed, game in decks(slug)}
    assert len(sizes) > DECKS // 3
    assert max(sizes) > cards_of(grognard.load(slug)).total()


def test_random_games_with_any_deck_follow_the_rules(slug: str) -> None:
    for seed, game in decks(slug):
        check_game(game, seed, places(game))


def test_bots_play_any_deck_to_its_end(slug: str) -> None:
    for seed, game in decks(slug):
        state, made = game.new_initial_state(seed), 0
        players = [Greedy(0.1 + 0.2 * (seat % 2)) for seat in range(game.num_players())]
        while not state.is_terminal():
            seat, made = state.current_player(), made + 1
            state.apply_action(players[seat].choose(state.information(seat, made)))
        assert made <= game.max_game_length()


def test_positions_of_any_deck_are_stored_and_dealt_anew(slug: str) -> None:
    for seed, game in decks(slug):
        chosen = dice(seed, "positions")
        for state in play(game, seed):
            if chosen.below(20):
                continue
            assert game.deserialize(state.serialize()).fingerprint() == state.fingerprint()
            for seat in range(game.num_players()):
                world = state.resample_from_infostate(seat, seed)
                assert world.view(seat) == state.view(seat)
                assert everything(world) == cards_of(game)
                packed, plain = game.observe_packed(state, seat), game.observe(state, seat)
                assert (game.observe_packed(world, seat), game.observe(world, seat)) == (packed, plain)
                assert game.layout.unpack(np.frombuffer(packed, np.uint8)[None]).tobytes() == plain


def everything(state: State) -> Counter[str]:
    """Every card of a position, by its name."""
    facts = state.to_dict()
    return Counter(card for place in places(state.game) for card in cast("list[str]", facts.get(place, [])))


def test_undos_and_journals_work_with_any_deck(slug: str) -> None:
    undone = 0
    for seed, game in decks(slug):
        session, chosen = Session(game, seed, ["random"] * game.num_players()), dice(seed, "undo")
        while session.outcome() is None and len(session.journal.entries) < 300:
            action, _count = session.state.pick(chosen.word())
            session.play(session.state.current_player(), action)
            if session.outcome() is None and chosen.below(3) == 0:
                try:
                    session.undo(chosen.below(game.num_players()), range(game.num_players()))
                except CannotUndo:
                    continue
                undone += 1
        again = replayed(session.journal, grognard.load)
        assert again.state.serialize() == session.state.serialize()
    assert undone > DECKS


def test_every_action_has_its_own_notation_and_every_event_its_words(slug: str) -> None:
    for seed, game in decks(slug):
        notations = [game.action_to_string(action) for action in range(game.num_distinct_actions())]
        assert [game.string_to_action(text.lower()) for text in notations] == list(range(len(notations)))
        for state in play(game, seed):
            for event in state.events(0):
                told = game.event_view(event, 0)
                assert {*told.who, *told.whom} <= {*game.pieces, *FRONTS}


def test_copies_have_numbered_names(one_deck: str) -> None:
    first, second = (card.name for card in grognard.load(one_deck).cards[:2])
    game = with_copies(one_deck, {first: 3, second: 0})
    assert list(game.pieces[:3]) == [first, f"{first} 2", f"{first} 3"]
    assert second not in game.pieces
    assert [game.fact(piece).name for piece in range(3)] == [first] * 3
    assert [view.copy for view in game.card_views[:4]] == [0, 2, 3, 0]
    assert len(game.cards) == len(grognard.load(one_deck).cards)


def test_no_copy_has_the_name_of_another_card() -> None:
    game = grognard.load("outpost", overrides={"Infantry.like": "Infantry 1", "Infantry.copies": 3})
    assert list(game.pieces[-3:]) == ["Infantry", "Infantry 4", "Infantry 5"]


def test_decks_that_cannot_be_dealt_are_refused(one_deck: str) -> None:
    title, names = grognard.load(one_deck).title, [card.name for card in grognard.load(one_deck).cards]
    least, new = LEAST[one_deck], [f"New {letter}" for letter in "ABCDEF"]
    with pytest.raises(BadInput, match=f"{title} needs {least} to {MOST_CARDS} cards in all, not {least - 1}."):
        only(one_deck, dict.fromkeys(names[: least - 1], 1))
    assert len(only(one_deck, dict.fromkeys(names[:least], 1)).pieces) == least
    many: dict[str, str | int] = {f"{name}.copies": MOST_COPIES for name in (*names, *new)}
    with pytest.raises(BadInput, match=f"{title} needs {least} to {MOST_CARDS} cards in all, not {len(many) * 9}."):
        grognard.load(one_deck, overrides=many | {f"{name}.like": names[0] for name in new})


def test_the_smallest_decks_play_to_their_end(one_deck: str) -> None:
    """With cards of one name only."""
    for card in grognard.load(one_deck).cards:
        deck: dict[str, str | int] = {f"{other.name}.copies": 0 for other in grognard.load(one_deck).cards}
        deck[f"{card.name}.copies"] = first = min(MOST_COPIES, LEAST[one_deck])
        deck |= {"Other.like": card.name, "Other.copies": LEAST[one_deck] - first}
        game = grognard.load(one_deck, overrides=deck)
        check_game(game, 1, places(game))


def test_games_with_the_same_cards_share_their_card_set(one_deck: str) -> None:
    standard, name = grognard.load(one_deck), grognard.load(one_deck).cards[0].name
    number = next(card.name for card in standard.cards if card.columns["force"] is not None)
    assert grognard.load(one_deck, overrides={f"{number}.force": 2}).card_set is standard.card_set
    assert with_copies(one_deck, {name: 1}).card_set is standard.card_set
    other = with_copies(one_deck, {name: 2})
    assert with_copies(one_deck, {name: 2}).card_set is other.card_set
    assert other.card_set is not standard.card_set
    assert other.spec.actions is standard.actions


def test_a_name_without_a_deck_is_in_the_same_card_set_in_all_decks() -> None:
    standard = grognard.load("ready-aim-fire")
    assert grognard.load("ready-aim-fire", overrides={"Guard.modifier": 3}).card_set is standard.card_set
    assert with_copies("ready-aim-fire", {"battalion-france/Guard": 1}).card_set is standard.card_set
    assert with_copies("ready-aim-fire", {"battalion-france/Guard": 2}).card_set is not standard.card_set


@pytest.mark.parametrize(("first", "second"), [("Rifles", "Probe"), ("Hills", "Redoubt")])
def test_new_cards_that_differ_only_in_what_they_are_like_have_card_sets_of_their_own(first: str, second: str) -> None:
    one, other = (grognard.load("ready-aim-fire", overrides={"Brand New.like": like}) for like in (first, second))
    assert one.card_set is not other.card_set


def test_a_lost_full_retreat_can_be_given_up() -> None:
    """A lone one cannot: it is the card that asks for the others."""
    retreat = "GIVE Full Retreat"
    assert retreat not in grognard.load("three-emperors").actions.notations
    assert retreat in with_copies("three-emperors", {"Full Retreat": 2}).actions.notations
    like = grognard.load("three-emperors", overrides={"Rout.like": "Full Retreat"})
    assert {retreat, "GIVE Rout"} <= set(like.actions.notations)


def test_the_log_counts_the_cards_of_the_deck() -> None:
    state = with_copies("outpost", {"Infantry 1": 4}).new_initial_state(1)
    assert state.game.event_view(state.events(0)[0]).text == "The 12 cards are shuffled; Blue begins."
