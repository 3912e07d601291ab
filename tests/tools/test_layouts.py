"""The page of the layouts is that of today's games."""

from __future__ import annotations

from tools import layouts


def test_the_page_of_the_layouts_is_up_to_date() -> None:
    assert layouts.PAGE.read_text(encoding="utf-8") == layouts.page(), "run python tools/layouts.py"
