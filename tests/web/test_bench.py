"""The script of bench/ that needs a browser runs in a small form. How fast anything is does not matter here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from tests.bench.support import output_of
from tests.server.support import free_port
from tests.web.conftest import required_chromium

MOST_KILOBYTES: Final = 250  # with fonts, see bench/paint.py


def test_clicks_are_painted_and_a_first_view_is_weighed(tmp_path: Path) -> None:
    small = ("--clicks", "2", "--only", "fusillade", "--port", str(free_port()), "--chromium", required_chromium())
    told = output_of("paint.py", tmp_path, *small, "--any-speed", "--json")
    found = json.loads(told)
    assert found["fusillade"]["clicks"] == found["all"]["clicks"] == 2
    assert found["fusillade"]["kB js"] > 0
    assert found["fusillade"]["kB"] < MOST_KILOBYTES, "how much is sent does not depend on the machine"
