"""Whatever a line of a journal holds, it is read or refused by a sentence that names the line."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Final, get_args

import pytest

import grognard
from grognard.bots import bot
from grognard.kernel.errors import GrognardError, JournalError
from grognard.play.journal import AnyEntry, parse_journal
from grognard.play.session import Session, replayed
from grognard.registry import load

# All kinds of JSON, and what is none.
NO_OBJECTS: Final = (
    "null",
    "5",
    "-1.5",
    "1e400",
    "true",
    '"x"',
    '"\\ud800"',
    "[]",
    "[[]]",
    "[{}]",
    "NaN",
    "{",
    "  ",
)
NESTED: Final = ("[" * 3000, '{"a":' * 3000)
ODD: Final[tuple[Any, ...]] = (None, True, -1, 99, 10**30, 1.5, "", "\ud800", "x" * 5000, [], [99], ["x"], {}, {"x": 1})


def _journal() -> str:
    """The journal of a short game, with an action that was taken back."""
    game, greedy = grognard.load("fusillade", {"troops": 50}), bot("greedy")
    session = Session(game, 1, ["human", "human"])
    while session.outcome() is None:
        seat = session.state.current_player()
        session.play(seat, greedy.choose(session.state.information(seat, 1)))
    return session.journal.to_text()


WHOLE: Final = _journal().splitlines()
ENTRIES: Final = [
    *{json.loads(line)["is"]: line for line in WHOLE[1:]}.values(),
    '{"is":"undo","seat":0,"kept":0,"agreed":[]}',
    '{"is":"resign","seat":0}',
    '{"is":"claim","seat":0}',
]


def test_there_is_an_entry_of_every_kind() -> None:
    kinds = {kind.__struct_config__.tag for kind in get_args(AnyEntry)}
    assert {json.loads(entry)["is"] for entry in ENTRIES} == kinds


@pytest.mark.parametrize("text", [*NO_OBJECTS, *NESTED], ids=lambda text: text[:8])
def test_a_line_that_is_no_object_is_refused_by_its_number(text: str) -> None:
    for at in (1, len(WHOLE) // 2, len(WHOLE) - 1):
        with pytest.raises(JournalError, match=rf"^File:{at + 1}: "):
            parse_journal("\n".join([*WHOLE[:at], text, *WHOLE[at + 1 :]]), "File")
    with pytest.raises(JournalError, match=r"^File is not a journal"):
        parse_journal("\n".join([text, *WHOLE[1:]]), "File")


def _spoilt(line: str) -> list[str]:
    """A line with each of its fields missing, and of every odd value."""
    whole = json.loads(line)
    found = [{name: value for name, value in whole.items() if name != left_out} for left_out in whole]
    found += [whole | {name: value} for name in whole for value in ODD]
    return [json.dumps(one) for one in [*found, whole | {"unheard_of": 1}]]


@pytest.mark.parametrize("entry", [WHOLE[0], *ENTRIES], ids=lambda entry: json.loads(entry).get("is", "header"))
def test_no_field_of_a_line_does_more_than_be_refused(entry: str) -> None:
    header = entry == WHOLE[0]
    for spoilt in _spoilt(entry):
        lines = [spoilt, *WHOLE[1:4]] if header else [*WHOLE[:3], spoilt]
        with suppress(GrognardError):
            replayed(parse_journal("\n".join(lines), "File"), load)
