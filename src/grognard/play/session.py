"""A game in progress: the journal, the position, undoing, resigning, and the events that each seat saw."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from grognard.kernel.content.grammar import Party
from grognard.kernel.engine import chance
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.history import new_history
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.state import State
from grognard.kernel.errors import CannotUndo, GameOver, GrognardError, IllegalAction, JournalError, NotYourTurn
from grognard.kernel.game import Game
from grognard.kernel.views.log_lines import joined
from grognard.kernel.views.view import EventView, Outcome, View, merge_views
from grognard.play import journal
from grognard.play.deal import Deal, Facts, Promise, last_attempt, seed_of
from grognard.play.journal import Action, Check, Claim, Deed, End, Header, Journal, Reason, Resign, Undo
from grognard.play.notation import read_action
from grognard.play.players import BOTS, PERSON

Loader = Callable[[str, Mapping[str, str | int], Mapping[str, str | int]], Game]


class SessionEntry(msgspec.Struct, frozen=True):
    """An entry of the session's log: a seat and the events of its action, or the undoing of a shown choice."""

    seat: int
    events: tuple[Event, ...]
    undone: bool = False


class Session:
    """One game at one table. Everything that happens goes through here and into the journal."""

    def __init__(
        self,
        game: Game,
        seed: int,
        seats: Sequence[str],
        deal: Deal | None = None,
        options: Mapping[str, str | int] | None = None,
    ) -> None:
        """Deals the cards. A stored game gives its `options` as its journal has them: a house rule that came later is
        no part of the seed that was promised."""
        self.game = game
        self.seed = seed
        meta = game.spec.meta
        self.journal = Journal(
            Header(
                grognard_journal=journal.version_for(deal),
                game=game.slug,
                rules=meta.rules,
                chance=chance.VERSION,
                options=dict(game.options if options is None else options),
                numbers=dict(game.overrides),
                seats=tuple(seats),
                seed=str(seed),
                commitment=journal.commitment(seed) if deal is None else _last_promise(deal),
                deal=deal,
                bots=msgspec.UNSET if all(seat == PERSON for seat in seats) else BOTS,
            ),
            [],
        )
        start = game.new_initial_state(seed)
        # The position before the first action, after it, after the second ...: undo goes back through these.
        self._positions: list[State] = [start]
        # The seat that chose the next action, and the action (-1: resigned).
        self._done: list[tuple[int, int]] = []
        self.told: list[SessionEntry] = [SessionEntry(start.current_player(), tuple(start.recorder.events))]
        self._settled: Outcome | None = None
        # What each seat sees of a position, which several pages draw.
        self._seen: tuple[State, dict[int | None, View]] = (start, {})
        # Called after each entry; a table at a terminal then saves the game.
        self.changed: Callable[[], object] = _nothing
        self._check()

    @property
    def state(self) -> State:
        """The current position. It holds every secret, so pages get `view` and bots get `information`."""
        return self._positions[-1]

    @property
    def positions(self) -> Sequence[State]:
        """The position before the first action, after it, after the second, and so on, without undone actions."""
        return self._positions

    @property
    def line(self) -> Sequence[tuple[int, int]]:
        """For each of these positions except the last, the seat that decided and its action (-1: resigned)."""
        return self._done

    # -- playing ---------------------------------------------------------------------------------------------------

    # Each of these returns its journal entry.

    def play(self, seat: int, action: int) -> Action:
        """Plays an action of a seat. Raises NotYourTurn, IllegalAction or GameOver without changing anything."""
        if self.outcome() is not None:
            raise GameOver("The game is over.")
        if seat != self.state.current_player():
            name = self.game.seats[self.state.current_player()]
            raise NotYourTurn(f"{name} decides now.")
        position = self.state.clone()
        position.record()
        position.apply_action(action)
        deed = Action(seat, self.game.action_to_string(action))
        self._reach(position, deed, action)
        return deed

    def _reach(self, position: State, deed: Action | Resign, action: int) -> None:
        """Adds an entry and the position that it led to."""
        turned = position.turn != self.state.turn
        self._positions.append(position)
        self._done.append((deed.seat, action))
        self.told.append(SessionEntry(deed.seat, tuple(position.recorder.events)))
        self.journal.entries.append(deed)
        if turned:
            self._check()
        self._close()

    def resign(self, seat: int) -> Resign:
        """Resigns a seat: its team plays on, or the other side wins. The table decides this, not the rules."""
        if self.outcome() is not None:
            raise GameOver("The game is already over.")
        deed = Resign(seat)
        position = self.state.clone()
        position.record()
        if position.withdraw(seat):
            position.reveal()  # nobody can return
            self._reach(position, deed, -1)
            return deed
        sides = self.game.sides
        winners = tuple(other for other, side in enumerate(sides) if side != sides[seat])
        won = self.game.victory(1 - sides[seat])
        named = self.game.spec.meta.victories
        told = f"{won}: the other side resigned." if named else f"{self.game.seats[seat]} resigns: {won}."
        by_seat = tuple(f"{who:^} resigned." for who in self._as_each_reads(seat))
        self._settled = Outcome(winners, "resigned", told, "", by_seat)
        self.journal.entries.append(deed)
        self._close()
        return deed

    def claim(self, seat: int, reason: Reason = "left") -> Claim:
        """Claims the game for a seat because the deciding player has left, or has run out of time.

        Does not check that they have.
        """
        if self.outcome() is not None:
            raise GameOver("The game is already over.")
        sides = self.game.sides
        if sides[self.state.current_player()] == sides[seat]:
            raise IllegalAction("You can claim the game only while you are waiting for your opponent.")
        winners = tuple(other for other, side in enumerate(sides) if side == sides[seat])
        late = reason == "time"
        told = f"{self.game.victory(sides[seat])}: the opponent {'ran out of time' if late else 'has left'}."
        does = "ran out of time" if late else "left the table"
        by_seat = tuple(f"{who:^} {does}." for who in self._as_each_reads(int(self.state.current_player())))
        self._settled = Outcome(winners, "claimed", told, "", by_seat)
        deed = Claim(seat, reason)
        if late:  # older programs do not know this reason
            header = self.journal.header
            self.journal.header = msgspec.structs.replace(header, grognard_journal=journal.VERSION)
        self.journal.entries.append(deed)
        self._close()
        return deed

    def _as_each_reads(self, seat: int) -> list[Party]:
        """Returns the name of a seat as each seat reads it."""
        return [self.game.seat_party(seat, reader) for reader in range(self.game.num_players())]

    def enter(self, deed: Deed) -> Deed:
        """Carries out an entry of a journal. Raises the errors of `play`, `undo`, `resign` and `claim`."""
        match deed:
            case Action(seat, do):
                return self.play(seat, read_action(self.game, do))
            case Undo(seat, kept, agreed):
                return self.undo(seat, agreed, kept)
            case Resign(seat):
                return self.resign(seat)
            case Claim(seat, reason):
                return self.claim(seat, reason)

    def _close(self) -> None:
        outcome = self.outcome()
        if outcome is not None:
            self.journal.entries.append(End(outcome.winners, outcome.reason))
        self.changed()

    def _check(self) -> None:
        self.journal.entries.append(Check(self.state.turn, self.state.fingerprint()))

    def outcome(self) -> Outcome | None:
        """Returns who won and why; None while the game runs."""
        if self._settled is None and not self.state.is_terminal():
            return None
        return self._settled or self.state.outcome()

    # -- stepping back ---------------------------------------------------------------------------------------------

    def undo(self, seat: int, agreed: Collection[int] = (), kept: int | None = None) -> Undo:
        """Undoes a choice of a seat: freely within its open frame, and beyond that only if all others agree.

        It undoes the last choice, or an earlier one with that choice's `kept` (see `undo_target`). No undo crosses a
        draw, a roll or a look, and the others still know what they saw. Raises CannotUndo.
        """
        kept, free = next(way for way in self._ways_back(seat) if kept is None or way[0] == kept)
        others = [other for other in range(self.game.num_players()) if other != seat]
        if not free and not all(other in agreed for other in others):
            raise CannotUndo("The others saw this choice, so they must agree to undo it.")
        self._go_back(kept, free)
        deed = Undo(seat, kept, () if free else tuple(others))
        self.journal.entries.append(deed)
        self.told.append(SessionEntry(seat, (), undone=not free))
        self.changed()
        return deed

    def undo_target(
        self, seat: int, is_asked: Callable[[int], bool] | None = None, bots: Collection[int] = ()
    ) -> tuple[int, bool]:
        """Returns how many actions an undo would keep, and whether it is free. Raises CannotUndo if none is possible.

        If the table plays forced choices automatically, `is_asked` says after how many actions it asks the seat: an
        undo to any other position would be played forward again. People can refuse to undo their own answers.
        For these `bots` it is always refused, since even a pass reveals something about a hand.
        """
        ways = self._ways_back(seat)
        kept, free = next(way for way in ways if is_asked is None or is_asked(way[0]))
        later = range(kept, len(self._done))
        # A bot's picks that are not shown yet must not make a difference.
        if not free and any(self._done[n][0] in bots and self._positions[n + 1].picks() == 0 for n in later):
            raise CannotUndo("The computer has answered since, so you can't undo that.")
        return kept, free

    def _ways_back(self, seat: int) -> Iterator[tuple[int, bool]]:
        """Yields the ways a seat can undo, as in `undo_target`, nearest first. Raises CannotUndo after the last."""
        if self.outcome() is not None:
            raise CannotUndo("The game is over.")
        kept = len(self._done)
        if self.state.picks() > 0 and self.state.current_player() == seat:
            kept -= 1
            yield kept, True
        while True:
            kept -= 1
            while kept >= 0 and self._done[kept][0] != seat:
                kept -= 1
            if kept < 0:
                raise CannotUndo("You have nothing to undo yet.")
            while self._positions[kept].picks() > 0:  # to where its frame was opened
                kept -= 1
            if self._positions[kept].reveals != self.state.reveals:
                raise CannotUndo("You can't undo past a draw, a roll or a look at cards.")
            yield kept, False

    def _go_back(self, kept: int, free: bool) -> None:
        undone = self.state
        position = self._positions[kept].clone()
        position.recorder = self._positions[kept].recorder
        if not free:
            position.keep_knowledge(undone)
        del self._positions[kept:]
        del self._done[kept:]
        self._positions.append(position)

    def picked(self, seat: int) -> list[int]:
        """Returns the actions in a seat's open frame, which it can undo one by one."""
        picks = int(self.state.picks()) if self.state.current_player() == seat else 0
        return [action for _seat, action in self._done[len(self._done) - picks :]]

    # -- what each seat knows --------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Returns the view of a seat, or of a spectator for None."""
        if self._settled is None:
            return self._view_now(seat)
        view = self.state.view(seat)
        view = merge_views(view, (self.state.view(other) for other in range(self.game.num_players())))
        return msgspec.structs.replace(view, to_move=None, actions=(), refused=(), memory=(), outcome=self._settled)

    def _view_now(self, seat: int | None) -> View:
        """Returns the view of the current position, from the last one drawn if nothing has happened since."""
        position, views = self._seen
        if position is not self.state:
            position, views = self._seen = self.state, {}
        if seat not in views:
            views[seat] = position.view(seat)
        return views[seat]

    def events(
        self,
        seat: int | None,
        since: int = 0,
        upto: int | None = None,
        also: Collection[int] = (),
        reader: int | None = None,
    ) -> list[EventView]:
        """Returns the events from log entry `since` to before `upto`, as far as this seat may know them.

        The seat also has the knowledge of the seats in `also`. Sentences call the `reader` “you”.
        """
        views: list[EventView] = []
        for told in self.told[since:upto]:
            known = (event.seen_by(event.seat if event.seat in also else seat) for event in told.events)
            views += joined(self.game.event_view(event, reader) for event in known)
            if told.undone:
                who = self.game.seat_party(told.seat, reader)
                views.append(EventView(f"{who:^takes} back the last choice.", "", told.seat, ()))
        return views

    def open_events(self, since: int = 0, upto: int | None = None, reader: int | None = None) -> list[EventView]:
        """Returns the events with nothing hidden, for a finished game or for its owner.

        Sentences call the `reader` “you”.
        """
        views: list[EventView] = []
        for told in self.told[since:upto]:
            views += joined(self.game.event_view(event, reader) for event in told.events)
        return views

    def draws(self) -> list[tuple[int, int, bytes]]:
        """Returns all hidden draws: the seat, the piece, and the pieces it was drawn from.

        For a finished game, or for its owner.
        """
        return [draw for position in self._positions for draw in position.recorder.draws()]

    def history(self, seat: int) -> list[str]:
        """Returns the history that this seat has seen, without undone actions, for bots that use it."""
        history = new_history(self._positions[0])
        for (actor, action), position in zip(self._done, self._positions[1:], strict=True):
            history.add(actor, action, position)
        return history.of(seat)

    def information(self, seat: int, remembers: bool = False) -> Information:
        """Returns the information for a bot in this seat, with the history if it uses that.

        The bot's random generator has its own stream, so its thinking never changes the deck.
        """
        history = self.history(seat) if remembers else ()
        return self.state.information(seat, bot_seed(self.seed, seat), history)

    def redacted(self, seat: int | None, also: Collection[int] = (), upto: int | None = None) -> str:
        """Returns the record a seat may download while the game runs: its own events, without seed and checksums.

        It ends before log entry `upto`.
        """
        deal = self.journal.header.deal
        header = {
            "grognard_record": journal.version_for(deal),
            "game": self.game.slug,
            "rules": self.game.spec.meta.rules,
            "options": self.game.options,
            "numbers": self.game.overrides,
            "seat": seat,
            "commitment": self.journal.header.commitment,
            "deal": deal and msgspec.structs.replace(deal, secrets=()),
        }
        lines = [msgspec.json.encode(header)]
        # An action in an open frame has no event yet, and nobody else knows of it.
        events = self.events(seat, upto=upto, also=also)
        lines += [msgspec.json.encode({"event": event.text, "clause": event.clause}) for event in events]
        return b"\n".join(lines).decode() + "\n"

    # -- keeping ---------------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Writes the journal."""
        self.journal.save(path)


