"""Step 5: sentences for every event, question and button, with clauses that the handbook has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from grognard.game_check.basics import blank
from grognard.game_check.evidence import Evidence, Heard
from grognard.game_check.findings import Finding, failed, missing, several, worthwhile, wrong
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State
from grognard.kernel.views.view import EventView, Sound, Weight


def word_faults(evidence: Evidence) -> Iterator[Finding]:
    """Looks at everything that is said in the games, and at what could be said."""
    yield from _label_faults(evidence)
    yield from _question_faults(evidence)
    yield from _event_faults(evidence)
    yield from _unheard_faults(evidence)
    yield from _emphasis_faults(evidence)


def _label_faults(evidence: Evidence) -> Iterator[Finding]:
    labels, phases = evidence.spec.wording.PHASE_LABELS, evidence.spec.meta.phases
    if unnamed := [word for number, word in enumerate(phases) if number not in labels]:
        yield missing(5, "text/prompts.py", f"`PHASE_LABELS` has no name for the phase {several(unnamed)}.")


# -- questions -----------------------------------------------------------------------------------------------------


def _question_faults(evidence: Evidence) -> Iterator[Finding]:
    """Asks for the prompt, the sentence of those who wait and the labels in every phase that the games reached."""
    asked: set[tuple[str, str]] = set()
    for state in evidence.positions:
        if state.is_terminal():
            continue
        phase = evidence.spec.meta.phases[state.phase()]
        for fault in _faults_of_question(evidence, state, phase):
            if (fault.file, fault.text) not in asked:
                asked.add((fault.file, fault.text))
                yield fault


def _faults_of_question(evidence: Evidence, state: State, phase: str) -> Iterator[Finding]:
    wording, clauses = evidence.spec.wording, state.game.handbook.clauses
    for what, ask in (("prompt", wording.prompt), ("waiting", wording.waiting)):
        try:
            said = ask(state)
        except Exception as error:  # the code of a game can do anything
            yield failed(5, "text/prompts.py", error, evidence.where, f"`{what}` fails in the phase “{phase}”")
            continue
        if not said.text.strip():
            yield missing(5, "text/prompts.py", f"`{what}` says nothing in the phase “{phase}”.")
        elif said.clause not in clauses:
            text = (
                f"`{what}` cites {said.clause or 'no clause'} in the phase “{phase}”, which the handbook does not have."
            )
            yield wrong(5, "text/prompts.py", text)
    for action in state.legal_actions():
        notation = state.game.action_to_string(action)
        try:
            label = wording.label(state, action)
        except Exception as error:  # the code of a game can do anything
            yield failed(5, "text/prompts.py", error, evidence.where, f"`label` fails for {notation} in “{phase}”")
            return
        if not label.text.strip():
            yield missing(5, "text/prompts.py", f"the button for {notation} in the phase “{phase}” has no label.")
        elif " " in label.does and state.space.card[action] != NO_CARD:
            verb, rest = label.does.split(" ", 1)
            text = (
                f"the verb “{label.does}” in the phase “{phase}” is too long for the corner of a card. Begin the label "
                f'with one word: `Label("{verb}", "{rest} …")`.'
            )
            yield wrong(5, "text/prompts.py", text)
            return


# -- events --------------------------------------------------------------------------------------------------------


def _event_faults(evidence: Evidence) -> Iterator[Finding]:
    faulty: set[type[Event]] = set()
    for heard in evidence.heard:
        if type(heard.event) in faulty:
            continue
        for fault in _faults_of_event(evidence, heard):
            faulty.add(type(heard.event))
            yield fault
            break


def _faults_of_event(evidence: Evidence, heard: Heard) -> Iterator[Finding]:
    """Yields what is wrong with the sentence of an event, as each viewer has it."""
    game, kind = heard.game, type(heard.event).__name__
    for viewer in (None, *range(game.num_players())):
        try:
            words = game.event_view(heard.event.seen_by(viewer), viewer)
        except AssertionError as error:
            if "has no words" not in str(error):
                raise
            yield missing(5, "text/log.py", f"no sentence for the event {kind}; add a `case e.{kind}()`.")
            return
        except Exception as error:  # the code of a game can do anything
            yield failed(5, "text/log.py", error, evidence.where, f"The sentence for {kind} fails")
            return
        if not words.text.strip() or words.text != words.text.strip():
            yield wrong(5, "text/log.py", f"the sentence for {kind} is empty, or has spaces around it: “{words.text}”.")
        if words.clause not in game.handbook.clauses:
            text = f"the sentence for {kind} cites {words.clause or 'no clause'}, which the handbook does not have."
            yield wrong(5, "text/log.py", text)
        if words.weight not in get_args(Weight):
            yield wrong(
                5, "text/log.py", f"{kind} has the weight “{words.weight}”, not one of {', '.join(get_args(Weight))}."
            )
        if hidden := {*words.who, *words.whom} & set(game.pieces) - set(words.cards):
            text = (
                f"`who` and `whom` of {kind} name {several(sorted(hidden))}, which this event does not show everyone."
            )
            yield wrong(5, "text/log.py", text)
        yield from sum_faults(kind, words)


def sum_faults(kind: str, words: EventView) -> Iterator[Finding]:
    """Yields what is wrong with the sums of an event: they must add up, and name each term."""
    for told in words.sums:
        if told.total != sum(term.value for term in told.terms):
            terms = sum(term.value for term in told.terms)
            text = f"the sum “{told.text}” of {kind} does not add up: its total is {told.total}, its terms are {terms}."
            yield wrong(5, "text/log.py", text)
        if not told.text or not all(term.label and term.value for term in told.terms):
            text = f"a sum of {kind} has no text, or a term without a label, or a term that is 0: leave those out."
            yield wrong(5, "text/log.py", text)


def _unheard_faults(evidence: Evidence) -> Iterator[Finding]:
    """Tries the kinds of events that no game showed: the log must know them."""
    heard = {type(one.event) for one in evidence.heard}
    for kind in evidence.spec.wording.KINDS.words:
        if kind in heard or not evidence.rule_sets:
            continue
        try:
            evidence.rule_sets[0].event_view(blank(kind))
        except AssertionError as error:
            if "has no words" in str(error):
                text = f"no sentence for the event {kind.__name__}; add a `case e.{kind.__name__}()`."
                yield missing(5, "text/log.py", text)
        except Exception:  # numbers made up for the trial need not make sense to its sentence
            continue


def _emphasis_faults(evidence: Evidence) -> Iterator[Finding]:
    kinds = evidence.spec.wording.KINDS
    if not kinds.headlines:
        yield missing(5, "text/log.py", "`KINDS` has no `headlines`: name the events that a replay should show large.")
    if silent := sorted(set(get_args(Sound)) - set(kinds.sounds.values())):
        yield worthwhile(5, "text/log.py", f"sounds for {several(silent)}, in `KINDS`.")
    if not kinds.big:
        yield worthwhile(
            5, "text/log.py", "`big` in `KINDS`: the events that decide a game, for a band across the field."
        )
