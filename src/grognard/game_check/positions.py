"""Step 3: positions as data. A clone, a copy in place and a stored position forget no field and share none."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.game_check.evidence import Evidence, has_view, under
from grognard.game_check.fields import different, leaves, objects
from grognard.game_check.findings import Finding, failed, several, wrong
from grognard.kernel.engine.state import State


def position_faults(evidence: Evidence) -> Iterator[Finding]:
    """Copies, stores and reads back the positions of the games; yields the first fault of each kind."""
    seen: set[str] = set()
    for state in evidence.some:
        try:
            found = list(_faults_of(state))
        except Exception as error:  # the code of a game can do anything
            yield failed(
                3, "state.py", error, evidence.where, f"A position {under(state.game)} can't be copied or stored"
            )
            return
        for fault in found:
            if fault.text not in seen:
                seen.add(fault.text)
                yield fault


def _faults_of(state: State) -> Iterator[Finding]:
    before = leaves(state)
    spare = state.game.new_initial_state(99)
    spare.copy(state)
    for way, copy in (("clone", state.clone()), ("copy", spare)):
        if lost := different(before, leaves(copy)):
            yield wrong(3, "state.py", f"`{way}` loses {several(lost)}: copy each field of the position in `copy`.")
        theirs = [thing for _name, thing in objects(state)]
        shared = [name for name, thing in objects(copy) if any(thing is other for other in theirs)]
        if shared:
            text = f"a {way} shares {several(shared)} with the original, so playing one changes the other: copy it."
            yield wrong(3, "state.py", text)
    facts, other = state.to_dict(), state.clone()
    other.from_dict(facts)
    if other.to_dict() != facts:
        changed = [key for key, value in other.to_dict().items() if value != facts.get(key)]
        yield wrong(3, "state.py", f"`from_dict` does not restore {several(changed)} of `to_dict`: see `fact_parts`.")
    if not has_view(state.game.spec):  # a stored position is tried out, with all its views
        return
    text = state.serialize()
    again = state.game.deserialize(text)
    if lost := different(before, leaves(again)):
        text = f"a stored position read back has another {several(lost)}: name the field in `fact_parts`."
        yield wrong(3, "state.py", text)
    elif again.serialize() != text or again.legal_actions() != state.legal_actions():
        yield wrong(
            3, "state.py", "a stored position read back is another one: compare its `to_dict` before and after."
        )
