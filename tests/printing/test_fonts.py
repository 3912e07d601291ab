"""Texts in any script get a font that has their letters, and a refusal names every letter that no font has."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import pytest
import typst

from grognard import cli
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.printing import fonts, products, typeset
from grognard.printing.contents import Contents
from grognard.printing.print_options import PrintOptions
from grognard.registry import load, spec
from grognard.variants import Variant, read_variant
from tests.printing.support import NO_FIGURE, text
from tests.printing.tiny_font import write_font

SCRIPTS: Final = {
    "chinese": "前线的指挥官",
    "japanese": "前線の指揮官パレード",
    "korean": "전선의 지휘관",
    "arabic": "معركة الفجر",
    "persian": "می‌روم",
    "hebrew": "קרב השחר",
    "hindi": "युद्ध का मैदान",
    "thai": "สนามรบ",
    "greek": "Μάχη της αυγής",
    "russian": "Битва на рассвете",
    "georgian": "ბრძოლა",
    "armenian": "Ճակատամարտ",
    "emoji": "Dice 🎲👨‍👩‍👧🇫🇷",
    "mathematical": "\U0001d504 \U0001d505",
}
OUTPOST: Final = "outpost"


@pytest.fixture
def no_system_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose fonts say nothing but that there is no other."""
    monkeypatch.setattr(fonts, "PLACEHOLDERS", re.compile(""))


def variant(folder: Path, said: str) -> Game:
    """A game whose every text that a designer may write is said in a script; each is another one, by its number."""
    cards = [card.name for card in load(OUTPOST).cards]
    names = "\n".join(f'"{card}" = "{said} {number}"' for number, card in enumerate(cards))
    folder.mkdir()
    (folder / "variant.toml").write_text(
        f'game = "{OUTPOST}"\ntitle = "{said} 0"\n[names]\n{names}\n', encoding="utf-8"
    )
    (folder / "notes.md").write_text(f"{said} 99\n", encoding="utf-8")
    return read_variant(folder).loaded({}, {})


def whole(game: Game, **wishes: Any) -> dict[str, Any]:
    """All that is printed of a game, without figures: they take longest."""
    found = Contents(game, PrintOptions(sheets="fronts", **wishes)).whole()
    for card in found["cards"]:
        card["figure"] = NO_FIGURE
    return found


def on_paper(folder: Path, everything: object) -> dict[str, list[str]]:
    """The texts of a designer that reach paper, by their field of the variant."""
    printed = json.dumps(everything, ensure_ascii=False)
    found: dict[str, list[str]] = {}
    for field in fields(Variant):
        value = getattr(read_variant(folder), field.name)
        texts = [value] if isinstance(value, str) else [text for text in value.values() if isinstance(text, str)]
        if field.name not in ("game", "name"):  # words of ours, and that of a folder
            found[field.name] = [text.strip() for text in texts if text.strip() and text.strip() in printed]
    return {name: texts for name, texts in found.items() if texts}


def letters(said: str) -> list[str]:
    """The letters of a text in some order: PDFium gives those of a line from left to right as they are drawn.

    It reads no sign that is made of several, such as a flag; of those it is enough that typst does not refuse them.
    """
    return sorted(letter for letter in said if letter.isalnum() or letter == "🎲")


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.usefixtures("no_system_fonts")
def test_every_text_of_a_designer_is_printed_in_every_script(script: str, tmp_path: Path) -> None:
    said = SCRIPTS[script]
    game = variant(tmp_path / "variant", said)
    everything = whole(game, fonts=(write_font(tmp_path / "f.ttf", "Tiny", said),))
    fields_on_paper = on_paper(tmp_path / "variant", everything)
    assert {"title", "overrides"} <= fields_on_paper.keys()
    assert len(fields_on_paper["overrides"]) == len(game.cards)
    pages = text(typeset.pdf("main.typ", everything, (tmp_path / "f.ttf",)))
    found = letters(pages)
    for texts in fields_on_paper.values():
        for letter in letters("".join(texts)):
            assert letter in found
    # In all places: as often as the object names it, or more often where a template repeats it.
    usual = letters(text(typeset.pdf("main.typ", whole(load(OUTPOST)))))
    for letter in set(letters(said)) - set(usual):
        assert found.count(letter) >= letters(said).count(letter) * (len(game.cards) + 1)


def makers() -> dict[str, Callable[..., object]]:
    """Every function that prints a game, called with the game and the wishes alone."""
    more = {"ppi": 40, "base": "https://cards.example"}
    found: dict[str, Callable[..., object]] = {}
    for name, made in inspect.getmembers(products, inspect.isfunction):
        taken = inspect.signature(made).parameters
        if made.__module__ == products.__name__ and list(taken)[:2] == ["game", "wishes"]:
            given = [more[word] for word in list(taken)[2:]]
            found[name] = lambda game, wishes, made=made, given=given: made(game, wishes, *given)
    return found


@pytest.mark.parametrize("maker", makers())
@pytest.mark.usefixtures("no_system_fonts")
def test_letters_without_a_font_are_all_named_and_a_font_helps(maker: str, tmp_path: Path) -> None:
    game = variant(tmp_path / "variant", "前線 🎲 é")
    with pytest.raises(BadInput) as refused:
        makers()[maker](game, PrintOptions())
    assert str(refused.value) == (
        "No font on this machine has: 前 (U+524D), 線 (U+7DDA), 🎲 (U+1F3B2). "
        "Name a font file that has them with --font FILE, or install one, such as a Noto font."
    )
    half = write_font(tmp_path / "half.ttf", "Half", "前線")
    with pytest.raises(BadInput, match=r"^No font on this machine has: 🎲 \(U\+1F3B2\)\. "):
        makers()[maker](game, PrintOptions(fonts=(half,)))
    assert makers()[maker](game, PrintOptions(fonts=(half, write_font(tmp_path / "rest.ttf", "Rest", "🎲"))))


