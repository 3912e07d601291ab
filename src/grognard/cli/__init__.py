"""The command line. Each command reads its arguments, calls the layer below, and prints the result.

Typer and Rich are imported only when a command runs; `import grognard` never needs them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from grognard.cli.output import error_sentence, give_up_output, prepare_streams
from grognard.kernel.errors import GrognardError

OK: Final = 0
WRONG: Final = 2
INTERRUPTED: Final = 130
# The extra that installs each module.
EXTRAS: Final = {
    **dict.fromkeys(
        ("alembic", "itsdangerous", "jinja2", "litestar", "platformdirs", "segno", "sqlalchemy", "uvicorn"), "web"
    ),
    "markdown_it": "print",
    "mypyc": "compile",
    "numpy": "lab",
    "openpyxl": "sheets",
    "setuptools": "compile",
    "typst": "print",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status.

    A mistake prints one sentence on standard error and returns 2. Output that cannot be written does the same with 1.
    """
    prepare_streams()
    try:
        status = _answered(arguments)
        sys.stdout.flush()
    except OSError as error:
        return give_up_output(error)
    return status


def _answered(arguments: Sequence[str] | None) -> int:
    try:
        return _run(arguments)
    except GrognardError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        return _complain(f"This command needs {error.name}: pip install 'grognard[{EXTRAS[error.name]}]'")


def _run(arguments: Sequence[str] | None) -> int:
    import typer

    from grognard.cli.app import command

    try:
        status = command()(args=arguments, prog_name="grognard", standalone_mode=False)
    except typer.Abort:
        return INTERRUPTED
    except SystemExit as stop:
        if isinstance(stop.__context__, OSError):  # Typer and Rich exit when the reader of the output is gone
            raise stop.__context__ from None
        raise
    except typer.TyperException as error:
        return _complain(error.format_message())
    return status if isinstance(status, int) else OK


def _complain(sentence: str) -> int:
    print(error_sentence(sentence), file=sys.stderr)
    return WRONG
