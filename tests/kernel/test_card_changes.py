"""Names, texts and pictures of a designer's cards: what people read changes, and how the game plays does not."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Mapping
from typing import Final

import pytest

from grognard.art.faces import changed_faces, looks
from grognard.kernel.content.card_numbers import MOST_LETTERS, NAME, TEXT, Value, value_of
from grognard.kernel.engine.chance import Generator
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.play.differences import differences
from grognard.play.journal import parse_journal
from grognard.play.session import replayed
from grognard.registry import load, load_stored, registered_names, spec
from tests.conformance.support import dice, play, random_rules
from tests.kernel.test_card_numbers import ended, random_numbers

every_game = pytest.mark.parametrize("slug", registered_names())
LONG: Final = {field: "x" * (most + 1) for field, most in MOST_LETTERS.items()}
# What a stranger may write in a name or a text.
STRANGE: Final = [
    "<b>&amp;</b>", "=1+1", "+1", "-1", "@home", "#set page(width: 1mm)", "$x$", "*bold* _it_", "[a](b)",
    "[red]x[/red]", "{amount}", "{}", "שומר ישן", "前線", "a\u200db", "O'Neill \"Ace\"", "1/2", "...", "\\", "%s",
    "null",
]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"Old Guard.name": LONG[NAME]}, "Old Guard.name should be one line of 30 letters or fewer."),
        ({"Old Guard.name": "  "}, "Old Guard.name should be one line of 30 letters or fewer."),
        ({"Old Guard.name": 5}, "Old Guard.name should be one line of 30 letters or fewer."),
        ({"Old Guard.text": LONG[TEXT]}, "Old Guard.text should be one line of 300 letters or fewer."),
        ({"Old Guard.text": "two\nlines"}, "Old Guard.text should be one line of 300 letters or fewer."),
        ({"Old Guard.text": "turned \u202eround"}, "Old Guard.text should be one line of 300 letters or fewer."),
        ({"Old Guard.name": "Militia"}, "Two cards would be called “Militia”."),
        ({"Old Guard.look": "Old Gard"}, "Fusillade has no card “Old Gard”. There are 97, such as: Old Guard"),
        ({"Old Guard.colour": "red"}, "“colour” cannot be set; "),
        ({"Old Gard.name": "Grumblers"}, "Fusillade has no card “Old Gard”."),
        ({"Old Guard.force": "five"}, "Old Guard.force must be from 0 to 50, not five."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(changes: Mapping[str, Value], said: str) -> None:
    with pytest.raises(BadInput) as raised:
        load("fusillade", overrides=changes)
    assert said in str(raised.value)
    with pytest.raises(BadInput):
        load_stored("fusillade", overrides=changes)


def test_a_card_has_its_own_name_text_and_picture() -> None:
    changes = {"Old Guard.name": "The Grumblers", "Old Guard.text": "They grumble.", "Old Guard.look": "Militia"}
    game = load("fusillade", overrides=changes)
    card = game.pieces.index("Old Guard")
    view = game.card_views[card]
    assert (view.handle, view.name, view.text) == ("Old Guard", "The Grumblers", "They grumble.")
    face = changed_faces(game)["old-guard"]
    militia = looks("fusillade")["militia"]
    assert (face.name, face.line, face.text) == ("The Grumblers", "", "They grumble.")
    assert face.svg() == militia.svg()
    assert face.history == ""
    assert differences(game) == [
        "New name: The Grumblers instead of Old Guard.",
        "New text: The Grumblers: “They grumble.”",
        "New picture: The Grumblers, that of Militia.",
    ]
    assert [change.plays for change in game.card_changes] == [False] * 3


def test_one_of_two_armies_may_rename_its_card() -> None:
    game = load("company-commander", overrides={"german/Half Squad.name": "Halbgruppe"})
    squads = [piece for piece in range(len(game.pieces)) if game.fact(piece).name == "Half Squad"]
    assert [game.names[piece] for piece in squads] == ["Half Squad 1", "Half Squad 2", "Halbgruppe"]
    assert [game.card_views[piece].copy for piece in squads] == [1, 2, 0]
    assert differences(game) == ["New name: Halbgruppe (german) instead of Half Squad."]


@pytest.mark.parametrize("strange", STRANGE)
def test_strange_words_change_nothing_but_themselves(strange: str) -> None:
    usual = load("green-troops")
    game = load("green-troops", overrides={"Rally.name": strange, "Rally.text": strange})
    card = game.pieces.index("Rally")
    assert (game.card_views[card].name, game.card_views[card].text) == (strange, strange)
    others = [view for piece, view in enumerate(game.card_views) if piece != card]
    assert others == [view for piece, view in enumerate(usual.card_views) if piece != card]
    assert pickle.loads(pickle.dumps(game)).overrides == game.overrides


def test_words_on_the_command_line_are_words_and_numbers_are_numbers() -> None:
    assert value_of("Old Guard.force", "5") == 5
    assert value_of("Old Guard.name", "5") == "5"
    with pytest.raises(BadInput):
        value_of("Old Guard.force", "five")


@pytest.mark.parametrize("slug", registered_names())
def test_a_game_with_a_fixed_deck_says_so(slug: str) -> None:
    closed = dataclasses.replace(spec(slug), is_open=False)
    card = closed.cards[0].name
    with pytest.raises(BadInput, match="cannot have new cards"):
        Game(closed, None, {"Brand New.like": f"{closed.cards[0].deck}/{card}"})
    with pytest.raises(BadInput, match="“copies” cannot be set"):
        Game(closed, None, {f"{card}.copies": 2})


def random_words(slug: str, generator: Generator) -> dict[str, Value]:
    """Returns other names, texts and pictures for about a tenth of the cards."""
    found: dict[str, Value] = {}
    names = sorted({card.name for card in spec(slug).cards})
    for number, name in enumerate(names):
        strange = STRANGE[generator.below(len(STRANGE))]
        match generator.below(20):
            case 0:
                found[f"{name}.name"] = f"{strange} {number}"[:30]
            case 1:
                found[f"{name}.text"] = strange
    return found


@every_game
def test_words_do_not_change_how_a_game_plays(slug: str) -> None:
    for number in range(10):
        generator = dice(number, f"words of {slug}")
        options, numbers = random_rules(spec(slug), generator), random_numbers(slug, generator)
        usual = load(slug, options, numbers)
        game = load(slug, options, {**numbers, **random_words(slug, generator)})
        *_moves, last = play(game, number)
        *_same, ended_so = play(usual, number)
        assert last.serialize() == ended_so.serialize()
        assert game.layout.expanded_names == usual.layout.expanded_names


@every_game
def test_a_journal_keeps_the_words(slug: str) -> None:
    changes = random_words(slug, dice(3, slug))
    session = ended(load(slug, overrides=changes), 3)
    kept = parse_journal(session.journal.to_text(), "The journal")
    assert kept.header.numbers == changes
    again = replayed(kept, load)
    assert again.game.names == session.game.names
    assert again.state.serialize() == session.state.serialize()
