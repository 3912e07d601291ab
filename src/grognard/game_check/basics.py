"""Steps 1 and 2: what a game says about itself, its cards, its handbook, its names and its kinds of events."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Final, get_args

from grognard.game_check.evidence import has_words
from grognard.game_check.findings import Finding, failed, missing, several, wrong
from grognard.game_check.folders import GameFolder
from grognard.kernel.engine.actions import NO_CARD, NOT_IN_HAND
from grognard.kernel.engine.events import Event
from grognard.kernel.game import LONGEST_HOOK, Game, GameSpec, Period, Weight

CLAUSE: Final = re.compile(r"\b[A-Z]{2,5}-\d+\.\d+\b")
KERNEL: Final = "grognard.kernel."
# Python's own sources of chance.
FOREIGN_CHANCE: Final = frozenset({"random", "secrets"})
# The methods of a state that take the reason for a refusal, last.
REFUSING: Final = ("reject", "reject_bits", "accepts", "permits", "restrict")


# -- META ----------------------------------------------------------------------------------------------------------


def meta_faults(spec: GameSpec, game: Game) -> Iterator[Finding]:
    """Looks at `META`, apart from what only games can show."""
    meta = spec.meta
    hook = meta.hook.strip()
    if not hook:
        yield missing(1, "meta.py", "the `hook` is empty: write one sentence that makes people want to play.")
    elif len(hook) > LONGEST_HOOK:
        yield wrong(
            1, "meta.py", f"the `hook` has {len(hook)} characters; at most {LONGEST_HOOK} fit on the start page."
        )
    if not meta.opening.told.strip():
        yield missing(
            1, "meta.py", "`opening` does not say who goes first; write a sentence such as “Blue goes first.”"
        )
    if len(set(meta.seats)) != len(meta.seats) or len(meta.seats) < 2:
        yield wrong(
            1, "meta.py", f"`seats` are {', '.join(meta.seats)}: a game needs two or more, with different names."
        )
    if not meta.reasons:
        yield missing(1, "meta.py", "`reasons` is empty: give a word for each way in which the game can end.")
    if meta.match % 2 == 0:
        yield wrong(
            1, "meta.py", f"`match` is {meta.match}: a match has an odd number of games, so that someone wins it."
        )
    for word, known, field in ((meta.weight, Weight, "weight"), (meta.period, Period, "period")):
        if word not in get_args(known):
            yield wrong(1, "meta.py", f"`{field}` is “{word}”. Choose one of: {', '.join(get_args(known))}.")
    for option in meta.options:
        if option.clause not in game.handbook.clauses:
            text = f"the house rule “{option.key}” cites {option.clause}, which the handbook does not have."
            yield wrong(1, "meta.py", text)
    columns = {column for card in spec.cards for column in card.columns}
    for key in meta.numbers:
        if key not in columns:
            yield wrong(1, "meta.py", f"`card_numbers` has “{key}”, but cards.csv has no such column.")
    yield from _preset_faults(spec)


def _preset_faults(spec: GameSpec) -> Iterator[Finding]:
    from grognard.bots import bot

    for preset in spec.meta.presets:
        try:
            Game(spec, preset.options)
        except Exception as error:  # the code of a game can do anything
            yield wrong(1, "meta.py", f"the preset “{preset.key}” can't be loaded: {error}")
    first = spec.meta.first_game
    try:
        bot(first.opponent)
        if first.preset:
            spec.meta.preset(first.preset)
    except Exception as error:  # the sentence of the registry of bots, or of the presets
        yield wrong(1, "meta.py", f"`first_game`: {error}")


# -- cards and handbook --------------------------------------------------------------------------------------------


def card_faults(spec: GameSpec) -> Iterator[Finding]:
    """Looks at the rows of cards.csv."""
    keys = [(card.deck, card.name) for card in spec.cards]
    if twice := sorted({name for deck, name in keys if keys.count((deck, name)) > 1}):
        yield wrong(
            1, "cards.csv", f"{several(twice)} is listed twice; write the number of copies in `copies` instead."
        )
    if bare := [card.name for card in spec.cards if not card.notes.strip()]:
        yield missing(1, "cards.csv", f"no note for {several(bare)}: say in `notes` what the card does.")
    chosen = {spec.cards[spec.rows[card]].name for card in spec.actions.card if card != NO_CARD}
    if idle := [card.name for card in spec.cards if card.name not in chosen]:
        yield wrong(3, "tables.py", f"no action uses {several(idle)}: add the card to the `cards` of a `Window`.")
    if not has_words(spec):
        return
    if unnamed := sorted({card.text("type") for card in spec.cards if card.columns.get("type")} - set(spec.types)):
        yield missing(5, "text/prompts.py", f"`TYPE_LABELS` has no name for the type {several(unnamed)} of cards.csv.")


def handbook_faults(spec: GameSpec, game: Game, where: GameFolder) -> Iterator[Finding]:
    """Compares the clauses of the handbook with those that the game cites."""
    if not game.handbook.clauses:
        text = (
            "no clause is found. Begin each paragraph of the rules like this: **XY-4.2 Title.** The text of the rule."
        )
        yield wrong(1, "handbook.md", text)
        return
    absent: dict[str, list[str]] = {}
    for file, text in sources(where.folder).items():
        for clause in sorted(set(CLAUSE.findall(text))):
            if clause not in game.handbook.clauses:
                absent.setdefault(clause, []).append(file)
    for clause, files in sorted(absent.items()):
        yield missing(1, "handbook.md", f"no paragraph for {clause}, which is cited in {several(files)}.")


def sources(folder: Path) -> Mapping[str, str]:
    """Returns the sources and texts of a game, by their place in its folder; its tests are left out."""
    endings = (".py", ".md", ".html", ".toml")
    files = sorted(file for file in folder.rglob("*") if file.suffix in endings and file.is_file())
    places = {file.relative_to(folder).as_posix(): file for file in files}
    return {
        place: file.read_text(encoding="utf-8", errors="replace")
        for place, file in places.items()
        if not place.startswith("tests/") and "__pycache__" not in place
    }


# -- names and events ----------------------------------------------------------------------------------------------


@cache
def names_of_numbers(package: str) -> ModuleType | None:
    """Returns the module in which a game names its numbers; None if it has none."""
    name = f"{package}.names"
    return importlib.import_module(name) if importlib.util.find_spec(name) is not None else None


def method_faults(spec: GameSpec) -> Iterator[Finding]:
    """A method of a game must not take the name of one of Grognard's by mistake, which other arguments show."""
    kinds = spec.state.__mro__ if isinstance(spec.state, type) else ()
    for number, kind in enumerate(kinds):
        for name, method in vars(kind).items():
            bases = (base for base in kinds[number + 1 :] if base.__module__.startswith(KERNEL) and name in vars(base))
            base = next(bases, None)
            if base is None or name.startswith("__") or _takes(method) == _takes(vars(base)[name]):
                continue
            text = f"`{name}` is a method of Grognard's `{base.__name__}`: give yours another name."
            yield wrong(4, f"{kind.__module__.rpartition('.')[2]}.py", text)


