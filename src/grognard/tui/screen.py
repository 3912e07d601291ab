"""The full-screen table in the terminal, drawn only from views, with keys, mouse, and a reason for every refusal."""

from __future__ import annotations

import asyncio
import signal
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final

from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click, Key, Resize
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from grognard.bots import ROUND_SECONDS, ROUNDS, Bot, Explanation, Weighed, Workers, explain, merged, search_task_at
from grognard.kernel.content.wording import uncapitalized
from grognard.kernel.errors import GrognardError
from grognard.kernel.views.headlines import MOST
from grognard.kernel.views.view import ActionView, CardView, View, ZoneView, is_with
from grognard.play.matches import SINGLE, Match
from grognard.play.players import Ask
from grognard.play.session import Session
from grognard.tui.autosave import Autosave
from grognard.tui.dialogs import AskPath, Piles, Question, Reader, Rules
from grognard.tui.event_lines import event_steps, headline_lines, log_lines, whole_log
from grognard.tui.seating import Seating, passing
from grognard.tui.terminal import shows
from grognard.tui.widgets import LEGAL, REFUSED, STILL, CardStatus, CardWidget, ZoneGrid, step_to_card
from grognard.tui.words import (
    DICE,
    DIGITS,
    advice,
    card_text,
    choice,
    contents,
    counted,
    face,
    heading,
    number_label,
    played_with,
    shown_before,
    sum_text,
    zone_label,
)  # fmt: skip

# The keys of the first choices; the arrow keys reach the rest. Letters with another meaning (u, h, l, d, i, s, a, r, q,
# and n when the game is over) are left out.
KEYS: Final = "1234567890bcefgjkmoptvwxyz"
KEYS_TOLD: Final = """\
1, 2 …   play the choice with this key, or click it
Arrows   up and down to a choice, left and right to a
         card; Enter chooses
I        read the card you are on, or the choice's card:
         its rule, its numbers and its history
Space    pass, when you could answer
         While the computer moves, any key skips ahead.
H        what the computer would do; Escape stops it
U        undo your last choice, if possible
A        ask me everything, or play automatically if only
         one thing is possible
L        the log: headlines bold, smaller steps dim
D        the open piles, card by card
?        the rules, at the clause in question
S        save the game to a file; continue it with
         “grognard play FILE”
R        resign
F1       these keys
Q        quit"""
PACE: Final = 0.7
# How long a headline is shown, and the most an opponent's turn takes, in paces.
HEADLINE: Final = 2
WHOLE_TURN: Final = 8
# The most news in the band on a narrow screen.
FEW_NEWS: Final = 2
GO_ON: Final = ("space", "enter", "escape")
PARTING: Final = "Good-bye."
KILLED: Final = 128  # plus the number of the signal: the exit status, as in shells
LOG_LINES: Final = 100
LOG_WIDTH: Final = 36
UNBROKEN: Final = "\N{NO-BREAK SPACE}"
WIDE: Final = 100
ROOMY: Final = 34
FEW: Final = 2
LOW: Final = 24


