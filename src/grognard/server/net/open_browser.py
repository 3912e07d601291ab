"""Opens the browser of a person who starts a server on their own machine."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Final

# A remote shell: a browser would open on the wrong machine, or in the terminal.
REMOTE: Final = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
DISPLAYS: Final = ("DISPLAY", "WAYLAND_DISPLAY")
WITH_A_SCREEN: Final = ("darwin", "win32")  # the systems that need no variable to name the display
CONTAINERS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))  # Docker, Podman


def has_browser(environment: Mapping[str, str]) -> bool:
    """Returns whether a person probably sits here: at a terminal with a display, on no remote shell and not in CI."""
    has_display = sys.platform in WITH_A_SCREEN or any(environment.get(name) for name in DISPLAYS)
    elsewhere = any(environment.get(name) for name in ("CI", *REMOTE)) or any(path.exists() for path in CONTAINERS)
    return has_display and not elsewhere and sys.stdout.isatty()


def open_browser(address: str) -> None:
    """Opens an address in the browser, in the background; if that fails, nothing happens.

    A process of its own does it, so that no browser can block the server, write to its terminal or end with it.
    """
    threading.Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    command = [sys.executable, "-I", "-m", "webbrowser", address]
    nowhere = subprocess.DEVNULL
    try:
        subprocess.run(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True, check=False)
    except (OSError, ValueError):  # no such program, or too many processes: the address is on the terminal
        return