def _nothing() -> None:
    """Does nothing, for a session that nobody follows."""


def bot_seed(seed: int, seat: int) -> int:
    """Returns the seed of a bot's own random stream in a game."""
    return chance.stream(seed, f"bot {seat}")[0]


def replayed(record: Journal, load: Loader) -> Session:
    """Replays a journal and checks every entry. Raises the errors of `deal_again` and `play_again`."""
    session = deal_again(record, load)
    for _ in play_again(session, record):
        pass
    return session


def deal_again(record: Journal, load: Loader) -> Session:
    """Deals the game of a journal. Raises JournalError if its game, rules or seed do not match."""
    header = record.header
    game = load(header.game, header.options, header.numbers)
    if header.rules != game.spec.meta.rules or header.chance != chance.VERSION:
        raise JournalError(
            f"This game was played under rules {header.rules} and generator {header.chance}; this program has rules "
            f"{game.spec.meta.rules} and generator {chance.VERSION}."
        )
    if len(header.seats) != game.num_players():
        raise JournalError(
            f"{game.spec.meta.title} has {game.num_players()} seats; the journal has {len(header.seats)}."
        )
    check_deal(header)
    session = Session(game, int(header.seed), header.seats, header.deal, header.options)
    session.journal.header = msgspec.structs.replace(session.journal.header, bots=header.bots)
    return session


