"""`grognard print`: what it writes, and what it says of what cannot be had."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from grognard import cli
from grognard.kernel.errors import BadInput
from grognard.printing.products import encoded_address

Output = pytest.CaptureFixture[str]


def _prints(file: Path, *more: str) -> None:
    assert cli.main(["print", "outpost", "-o", str(file), *more]) == 0


def test_a_document(tmp_path: Path, capsys: Output) -> None:
    _prints(tmp_path / "o.pdf", "--option", "morale=4", "--set", "Infantry 3.force=4")
    assert (tmp_path / "o.pdf").read_bytes().startswith(b"%PDF-1.7")
    assert capsys.readouterr() == (f"Written: {tmp_path / 'o.pdf'}\n", "")


def test_pictures_in_a_folder_or_an_archive(tmp_path: Path) -> None:
    _prints(tmp_path / "cards", "--as", "png", "--ink", "light")
    _prints(tmp_path / "cards.zip", "--as", "png", "--ink", "light")
    with zipfile.ZipFile(tmp_path / "cards.zip") as archive:
        for name in archive.namelist():
            assert archive.read(name) == (tmp_path / "cards" / name).read_bytes()
        assert len(archive.namelist()) == 10


def test_a_virtual_table(tmp_path: Path) -> None:
    _prints(tmp_path / "tts", "--as", "tts", "--tts-url", "https://cards.example")
    found = sorted(file.name for file in (tmp_path / "tts").iterdir())
    assert found == ["outpost-common-1.png", "outpost-common-back.png", "outpost.json"]


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("https://cards.example/my cards/é/", "https://cards.example/my%20cards/%C3%A9"),
        ("https://cards.example/my%20cards", "https://cards.example/my%20cards"),
        ("https://kärten.example:80/a", "https://xn--krten-gra.example:80/a"),
        ("file:///home/anna/My Cards", "file:///home/anna/My%20Cards"),
        ('https://cards.example/"\\<>', "https://cards.example/%22%5C%3C%3E"),
    ],
)
def test_the_address_of_a_virtual_table_is_encoded(given: str, written: str) -> None:
    assert encoded_address(given) == written
    assert encoded_address(written) == written


@pytest.mark.parametrize("given", ["https://", "https:///here", "http://[1", "http://" + "a" * 99])
def test_what_is_no_address_is_a_sentence(given: str) -> None:
    with pytest.raises(BadInput, match="is not an address"):
        encoded_address(given)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--paper", "a3"], "There is no paper “a3”. Choose from: a4, letter."),
        (["--sheets", "both"], "There is no kind of sheets “both”. Choose from: duplex, fold, fronts."),
        (["--marks", "dots"], "There is no kind of marks “dots”. Choose from: crop, cut, none."),
        (["--ink", "red"], "There is no ink “red”. Choose from: full, light."),
        (["--as", "doc"], "There is no form “doc”. Choose from: pdf, png, tts."),
        (["--bleed", "-1"], "The bleed should be from 0 to 6 mm, not -1."),
        (["--bleed", "7"], "The bleed should be from 0 to 6 mm, not 7."),
        (["--bleed", "nan"], "The bleed should be from 0 to 6 mm, not nan."),
        (["--back-offset", "1"], "--back-offset takes X,Y in millimeters, such as 0.5,-1; not “1”."),
        (["--back-offset", "11,0"], "Backs can be shifted by at most 10 mm each way."),
        (
            ["--only", "hand"],
            "There is no part “hand” to print. Choose from: common, markers, mat, aid, handbook.",
        ),
        (["--as", "png", "--only", "aid"], "“aid” can only be printed as a PDF. Only cards can be saved as pictures."),
        (
            ["--as", "tts"],
            "--as tts needs --tts-url with an address, such as https://cards.example/here.",
        ),
        (
            ["--as", "tts", "--tts-url", "here"],
            "--as tts needs --tts-url with an address, such as https://cards.example/here.",
        ),
        (["--tts-url", "https://cards.example"], "--tts-url only works with --as tts."),
        (["--set", "Infantry 3.force=many"], "--set Infantry 3.force: “many” should be a whole number."),
        (["--option", "morale=9"], "The option morale can be 5, 4, not “9”. (OUT-2.3)"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_had(arguments: list[str], sentence: str, tmp_path: Path, capsys: Output) -> None:
    assert cli.main(["print", "outpost", "-o", str(tmp_path / "o.pdf"), *arguments]) == 2
    assert capsys.readouterr() == ("", f"{sentence}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "taken").write_text("")
    for file, arguments in (("none/o.pdf", []), ("taken/cards", ["--as", "png"]), ("taken", ["--as", "png"])):
        assert cli.main(["print", "outpost", "-o", str(tmp_path / file), *arguments]) == 2
        out, complaint = capsys.readouterr()
        assert out == ""
        assert f"{file} cannot be written: " in complaint.replace("taken/common", "taken")
        assert complaint.count("\n") == 1


@pytest.mark.parametrize("module", ["typst", "markdown_it"])
def test_without_the_extra(module: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    if module == "markdown_it":
        from grognard.printing import prose

        prose._reader.cache_clear()
    assert cli.main(["print", "outpost", "-o", str(tmp_path / "o.pdf")]) == 2
    assert capsys.readouterr() == ("", f"This command needs {module}: pip install 'grognard[print]'\n")
