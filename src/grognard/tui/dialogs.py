"""Dialogs over the full-screen table: questions, the rules by clause, the log, the open piles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Input, Markdown, OptionList, Static
from textual.widgets.option_list import Option

from grognard.kernel.content.handbook import Clause, Handbook
from grognard.kernel.views.view import View, ZoneView
from grognard.tui.widgets import STILL, CardStatus, CardWidget, ZoneGrid, step_to_card
from grognard.tui.words import face

Answer = tuple[str, str]

CLOSE: list[BindingType] = [Binding("escape,q", "dismiss", "Close")]


class Question(ModalScreen[str]):
    """A question with a few answers, each a key and a label. The result is the key. The first answer has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down", "app.focus_next", show=False),
        Binding("left,up", "app.focus_previous", show=False),
    ]

    def __init__(self, text: str | Content, *answers: Answer, classes: str = "") -> None:
        super().__init__(classes=classes)
        self.text = text
        self.answers = answers

    def compose(self) -> ComposeResult:
        """Yields the text above the answers."""
        with Vertical(classes="dialog"):
            with VerticalScroll(can_focus=False):
                yield Static(self.text, markup=False)
            with Horizontal(classes="answers"):
                for key, label in self.answers:
                    yield Button(Content(f"{key.capitalize()}: {label}"), name=key, compact=True)

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        """Takes an answer by mouse or by Enter."""
        self.dismiss(event.button.name or "")

    def on_key(self, event: Key) -> None:
        """Takes an answer by its key."""
        for key, _label in self.answers:
            if event.key == key:
                event.stop()
                self.dismiss(key)


class AskPath(ModalScreen[str]):
    """Asks for the name of a file. An empty result means no."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Stay")]

    def __init__(self, text: str, name: str) -> None:
        super().__init__()
        self.text = text
        self.first = name

    def compose(self) -> ComposeResult:
        """Yields the question and an input line."""
        with Vertical(classes="dialog"):
            yield Static(self.text, markup=False)
            yield Input(self.first, select_on_focus=False)
            yield Static("Enter: save. Escape: stay.", classes="faint")

    @on(Input.Submitted)
    def submitted(self, event: Input.Submitted) -> None:
        """Takes the name on Enter."""
        self.dismiss(event.value.strip())


class TextScreen(ModalScreen[None]):
    """A full screen to read: a title, and below it the content of a subclass."""

    BINDINGS = CLOSE

    def __init__(self, title: str) -> None:
        super().__init__()
        self.heading = title

    def compose(self) -> ComposeResult:
        """Yields the title, the content, and the keys."""
        with Vertical(classes="sheet"):
            yield Static(self.heading, markup=False, classes="title")
            yield from self.laid_out()
        yield Footer()

    def laid_out(self) -> ComposeResult:
        """Yields the content below the title."""
        raise NotImplementedError


class Reader(TextScreen):
    """A text to read. A log opens at its end, where the news is."""

    def __init__(self, title: str, text: str | Content, from_the_end: bool = True) -> None:
        super().__init__(title)
        self.text = text
        self.from_the_end = from_the_end

    def laid_out(self) -> ComposeResult:
        """Yields the text."""
        with VerticalScroll():
            yield Static(self.text, markup=False)

    def on_mount(self) -> None:
        """Scrolls to where reading begins."""
        text = self.query_one(VerticalScroll)
        text.focus()
        if self.from_the_end:
            text.scroll_end(animate=False)


class Piles(TextScreen):
    """The piles folded on the table, card by card."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *CLOSE,
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
    ]

    def __init__(self, view: View, zones: Sequence[ZoneView]) -> None:
        super().__init__("Open piles")
        self.view = view
        self.zones = zones

    def laid_out(self) -> ComposeResult:
        """Yields the piles above a line for the text of a card."""
        with VerticalScroll():
            yield ZoneGrid(id="piles")
        yield Static(markup=False, id="card-text")

    def on_mount(self) -> None:
        """Lays the cards out."""
        self.query_one(ZoneGrid).show(
            self.zones, self.view, lambda card: CardStatus("", STILL, f"{face(card)}. {card.text}"), boxed=False
        )
        self.query_one(VerticalScroll).focus()

    @on(CardWidget.Looked)
    def looked(self, event: CardWidget.Looked) -> None:
        """Shows the text of a card."""
        self.query_one("#card-text", Static).update(event.about)

    def action_step(self, step: int) -> None:
        """Moves the focus to the first or last card."""
        step_to_card(list(self.query(CardWidget)), step)


class Rules(TextScreen):
    """The handbook: a list of its clauses, and the text of one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark", "dismiss", "Close")]

    def __init__(self, title: str, handbook: Handbook, clause: str) -> None:
        super().__init__(f"Rules of {title}")
        self.clauses = list(handbook.clauses.values())
        self.first = clause

    def laid_out(self) -> ComposeResult:
        """Yields the list next to the text."""
        with Horizontal():
            yield OptionList(*self._options(), markup=False, id="clauses")
            with VerticalScroll(id="clause"):
                yield Markdown()

    def _options(self) -> list[Option]:
        options: list[Option] = []
        chapter = ""
        for clause in self.clauses:
            if clause.chapter != chapter:
                chapter = clause.chapter
                options.append(Option(Content.styled(chapter, "bold"), disabled=True))
            options.append(Option(Content(f"{clause.id} {clause.title}"), id=_name(clause.id)))
        return options

    def on_mount(self) -> None:
        """Opens at the requested clause."""
        listed = self.query_one(OptionList)
        clause = next((clause for clause in self.clauses if clause.id == self.first), self.clauses[0])
        listed.highlighted = listed.get_option_index(_name(clause.id))
        listed.focus()

    @on(OptionList.OptionHighlighted)
    def highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Shows the clause highlighted in the list."""
        clause = next(clause for clause in self.clauses if _name(clause.id) == event.option_id)
        self.query_one(Markdown).update(_markdown(clause))
        self.query_one("#clause").scroll_home(animate=False)


def _name(clause: str) -> str:
    """Returns a clause's number as the name of a widget."""
    return clause.replace(".", "_")


def _markdown(clause: Clause) -> str:
    return f"{clause.heading} {clause.text}"