def play_again(session: Session, record: Journal) -> Iterator[Deed]:
    """Replays the entries of a journal whose game was dealt again, checks each, and yields it once it is played.

    Raises JournalError if an entry does not match.
    """
    _must_agree(session, record, 0)
    for entry in record.entries:
        made = len(session.journal.entries)
        if isinstance(entry, Deed):
            if not 0 <= entry.seat < session.game.num_players():
                raise JournalError(f"Entry {made + 1} is about seat {entry.seat}, which does not exist.")
            try:
                session.enter(entry)
            except GrognardError as error:
                raise JournalError(f"Entry {made + 1} does not fit: {error}") from error
            _must_agree(session, record, made)
            yield entry
    if len(session.journal.entries) != len(record.entries):
        raise JournalError("The journal has entries that the game does not produce.")


def facts_of(game: Game, options: Mapping[str, str | int] | None = None) -> Facts:
    """Returns the facts about a game that go into the seed of a deal; a stored game gives its `options` as stored."""
    meta = game.spec.meta
    return Facts(
        game.slug,
        meta.rules,
        chance.VERSION,
        game.options if options is None else options,
        game.overrides,
        game.num_players(),
    )


def _last_promise(deal: Deal) -> str:
    return next((step.hash for step in last_attempt(deal) if isinstance(step, Promise)), "")


