"""What would have followed: a puzzle's game, played on by the greedy bot after one of the choices."""

from __future__ import annotations

from typing import Final

from grognard.bots.consequences import TURNS
from grognard.bots.levels import bot
from grognard.bots.puzzles import Puzzle, position
from grognard.kernel.engine.chance import stream
from grognard.kernel.errors import BadInput
from grognard.play.session import Session

PLAYER: Final = "greedy"  # makes every later choice, for all seats
MOST: Final = 160  # choices at most


def played_on(slug: str, asked: Puzzle, do: str) -> Session:
    """Returns the puzzle's game after a choice, given by its notation, and the rest of this turn and the next.

    The same puzzle and choice always give the same game. Raises BadInput for a choice that there is not.
    """
    session = position(slug, asked)
    player, turn = bot(PLAYER), int(session.state.turn)
    session.play(asked.seat, read_choice(session, do))
    for number in range(MOST):
        state = session.state
        if session.outcome() is not None or int(state.turn) >= turn + TURNS:
            break
        seat, legal = int(state.current_player()), state.legal_actions()
        known = state.information(seat, stream(int(asked.id, 16), f"line {number}")[0])
        session.play(seat, legal[0] if len(legal) == 1 else int(player.choose(known)))
    return session


def read_choice(session: Session, do: str) -> int:
    """Returns the legal action of this notation; raises BadInput."""
    state = session.state
    for action in state.legal_actions():
        if state.action_to_string(action) == do:
            return action
    raise BadInput(f"“{do}” is not a choice in this puzzle. Go back to the puzzle and choose again.")
