"""A designer's variant is read from its folder, and what is wrong in it is told with line and column."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest

from grognard import cli
from grognard.cli.arguments import loaded_game
from grognard.kernel.errors import BadInput
from grognard.printing.contents import Contents
from grognard.printing.print_options import PrintOptions
from grognard.variants import read_variant

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "variant"
GREEN = 'game = "green-troops"\ntitle = "T"\n'
HEAD = 'game = "fusillade"\ntitle = "Tired Guard"\n'


def test_a_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "variant.toml").write_text(HEAD + '[numbers]\n"Old Guard.force" = 5\n', encoding="utf-8")
    (tmp_path / "notes.md").write_text("Why.\n", encoding="utf-8")
    found = read_variant(tmp_path)
    assert (found.game, found.title, found.notes) == ("fusillade", "Tired Guard", "Why.\n")
    assert (found.options, found.overrides) == ({}, {"Old Guard.force": 5})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + '[numbers]\n  "Old Gard.force" = 5\n', "variant.toml:4:3: Fusillade has no card “Old Gard”"),
        (HEAD + '[numbers]\n"Old Guard.forc" = 5\n', "variant.toml:4:1: “forc” cannot be set"),
        (HEAD + '[numbers]\n"Old Guard.force" = -1\n', "variant.toml:4:1: Old Guard.force must be from 0 to 50"),
        (HEAD + '[numbers]\n"Old Guard.force" = 1.5\n', "variant.toml:4:1: “Old Guard.force” should be a whole"),
        (HEAD + '[numbers]\n"Old Guard" = 1\n', "variant.toml:4:1: “Old Guard” is a card without a field"),
        (HEAD + "[options]\nnothing = 1\n", "variant.toml:4:1: "),
        (HEAD + "titel = 1\n", "variant.toml:3:1: there is no “titel”"),
        ('game = "nothing"\ntitle = "T"\n', "variant.toml:1:1: There is no game “nothing”"),
        ('game = "fusillade"\ntitle = "two\\nlines"\n', "variant.toml:2:1: “title” should be one line"),
        (HEAD + "options = 3\n", "variant.toml:3:1: “options” should be a table"),
        ("game = \n", "line 1, column"),
        (HEAD + '[names]\n"Old Gard" = "G"\n', "variant.toml:4:1: Fusillade has no card “Old Gard”"),
        (HEAD + '[names]\n"Old Guard" = 5\n', "variant.toml:4:1: “Old Guard” should be text, written as"),
        (
            HEAD + f'[names]\n"Old Guard" = "{"x" * 31}"\n',
            "variant.toml:4:1: Old Guard.name should be one line of 30 letters",
        ),
        (HEAD + '[names]\n"Old Guard" = "Militia"\n', "variant.toml:4:1: Two cards would be called “Militia”"),
        (HEAD + '[names]\nMilitia = "A"\n"Old Guard" = "A "\n', "variant.toml:5:1: Two cards would be called “A”"),
        # However TOML lets a table be written.
        (HEAD + 'numbers."Old Gard.force" = 5\n', "variant.toml:3:9: Fusillade has no card “Old Gard”"),
        (
            HEAD + 'numbers = { "Old Guard.force" = 5, "Militia.fores" = 1 }\n',
            "variant.toml:3:36: “fores” cannot be set",
        ),
        (HEAD + "[numbers]\n# Militia.force\nMilitia.force = 1\n", "variant.toml:5:1: “Militia” should be a whole"),
        (HEAD + '[ "options" ]\nmorale = "none"\n', "variant.toml:4:1: The option morale can be one, stack"),
        # Of house rules that do not go together, the last.
        (GREEN + '[options]\nretire = "on"\nquick = "on"\nseats = 4\n', "variant.toml:6:1: A quick start has 18 Units"),
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
    found = read_variant(EXAMPLE)
    standard = {f"{card.name}.force": card.columns.get("force") for card in loaded_game(found.game, None, None).cards}
    numbers = {key: value for key, value in found.overrides.items() if isinstance(value, int)}
    assert len(numbers) == 3
    assert all(standard[key] != value for key, value in numbers.items())


def test_an_unknown_card_is_answered_with_those_like_it(tmp_path: Path) -> None:
    (tmp_path / "variant.toml").write_text(HEAD + '[numbers]\n"Old Gard.force" = 5\n', encoding="utf-8")
    with pytest.raises(BadInput, match="such as: Old Guard"):
        read_variant(tmp_path)


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(arguments) == 0
    return capsys.readouterr().out


def test_cards_and_rules_tell_what_differs_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    rows = _printed(capsys, "cards", "fusillade", "--format", "csv", "--variant", str(EXAMPLE))
    forces = {row["card"]: row["force"] for row in csv.DictReader(io.StringIO(rows))}
    assert (forces["Old Guard"], forces["Militia"]) == ("2", "2")
    for command in (["cards", "fusillade"], ["rules", "fusillade", "FUS-3.5"]):
        told = _printed(capsys, *command, "--variant", str(EXAMPLE))
        assert told.startswith("# Fusillade: Tired Guard\n")
        assert "New number: The Grumblers, force 2 instead of 3." in told
        assert "marched all night" in told


def test_rules_print_the_handbook_with_the_numbers_of_the_variant(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    toml = 'game = "green-troops"\ntitle = "Long Rally"\n\n[numbers]\n"Rally.amount" = 6\n'
    (tmp_path / "variant.toml").write_text(toml, encoding="utf-8")
    told = _printed(capsys, "rules", "green-troops", "GT-5.6", "--variant", str(tmp_path))
    assert "**GT-5.6 Rally.** Remove up to 6 markers" in told
    assert "**GT-5.6 Rally.** Remove up to 4 markers" in _printed(capsys, "rules", "green-troops", "GT-5.6")


def test_the_terminal_plays_it_under_its_title(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = HEAD + '[options]\nmorale = "stack"\n[numbers]\n"Old Guard.force" = 5\n'
    (tmp_path / "variant.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    told = _printed(capsys, "play", "fusillade", "--plain", "--seed", "3", "--variant", str(tmp_path))
    assert "\nFusillade: Tired Guard, seed 3." in told
    assert "To choose another opponent, add `--seats human,greedy`." in told
    assert "House rule: Morale cards against one attack: Any number" in told
    assert "New number: Old Guard, force 5 instead of 3." in told


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "fusillade", "--games", "2"],
        ["arena", "fusillade", "--bots", "random,greedy", "--pairs", "1"],
        ["lab", "likelihood", "fusillade", "--decisions", "5", "--worlds", "2"],
        ["lab", "regret", "fusillade", "--bots", "random", "--positions", "1", "--iterations", "50", "--tries", "1"],
    ],
)
def test_what_measures_says_what_it_measured(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    assert "Fusillade: Tired Guard" in _printed(capsys, *command, "--variant", str(EXAMPLE))


def test_a_variant_is_for_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--variant", str(EXAMPLE)]) == 2
    assert capsys.readouterr().err == "--variant needs the name of its game.\n"
    assert cli.main(["solve", "outpost", "--variant", str(EXAMPLE)]) == 2
    assert "a variant of fusillade, not of outpost" in capsys.readouterr().err


def test_a_journal_needs_no_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder, journals = tmp_path / "variant", tmp_path / "journals"
    shutil.copytree(EXAMPLE, folder)
    command = ["simulate", "fusillade", "--games", "1", "--variant", str(folder), "--journal", str(journals)]
    _printed(capsys, *command)
    shutil.rmtree(folder)
    (journal,) = journals.iterdir()
    assert "checksums agree" in _printed(capsys, "verify", str(journal))
    assert "The Grumblers" in _printed(capsys, "replay", str(journal))
    text = journal.read_text(encoding="utf-8")
    for key, value in read_variant(EXAMPLE).overrides.items():
        if isinstance(value, str):
            continue
        assert f'"{key}":{value}' in text
        text = text.replace(f'"{key}":{value}', f'"{key}":9')
    journal.write_text(text, encoding="utf-8")
    assert cli.main(["verify", str(journal)]) == 2


def test_what_is_printed_has_its_title(tmp_path: Path) -> None:
    output = tmp_path / "aid.pdf"
    assert cli.main(["print", "fusillade", "--only", "aid", "-o", str(output), "--variant", str(EXAMPLE)]) == 0
    assert b"Fusillade: Tired Guard" in output.read_bytes()  # the title of the document stands there in plain letters


def test_a_card_is_called_on_paper_as_the_folder_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "New name: The Grumblers instead of Old Guard." in _printed(
        capsys, "cards", "fusillade", "--variant", str(EXAMPLE)
    )
    game = loaded_game("fusillade", None, None, EXAMPLE)
    contents = Contents(game, PrintOptions())
    [card] = [card for card in contents.whole()["cards"] if card["name"] == "The Grumblers"]
    assert [(one["label"], one["value"]) for one in card["numbers"] if one["changed"]] == [("force", "2")]
    told = [(change.label, change.now, change.was) for change in contents.changes()]
    assert ("Name of a card", "The Grumblers", "Old Guard") in told
    assert ("The Grumblers, force", "2", "3") in told
    swapped = 'game = "outpost"\ntitle = "T"\n[names]\n"Infantry 1" = "Infantry 2"\n"Infantry 2" = "Infantry 1"\n'
    (tmp_path / "variant.toml").write_text(swapped, encoding="utf-8")
    assert read_variant(tmp_path).overrides == {"Infantry 1.name": "Infantry 2", "Infantry 2.name": "Infantry 1"}


def test_a_name_that_fits_no_card_is_refused_when_it_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "variant.toml").write_text(HEAD + f'[names]\n"Old Guard" = "{"W" * 30}"\n', encoding="utf-8")
    words = ["print", "fusillade", "--only", "common", "--variant", str(tmp_path), "-o", str(tmp_path / "a.pdf")]
    assert cli.main(words) == 2
    assert capsys.readouterr().err == f"This cannot be printed: the name {'W' * 30} does not fit its card.\n"
    assert not (tmp_path / "a.pdf").exists()


def test_two_sets_of_rules_are_compared_by_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("polars")
    words = ["lab", "compare", "fusillade", "--games", "20", "--cache", str(tmp_path)]
    told = _printed(capsys, *words, "--variant", str(EXAMPLE))
    assert "the standard rules against Fusillade: Tired Guard (" in told
    assert f"--variant {EXAMPLE}" in told
    assert cli.main(words) == 2
    assert capsys.readouterr().err == "Name the other rules with --with or --variant.\n"
