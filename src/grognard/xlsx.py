"""The first sheet of an .xlsx file: its cells as text, and a new file with one. It needs openpyxl.

A file from a stranger may be made to do harm. So only checked parts of it reach openpyxl: XML without a document type,
which could define entities, with a limit on their size, their depth and the rows with something in them.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from xml.parsers import expat
from zipfile import ZipFile

from grognard.kernel.errors import BadInput
from grognard.kernel.files import read_bytes

MOST_PACKED: Final = 4 << 20
MOST_UNPACKED: Final = 16 << 20
MOST_ROWS: Final = 1000
MOST_DEEP: Final = 100
XML: Final = (".xml", ".rels")
# How files begin that are protected with a password, and those of Excel before 2007.
OLE: Final = b"\xd0\xcf\x11\xe0"
ENCRYPTED: Final = 1  # a flag of a part
# What a cell has in it.
CONTENT: Final = ("v", "is", "f")
AS_TEXT: Final = "@"
WIDEST: Final = 60


def read_xlsx(file: Path) -> Iterator[tuple[int, list[str | None]]]:
    """Yields the number and the cells of each row of the first sheet; None for a formula without a value.

    Raises BadInput if the file is too large, protected or broken.
    """
    import openpyxl

    content = read_bytes(file, most=MOST_PACKED)
    if content.startswith(OLE):
        raise BadInput(
            f"{file} cannot be read: it has a password, or it is an old .xls file. Save it as .xlsx without a password."
        )
    rows: list[tuple[int, list[str | None]]] = []
    try:
        checked = _checked(file, content)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what openpyxl does not support, such as colors
            values, formulas = (
                openpyxl.load_workbook(io.BytesIO(checked), read_only=True, data_only=only, keep_links=False)
                for only in (True, False)
            )
            rows += _rows(values.worksheets[0], formulas.worksheets[0])
    except BadInput:
        raise
    except Exception as error:  # openpyxl has no error of its own for a file that is broken
        raise BadInput(f"{file} cannot be read: it is not a sound .xlsx file. Save it again.") from error
    yield from rows


def _rows(values: Any, formulas: Any) -> Iterator[tuple[int, list[str | None]]]:
    for sheet in (values, formulas):
        sheet.reset_dimensions()  # they are only what the file says
    both = zip(values.iter_rows(max_row=MOST_ROWS), formulas.iter_rows(max_row=MOST_ROWS), strict=True)
    for number, (row, meant) in enumerate(both, start=1):
        yield number, [_text(*cells) for cells in zip(row, meant, strict=True)]


def _text(cell: Any, meant: Any) -> str | None:
    """Returns the value of a cell as text: of a formula the value that the file keeps, None if it keeps none."""
    if cell.data_type == "e" or (cell.value is None and meant.data_type == "f"):
        return None
    value = cell.value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value)


def _checked(file: Path, content: bytes) -> bytes:
    """Returns the file with nothing but its XML, checked; raises BadInput if it is too large or has a password."""
    too_large = f"{file} cannot be read: unpacked, it has more than {MOST_UNPACKED >> 20} MB. Leave out pictures."
    checked: dict[str, bytes] = {}
    with ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
        if sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise BadInput(too_large)
        left = MOST_UNPACKED
        for part in parts:
            if part.flag_bits & ENCRYPTED:
                raise BadInput(f"{file} cannot be read: it has a password. Save it without one.")
            if not part.filename.endswith(XML):
                continue
            with archive.open(part) as opened:
                xml = opened.read(left + 1)  # the size in the list of parts may be wrong
            left -= len(xml)
            if left < 0:
                raise BadInput(too_large)
            _Checker(file).check(xml)
            checked[part.filename] = xml
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for name, xml in checked.items():
            archive.writestr(name, xml)
    return written.getvalue()


class _Checker:
    """Checks a part of a file: no document type, no endless depth, and no cells below the last row that is read."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.depth = 0
        self.row = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end

    def check(self, xml: bytes) -> None:
        """Raises BadInput or ExpatError if something is wrong."""
        self.parser.Parse(xml, True)

    def _refuse_doctype(self, *_given: object) -> None:
        raise BadInput(f"{self.file} cannot be read: its XML has a document type. Save it in a spreadsheet program.")

    def _start(self, element: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        name = element.rpartition(" ")[2]
        if self.depth > MOST_DEEP:
            raise BadInput(f"{self.file} cannot be read: its XML is too deep. Save it in a spreadsheet program.")
        if name == "row":
            self.row = int(attributes.get("r", self.row + 1))
        elif name in CONTENT and self.row > MOST_ROWS:
            raise BadInput(f"{self.file}, row {self.row}: a spreadsheet can have up to {MOST_ROWS:,} rows.")

    def _end(self, _element: str) -> None:
        self.depth -= 1


def to_xlsx(title: str, rows: Sequence[Sequence[str | int]]) -> bytes:
    """Returns a file with one sheet, whose first row has the headings. Texts that look like formulas stay texts."""
    import openpyxl
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = title[:31]
    for number, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            if value == "":
                continue
            cell = sheet.cell(number, column, value)
            if isinstance(value, str):
                cell.data_type = "s"
                cell.number_format = AS_TEXT
            cell.font = Font(bold=number == 1)
            cell.alignment = Alignment(vertical="top", wrap_text=True)
    for column, cells in enumerate(zip(*rows, strict=True), start=1):
        wide = max(len(str(cell)) for cell in cells) + 2
        sheet.column_dimensions[get_column_letter(column)].width = min(wide, WIDEST)
    sheet.freeze_panes = "C2"
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()