def check_deal(header: Header) -> None:
    """Checks that the seed is the one promised before the deal, or the one that everyone contributed to.

    Raises JournalError.
    """
    deal = header.deal
    if deal is None:
        if journal.commitment(int(header.seed)) != header.commitment:
            raise JournalError("The seed does not match the promise made before the deal.")
        return
    people = [seat for seat, name in enumerate(header.seats) if name == PERSON]
    facts = Facts(header.game, header.rules, header.chance, header.options, header.numbers, len(header.seats))
    if seed_of(deal, facts, people) != int(header.seed):
        raise JournalError("The seed does not match the result of the deal.")
    if header.commitment != _last_promise(deal):
        raise JournalError("The commitment does not match the promise of this deal.")


def _must_agree(session: Session, record: Journal, since: int) -> None:
    """Checks that the entries of the replay match the record, which may stop anywhere."""
    for number in range(since, len(session.journal.entries)):
        if number >= len(record.entries):
            raise JournalError(f"The journal ends in the middle of entry {number + 1}.")
        ours, theirs = session.journal.entries[number], record.entries[number]
        if ours != theirs:
            if isinstance(ours, Check) and isinstance(theirs, Check):
                raise JournalError(f"The replay differs from the journal before turn {theirs.turn}.")
            raise JournalError(f"Entry {number + 1} of the journal does not fit: the replay has {ours}.")