def test_there_are_five_makers() -> None:
    assert set(makers()) == {"document", "sample", "pictures", "page_pictures", "tabletop"}


def test_a_font_named_twice_and_one_that_is_not_needed_change_nothing(tmp_path: Path) -> None:
    tiny = write_font(tmp_path / "f.ttf", "Tiny", "前")
    everything = whole(load(OUTPOST), only="aid")
    assert typeset.pdf("main.typ", everything, (tiny, tiny)) == typeset.pdf("main.typ", everything)


# -- fonts of the system -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letters", "installed", "expected"),
    [
        # Han letters get a font of the language that the other letters show.
        ("前の", {"Noto Serif CJK SC": "前の한", "Noto Serif CJK JP": "前の한"}, ["Noto Serif CJK JP"]),
        ("前한", {"Noto Serif CJK SC": "前の한", "Noto Serif CJK KR": "前の한"}, ["Noto Serif CJK KR"]),
        ("前", {"Noto Serif CJK JP": "前", "Noto Serif CJK SC": "前"}, ["Noto Serif CJK SC"]),
        ("前の", {"SimSun": "前の", "Yu Mincho": "前の"}, ["Yu Mincho"]),
        # One font for a script, rather than the best drawn for some of its letters.
        ("अक", {"Noto Serif Devanagari": "अ", "Zapf": "अक"}, ["Zapf"]),
        ("अक", {"Plain": "अक", "Noto Sans Devanagari": "अक", "Noto Serif Devanagari": "अक"}, ["Noto Serif Devanagari"]),
        # Two where none has all, and one for each script.
        ("前線", {"First": "前", "Second": "線"}, ["First", "Second"]),
        ("अ🎲", {"Emoji": "🎲", "Hindi": "अ"}, ["Emoji", "Hindi"]),
        # What draws a box for every letter is no font for any.
        ("अ", {"Last Resort": "अ", ".LastResort": "अ", "Adobe Blank": "अ"}, []),
        ("अ", {}, []),
    ],
)
def test_each_script_gets_the_family_that_suits_it(
    letters: str, installed: dict[str, str], expected: list[str], tmp_path: Path
) -> None:
    for number, (family, has) in enumerate(installed.items()):
        write_font(tmp_path / f"{number}.ttf", family, has)
    found = fonts.suiting(list(letters), typst.Fonts(include_system_fonts=False, font_paths=[str(tmp_path)]))
    assert sorted(found) == expected


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep fonts elsewhere")
def test_an_installed_font_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "home/.local/share/fonts"
    folder.mkdir(parents=True)
    rare = "ꔀꔁ"  # Vai
    write_font(folder / "tiny.ttf", "Tiny", rare)
    variant(tmp_path / "variant", rare)
    command = [sys.executable, "-m", "grognard", "print", OUTPOST, "--only", "aid", "--variant"]
    home = {**os.environ, "HOME": str(tmp_path / "home"), "XDG_DATA_HOME": str(tmp_path / "home/.local/share")}
    made = tmp_path / "o.pdf"
    done = subprocess.run(
        [*command, tmp_path / "variant", "-o", made], env=home, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert rare in text(made.read_bytes())


# -- the option ----------------------------------------------------------------------------------------------------


def test_the_option_takes_several_files(tmp_path: Path) -> None:
    variant(tmp_path / "variant", "前 🎲")
    given = [write_font(tmp_path / f"{family}.ttf", family, has) for family, has in (("One", "前"), ("Two", "🎲"))]
    command = ["print", OUTPOST, "--variant", str(tmp_path / "variant"), "--only", "aid", "-o", str(tmp_path / "o.pdf")]
    assert cli.main([*command, *(word for file in given for word in ("--font", str(file)))]) == 0
    assert "前 🎲 0" in text((tmp_path / "o.pdf").read_bytes())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "{} cannot be read: No such file or directory."),
        (b"", "{} is not a readable font. Name a .ttf, .otf or .ttc file."),
        (b"\0\1\0\0 and no more", "{} is not a readable font. Name a .ttf, .otf or .ttc file."),
    ],
)
def test_what_is_no_font(
    content: bytes | None, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "f.ttf"
    if content is not None:
        file.write_bytes(content)
    assert cli.main(["print", OUTPOST, "--font", str(file), "-o", str(tmp_path / "o.pdf")]) == 2
    assert capsys.readouterr() == ("", sentence.format(file) + "\n")
    assert not (tmp_path / "o.pdf").exists()


# -- names without spaces ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_system_fonts")
@pytest.mark.parametrize("said", ["前" * 30, "前線の指揮官、" * 4, "전" * 30])
def test_a_name_without_spaces_is_laid_in_two_lines(said: str, tmp_path: Path) -> None:
    game = Game(spec(OUTPOST), overrides={f"{spec(OUTPOST).cards[0].name}.name": said})
    tiny = write_font(tmp_path / "f.ttf", "Tiny", said)
    with typeset.compiler("main.typ", whole(game), (tiny,)) as compiling:
        found = {one["name"]: one["lines"] for one in json.loads(compiling.query("metadata", field="value"))}
    assert found[said] == 2
