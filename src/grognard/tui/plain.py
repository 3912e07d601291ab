"""The table line by line: for screen readers, pipes, or anyone who likes plain text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from grognard.bots import ROUND_SECONDS, ROUNDS, Bot, Explanation, Weighed, explain, merged, search_task_at, weigh
from grognard.kernel.content.fields import as_number
from grognard.kernel.content.wording import listed, uncapitalized
from grognard.kernel.errors import CannotUndo, GrognardError, NotationError
from grognard.kernel.views.headlines import TURN_CAME
from grognard.kernel.views.log_lines import folded, sentences
from grognard.kernel.views.view import ActionView, CardView, EventView, RefusedView, View, ZoneView, with_under
from grognard.play.differences import differences
from grognard.play.matches import SINGLE, Match
from grognard.play.notation import read_action
from grognard.play.players import Ask
from grognard.play.session import Session
from grognard.tui.autosave import Autosave
from grognard.tui.seating import Seating
from grognard.tui.words import (
    advice,
    card_text,
    choice,
    contents,
    counted,
    details,
    heading,
    in_plain_words,
    number_label,
    played_with,
    shown_before,
    sum_text,
    zone_label,
)

HELP: Final = """\
Type the number of a choice, or its notation as in a journal.
  ?            the rule behind this question; “? {clause}” for any clause, “? {chapter}” for a chapter
  read N       read the card of choice N: its rule and its history; or type “read” and the card's name
  why N        why you can't choose N, a number in brackets, now
  table        show the whole table again; after a choice, only changes are shown
  piles        the cards in the open piles, marked “(piles)” on the table
  log          everything that has happened, as far as you know it: every step, with its rule
  hint         what the computer would do, and what it thinks of your chances
  undo         undo a choice you have not closed, or your last one if your opponent agrees
  save PATH    save the game; continue later with “grognard play PATH”
  auto         ask me everything, or play automatically if only one thing is possible (also: --ask)
  resign       give up
  quit         leave
