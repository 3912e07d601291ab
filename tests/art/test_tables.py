"""What a table of looks may say, and what is answered where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.art.looks import Looks, read_looks
from grognard.art.napoleonic.foot import Foot
from grognard.art.scene import Scene
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.errors import BadInput

CARD = CardFact("common", "Old Guard", 1, {"type": "IU"}, "")
LINE = {"draw": "foot", "coat": "green"}


def test_a_card_is_like_its_dress_but_for_what_it_says_itself() -> None:
    tables = {
        "dress": {"line": LINE, "guard": {"like": "line", "plume": "red"}},
        "types": {"IU": {"like": "line", "line": "Stops cavalry", "history": "Foot."}},
        "cards": {"Old Guard": {"like": "guard", "history": "Chosen men."}},
    }
    look = Looks(tables, "looks.toml").of(CARD)
    assert isinstance(look.figure, Foot)
    assert (look.figure.coat, look.figure.plume) == ("green", "red")
    assert (look.line, look.history) == ("Stops cavalry", "Chosen men.")


def test_a_card_without_a_look_has_that_of_its_type_and_else_a_flag(tmp_path: Path) -> None:
    assert Looks({"types": {"IU": LINE}}, "looks.toml").of(CARD).figure == Foot(coat="green")
    figure = read_looks(tmp_path).of(CARD).figure
    assert isinstance(figure, Scene)
    assert figure.pieces[-1] == "flag 50 45 0.85 dark-grey"


def test_without_tints_each_type_has_one_of_its_own(tmp_path: Path) -> None:
    looks = read_looks(tmp_path, ["IU", "CU", "AU"])
    assert looks.tints == {"brown": ["IU"], "green": ["CU"], "steel": ["AU"]}
    figure = looks.of(CARD).figure
    assert isinstance(figure, Scene)
    assert figure.pieces[-1] == "flag 50 45 0.85 brown"  # in the color of its type
    many = read_looks(tmp_path, [f"T{number}" for number in range(11)]).tints
    assert sorted(map(len, many.values())) == [1, 1, 1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ({"cards": {"Old Guard": {"like": "line"}}}, "Old Guard is like line, which is not in the table of dresses"),
        (
            {"dress": {"a": {"like": "b"}, "b": {"like": "a"}}, "types": {"IU": {"like": "a"}}},
            "which is not in the table of dresses",
        ),
        ({"types": {"IU": LINE | {"hat": "top"}}}, "Old Guard: .*hat"),
        ({"types": {"IU": {"draw": "dragon"}}}, "Old Guard: .*dragon"),
        ({"tints": {"pink": ["IU"]}}, "pink is not a tint"),
    ],
    ids=("no such dress", "a ring of dresses", "no such hat", "no such drawing", "no such tint"),
)
def test_a_wrong_table_is_answered_with_a_sentence(tables: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        Looks(tables, "looks.toml").of(CARD)


def test_a_file_that_is_no_toml_is_answered_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "looks.toml").write_text("[cards")
    with pytest.raises(BadInput, match="cannot be read"):
        read_looks(tmp_path)
