"""Archives of plain numbers (.npz) with a JSON header, read without pickle and without NumPy."""

from __future__ import annotations

import ast
import io
import json
import math
import re
import struct
import zipfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from numpy.typing import NDArray

HEADER: Final = "header"
BYTES: Final = "|u1"
_PLAIN: Final = re.compile(r"[<|][fiu](\d+)")  # NumPy's names of types, with their sizes in bytes
_MAGIC: Final = b"\x93NUMPY"
_LENGTHS: Final = {1: "<H", 2: "<I"}  # of the description of an array, by the version of its format
# Other compressions expand a little input into any amount of output before anyone can stop them.
_COMPRESSIONS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Plain(NamedTuple):
    """An array in a file: NumPy's name of its type, its shape, and its bytes, row by row."""

    kind: str
    shape: tuple[int, ...]
    body: bytes


def read_arrays(data: bytes, name: str, what: str, most: int) -> tuple[object, dict[str, Plain]]:
    """Returns the header of an archive, decoded from JSON, and its arrays by name.

    Raises BadInput, with the `name` of the file and `what` it should be (“a weights file”), for damaged and other
    files. It refuses archives whose arrays have more than `most` bytes, and never unpacks more.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if sum(entry.file_size for entry in entries) > most:
                raise BadInput(f"{name} is too large: its numbers take more than {most >> 20} MB.")
            if any(entry.compress_type not in _COMPRESSIONS for entry in entries):
                raise ValueError
            arrays = {entry.filename.removesuffix(".npy"): _array(archive.read(entry)) for entry in entries}
        return json.loads(arrays.pop(HEADER).body), arrays
    except BadInput:
        raise
    except Exception:  # zip, zlib and JSON each have their own errors for damage
        raise BadInput(f"{name} is not {what}, or it is damaged.") from None


def _array(data: bytes) -> Plain:
    """Returns an array in NumPy's file format; raises ValueError for arrays of objects and for damage."""
    if not data.startswith(_MAGIC) or data[6] not in _LENGTHS:
        raise ValueError
    length = _LENGTHS[data[6]]
    begin = 8 + struct.calcsize(length)
    end = begin + struct.unpack(length, data[8:begin])[0]
    about = ast.literal_eval(data[begin:end].decode("latin-1"))
    kind, shape, body = about["descr"], about["shape"], data[end:]
    if "O" in kind or (about["fortran_order"] and len(shape) > 1):
        raise ValueError
    if any(type(one) is not int or one < 0 for one in shape):
        raise ValueError
    sized = _PLAIN.fullmatch(kind)
    if sized is not None and len(body) != int(sized[1]) * math.prod(shape):
        raise ValueError
    return Plain(kind, shape, body)


def packed_arrays(header: Mapping[str, object], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Returns an archive with this header and these arrays, compressed. The same input gives the same bytes."""
    import numpy as np

    kept = io.BytesIO()
    text = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez_compressed(kept, **{HEADER: text}, **arrays)  # type: ignore[arg-type]
    return kept.getvalue()