Events that turn the game are marked with “!”."""

FEW_REFUSED: Final = 2

Read = Callable[[str], str]
Write = Callable[[str], None]


class PlainTable:
    """A game or a match of people at this terminal and bots. `bots` has a bot for each seat, or None for a person."""

    def __init__(
        self, session: Session, bots: Sequence[Bot | None], read: Read, write: Write, match: Match = SINGLE,
        ask: Ask | None = None, autosave: Autosave | None = None,
    ) -> None:  # fmt: skip
        self.read = read
        self.write = write
        self._sit(Seating(session, bots, match, ask, autosave))

    def _sit(self, seating: Seating) -> None:
        self.seating = seating
        self.session = seating.session
        self.seats = seating.seats
        self.shown = list(seating.chose)
        # The turn and the lines of the table that each seat saw last.
        self._seen: dict[int, tuple[int, list[str]]] = {}
        # The cards whose text a seat has already seen with a choice.
        self._known: dict[int | None, set[str]] = {}
        self._held: dict[int, Counter[str]] = {}
        # The computer's advice, by the number of actions so far, for a player who has seen the hint and asks again.
        self._advice: dict[int, list[str]] = {}
        # Since the last question: has anything been written, and what were the target and chance of the last roll?
        self._spoke = False
        self._needed = "", 0.0

    def run(self) -> None:
        """Plays until the match is over, a player quits, or the input ends."""
        try:
            while self._play() and self._goes_on():
                self._sit(self.seating.again())
        except EOFError:
            lost = "The game is not finished and was not saved. Next time, use “save PATH” first."
            self.write(f"\nEnd of input. {self.seating.way_back or lost}")

    def _goes_on(self) -> bool:
        """Writes the score of the match. Returns whether to play its next game."""
        if told := self.seating.told():
            self.write(told)
        if self.seating.match.over:
            return False
        if not self.seating.people:
            return True
        try:
            answer = self.read(f"Enter: {uncapitalized(self.seating.match.following)}, q: stop> ")
        except EOFError:
            answer = "q"
            self.write("")
        return answer.strip().lower() not in ("q", "quit")

    def _play(self) -> bool:
        """Plays a game to its end. Returns False if a player quits."""
        game = self.session.game
        self.write(f"{game.title}, seed {self.session.seed}. Type “help” for the commands.")
        if self.seating.shared:
            self.write(f"You are {listed([self.seats[seat] for seat in self.seating.people])}.")
            if self.seating.against:
                self.write(f"You play against {self.seating.against}.")
        for line in differences(game):
            self.write(line)
        if told := self.seating.told():
            self.write(told)
        while (seat := self.seating.decider()) is not None:
            bot = self.seating.bots[seat]
            if bot is not None:
                self.session.play(seat, int(bot.choose(self.session.information(seat, bot.remembers))))
            elif self.seating.unasked() is not None:
                self._tell_news(seat)  # the events that it answers
                self.seating.go_on_unasked()
                if said := self.seating.done_unasked():
                    self.write(said)
                    self._spoke = True
            elif not self._ask(seat):
                self.write(" ".join(filter(None, ["Good-bye.", self.seating.way_back])))
                return False
        self._end()
        return True

    # -- one decision ----------------------------------------------------------------------------------------------

    def _ask(self, seat: int) -> bool:
        """Asks a person until they play or undo. Returns False if they quit."""
        self._hand_over(seat)
        view = self.seating.view(seat)
        self._draw(view)
        while True:
            line = self.read(f"{self.seats[seat]}> ").strip()
            if line == "quit":
                return False
            try:
                if self._obey(line, view):
                    self.write("")
                    return True
            except GrognardError as error:
                self.write(str(error))

    def _obey(self, line: str, view: View) -> bool:
        """Obeys a typed line. Returns whether the table has changed."""
        assert view.seat is not None
        named = next((action.action for action in view.actions if action.notation == line), None)
        if named is not None:  # a notation may begin like a command, as CARD does
            self.seating.play(view.seat, named)
            return True
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                self.write(f"{view.prompt.text} Type a number from 1 to {len(view.actions)}, or “help”.")
            case "help":
                self._help(view)
            case "card" | "read":
                self._card(rest.strip(), view)
            case "auto":
                self.write(self.seating.toggle_going_on())
            case "?":
                self._explain(rest.strip() or view.prompt.clause)
            case "why":
                self._why(rest.strip(), view)
            case "table":
                for line in table_lines(view):
                    self.write(line)
                self._ask_again(view)
            case "piles":
                for zone in view.zones:
                    if zone.folded:
                        self.write(f"{zone.label}: {contents(zone)}")
            case "log":
                for event in self.seating.events(view.seat):
                    self._tell([event], f"{event.text} [{event.clause}]" if event.clause else event.text)
            case "hint":
                self._hint()
            case "save":
                self._save(rest.strip())
            case "undo":
                self._undo(view.seat)
                return True
            case "resign":
                self.session.resign(view.seat)
                return True
            case _:
                self.seating.play(view.seat, self._chosen(line, view))
                return True
        return False

    def _chosen(self, line: str, view: View) -> int:
        """Returns the action of a number or a notation."""
        number = as_number(line)
        if number is None:
            return read_action(self.session.game, line)
        if 1 <= number <= len(view.actions):
            return view.actions[number - 1].action
        if len(view.actions) < number <= len(view.actions) + len(view.refused):
            reason = view.refused[number - len(view.actions) - 1].reason
            raise NotationError(reason.text, reason.clause)
        raise NotationError(f"The choices are numbered from 1 to {len(view.actions)}.")

    def _help(self, view: View) -> None:
        clause = view.prompt.clause
        self.write(HELP.format(clause=clause, chapter=clause.rpartition(".")[0]))
        types = self.session.game.spec.types
        self.write("Cards: " + ", ".join(f"{code} is {label}" for code, label in types.items()) + ".")

    def _card(self, text: str, view: View) -> None:
        """Writes what a card does, by the number of a choice or by its name."""
        choices: list[ActionView | RefusedView] = [*view.actions, *view.refused]
        number = as_number(text)
        if number is not None and 1 <= number <= len(choices):
            found = played_with(view, choices[number - 1])
            missing = "This choice plays no card."
        else:
            shown = (card for zone in view.zones for card in with_under(zone.cards))
            found = next((card for card in shown if text.casefold() in self._names(card)), None)
            missing = "Type “read” and the number of a choice, or the name of a card that you see."
        game = self.session.game
        for line in [missing] if found is None else card_text(found, game):
            self.write(line)

    def _names(self, card: CardView) -> set[str]:
        """Returns what a player can call a card, in lower case: “mules” will do for “mules 2”."""
        game = self.session.game
        printed = {name: game.cards[row].name for name, row in zip(game.names, game.card_set.rows, strict=True)}
        return {card.name.casefold(), printed.get(card.name, card.name).casefold()}

    def _why(self, text: str, view: View) -> None:
        first = len(view.actions) + 1
        number = as_number(text)
        if number is not None and first <= number < first + len(view.refused):
            refused = view.refused[number - first]
            self.write(f"{refused.name}: {refused.reason.text} ({refused.reason.clause})")
            self._explain(refused.reason.clause)
        elif number is not None and 1 <= number < first:
            self.write(f"{view.actions[number - 1].label}: you can choose this.")
        else:
            self.write("Type “why” and the number of a choice in brackets.")

    def _explain(self, clause: str) -> None:
        handbook = self.session.game.handbook
        chapter = [found for found in handbook.clauses.values() if found.id.startswith(f"{clause.upper()}.")]
        for found in chapter or [handbook.clause(clause)]:
            self.write(f"{found.id} {found.title}. {in_plain_words(found.text)}")

    def _hint(self) -> None:
        """Hints where to look, and if asked again, what the computer would do, knowing only what the seat knows."""
        known = self._advice.pop(len(self.session.journal.entries), None)
        if known is not None:
            for line in known:
                self.write(line)
            return
        asked = search_task_at(self.session)
        self.write(f"The computer is thinking for {ROUNDS * ROUND_SECONDS:.0f} seconds. Press Control-C to stop it.")
        rounds: list[list[Weighed]] = []
        told = Explanation()
        with suppress(KeyboardInterrupt):
            while len(rounds) < ROUNDS:
                rounds.append(weigh(asked, ROUND_SECONDS, len(rounds) + 1))
            told = explain(asked, merged(rounds))
        lines = advice(merged(rounds), told.why)
        if told.where:
            self._advice = {len(self.session.journal.entries): lines}
            lines = [f"{told.where} Type “hint” again to see the choice."]
        for line in lines:
            self.write(line)

    def _save(self, text: str) -> None:
        if not text:
            self.write("Type “save” and the name of a file.")
            return
        self.session.save(Path(text))
        self.write(f"Saved. Continue with: grognard play {text}")

    def _undo(self, seat: int) -> None:
        """Undoes a choice. Bots always agree, and a person at the same screen is asked."""
        for other in self.seating.must_agree(seat):
            answer = self.read(f"{self.seats[other]}, may {self.seats[seat]} undo the last choice? yes/no> ")
            if answer.strip().lower() not in ("y", "yes"):
                raise CannotUndo(f"{self.seats[other]} does not agree.")
        self.seating.take_back(seat)
        self.write("Undone.")

    def _hand_over(self, seat: int) -> None:
        """Hands over between people at one screen, so that nobody sees another's hand."""
        if self.seating.must_hand_over(seat):
            self.write("\n" * 40)
            self.read(f"{self.seats[seat]} decides. Hand over, then press Enter.")
        self.seating.at_the_screen = seat

    # -- the picture -----------------------------------------------------------------------------------------------

    def _draw(self, view: View) -> None:
        assert view.seat is not None
        self._tell_news(view.seat)
        if self._spoke:
            self.write("")
        self._spoke, self._needed = False, ("", 0.0)
        self.write(f"== {heading(view)} ==")
        if new := self._new_in_hand(view):
            self.write(f"New in your hand: {listed(new)}.")
        for line in self._changed(view):
            self.write(line)
        self._ask_again(view)

    def _ask_again(self, view: View) -> None:
        """Writes the question and its choices."""
        if view.coming is not None:
            self.write(sum_text(view.coming))
        self.write(f"{view.prompt.text} [{view.prompt.clause}]")
        cards = [played_with(view, action) for action in view.actions]
        known = self._known.setdefault(view.seat, set())
        for number, (action, card) in enumerate(zip(view.actions, cards, strict=True), start=1):
            new = card is not None and card.name not in known
            self.write(f"  {number}  {choice(action, card if new else None)}")
        known.update(card.name for card in cards if card is not None)
        first = len(view.actions) + 1
        if len(view.refused) > FEW_REFUSED and all(action.card is None for action in view.actions):
            self.write(f"Not now: any of your cards, ({first}) to ({first + len(view.refused) - 1}).")
        elif view.refused:
            names = ", ".join(f"({number}) {card.name}" for number, card in enumerate(view.refused, start=first))
            self.write(f"Not now: {names}")

    def _tell_news(self, seat: int | None) -> None:
        """Writes the events that are new to a seat: no bookkeeping except whose turn it is."""
        events = self.seating.events(seat, self.shown[seat] if seat is not None else 0)
        for line in folded(events, lambda event: event):
            if told := [event for event in line if event.weight != "bookkeeping" or event.kind == TURN_CAME]:
                self._tell(told, sentences(told))
        for reader in self.seating.shared or (() if seat is None else (seat,)):
            self.shown[reader] = len(self.session.told)

    def _tell(self, events: Sequence[EventView], said: str) -> None:
        """Writes a line of the log, and below it the sums of its events, and their targets if those are new."""
        self._spoke = True
        self.write(f"{'!' if any(event.weight == 'headline' for event in events) else ' '} {said}")
        for event in events:
            roll = event.roll
            if roll is not None and not roll.rerolled:
                needed = roll.target, roll.expected
                if needed == self._needed:
                    continue
                self._needed = needed
            for line in details(event):
                self.write(f"    {line}")

    def _changed(self, view: View) -> list[str]:
        """Returns the lines of the table that are new to this seat in this turn."""
        assert view.seat is not None
        turn, seen = self._seen.get(view.seat, (0, []))
        self._seen[view.seat] = view.turn, _numbers(view) + _lines(view)
        # People who share a screen need the whole table again: they last saw it too long ago.
        return table_lines(view, seen if turn == view.turn and self.seating.shared else ())

    def _new_in_hand(self, view: View) -> list[str]:
        """Returns the cards that this seat has gained since it was last asked."""
        assert view.seat is not None
        own = [zone for zone in view.zones if zone.key in ("hand", "picked") and zone.owner in (view.seat, None)]
        hand = Counter(card.name for zone in own if zone.key == "hand" for card in zone.cards)
        held = Counter(card.name for zone in own for card in zone.cards)
        before = self._held.get(view.seat, held)
        self._held[view.seat] = held
        return list((hand - before).elements())

    def _end(self) -> None:
        seat = self.seating.people[0] if self.seating.people else None
        self._tell_news(seat)
        view = self.seating.view(seat)
        assert view.outcome is not None
        self.write(f"\n== {' '.join(['The game is over.', self.seating.result()]).strip()} ==")
        for line in table_lines(view):
            self.write(line)
        self.write(view.outcome.why(self.seating.reader))


def table_lines(view: View, known: Collection[str] = ()) -> list[str]:
    """Returns the table in words: numbers, zones, hands, and cards shown before. Leaves out `known` lines."""
    numbers = [number for number in _numbers(view) if number not in known]
    empty = [zone_label(zone, view) for zone in view.zones if zone.count == 0 and _place(zone, view) not in known]
    lines = [line for line in _lines(view, empty=len(empty) < 2) if line not in known]
    if len(empty) > 1:
        lines.append(f"Empty: {', '.join(empty)}.")
    return [f"{', '.join(numbers)}.", *lines] if numbers else lines


def _numbers(view: View) -> list[str]:
    return [f"{number_label(number, view)}: {number.value}" for number in view.numbers]


def _lines(view: View, empty: bool = True) -> list[str]:
    """Returns a line for each place (without `empty`, each that has cards), and for the cards shown before."""
    places = [_place(zone, view) for zone in view.zones if zone.count or empty]
    return places + [shown_before(memory) for memory in view.memory]


def _place(zone: ZoneView, view: View) -> str:
    """Returns the line of a place, with its cards."""
    text = f"{counted(zone)} (piles)." if zone.folded and zone.count else contents(zone)
    return f"{zone_label(zone, view)}: {text}"
