"""What the walk is worth: each fault of a table, made on purpose, is seen; a table without faults is clean."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser

from tests.web.walk import LISTS, look

STYLE: Final = """
* { box-sizing: border-box; margin: 0; padding: 0; }
body { height: 600px; overflow: hidden; font: 16px/20px sans-serif; }
main { position: relative; height: 600px; }
.card, .seat, #prompt { position: absolute; width: 100px; height: 140px; border: 0; overflow: hidden; }
#prompt { left: 300px; top: 500px; width: 300px; height: 40px; }
button.card { display: flex; flex-direction: column; justify-content: flex-start; }
.card-name { display: block; width: 90px; text-align: left; }
#seat { left: 10px; top: 200px; }
#one { left: 10px; top: 400px; }
#two { left: 150px; top: 400px; }
.flag { display: none; }
[data-list] { position: absolute; left: 500px; top: 100px; width: 200px; height: 150px; overflow: auto; }
[data-list] .card { position: static; display: block; }
.chips { position: absolute; left: 500px; top: 300px; width: 120px; overflow: hidden; list-style: none; }
.chip { width: 100px; }
a { display: block; width: 60px; height: 44px; }
"""
CARD: Final = (
    '<button class="card" id="{0}" data-handle="{0}" data-action="{0}"><span class="card-name">{1}</span>'
    '<i class="flag"></i></button>'
)
TABLE: Final = f"""<main id="table"><p id="prompt">What do you do?</p>
<ul class="cards"><li>{CARD.format("one", "Hussars")}</li><li>{CARD.format("two", "Guard")}</li></ul>
<div data-list>{CARD.format("three", "Sharp&shy;shooters")}{CARD.format("four", "Sappers")}</div>
<ul class="chips"><li class="chip">Guard 3</li></ul><div class="seat" id="seat">Red</div>
<a id="link" href="/">Rules</a><i id="lid"></i></main>"""
LID: Final = "#lid {{ position: absolute; z-index: 9; left: {}px; top: {}px; width: {}px; height: {}px }}"
TAG: Final = "#one .flag {{ display: block; position: absolute; left: 4px; top: {}px; width: 60px; height: 20px }}"
FAULTS: Final[dict[str, tuple[str, set[str]]]] = {
    "nothing": ("", set()),
    "a fan of cards that leaves 30 px": ("#two { left: 40px }", set()),
    "a fan of cards that leaves 20 px": ("#two { left: 30px }", {"choice small"}),
    "a card over all of another": ("#two { left: 10px }", {"choice covered"}),
    "a long page": ("html, body { height: auto; overflow: visible } main { height: 900px }", {"page scrolls"}),
    "a wide page": ("html, body { overflow: visible } main { width: 1200px }", {"page scrolls"}),
    "a box that is no list and scrolls": (
        "main { overflow: auto } #seat { top: 560px }", {"box scrolls", "number outside"}
    ),
    "a choice beyond the window": ("#two { left: 900px }", {"choice outside", "page scrolls"}),
    "a choice half beyond the window": ("#two { left: 760px }", {"choice cut off", "page scrolls"}),
    "a choice that is not drawn": ("#two { display: none }", {"choice hidden"}),
    "a choice under a lid": (LID.format(150, 400, 100, 140), {"choice covered", "name covered"}),
    "a choice half under a lid": (LID.format(150, 420, 70, 140), {"choice small"}),
    "a low choice": ("#two { height: 30px }", {"choice small"}),
    "a question under a lid": (LID.format(300, 500, 300, 8), set()),
    "a question whose words lie under a lid": (LID.format(300, 500, 60, 30), {"prompt covered"}),
    "a question beyond the window": ("#prompt { top: 590px }", {"prompt outside", "page scrolls"}),
    "a question that is not drawn": ("#prompt { display: none }", {"prompt hidden"}),
    "a question too long for its place": ("#prompt { width: 60px; height: 20px }", {"prompt cut off"}),
    "a plate beyond the window": ("#seat { top: 560px }", {"number outside", "page scrolls"}),
    "a plate under a lid": (LID.format(0, 190, 120, 160), {"number covered"}),
    "a name too wide for its place": ("#one .card-name { width: 30px }", {"name cut off"}),
    "a name that is not drawn": ("#one .card-name { display: none }", {"name hidden"}),
    "a name that is broken": ("#one .card-name { width: 30px; overflow-wrap: anywhere }", {"name broken"}),
    "a name that is parted at its soft hyphen": ("#three .card-name { width: 80px }", set()),
    "a name that leaves its card": ("#one .card-name { margin-left: 60px }", {"name beyond card"}),
    "a name under a lid": (LID.format(10, 400, 60, 20), {"name covered"}),
    "a tag over a name": (TAG.format(4), {"text covered"}),
    "a tag next to a name": (TAG.format(60), set()),
    "a memory that is cut off": (".chip { width: 150px }", {"name cut off"}),
    "a low link": ("#link { height: 20px }", {"target small"}),
    "a link in a sentence": ("#link { display: inline }", set()),
    "a low link that answers for what is around it": (
        "#link { height: 20px; position: relative } #link::after { content: ''; position: absolute; inset: -14px 0 }",
        set(),
    ),
}  # fmt: skip


def test_each_fault_is_seen_and_nothing_else(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 800, "height": 600})
    seen = {}
    for name, (more, _) in FAULTS.items():
        page.set_content(f"<style>{STYLE}{more}</style>{TABLE}")
        seen[name] = {kind for kind, _, _ in look(page, LISTS)["found"]}
    assert seen == {name: kinds for name, (_, kinds) in FAULTS.items()}
