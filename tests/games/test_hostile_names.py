"""Names and texts of a variant change nothing but themselves, even if they look like code."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from rich.console import Console
from rich.markdown import Markdown

from grognard import cli
from grognard.art.faces import faces
from grognard.kernel.content.handbook import Handbook, in_markdown, without_escapes
from grognard.kernel.game import Game
from grognard.printing import typeset
from grognard.printing.contents import Contents
from grognard.printing.print_options import PrintOptions
from grognard.printing.products import saved_object
from grognard.printing.prose import tree
from grognard.registry import load
from grognard.tui.words import card_text, in_plain_words
from grognard.web.pages import ENVIRONMENT
from tests.printing.support import NO_FIGURE, text

HOSTILE: Final = (
    "<script>alert(1)</script>",
    "&amp; &lt;b&gt; &#65;",
    "#set text(red) #x",
    "$x$ *bold* _i_ @y \\",
    "{amount} {Old Guard} {{ p }}",
    "**x** [a](b) ![c](d)",
    "[red]x[/red] [bold]",
    "שלום עולם",
    "=1+1",
    "- # x",
    "1. + x",
    "`code` ~~y~~ http://a.b",
    "| a | b \\| c",
    "constructor",
)
SAID: Final = pytest.mark.parametrize("said", HOSTILE)
# A name without any sign, to compare with.
PLAIN: Final = "Qqq"
TAG: Final = re.compile(r"<[^>]+>")


def handbook(said: str) -> Handbook:
    """The handbook with a name in titles, sentences, tables and lists."""
    return load("green-troops", overrides={"Rout.name": said, "Dragoons.name": f"{said}2"[:30]}).handbook


def same(found: str, plain: str, said: str) -> bool:
    """Whether two texts differ only in the name; spaces and frames do not count."""

    def words(one: str) -> str:
        return re.sub(r"[\s━─]+", "", one)

    # Beside a name of thirty letters, the second one has lost its last letter.
    return words(found) == words(plain.replace(f"{PLAIN}2", f"{said}2"[:30]).replace(PLAIN, said))


@SAID
def test_on_pages(said: str) -> None:
    found, plain = (str(ENVIRONMENT.filters["markdown"](handbook(name).text)) for name in (said, PLAIN))
    assert TAG.findall(found) == TAG.findall(plain)
    assert same(html.unescape(TAG.sub("", found)), html.unescape(TAG.sub("", plain)), said)


@SAID
def test_in_clauses(said: str) -> None:
    found, plain = handbook(said), handbook(PLAIN)
    assert found.clauses.keys() == plain.clauses.keys()
    assert found.clause("GT-9.7").title == said
    assert found.clause("GT-9.7").heading == f"**GT-9.7 {in_markdown(said)}.**"
    for id, clause in found.clauses.items():
        assert same(in_plain_words(clause.text), in_plain_words(plain.clause(id).text), said), id


@SAID
def test_in_a_formatted_handbook_on_a_terminal(said: str) -> None:
    def shown(name: str) -> str:
        console = Console(file=io.StringIO(), width=9_000)
        console.print(Markdown(handbook(name).text))
        assert isinstance(console.file, io.StringIO)
        return console.file.getvalue()

    assert same(shown(said), shown(PLAIN), said)


@SAID
def test_in_a_printed_handbook(said: str) -> None:
    def words(node: Any) -> str:
        if isinstance(node, Mapping):
            return str(node.get("text", "")) + words([value for key, value in node.items() if key != "text"])
        return "".join(map(words, node)) if isinstance(node, list) else ""

    assert same(words(tree(handbook(said).text)), words(tree(handbook(PLAIN).text)), said)


@SAID
def test_markdown_of_a_text_reads_as_the_text(said: str) -> None:
    assert without_escapes(in_markdown(said)) == said
    assert html.unescape(TAG.sub("", str(ENVIRONMENT.filters["markdown"](in_markdown(said))))).strip() == said


def hostile(slug: str) -> Game:
    """A game whose first cards have hostile names and texts."""
    names = list(dict.fromkeys(card.name for card in load(slug).cards))
    said = {f"{name}.name": one for name, one in zip(names, HOSTILE, strict=False)}
    return load(slug, overrides={**said, **{f"{name}.text": one for name, one in zip(names, HOSTILE, strict=False)}})


def test_on_paper() -> None:
    game = hostile("outpost")
    everything = Contents(game, PrintOptions(sheets="fronts")).whole()
    for card in everything["cards"]:
        card["figure"] = NO_FIGURE
    said = "".join(text(typeset.pdf("main.typ", everything)).split())
    for name in HOSTILE[: len(game.cards)]:
        letters = "".join(name.split())
        # PDFium reads a line of Hebrew as it is drawn, from left to right.
        assert letters in said or letters[::-1] in said or name.split()[0][::-1] in said, name
        assert said.count("".join(HOSTILE[0].split())) >= 2


def test_on_a_virtual_table() -> None:
    saved = json.loads(json.dumps(saved_object(Contents(hostile("fusillade"), PrintOptions()), "https://a.example")))
    cards = saved["ObjectStates"][0]["ContainedObjects"]
    # Without the invisible space, Tabletop Simulator would show `[b]` as markup.
    plain = [said.replace("[", "[\u200b") for said in HOSTILE]
    assert [card["Nickname"] for card in cards[: len(HOSTILE)]] == plain
    assert [card["Description"] for card in cards[: len(HOSTILE)]] == [f"{said.rstrip('.')}." for said in plain]


def test_on_faces_and_in_a_terminal() -> None:
    game = hostile("fusillade")
    found = faces(game.spec, game.cards)[: len(HOSTILE)]
    assert tuple(face.name for face in found) == tuple(face.text for face in found) == HOSTILE
    assert {face.line for face in found} == {""}
    for card, said in zip(game.card_views, HOSTILE, strict=False):
        assert card_text(card, game)[:2] == [
            f"{said}: {game.spec.types[card.type]}, force {card.numbers['force']}.",
            said,
        ]


def test_in_the_card_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [card.name for card in load("fusillade").cards][: len(HOSTILE)]
    lines = [f"{json.dumps(name)} = {json.dumps(said)}" for name, said in zip(names, HOSTILE, strict=True)]
    (tmp_path / "variant.toml").write_text(
        "\n".join(['game = "fusillade"', 'title = "*T*"', "[names]", *lines, "[texts]", *lines]), encoding="utf-8"
    )
    words = ["cards", "fusillade", "--variant", str(tmp_path), "--format"]
    assert cli.main([*words, "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["card"], row["name"], row["notes"]) for row in rows[: len(names)]] == [
        (name, said, said) for name, said in zip(names, HOSTILE, strict=True)
    ]
    assert cli.main([*words, "table"]) == 0
    told = capsys.readouterr().out
    assert f"- New name: {in_markdown(HOSTILE[0])} instead of {names[0]}." in told
    assert f"\n{HOSTILE[0]}" in told
    assert f"\n    key: {names[0]}\n" in told
