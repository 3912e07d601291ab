"""A journal shown line by line: what happened, and with --step the table after every entry."""

from __future__ import annotations

from collections.abc import Callable

from grognard.play.journal import Journal
from grognard.play.session import Loader, Session, replayed
from grognard.tui.plain import table_lines


def replay(record: Journal, load: Loader, write: Callable[[str], None], step: Callable[[], bool] | None) -> None:
    """Writes the whole game as everybody knows it afterwards. `step` waits before each entry; False ends it."""
    told = 0
    going = True

    def follow(session: Session) -> None:
        nonlocal told, going
        if not going:
            return
        for event in session.open_events(told):
            write(event.text)
        told = len(session.told)
        if step is not None:
            for line in table_lines(session.view(None)):
                write(f"    {line}")
            going = step()

    session = replayed(record, load, follow)
    if going:
        outcome = session.outcome()
        write(outcome.text if outcome is not None else "The journal ends here; the game was not finished.")
