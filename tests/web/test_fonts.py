"""The fonts of our pages: each face loads, and text is as wide and as high in the face that stands in for it."""

from __future__ import annotations

from typing import Final

import pytest

from grognard.web import assets
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server

# The width of a line, its height and the place of its baseline, in our face and in its fallback.
MEASURE: Final = """async () => {
    await Promise.all([...document.fonts].map((face) => face.load()));
    const measure = (font) => {
        const line = document.createElement("span"), base = document.createElement("span");
        line.style.cssText = `position: absolute; white-space: nowrap; font: ${font}`;
        base.style.cssText = "display: inline-block; width: 1px; height: 0";
        line.textContent = "Two companies meet on three Fronts. Squads, teams and a few vehicles arrive turn by " +
            "turn. Dice decide the effect of fire, and the side with more Squads (12 of 46) holds the Front.";
        line.append(base);
        document.body.append(line);
        const box = line.getBoundingClientRect();
        const found = [box.width, box.height, base.getBoundingClientRect().bottom - box.top];
        line.remove();
        return found;
    };
    return ["Sans", "Serif"].flatMap((kind) => ["400", "600", "italic 400"].map((style) => [
        `${kind} ${style}`,
        ...["", " Fallback"].map((tail) => measure(`${style} 100px/normal "Grognard ${kind}${tail}"`)),
    ]));
}"""


def test_text_keeps_its_place_when_a_font_arrives(visit: Visit, server: Server) -> None:
    if not assets.preloaded_fonts():
        pytest.skip("built without fonts")
    page = visit()
    user.open_page(page, server.url)
    for face, own, fallback in page.evaluate(MEASURE):
        assert fallback[0] == pytest.approx(own[0], rel=0.01), face
        assert fallback[1:] == pytest.approx(own[1:], abs=1), face
    faces = page.evaluate("[...document.fonts].map((face) => [face.family, face.weight, face.style, face.status])")
    assert len(faces) == 12
    assert all(status == "loaded" for *_, status in faces), faces