def _takes(method: object) -> int:
    """Returns how many arguments a method takes; 0 if it does not say, as with compiled ones."""
    try:
        return len(signature(method).parameters) if callable(method) else 0
    except ValueError:
        return 0


def chance_faults(where: GameFolder) -> Iterator[Finding]:
    """All chance comes from the position. Otherwise no game can be repeated, and no search can try another result."""
    for place, text in sources(where.folder).items():
        for node in ast.walk(ast.parse(text)) if place.endswith(".py") else ():
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            modules = [node.module] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
            for module in FOREIGN_CHANCE.intersection(modules):
                text = (
                    f"Python's `{module}` makes games that can't be repeated. Draw from the position instead, with "
                    "`self.die`, `self.below`, `self.random_card` and so on."
                )
                yield wrong(4, f"{place}:{node.lineno}", text)


def phase_faults(spec: GameSpec) -> Iterator[Finding]:
    """The words of the phases must stand at their numbers. Only the first, `over`, has no name of its own."""
    names = names_of_numbers(spec.package)
    if names is None:
        return
    for number, word in enumerate(spec.meta.phases[1:], start=1):
        name = word.upper().replace(" ", "_")
        if getattr(names, name, None) != number:
            text = (
                f"the phase “{word}” is number {number} in META.phases, so names.py needs `{name}: Final = {number}`."
            )
            yield wrong(2, "names.py", text)


