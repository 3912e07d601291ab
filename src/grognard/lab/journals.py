"""Replays finished games, from a folder of journals or from a server, into the same rows that games between bots make.

Games that cannot be counted are left out; for files the reasons are counted.
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
from grognard.lab.report.finished import group_of, report_of
from grognard.lab.report.page import page_of
from grognard.lab.report.sections import Page
from grognard.lab.simulate import Progress
from grognard.play.journal import Deed, Journal, parse_journal
from grognard.play.session import Session, replayed
from grognard.registry import load, load_stored

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# Why files are left out, as words that follow their number, in the order of the sentence.
OTHER_GAME: Final = "of other games"
RUNNING: Final = "not over"
OLD: Final = "under another version of the rules"
NEWER: Final = "written by a newer Grognard"
OTHER_RULES: Final = "under other house rules or card numbers"
UNPLAYED: Final = "abandoned before both sides had decided anything"
SAME_DEAL: Final = "of a deal that was counted already"
BROKEN: Final = "broken or not a journal"
REASONS: Final = (OTHER_GAME, RUNNING, OLD, NEWER, OTHER_RULES, UNPLAYED, SAME_DEAL, BROKEN)


class JournalFile(NamedTuple):
    """The contents of a file: a game of one of the groups with its seed and its row, or why it is left out."""

    left_out: str = ""
    group: str = ""
    seed: str = ""
    row: GameRow | None = None


class FinishedGames(NamedTuple):
    """The rows of each group, and the number of files left out for each reason."""

    groups: dict[str, list[GameRow]]
    left_out: dict[str, int]


class _Download(msgspec.Struct):
    """A table in a guest's downloaded data: its journal, one element for each line."""

    journal: list[msgspec.Raw]


def read_folder(game: Game, folder: Path, jobs: int = 1, progress: Progress | None = None) -> FinishedGames:
    """Returns the finished games under the rules of `game` in a folder and its subfolders, each deal once.

    Raises BadInput for an unreadable folder, and for impossible numbers.
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
            elif found.seed in seeds:  # the same file from another player, or a deal played by many people
                left_out[SAME_DEAL] += 1
            else:
                seeds.add(found.seed)
                groups.setdefault(found.group, []).append(found.row)
        done += len(batch)
        if progress is not None:
            progress(done, len(files))
    return FinishedGames(groups, {reason: left_out[reason] for reason in REASONS if left_out[reason]})


def left_out_text(left_out: Mapping[str, int]) -> str:
    """Says in a sentence which files were left out."""
    return f"Left out: {listed([f'{number:,} {reason}' for reason, number in left_out.items()]) or 'nothing'}."


def _files(folder: Path) -> list[Path]:
    """Returns all files of a folder, in an order that depends only on their names."""
    if not folder.is_dir():
        raise BadInput(f"There is no folder {folder}.")
    try:
        return sorted(path for path in folder.rglob("*") if path.is_file())
    except OSError as error:
        raise BadInput(f"Could not read {folder}: {error.strerror}.") from error


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
    """Returns the text of a journal, taken out of a download of a guest's data if it is one."""
    try:
        lines = msgspec.json.decode(content, type=_Download).journal
    except (msgspec.DecodeError, RecursionError):
        return content
    return "\n".join(msgspec.json.format(bytes(line), indent=-1).decode() for line in lines)


def _played(game: Game, journal: Journal) -> JournalFile:
    """Replays a journal to its row; raises GrognardError if the journal is inconsistent."""
    header = journal.header
    if header.game != game.slug:
        return JournalFile(OTHER_GAME)
    if header.rules != game.spec.meta.rules or header.chance != chance.VERSION:
        return JournalFile(OLD)
    theirs = load_stored(header.game, header.options, header.numbers)
    if theirs.options != game.options or theirs.overrides != game.overrides:
        return JournalFile(OTHER_RULES)
    session = replayed(journal, load_stored)
    row = row_of(session)
    if row is None:
        return JournalFile(RUNNING)
    if _is_unplayed(session):
        return JournalFile(UNPLAYED)
    return JournalFile(group=group_of(header.seats), seed=header.seed, row=row)


def packed_row(
    slug: str, options: Mapping[str, str | int], seed: int, seats: Sequence[str], deeds: Sequence[Deed]
) -> bytes:
    """Returns the row of a game from its deeds, packed for `packed_page`; empty if it cannot be counted.

    Raises GrognardError if the deeds do not fit the game.
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
    """Returns the report on packed rows by group, and the number of games in each group that is shown."""
    game = load(slug, options)
    groups = {group: [msgspec.json.decode(row, type=GameRow) for row in packed] for group, packed in rows.items()}
    report = report_of(game, groups)
    return page_of(game, report), {level.level: level.games for level in report.levels}


def _is_unplayed(session: Session) -> bool:
    """Says whether the game was resigned or claimed before both sides had decided anything."""
    outcome = session.outcome()
    acted = {session.game.sides[seat] for seat, action in session.line if action >= 0}
    return outcome is not None and outcome.reason in DECREED and acted != {0, 1}
