"""The figures of the cards, as a browser draws them: at 64 pixels no two of a game can be mistaken."""

from __future__ import annotations

import json
from typing import Final

import pytest
from playwright.sync_api import Browser

from grognard.art.faces import figures
from grognard.registry import registered_names

# In a square of 64 by 64, how many pixels differ at least between two figures, and how much a pixel must differ.
PIXELS: Final = 64 * 64
SHARE: Final = 0.03
NOTICED: Final = 32

COMPARE: Final = """
async ([drawn, noticed]) => {
  const pixels = async (svg) => {
    const image = new Image(64, 64);
    image.src = "data:image/svg+xml," + encodeURIComponent(svg);
    await image.decode();
    const canvas = new OffscreenCanvas(64, 64).getContext("2d", { willReadFrequently: true });
    canvas.fillStyle = "#f7f0df";
    canvas.fillRect(0, 0, 64, 64);
    canvas.drawImage(image, 0, 0, 64, 64);
    return canvas.getImageData(0, 0, 64, 64).data;
  };
  const keys = Object.keys(drawn);
  const all = await Promise.all(keys.map((key) => pixels(drawn[key])));
  const found = [];
  for (let one = 0; one < keys.length; one++) {
    for (let other = one + 1; other < keys.length; other++) {
      let count = 0;
      for (let at = 0; at < all[one].length; at += 4) {
        const apart = Math.max(
          Math.abs(all[one][at] - all[other][at]),
          Math.abs(all[one][at + 1] - all[other][at + 1]),
          Math.abs(all[one][at + 2] - all[other][at + 2]),
        );
        if (apart >= noticed) count++;
      }
      found.push([keys[one], keys[other], count]);
    }
  }
  return found;
}
"""


@pytest.mark.parametrize("slug", registered_names())
def test_no_two_figures_can_be_mistaken_at_64_pixels(chromium: Browser, slug: str) -> None:
    drawn = dict(figures(slug, "light"))
    page = chromium.new_page()
    found = page.evaluate(COMPARE, [drawn, NOTICED])
    page.close()
    assert len(found) == len(drawn) * (len(drawn) - 1) // 2
    alike = [(one, other, count) for one, other, count in found if count < SHARE * PIXELS]
    assert not alike, json.dumps(sorted(alike, key=lambda pair: pair[2])[:20])
