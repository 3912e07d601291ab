"""Names a browser as its owner would: “Firefox on Windows”. The rest of the description is not kept."""

from __future__ import annotations

from typing import Final

# The first match counts: most browsers also name others.
BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "a Mac",
    "CrOS": "a Chromebook",
    "Linux": "Linux",
}


def device_of(description: str) -> str:
    """Returns a name for the browser that sends this User-Agent header."""
    browser = next((name for part, name in BROWSERS.items() if part in description), "")
    system = next((name for part, name in SYSTEMS.items() if part in description), "")
    if not browser:
        return f"A program on {system}" if system else "A program"
    return f"{browser} on {system}" if system else browser
