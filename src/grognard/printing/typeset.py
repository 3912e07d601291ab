"""Sets pages with typst: nothing is fetched, and the same input and fonts give the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from grognard.kernel.errors import BadInput
from grognard.printing.fonts import STANDARD, chosen

if TYPE_CHECKING:
    from typst import Compiler

# The date in every document, so that equal input gives equal documents.
MADE: Final = 1_767_225_600  # 2026-01-01
LIBRARY: Final = "typst"


def pdf(template: str, everything: Mapping[str, Any], fonts: Sequence[Path] = ()) -> bytes:
    """Returns a document that typst has checked to be valid PDF/A-2b."""
    # In tagged documents Poppler reports an object of the wrong type.
    [document] = _compiled(template, everything, fonts, format="pdf", pdf_standards=[STANDARD], pdf_tags=False)
    return document


def pngs(template: str, everything: Mapping[str, Any], ppi: float, fonts: Sequence[Path] = ()) -> list[bytes]:
    """Returns a picture of every page."""
    return _compiled(template, everything, fonts, format="png", ppi=ppi)


@contextmanager
def compiler(template: str, everything: Mapping[str, Any], fonts: Sequence[Path] = ()) -> Iterator[Compiler]:
    """Provides the compiler of a template; raises BadInput for letters that no font has."""
    import typst

    folder = resources.files(__package__).joinpath("templates")
    with resources.as_file(folder) as root, chosen(everything, fonts) as found:
        inputs = {"all": json.dumps(everything), "fonts": json.dumps(found.families)}
        yield typst.Compiler(
            root.joinpath(template), root=root, font_paths=found.fonts, sys_inputs=inputs, package_path=root
        )


def _compiled(template: str, everything: Mapping[str, Any], fonts: Sequence[Path], **more: Any) -> list[bytes]:
    import typst

    with compiler(template, everything, fonts) as compiling:
        try:
            found = compiling.compile(timestamp=MADE, **more)
        except typst.TypstError as error:
            why = error.message.removeprefix("panicked with: ").strip('"')
            raise BadInput(f"This cannot be printed: {why}.") from error
    return found if isinstance(found, list) else [bytes(found or b"")]
