"""Reads and writes users' text files. An unreadable file raises an error of one sentence."""

from __future__ import annotations

import codecs
import errno
from pathlib import Path
from typing import Final

import msgspec

from grognard.kernel.errors import BadInput

MOST_BYTES: Final = 16 << 20
# The byte order marks that editors write. UTF-32 precedes UTF-16, because its mark begins with the mark of UTF-16.
MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_text(file: Path, error: type[BadInput] = BadInput) -> str:
    """Returns the text of a person's file. Raises `error`, which names the file, the cause and the cure."""
    return decoded(read_bytes(file, error), str(file), error)


def read_bytes(file: Path, error: type[BadInput] = BadInput, most: int = MOST_BYTES) -> bytes:
    """Returns the content of a person's file, which may have at most this many bytes.

    Raises `error`, which names the file, the cause and the cure.
    """
    try:
        with file.open("rb") as opened:
            content = opened.read(most + 1)
    except FileNotFoundError as missing:
        raise error(f"{file} cannot be read: there is no such file. Check its name.") from missing
    except IsADirectoryError as folder:
        raise error(f"{file} cannot be read: it is a folder. Name a file.") from folder
    except PermissionError as closed:
        raise error(f"{file} cannot be read: you have no permission to open it. Check who owns it.") from closed
    except OSError as fault:
        raise error(f"{file} cannot be read: {fault.strerror}.") from fault
    if len(content) > most:
        raise error(f"{file} cannot be read: it has more than {most >> 20} MB. Check that it is the right file.")
    return content


def decoded(content: bytes, name: str, error: type[BadInput] = BadInput) -> str:
    """Returns the text of a file's content, without a byte order mark. `name` is the file's name in errors."""
    encoding = next((encoding for mark, encoding in MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise error(f"{name} cannot be read: it is not text in UTF-8 (line {line}). Save it as UTF-8.") from fault
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_whole(file: Path, content: str | bytes) -> None:
    """Writes the whole file or nothing, even if the program is killed. Raises OSError."""
    try:
        beside = file.with_name(file.name + ".part")
        beside.write_bytes(content.encode() if isinstance(content, str) else content)
    except ValueError as error:  # “.” has no name, and no name has a zero byte
        raise OSError(errno.EINVAL, "this is not a valid file name", str(file)) from error
    try:
        beside.replace(file)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def must_not_be_newer(line: str, field: str, latest: int, name: str, error: type[BadInput] = BadInput) -> None:
    """Raises `error` if a line of JSON gives a version above `latest` in this field.

    Call it before strict decoding: a newer version may have fields that this one does not know.
    """
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return  # strict decoding will report the error
    version = found.get(field) if isinstance(found, dict) else None
    if isinstance(version, int) and version > latest:
        raise error(
            f"{name} was written by a newer Grognard (version {version}; this one reads up to {latest}). "
            "Update Grognard to open it."
        )