class TableScreen(Screen[None]):
    """One game between people at this terminal and bots."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("l", "log", "Log"),
        Binding("i", "read", "Read"),
        Binding("d", "piles", show=False),  # the piles themselves say (D)
        Binding("s", "save", "Save"),
        Binding("a", "auto", show=False),
        Binding("r", "resign", show=False),
        Binding("q", "app.quit", "Quit"),
        Binding("f1", "keys", "Keys"),
        Binding("space", "pass", show=False),
        Binding("escape", "stop", show=False),
        Binding("n", "new_game", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("up,down", "list", show=False),
    ]

    def __init__(self, seating: Seating, pace: float, file: Path | None) -> None:
        super().__init__()
        self.seating = seating
        self.session = seating.session
        self.pace = pace
        self.file = file
        self.kept = len(self.session.journal.entries)
        self.drawn = self.session.view(None)
        self.said = ""
        self.stopped = False
        self.told = len(self.session.told)
        # Set when a player skips the computer's moves, and the time left to show them.
        self.hurry = asyncio.Event()
        self.patience = 0.0
        self.faces = DICE if shows(DICE) else DIGITS

    def compose(self) -> ComposeResult:
        """Yields the places of the table, from the far side to the near one."""
        yield Static(id="header", markup=False)
        with Container(id="middle"):
            with Vertical(id="main"):
                yield Static(id="band", markup=False)
                yield ZoneGrid(id="theirs")
                for line in ("memory", "numbers", "stacks"):
                    yield Static(id=line, markup=False)
                yield ZoneGrid(id="ours")
                yield Static(id="prompt", markup=False)
                yield Static(id="pass", markup=False)
                yield Static(id="said", markup=False)
                yield OptionList(id="actions", markup=False, compact=True)
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="events", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Starts or continues the game."""
        self.query_one("#actions").focus()
        self.go_on()

    def on_resize(self, event: Resize) -> None:
        """Gives cards a box and the log its own column, if there is room."""
        self.set_class(event.size.width >= WIDE, "wide")
        self.set_class(event.size.width >= WIDE and event.size.height >= ROOMY, "roomy")
        self.set_class(event.size.height < LOW, "low")
        self.draw(self.said)

    # -- the course of the game ------------------------------------------------------------------------------------

    def go_on(self, said: str = "") -> None:
        """Draws the table, then lets the next player decide."""
        while self.seating.go_on_unasked():
            pass
        seat = self.seating.decider()
        if seat is None:
            self._end()
        elif self.seating.bot_to_move() is not None:
            self.draw(said)
            self._let_bots_play()
        elif self.seating.must_hand_over(seat):
            self._hand_over(seat, said)
        else:
            self.seating.at_the_screen = seat
            self.told = len(self.session.told)
            self.draw(" ".join(filter(None, [self.seating.done_unasked(), said])))

    @work(exclusive=True, group="bots")
    async def _let_bots_play(self) -> None:
        """Lets each bot think in the background, from what its seat knows, and shows each move for a moment."""
        self.patience = WHOLE_TURN * self.pace
        await self._show()  # the results of the choice before
        while (player := self.seating.bot_to_move()) is not None:
            seat, bot = player
            self.session.play(seat, await self._choice(seat, bot))
            while self.seating.go_on_unasked():
                pass
            self.draw()
            await self._show()
        self.go_on()

    async def _show(self) -> None:
        """Shows the events since the last call: each headline and each roll in the band, step by step."""
        self.hurry.clear()
        told, self.told = self.told, len(self.session.told)
        events = [event for event in self.seating.events(self.drawn.seat, told) if event.weight != "bookkeeping"]
        for event in events:
            if event.weight == "headline" or event.roll is not None:
                steps = event_steps(event, self.faces)
                for step in steps:
                    self._show_in_band(step)
                    await self._moment(HEADLINE * self.pace / len(steps))
        # After the last move a person decides, and waits only for headlines.
        if events and self.seating.bot_to_move() is not None:
            await self._moment(self.pace)

    async def _moment(self, seconds: float) -> None:
        """Waits until the time is over or a player presses a key. All waits of a turn share a limit."""
        seconds = min(seconds, self.patience)
        self.patience -= seconds
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.hurry.wait()

    async def _choice(self, seat: int, bot: Bot) -> int:
        """Returns a bot's action. A search runs in its own process, since even a thread would block the screen."""
        if not bot.searches:
            return int(await asyncio.to_thread(bot.choose, self.session.information(seat, bot.remembers)))
        self.say(f"{self.seating.seats[seat]} is thinking …")
        name = self.session.journal.header.seats[seat]
        return (await self.bot_workers.choose(self.session, seat, name)).action

    @property
    def bot_workers(self) -> Workers:
        """The process for long computations."""
        assert isinstance(self.app, ScreenTable)
        return self.app.bot_workers

    @work(group="dialog")
    async def _hand_over(self, seat: int, said: str) -> None:
        """Hands over between two people. Hands are hidden before the question appears."""
        self._hide_hands()
        ask = f"{self.seating.seats[seat]} decides. Hand over, then press Enter."
        await self.app.push_screen_wait(Question(ask, ("enter", "continue"), classes="cover"))
        self.seating.at_the_screen = seat
        self.go_on(said)

    def _hide_hands(self) -> None:
        self.seating.at_the_screen = None
        self.draw()

    @work(group="dialog")
    async def _end(self) -> None:
        again = uncapitalized(self.seating.match.following or "New game")
        self.draw(f"The game is over. N: {again}, Q: quit.")
        outcome = self.drawn.outcome
        assert outcome is not None
        lines = [_cited(outcome.why(self.seating.reader), outcome.clause), *self._last_headline(), ""]
        lines += [f"{number_label(number, self.drawn)}: {number.value}" for number in self.drawn.numbers]
        lines += [
            f"{zone_label(zone, self.drawn)}: {contents(zone)}" for zone in self.drawn.zones if zone.key == "hand"
        ]
        lines += ["", told] if (told := self.seating.told()) else []
        answers = ("n", again), ("t", "see the table"), ("q", "quit")
        result = self.seating.result() or "The game is over."
        text = Content.assemble((result, "bold $text-accent"), "\n", "\n".join(lines))
        answer = await self.app.push_screen_wait(Question(text, *answers))
        if answer == "n":
            self.action_new_game()
        elif answer == "q":
            await self.app.action_quit()

    def _last_headline(self) -> list[str]:
        """Returns the last headline, with its sum."""
        headlines = [event for event in self.seating.events(self.drawn.seat) if event.weight == "headline"]
        return [str(event_steps(headlines[-1], self.faces)[-1])] if headlines else []

    def play(self, action: int) -> None:
        """Plays an action of the person at the screen."""
        seat = self._decider()
        if seat is None:
            return
        try:
            self.seating.play(seat, action)
        except GrognardError as error:
            self.say(str(error))
            return
        self._show_in_band("")
        self.go_on()

    def _decider(self) -> int | None:
        """Returns the seat of the person at the screen if they decide now. If not, says so and returns None."""
        if self.drawn.seat is not None and self.drawn.seat == self.seating.decider():
            return self.drawn.seat
        self.say(self.drawn.prompt.text)
        return None

    # -- keys and mouse --------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Plays the choice for a key. While the computer moves, a key skips ahead."""
        if self.seating.bot_to_move() is not None and (event.key in GO_ON or (event.character or " ") in KEYS):
            event.stop()
            self.hurry.set()
            return
        number = KEYS.find(event.character or " ")
        if 0 <= number < len(self.drawn.actions):
            event.stop()
            self.play(self.drawn.actions[number].action)

    @on(OptionList.OptionSelected, "#actions")
    def _listed(self, event: OptionList.OptionSelected) -> None:
        self.play(self.drawn.actions[event.option_index].action)

    @on(CardWidget.Looked)
    def _looked(self, event: CardWidget.Looked) -> None:
        self.say(event.about)

    @on(CardWidget.Chosen)
    def _chosen(self, event: CardWidget.Chosen) -> None:
        choices = [action for action in self.drawn.actions if is_with(action, event.card)]
        if len(choices) == 1:
            self.play(choices[0].action)
        elif choices:
            self._which(choices)

    @work(group="dialog")
    async def _which(self, choices: Sequence[ActionView]) -> None:
        """Asks how to play a card that has several actions."""
        answers = [(KEYS[number], action.label) for number, action in enumerate(choices[: len(KEYS)])]
        answer = await self.app.push_screen_wait(Question("How?", *answers, ("escape", "not now"), classes="long"))
        if answer != "escape":
            self.play(choices[KEYS.index(answer)].action)

    @on(Click, "#pass")
    def action_pass(self) -> None:
        """Passes in a reaction to another player's turn."""
        by = passing(self.drawn)
        if by is not None:
            self.play(by.action)

    def action_read(self) -> None:
        """Opens the card in focus, or the card of the highlighted choice, with its full text."""
        card = self.app.focused.card if isinstance(self.app.focused, CardWidget) else self._card_of_choice()
        if card is None:
            self.say("Go to a card, or to a choice with one, and press I to read it.")
            return
        game = self.session.game
        first, *lines = card_text(card, game)
        self.app.push_screen(Reader(first, "\n\n".join(lines), from_the_end=False))

    def _card_of_choice(self) -> CardView | None:
        at = self.query_one("#actions", OptionList).highlighted
        return None if at is None else played_with(self.drawn, self.drawn.actions[at])

    def action_keys(self) -> None:
        """Shows what the keys do."""
        self.app.push_screen(Reader("Keys", KEYS_TOLD, from_the_end=False))

    def action_step(self, step: int) -> None:
        """Moves the focus from the list to the cards."""
        step_to_card(list(self.query(CardWidget)), step)

    def action_list(self) -> None:
        """Moves the focus from the cards to the list."""
        self.query_one("#actions").focus()

    def action_rules(self) -> None:
        """Opens the handbook at the clause of the prompt."""
        game = self.session.game
        outcome = self.drawn.outcome
        clause = outcome.clause if outcome is not None else self.drawn.prompt.clause
        self.app.push_screen(Rules(game.title, game.handbook, clause))

    def action_log(self) -> None:
        """Opens the log of everything that has happened, as far as the viewer knows it."""
        log = whole_log(self.seating.events(self.drawn.seat))
        self.app.push_screen(Reader(f"Log, seed {self.session.seed}", log))

    def action_piles(self) -> None:
        """Shows the cards of the open piles."""
        self.app.push_screen(Piles(self.drawn, [zone for zone in self.drawn.zones if zone.folded]))

    @work(group="dialog")
    async def action_undo(self) -> None:
        """Undoes a choice. A person who saw it is asked first, with the asker's hand covered."""
        seat = self._decider()
        if seat is None:
            return
        try:
            for other in self.seating.must_agree(seat):
                self._hide_hands()
                ask = f"{self.seating.seats[other]}, may {self.seating.seats[seat]} undo the last choice?"
                if await self.app.push_screen_wait(Question(ask, ("n", "no"), ("y", "yes"), classes="cover")) != "y":
                    self.go_on(f"{self.seating.seats[other]} does not agree.")
                    return
            self.seating.take_back(seat)
        except GrognardError as error:
            self.say(str(error))
            return
        self.go_on("Undone.")

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Shows what the computer would do here, knowing only what the player knows. Escape stops it."""
        if self._decider() is None:
            return
        self.stopped = False
        asked, done = search_task_at(self.session), len(self.session.journal.entries)
        actions = {action.notation: action.action for action in self.session.view(asked.seat).actions}
        rounds: list[list[Weighed]] = []
        while len(rounds) < ROUNDS and not self.stopped:
            self.say(f"The computer is thinking: {len(rounds)} of {ROUNDS}. Press Escape to stop it.")
            rounds.append(await self.bot_workers.weigh(asked, ROUND_SECONDS, len(rounds) + 1))
            if len(self.session.journal.entries) != done:
                return  # played in the meantime
        found = merged(rounds)
        told = Explanation() if self.stopped else await self.bot_workers.aside(explain, asked, found)
        if len(self.session.journal.entries) != done:
            return
        myself = "escape", "choose myself"
        if told.where:
            self.say(told.where)
            if await self.app.push_screen_wait(Question(told.where, ("enter", "show the choice"), myself)) != "enter":
                return
        self.say(advice(found)[0])
        text = "\n\n".join(advice(found, told.why))
        if await self.app.push_screen_wait(Question(text, ("enter", "do that"), myself)) == "enter":
            self.play(actions[found[0].do])

    def action_stop(self) -> None:
        """Stops the computer's thinking."""
        self.stopped = True

    def action_auto(self) -> None:
        """Switches between asking everything and playing automatically if there is nothing to choose."""
        self.say(self.seating.toggle_going_on())
        self.go_on(self.said)

    @work(group="dialog")
    async def action_resign(self) -> None:
        """Resigns, after asking for confirmation."""
        seat = self._decider()
        if seat is None:
            return
        ask = f"Resign as {self.seating.seats[seat]}?"
        if await self.app.push_screen_wait(Question(ask, ("n", "no, play on"), ("y", "yes, resign"))) == "y":
            self.session.resign(seat)
            self.go_on()

    @work(group="dialog")
    async def action_save(self) -> None:
        """Saves the game to a file."""
        await self.save()

    async def save(self) -> bool:
        """Asks for a file and saves the game. Returns False if it was not saved."""
        name = str(self.file or f"{self.session.game.slug}-{self.session.seed}.jsonl")
        path = await self.app.push_screen_wait(AskPath("Save the game as:", name))
        if not path:
            return False
        try:
            self.session.save(Path(path))
        except GrognardError as error:
            self.say(str(error))
            return False
        self.file, self.kept = Path(path), len(self.session.journal.entries)
        self.say(f"Saved. Continue with: grognard play {path}")
        return True

    def unsaved(self) -> bool:
        """Returns whether anything has happened since the game was saved."""
        return len(self.session.journal.entries) > self.kept

    def action_new_game(self) -> None:
        """Starts the next game of the match after the end, or a new deal for the same players."""
        if self.session.outcome() is not None:
            self.app.switch_screen(TableScreen(self.seating.again(), self.pace, None))

    # -- the picture -----------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Shows a message to the person at the screen."""
        self.said = text
        self._line("said", text)

    def draw(self, said: str = "") -> None:
        """Draws the table for the person at the screen, or for a spectator while nobody may see a hand."""
        view = self.seating.view(self.seating.at_the_screen)
        self.drawn = view
        against = f", against {self.seating.against}" if self.seating.against else ""
        you = f" You are {view.seats[view.seat]}{against}." if view.seat is not None else ""
        self._line("header", f"{self.session.game.title}. {heading(view)}.{you}")
        self._draw_band()
        self._line("memory", "\n".join(map(shown_before, view.memory)))
        numbers = [f"{number_label(number, view)}: {number.value}" for number in view.numbers]
        numbers += [told] if view.outcome is None and (told := self.seating.told()) else []
        self._line("numbers", Content(self._flowing(numbers)).highlight_regex(r"(?<=: )\d+", style="bold"))
        self._draw_zones()
        coming = "" if view.coming is None else f"{sum_text(view.coming)}\n"
        self._line("prompt", coming + _cited(view.prompt.text, view.prompt.clause))
        by = passing(view)
        self.set_class(by is not None, "window")
        self._line("pass", f"Space: {by.label}" if by is not None else "")
        self._draw_actions()
        self._draw_log()
        self.say(said)

    def _draw_band(self) -> None:
        """Shows the deciding person the headlines since their last choice. The last one stays while others decide."""
        if self.seating.people and self.drawn.seat is None:  # handed over
            self._show_in_band("")
        elif self.drawn.actions or self.drawn.to_move is None:
            most = 1 if self.has_class("low") else MOST if self.has_class("wide") else FEW_NEWS
            self._show_in_band(headline_lines(self.seating.news(self.drawn.seat), most, self.faces))

    def _show_in_band(self, text: str | Content) -> None:
        """Shows headlines above the field. On a narrow screen they replace the last lines of the log."""
        self._line("band", text)
        narrow = not self.has_class("wide")
        self.query_one("#log").display = not (narrow and (bool(text) or self.has_class("low")))

    def _flowing(self, parts: Sequence[str]) -> str:
        """Returns the parts in lines as full as possible, with no part broken."""
        width = self.size.width - 2 - (LOG_WIDTH if self.has_class("wide") else 0)
        whole = "   ".join(part.replace(" ", UNBROKEN) for part in parts)
        return textwrap.fill(whole, max(width, 1), break_on_hyphens=False).replace(UNBROKEN, " ")

    def _line(self, id: str, text: str | Content) -> None:
        line = self.query_one(f"#{id}", Static)
        line.update(text)
        # Messages come and go. If there is room, their line stays, so that the list below does not jump.
        line.display = bool(text) or (id == "said" and not self.has_class("low"))

    def _draw_zones(self) -> None:
        view = self.drawn
        boxed = self.has_class("roomy")
        stacks = [zone for zone in view.zones if _stacked(zone)]
        # Many empty places are named only if there is room for them.
        empty = [zone for zone in stacks if zone.owner is not None and zone.count == 0]
        named = stacks if boxed or len(empty) <= FEW else [zone for zone in stacks if zone not in empty]
        heights = [f"{zone_label(zone, view)}: {counted(zone)}{' (D)' if zone.folded else ''}" for zone in named]
        self._line("stacks", self._flowing(heights))
        hands = [zone for zone in view.zones if zone.key == "hand"]
        theirs = [zone for zone in hands if zone.owner != view.seat]
        # The viewer's own hand is nearest, in any order of the view.
        between = [zone for zone in view.zones if zone not in hands and zone not in stacks]
        ours = between + [zone for zone in hands if zone not in theirs]
        self.query_one("#theirs", ZoneGrid).show(theirs, view, self._judge, boxed)
        self.query_one("#ours", ZoneGrid).show(ours, view, self._judge, boxed)
        # If not everything fits, the hand must be visible.
        self.query_one("#ours", ZoneGrid).scroll_end(animate=False)

    def _judge(self, card: CardView) -> CardStatus:
        """Returns what a player can do with a card now."""
        text = f"{face(card)}. {card.text}"
        choices = [number for number, action in enumerate(self.drawn.actions) if is_with(action, card)]
        if choices:
            key = KEYS[choices[0]] if choices[0] < len(KEYS) else "+"
            return CardStatus(key, LEGAL, text)
        for refused in self.drawn.refused:
            if is_with(refused, card):
                return CardStatus("–", REFUSED, f"{_cited(refused.reason.text, refused.reason.clause)} {text}")
        return CardStatus("", STILL, text)

    def _draw_actions(self) -> None:
        actions = self.query_one("#actions", OptionList)
        actions.clear_options()
        actions.add_options(Option(text) for text in _listing(self.drawn))

    def _draw_log(self) -> None:
        log = log_lines(self.seating.events(self.drawn.seat), LOG_LINES, brief=not self.has_class("wide"))
        self.query_one("#events", Static).update(log)
        self.query_one("#log").scroll_end(animate=False)


