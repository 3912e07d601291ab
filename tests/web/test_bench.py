"""The script of bench/ that needs a browser runs in a small form. How fast anything is does not matter here."""

from __future__ import annotations

from pathlib import Path

from tests.bench.support import output_of
from tests.server.support import free_port
from tests.web.conftest import required_chromium


def test_clicks_are_painted_and_a_first_view_is_weighed(tmp_path: Path) -> None:
    small = ("--clicks", "2", "--only", "fusillade", "--port", str(free_port()))
    told = output_of("paint.py", tmp_path, *small, "--chromium", required_chromium())
    assert "| fusillade |" in told
    assert "all, 2 clicks" in told