def event_faults(spec: GameSpec, where: GameFolder) -> Iterator[Finding]:
    """Every kind of event must declare all its attributes, and have a number of its own."""
    events = vars(spec.wording.KINDS.events).values()
    kinds = [kind for kind in events if isinstance(kind, type) and issubclass(kind, Event) and kind.kind]
    for number, kind in enumerate(sorted(kinds, key=lambda kind: kind.kind), start=1):
        if kind.kind != number:
            text = f"{kind.__name__} has `kind` {kind.kind}; number the classes from 1, without gaps, each once."
            yield wrong(2, "events.py", text)
            return
        takes = [name for name in signature(kind).parameters if name not in ("seat", "private")]
        if takes != list(kind.fields):
            declared = several(list(kind.fields)) or "nothing"
            text = f"{kind.__name__} takes {several(takes) or 'nothing'}, but `fields` has {declared}"
            yield wrong(2, "events.py", f"{text}: declare the same names in the same order.")
            return
    for kind in kinds:
        try:
            undeclared = sorted(set(getattr(blank(kind), "__dict__", {})) - {"seat", "private", *kind.fields})
        except Exception as error:  # the code of a game can do anything
            yield failed(2, "events.py", error, where, f"A {kind.__name__} cannot be made")
            continue
        if undeclared:
            text = f"{kind.__name__} has {several(undeclared)}, which `fields` does not declare: logs would lose it."
            yield wrong(2, "events.py", text)


def blank(kind: type[Event]) -> Event:
    """Returns an event of this kind in which every number is 1, and every card the first."""
    values: list[object] = []
    for field in kind.fields.values():
        value = 0 if field.card else True  # compiled, a field for a bool takes no other number
        values.append([value] if field.several else value)
    event: Event = kind(0, *values)  # type: ignore[arg-type]
    return event


# -- reasons for refusals ------------------------------------------------------------------------------------------


def refusal_codes(spec: GameSpec, where: GameFolder) -> dict[int, str]:
    """Returns the reasons for refusals that the rules give, as the sources say: the names by their codes."""
    names = names_of_numbers(spec.package)
    if names is None:
        return {}
    trees = [ast.parse(text) for place, text in sources(where.folder).items() if _has_rules(place)]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    given = [call.args[-1] for call in calls if _called(call) in REFUSING and call.args]
    given += [word.value for call in calls for word in call.keywords if word.arg == "stranger"]
    found: dict[int, str] = {}
    done: set[str] = set()
    while given:
        expression = given.pop()
        for node in ast.walk(expression):
            name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            code = getattr(names, name, None) if name.isupper() else None
            if isinstance(code, int) and code > NOT_IN_HAND:
                found[code] = name
            # A method that works out the reason returns it.
            if isinstance(node, ast.Call) and (asked := _called(node)) not in done:
                done.add(asked)
                given += _returned(functions, asked)
    return found


def _has_rules(place: str) -> bool:
    return place.endswith(".py") and (place.startswith("rules") or place in ("state.py", "tables.py"))


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _returned(functions: Sequence[ast.FunctionDef], name: str) -> list[ast.expr]:
    """Returns what the functions of this name return, as far as they are the game's own."""
    returns = [node for one in functions if one.name == name for node in ast.walk(one) if isinstance(node, ast.Return)]
    return [node.value for node in returns if node.value is not None]


def reason_faults(spec: GameSpec, game: Game, where: GameFolder) -> Iterator[Finding]:
    """Every reason that the rules give needs a sentence."""
    try:
        state = game.new_initial_state(0)
    except Exception:  # the games say so
        return
    for code, name in sorted(refusal_codes(spec, where).items()):
        try:
            spec.wording.reason(state, code)
        except LookupError:
            yield missing(5, "text/reasons.py", f"no sentence for the refusal `{name}` ({code}), which the rules give.")
        except Exception:  # a sentence may need more of the position than the first has
            continue
