"""Runs the uv of .venv with pip's settings, since most machines configure index, proxy and certificates for pip alone.

uv reads no pip.conf. Settings for uv itself (UV_DEFAULT_INDEX and the like) win.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

# pip's names for settings, and the variables that uv reads.
NAMES = {
    "index-url": ("UV_DEFAULT_INDEX",),
    "extra-index-url": ("UV_INDEX",),
    "find-links": ("UV_FIND_LINKS",),
    "no-index": ("UV_NO_INDEX",),
    "trusted-host": ("UV_INSECURE_HOST",),
    "timeout": ("UV_HTTP_TIMEOUT",),
    "cert": ("SSL_CERT_FILE",),
    "client-cert": ("SSL_CLIENT_CERT",),
    "proxy": ("HTTP_PROXY", "HTTPS_PROXY"),
}
PLACES = {"index-url", "extra-index-url", "find-links", "no-index"}
# Settings of later sections win.
SECTIONS = ("global", "install", ":env:")


def settings(listing: str) -> dict[str, str]:
    """Returns the settings that `pip config list` prints, by option name."""
    found: dict[str, dict[str, str]] = {section: {} for section in SECTIONS}
    for line in listing.splitlines():
        key, equals, value = line.partition("=")
        section, _, name = key.rpartition(".")
        if equals and section in found:
            # One option may have several values, each on a separate line.
            found[section][name] = " ".join(str(ast.literal_eval(value)).split())
    return {name: value for section in SECTIONS for name, value in found[section].items()}


def environment(pip: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """Returns the variables for uv: pip's settings, overridden by the given ones."""
    # Every file is checked against its hash, so no index can replace one. So all are searched, as pip does.
    derived = {"UV_SYSTEM_CERTS": "true", "UV_INDEX_STRATEGY": "unsafe-best-match"}
    own_places = any(name in given for name in ("UV_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX", "UV_EXTRA_INDEX_URL"))
    for name, value in pip.items():
        if value and not (own_places and name in PLACES):
            # uv needs commas where pip accepts spaces.
            text = value.replace(" ", ",") if name == "find-links" else value
            derived |= dict.fromkeys(NAMES.get(name, ()), text)
    return {**derived, **given}


def prepared() -> dict[str, str]:
    """Returns the environment in which uv finds what pip finds."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "config", "list"]
    listing = subprocess.run(pip, capture_output=True, encoding="utf-8", errors="replace", check=True).stdout
    return environment(settings(listing), os.environ)


UV = Path(sys.executable).with_name("uv")

if __name__ == "__main__":
    os.execve(UV, ["uv", *sys.argv[1:]], prepared())
