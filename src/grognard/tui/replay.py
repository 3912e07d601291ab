"""Shows a journal line by line: the events, and with --step the table after every entry."""

from __future__ import annotations

from collections.abc import Callable

from grognard.play.journal import Journal
from grognard.play.session import Loader, deal_again, play_again
from grognard.tui.plain import table_lines


def replay(record: Journal, load: Loader, write: Callable[[str], None], step: Callable[[], bool] | None) -> None:
    """Writes the whole game with all cards known. `step` waits after each entry and returns False to stop."""
    told = 0
    session = deal_again(record, load)
    for _ in play_again(session, record):
        for event in session.open_events(told):
            write(event.text)
        told = len(session.told)
        if step is not None:
            for line in table_lines(session.view(None)):
                write(f"    {line}")
            if not step():
                return
    outcome = session.outcome()
    write(outcome.text if outcome is not None else "The journal ends here. The game was not finished.")
