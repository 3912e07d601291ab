"""Finished games played again, from a folder of journals or as a server keeps them, to rows as games of bots make them.

What cannot be counted is left out; of files it is counted why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from grognard.bots.review import DECREED
from grognard.kernel.content.wording import listed
from grognard.kernel.engine import chance
from grognard.kernel.errors import BadInput, GrognardError, NewerJournal
from grognard.kernel.files import read_text
from grognard.lab.processes import must_be_jobs, processes
from grognard.lab.recording import BATCH, GameRow, row_of
from grognard.lab.report.building import page_of
from grognard.lab.report.finished import group_of, report_of
from grognard.lab.report.sections import Page
from grognard.lab.simulate import Progress
from grognard.play.journal import Deed, Journal, parse_journal
from grognard.play.session import Session, replayed
from grognard.registry import load

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# Why files are left out, as a sentence goes on after their number, in the order in which it is told.
OTHER_GAME: Final = "of other games"
RUNNING: Final = "not over"
OLD: Final = "under another version of the rules"
NEWER: Final = "written by a newer Grognard"
OTHER_RULES: Final = "under other house rules or card numbers"
UNPLAYED: Final = "given up before both sides had decided anything"
SAME_DEAL: Final = "of a deal that was counted already"
BROKEN: Final = "no journals, or broken"
REASONS: Final = (OTHER_GAME, RUNNING, OLD, NEWER, OTHER_RULES, UNPLAYED, SAME_DEAL, BROKEN)


class JournalFile(NamedTuple):
    """What a file holds: a game of one of the groups with its seed and its row, or why it is left out."""

    left_out: str = ""
    group: str = ""
    seed: str = ""
    row: GameRow | None = None


class FinishedGames(NamedTuple):
    """The rows of each group, and how many files were left out, by why."""

    groups: dict[str, list[GameRow]]
    left_out: dict[str, int]


class _Download(msgspec.Struct):
    """A table in what a guest has downloaded of his data: its journal, a line an element."""

    journal: list[msgspec.Raw]


def read_folder(game: Game, folder: Path, jobs: int = 1, progress: Progress | None = None) -> FinishedGames:
    """The finished games under the rules of `game` in a folder and those below it, each deal once.

    Raises BadInput for a folder that cannot be read, and for numbers that cannot be.
    """
    import joblib

    must_be_jobs(jobs)
    files = _files(folder)
    batches = [files[at : at + BATCH] for at in range(0, len(files), BATCH)]
    parallel = joblib.Parallel(n_jobs=processes(jobs, len(batches)), return_as="generator")
    groups: dict[str, list[GameRow]] = {}
    left_out: Counter[str] = Counter()
    seeds: set[str] = set()
    done = 0
    for batch in parallel(joblib.delayed(_read)(game, some) for some in batches):
        for found in batch:
            if found.row is None:
                left_out[found.left_out] += 1
            elif found.seed in seeds:  # the same file from another player, or a deal that many have played
                left_out[SAME_DEAL] += 1
            else:
                seeds.add(found.seed)
                groups.setdefault(found.group, []).append(found.row)
        done += len(batch)
        if progress is not None:
            progress(done, len(files))
    return FinishedGames(groups, {reason: left_out[reason] for reason in REASONS if left_out[reason]})


def left_out_text(left_out: Mapping[str, int]) -> str:
    """What was left out, in a sentence."""
    return f"Left out: {listed([f'{number:,} {reason}' for reason, number in left_out.items()]) or 'nothing'}."


def _files(folder: Path) -> list[Path]:
    """All files of a folder, in an order that depends on their names alone."""
    if not folder.is_dir():
        raise BadInput(f"There is no folder {folder}.")
    try:
        return sorted(path for path in folder.rglob("*") if path.is_file())
    except OSError as error:
        raise BadInput(f"{folder} cannot be read: {error.strerror}.") from error


def _read(game: Game, files: Sequence[Path]) -> list[JournalFile]:
    return [_found(game, file) for file in files]


def _found(game: Game, file: Path) -> JournalFile:
    try:
        text = _text(read_text(file))
        if '"grognard_record"' in text.partition("\n")[0]:
            return JournalFile(RUNNING)
        return _played(game, parse_journal(text, "This file"))
    except NewerJournal:
        return JournalFile(NEWER)
    except GrognardError:
        return JournalFile(BROKEN)


def _text(content: str) -> str:
    """The text of a journal, also of one in a download of a guest's data."""
    try:
        lines = msgspec.json.decode(content, type=_Download).journal
    except (msgspec.DecodeError, RecursionError):
        return content
    return "\n".join(msgspec.json.format(bytes(line), indent=-1).decode() for line in lines)


def _played(game: Game, journal: Journal) -> JournalFile:
    """What a journal holds; raises GrognardError where it does not fit itself."""
    header = journal.header
    if header.game != game.slug:
        return JournalFile(OTHER_GAME)
    if header.rules != game.spec.meta.rules or header.chance != chance.VERSION:
        return JournalFile(OLD)
    theirs = load(header.game, header.options, header.numbers)
    if theirs.options != game.options or theirs.overrides != game.overrides:
        return JournalFile(OTHER_RULES)
    session = replayed(journal, load)
    row = row_of(session)
    if row is None:
        return JournalFile(RUNNING)
    if _is_unplayed(session):
        return JournalFile(UNPLAYED)
    return JournalFile(group=group_of(header.seats), seed=header.seed, row=row)


def packed_row(
    slug: str, options: Mapping[str, str | int], seed: int, seats: Sequence[str], deeds: Sequence[Deed]
) -> bytes:
    """The row of a game by what was done in it, packed for `packed_page`; empty if it cannot be counted.

    Raises GrognardError where the deeds do not fit the game.
    """
    session = Session(load(slug, options), seed, seats)
    for deed in deeds:
        session.enter(deed)
    row = row_of(session)
    if row is None or _is_unplayed(session):
        return b""
    return msgspec.json.encode(msgspec.structs.replace(row, actions=[]))


def packed_page(
    slug: str, options: Mapping[str, str | int], rows: Mapping[str, Sequence[bytes]]
) -> tuple[Page, dict[str, int]]:
    """The report on packed rows by group, and how many games each group has that is shown."""
    game = load(slug, options)
    groups = {group: [msgspec.json.decode(row, type=GameRow) for row in packed] for group, packed in rows.items()}
    report = report_of(game, groups)
    return page_of(game, report), {level.level: level.games for level in report.levels}


def _is_unplayed(session: Session) -> bool:
    """Was the game given up before both sides had decided anything?"""
    outcome = session.outcome()
    acted = {session.game.sides[seat] for seat, action in session.line if action >= 0}
    return outcome is not None and outcome.reason in DECREED and acted != {0, 1}
