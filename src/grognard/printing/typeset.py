"""Setting pages with typst: no fonts of the system, nothing fetched, and the same bytes for the same input."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any, Final

from grognard.kernel.errors import BadInput

# The day that documents name as theirs, so that two of the same input are alike.
MADE: Final = 1_767_225_600  # 2026-01-01
STANDARD: Final = "a-2b"
LIBRARY: Final = "typst"


def pdf(template: str, everything: Mapping[str, Any]) -> bytes:
    """A document, checked by typst to be sound PDF/A-2b."""
    # Of tagged ones Poppler says that an object is of the wrong type.
    [document] = _compiled(template, everything, format="pdf", pdf_standards=[STANDARD], pdf_tags=False)
    return document


def pngs(template: str, everything: Mapping[str, Any], ppi: float) -> list[bytes]:
    """A picture of every page."""
    return _compiled(template, everything, format="png", ppi=ppi)


def _compiled(template: str, everything: Mapping[str, Any], **more: Any) -> list[bytes]:
    import typst

    with resources.as_file(resources.files(__package__).joinpath("templates")) as root:
        inputs = {"all": json.dumps(everything)}
        compiler = typst.Compiler(
            root.joinpath(template), root=root, ignore_system_fonts=True, sys_inputs=inputs, package_path=root
        )
        try:
            found = compiler.compile(timestamp=MADE, **more)
        except typst.TypstError as error:
            why = error.message.removeprefix("panicked with: ").strip('"')
            raise BadInput(f"This cannot be printed: {why}.") from error
    return found if isinstance(found, list) else [bytes(found or b"")]
