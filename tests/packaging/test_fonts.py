"""The fonts that the build makes: small, ours by name, the same every time, and left out where packages are missing."""

from __future__ import annotations

import re
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

import pytest

import build_fonts
from grognard.web.assets import PRELOADED

MOST_BYTES = 150_000


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of fonts."""
    pytest.importorskip("fontTools")
    folder = tmp_path_factory.mktemp("fonts")
    assert build_fonts.write_fonts(folder)
    return folder


def test_the_fonts_are_small_and_their_licenses_are_next_to_them(made: Path) -> None:
    assert sum(file.stat().st_size for file in made.glob("*.woff2")) < MOST_BYTES
    assert {file.name for file in made.iterdir()} == {
        *(f"{face}.woff2" for face in build_fonts.FACES), "LICENSE-sans.txt", "LICENSE-serif.txt",
    }  # fmt: skip
    for file in made.glob("LICENSE-*"):
        assert "SIL OPEN FONT LICENSE Version 1.1" in file.read_text(encoding="utf-8")


def test_the_fonts_have_our_name_and_keep_the_copyright(made: Path) -> None:
    from fontTools.ttLib import TTFont

    for file in made.glob("*.woff2"):
        with TTFont(file) as font:
            names = {record.nameID: str(record) for record in font["name"].names}
        copyright = names.pop(build_fonts.COPYRIGHT)
        assert "Adobe" in copyright
        assert not any("Source" in text for text in names.values()), names
        assert names[build_fonts.FAMILY] == f"Grognard {file.name.partition('-')[0].title()}"
        assert "Open Font License" in names[build_fonts.LICENSE]


def test_the_fonts_have_the_letters_of_our_texts(made: Path) -> None:
    from fontTools.ttLib import TTFont

    for file in made.glob("*.woff2"):
        with TTFont(file) as font:
            letters = font.getBestCmap()
        assert {*range(0x20, 0x7F), *map(ord, "ÀÉßéôöäèàíáüŁłŐőŒœ–×−½“”’…•§±·")} <= letters.keys(), file.name


def test_the_same_packages_give_the_same_bytes(made: Path, tmp_path: Path) -> None:
    assert build_fonts.write_fonts(tmp_path)
    for file in made.iterdir():
        assert (tmp_path / file.name).read_bytes() == file.read_bytes(), file.name


@pytest.mark.parametrize("missing", ["fontTools", "brotli", "font_source_sans_pro", "font_source_serif_pro"])
def test_without_a_package_nothing_is_made(missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_fonts, "find_spec", lambda name: None if name == missing else find_spec("re"))
    assert not build_fonts.write_fonts(tmp_path / "fonts")
    assert not (tmp_path / "fonts").exists()


def test_the_stylesheet_has_a_rule_for_each_face() -> None:
    rules = resources.files("grognard.web").joinpath("static/fonts.css").read_text(encoding="utf-8")
    assert set(re.findall(r'url\("fonts/([\w-]+)\.woff2"\)', rules)) == set(build_fonts.FACES)
    assert {Path(path).stem for path in PRELOADED} <= set(build_fonts.FACES)