class ScreenTable(App[str]):
    """The full-screen table. `pace` is the time in seconds that a bot's move is shown."""

    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self, session: Session, bots: Sequence[Bot | None], pace: float = PACE, file: Path | None = None,
        match: Match = SINGLE, ask: Ask | None = None, autosave: Autosave | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.title = session.game.title
        self.leaving = False
        self._bot_workers: Workers | None = None
        self.first = TableScreen(Seating(session, bots, match, ask, autosave), pace, file)

    def on_mount(self) -> None:
        """Opens the table. If the terminal closes or a signal ends the game, Textual restores the terminal."""
        loop = asyncio.get_running_loop()
        for name in ("SIGHUP", "SIGTERM"):
            # Windows has neither signal, and only the main thread may do this.
            with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                number = getattr(signal, name)
                loop.add_signal_handler(number, self._stop, number)
        self.push_screen(self.first)

    def _stop(self, number: int) -> None:
        """Ends the table on a signal. The game is already saved."""
        self.exit(self.table.seating.way_back or PARTING, return_code=KILLED + number)

    @property
    def table(self) -> TableScreen:
        """The table, below any dialogs."""
        return next(screen for screen in reversed(self.screen_stack) if isinstance(screen, TableScreen))

    @property
    def bot_workers(self) -> Workers:
        """The process for the computer's thinking, started on first use."""
        if self._bot_workers is None:
            self._bot_workers = Workers(1)
        return self._bot_workers

    def on_unmount(self) -> None:
        """Stops the process."""
        if self._bot_workers is not None:
            self._bot_workers.close()

    async def action_quit(self) -> None:
        """Leaves after asking whether to save; a second quit leaves at once."""
        if self.leaving:
            self.exit(PARTING)
        else:
            self._leave()

    def action_help_quit(self) -> None:
        """Leaves on Control-C."""
        self._leave()

    @work(group="leave")
    async def _leave(self) -> None:
        table = self.table
        self.leaving = True
        if table.unsaved():
            answers = ("s", "save and quit"), ("q", "quit without saving"), ("escape", "stay")
            answer = await self.push_screen_wait(Question("Save the game before you leave?", *answers))
            if answer == "escape" or (answer == "s" and not await table.save()):
                self.leaving = False
                return
            if table.seating.autosave is not None:  # saved elsewhere, or not wanted
                table.seating.autosave.forget()
        kept = table.file is not None and not table.unsaved()
        self.exit(f"Continue with: grognard play {table.file}" if kept else table.seating.way_back or PARTING)


def _cited(text: str, clause: str) -> str:
    """Returns a sentence with its clause, if it has one."""
    return f"{text} ({clause})" if clause else text


def _stacked(zone: ZoneView) -> bool:
    """Returns whether the table shows only the height of a zone: it is a pile, or empty and no hand."""
    if not zone.cards and zone.key.endswith("deck"):
        return True
    return zone.folded or (not zone.cards and (zone.owner is None or (zone.count == 0 and zone.key != "hand")))


def _listing(view: View) -> list[str]:
    """Returns the choices, each after its key."""
    keys = KEYS.ljust(len(view.actions))
    return [f"{key}  {choice(action)}" for key, action in zip(keys, view.actions, strict=False)]
