"""A designer's variant is read from its folder, and what is wrong in it is told with line and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.cli_reading import loaded_game
from grognard.kernel.errors import BadInput
from grognard.variants import read_variant

HEAD = 'game = "fusillade"\ntitle = "Tired Guard"\n'


def test_a_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "variant.toml").write_text(HEAD + '[numbers]\n"Old Guard.force" = 5\n', encoding="utf-8")
    (tmp_path / "notes.md").write_text("Why.\n", encoding="utf-8")
    found = read_variant(tmp_path)
    assert (found.game, found.title, found.notes) == ("fusillade", "Tired Guard", "Why.\n")
    assert (found.options, found.numbers) == ({}, {"Old Guard.force": 5})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + '[numbers]\n  "Old Gard.force" = 5\n', "variant.toml:4:3: Fusillade has no card “Old Gard”"),
        (HEAD + '[numbers]\n"Old Guard.forc" = 5\n', "variant.toml:4:1: “forc” cannot be set"),
        (HEAD + '[numbers]\n"Old Guard.force" = -1\n', "variant.toml:4:1: “Old Guard.force” should be a whole"),
        (HEAD + "[options]\nnothing = 1\n", "variant.toml:4:1: "),
        (HEAD + "titel = 1\n", "variant.toml:3:1: there is no “titel”"),
        ('game = "nothing"\ntitle = "T"\n', "variant.toml:1:1: There is no game “nothing”"),
        ("game = \n", "line 1, column"),
    ],
)
def test_what_is_wrong_has_a_place(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "variant.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as raised:
        read_variant(tmp_path)
    assert said in str(raised.value)


def test_what_is_given_by_hand_wins(tmp_path: Path) -> None:
    numbers = '[numbers]\n"Old Guard.force" = 5\n"Grenadiers.force" = 1\n'
    (tmp_path / "variant.toml").write_text(HEAD + numbers, encoding="utf-8")
    assert loaded_game("fusillade", None, None, tmp_path).overrides == {"Old Guard.force": 5, "Grenadiers.force": 1}
    by_hand = loaded_game("fusillade", None, ["Old Guard.force=6"], tmp_path)
    assert by_hand.overrides == {"Old Guard.force": 6, "Grenadiers.force": 1}


def test_a_variant_of_another_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "variant.toml").write_text(HEAD, encoding="utf-8")
    with pytest.raises(BadInput, match="a variant of fusillade, not of green-troops"):
        loaded_game("green-troops", None, None, tmp_path)


def test_the_example_changes_three_numbers() -> None:
    found = read_variant(Path(__file__).resolve().parents[2] / "examples" / "variant")
    standard = {f"{card.name}.force": card.columns.get("force") for card in loaded_game(found.game, None, None).cards}
    assert len(found.numbers) == 3
    assert all(standard[key] != value for key, value in found.numbers.items())
