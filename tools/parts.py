"""Adds licenses to every part of the SBOM (the CycloneDX list that `make dist` writes), or names parts without one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from email.message import Message
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from typing import Any, Final

CLASSIFIER: Final = "License ::"
NOT_SAID: Final = {"", "unknown", "none"}
FONTS: Final = ("font-source-sans-pro", "font-source-serif-pro")


def license_of(metadata: Message) -> str:
    """Returns the license that a package declares in its metadata; empty if it declares none.

    Some put the whole text into the old field: its first line is its name.
    """
    classifiers = [
        value.rpartition("::")[2].strip() for value in metadata.get_all("Classifier", []) if CLASSIFIER in value
    ]
    lines = metadata.get("License", "").strip().splitlines()
    for found in (metadata.get("License-Expression", ""), " AND ".join(classifiers), *lines[:1]):
        if found.strip().casefold() not in NOT_SAID:
            return found.strip()
    return ""


def licenses(installed: Iterable[Distribution]) -> dict[str, str]:
    """Returns the declared license of each installed package, by its normalized name."""
    return {normalized(found.metadata["Name"]): license_of(found.metadata) for found in installed}  # type: ignore[arg-type]


def normalized(name: str) -> str:
    """Returns the name of a package as indexes compare it."""
    return name.lower().replace("_", "-").replace(".", "-")


def shown(part: Mapping[str, Any]) -> str:
    """Returns the licenses of a part in words."""
    found = [one.get("expression") or one["license"].get("id") or one["license"]["name"] for one in part["licenses"]]
    return ", ".join(dict.fromkeys(name.rpartition("::")[2].strip() for name in found))


def complete(listed: dict[str, Any], declared: Mapping[str, str]) -> Iterator[str]:
    """Adds the licenses that the list lacks; yields the names of parts that declare none."""
    for part in listed["components"]:
        if part.get("licenses"):
            continue
        name = declared.get(normalized(part["name"]), "")
        if name:
            part["licenses"] = [{"license": {"name": name, "acknowledgement": "declared"}}]
        else:
            yield part["name"]


def fonts() -> Iterator[dict[str, Any]]:
    """Yields the packages that build_fonts.py takes fonts from, as parts of the list."""
    for name in FONTS:
        found = distribution(name)
        package_url = f"pkg:pypi/{name}@{found.version}"
        yield {"type": "library", "bom-ref": package_url, "name": name, "version": found.version, "purl": package_url,
               "licenses": [{"license": {"id": "OFL-1.1", "acknowledgement": "declared"}}]}  # fmt: skip


def settle(file: Path, site: Path) -> list[str]:
    """Completes the list in a file from the packages in a folder; returns the names of those without a license.

    If the Grognard in that folder has fonts, they become parts too.
    """
    listed = json.loads(file.read_text(encoding="utf-8"))
    if any(site.glob("grognard/web/static/fonts/*.woff2")):
        listed["components"] += fonts()
    missing = list(complete(listed, licenses(distributions(path=[str(site)]))))
    file.write_text(json.dumps(listed, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if not missing:
        for part in listed["components"]:
            print(f"{part['name']} {part['version']}: {shown(part)}")
    return missing
