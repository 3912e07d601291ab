"""A game being played: the journal, the position it leads to, stepping back, resigning, and what each seat was told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from grognard.kernel.content.grammar import Party, parties
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
from grognard.play.journal import Action, Check, Claim, Deed, End, Header, Journal, Resign, Undo
from grognard.play.notation import read_action
from grognard.play.players import BOTS, PERSON

Loader = Callable[[str, Mapping[str, str | int], Mapping[str, int]], Game]


class SessionEntry(msgspec.Struct, frozen=True):
    """An entry of the session's log: who did something and what it brought; or that a shown choice was undone."""

    seat: int
    events: tuple[Event, ...]
    undone: bool = False


class Session:
    """One game at one table. Everything that happens goes through here and into the journal."""

    def __init__(self, game: Game, seed: int, seats: Sequence[str], deal: Deal | None = None) -> None:
        self.game = game
        self.seed = seed
        meta = game.spec.meta
        self.journal = Journal(
            Header(
                grognard_journal=journal.VERSION,
                game=game.slug,
                rules=meta.rules,
                chance=chance.VERSION,
                options=dict(game.options),
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
        # The position before the first action, after it, after the second ...: an undo goes back along these.
        self._positions: list[State] = [start]
        # Who chose the next action, and which (-1: gave up).
        self._done: list[tuple[int, int]] = []
        self.told: list[SessionEntry] = [SessionEntry(start.current_player(), tuple(start.recorder.events))]
        self._settled: Outcome | None = None
        # Called after each deed; a table at a terminal keeps the game then.
        self.changed: Callable[[], object] = _nothing
        self._check()

    @property
    def state(self) -> State:
        """The position as it stands. It holds every secret: faces draw `view`, bots get `information`."""
        return self._positions[-1]

    @property
    def positions(self) -> Sequence[State]:
        """The position before the first action, after it, after the second, and so on; nothing of what was undone."""
        return self._positions

    @property
    def line(self) -> Sequence[tuple[int, int]]:
        """For each of these positions but the last, who chose what leads on, and which action (-1: gave up)."""
        return self._done

    # -- playing ---------------------------------------------------------------------------------------------------

    # Each of these returns the deed as the journal keeps it.

    def play(self, seat: int, action: int) -> Action:
        """A seat plays an action. Raises NotYourTurn, IllegalAction or GameOver; nothing is then changed."""
        if self.outcome() is not None:
            raise GameOver("The game is over: nothing can be played any more.")
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
        """A seat has led the game to the next decision."""
        turned = position.turn != self.state.turn
        self._positions.append(position)
        self._done.append((deed.seat, action))
        self.told.append(SessionEntry(deed.seat, tuple(position.recorder.events)))
        self.journal.entries.append(deed)
        if turned:
            self._check()
        self._close()

    def resign(self, seat: int) -> Resign:
        """A seat gives up: its team carries on, or the other side wins. A matter of the table, not of the rules."""
        if self.outcome() is not None:
            raise GameOver("The game is over already.")
        deed = Resign(seat)
        position = self.state.clone()
        position.record()
        if position.withdraw(seat):
            position.reveal()  # nobody comes back
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

    def claim(self, seat: int) -> Claim:
        """A seat takes the game, since the one that should decide has left the table. Whether it has is not checked."""
        if self.outcome() is not None:
            raise GameOver("The game is over already.")
        sides = self.game.sides
        if sides[self.state.current_player()] == sides[seat]:
            raise IllegalAction("You can claim the game only while your opponent keeps you waiting.")
        winners = tuple(other for other, side in enumerate(sides) if side == sides[seat])
        told = f"{self.game.victory(sides[seat])}: the opponent has left."
        by_seat = tuple(f"{who:^} left the table." for who in self._as_each_reads(int(self.state.current_player())))
        self._settled = Outcome(winners, "claimed", told, "", by_seat)
        deed = Claim(seat)
        self.journal.entries.append(deed)
        self._close()
        return deed

    def _as_each_reads(self, seat: int) -> list[Party]:
        """A seat as each of the seats reads it."""
        return [parties(self.game.seats, reader)[seat] for reader in range(self.game.num_players())]

    def enter(self, deed: Deed) -> Deed:
        """Does what an entry of a journal says was done. Raises what `play`, `undo`, `resign` and `claim` raise."""
        match deed:
            case Action(seat, do):
                return self.play(seat, read_action(self.game, do))
            case Undo(seat, kept, agreed):
                return self.undo(seat, agreed, kept)
            case Resign(seat):
                return self.resign(seat)
            case Claim(seat):
                return self.claim(seat)

    def _close(self) -> None:
        outcome = self.outcome()
        if outcome is not None:
            self.journal.entries.append(End(outcome.winners, outcome.reason))
        self.changed()

    def _check(self) -> None:
        self.journal.entries.append(Check(self.state.turn, self.state.fingerprint()))

    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game runs."""
        return self._settled or self.state.outcome()

    # -- stepping back ---------------------------------------------------------------------------------------------

    def undo(self, seat: int, agreed: Collection[int] = (), kept: int | None = None) -> Undo:
        """A seat steps back: within its open frame freely; beyond, to before a choice of its own, if all others agree.

        It is the last one, unless `kept` (see `undo_target`) is that of an earlier one. Nothing across a draw, a roll
        or a look is undone, and what the others saw they still know. Raises CannotUndo.
        """
        kept, free = next(way for way in self._ways_back(seat) if kept is None or way[0] == kept)
        others = [other for other in range(self.game.num_players()) if other != seat]
        if not free and not all(other in agreed for other in others):
            raise CannotUndo("The others saw this choice: they must agree to take it back.")
        self._go_back(kept, free)
        deed = Undo(seat, kept, () if free else tuple(others))
        self.journal.entries.append(deed)
        self.told.append(SessionEntry(seat, (), undone=not free))
        self.changed()
        return deed

    def undo_target(
        self, seat: int, is_asked: Callable[[int], bool] | None = None, bots: Collection[int] = ()
    ) -> tuple[int, bool]:
        """How many actions an undo would keep, and whether it is free. Raises CannotUndo where there is none.

        Where a table goes on by itself, `is_asked` says after how many actions it asks the seat: stepping back to
        another would change nothing, for it would go on from there as before. A person can refuse to take back what he
        has answered; for these `bots` it is refused, since even a pass tells something of a hand.
        """
        ways = self._ways_back(seat)
        kept, free = next(way for way in ways if is_asked is None or is_asked(way[0]))
        later = range(kept, len(self._done))
        # What a bot has picked and not shown yet must not be felt.
        if not free and any(self._done[n][0] in bots and self._positions[n + 1].picks() == 0 for n in later):
            raise CannotUndo("The computer has decided something since: it cannot be taken back.")
        return kept, free

    def _ways_back(self, seat: int) -> Iterator[tuple[int, bool]]:
        """How far a seat can step back, as `undo_target` says, the nearest first; raises CannotUndo after the last."""
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
                raise CannotUndo("You have chosen nothing yet that could be taken back.")
            while self._positions[kept].picks() > 0:  # to where its frame was opened
                kept -= 1
            if self._positions[kept].reveals != self.state.reveals:
                raise CannotUndo("A draw, a roll or a look has come between: it cannot be taken back.")
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
        """The actions of a seat's open frame, which it can take back one by one."""
        picks = int(self.state.picks()) if self.state.current_player() == seat else 0
        return [action for _seat, action in self._done[len(self._done) - picks :]]

    # -- what each seat is told ------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """What one seat (None: a spectator) may see now."""
        view = self.state.view(seat)
        if self._settled is None:
            return view
        view = merge_views(view, (self.state.view(other) for other in range(self.game.num_players())))
        return msgspec.structs.replace(view, to_move=None, actions=(), refused=(), memory=(), outcome=self._settled)

    def events(
        self,
        seat: int | None,
        since: int = 0,
        upto: int | None = None,
        also: Collection[int] = (),
        reader: int | None = None,
    ) -> list[EventView]:
        """What happened from log entry `since` on (and before `upto`), as this seat may know it.

        `also` are other seats whose knowledge it shares. The `reader` is the seat that sentences call “you”.
        """
        views: list[EventView] = []
        for told in self.told[since:upto]:
            known = (event.seen_by(event.seat if event.seat in also else seat) for event in told.events)
            views += joined(self.game.event_view(event, reader) for event in known)
            if told.undone:
                who = parties(self.game.seats, reader)[told.seat]
                views.append(EventView(f"{who:^takes} the last choice back.", "", told.seat, ()))
        return views

    def open_events(self, since: int = 0, upto: int | None = None, reader: int | None = None) -> list[EventView]:
        """What happened, with nothing hidden: for a game that is over, or for its owner.

        The `reader` is the seat that sentences call “you”.
        """
        views: list[EventView] = []
        for told in self.told[since:upto]:
            views += joined(self.game.event_view(event, reader) for event in told.events)
        return views

    def draws(self) -> list[tuple[int, int, bytes]]:
        """What each seat drew unseen by the others: the seat, the piece, and the pieces it was drawn from.

        For a game that is over, or for its owner.
        """
        return [draw for position in self._positions for draw in position.recorder.draws()]

    def history(self, seat: int) -> list[str]:
        """What this seat has seen, for bots that go by it; what was undone is left out."""
        history = new_history(self._positions[0])
        for (actor, action), position in zip(self._done, self._positions[1:], strict=True):
            history.add(actor, action, position)
        return history.of(seat)

    def information(self, seat: int, remembers: bool = False) -> Information:
        """What a bot in this seat gets, with the history if it goes by that.

        Its generator has a stream of its own: thinking never moves the deck.
        """
        history = self.history(seat) if remembers else ()
        return self.state.information(seat, bot_seed(self.seed, seat), history)

    def redacted(self, seat: int | None, also: Collection[int] = ()) -> str:
        """The record a seat may take home while the game runs: no seed, no checksums, only what it was told."""
        deal = self.journal.header.deal
        header = {
            "grognard_record": journal.VERSION,
            "game": self.game.slug,
            "rules": self.game.spec.meta.rules,
            "options": self.game.options,
            "numbers": self.game.overrides,
            "seat": seat,
            "commitment": self.journal.header.commitment,
            "deal": deal and msgspec.structs.replace(deal, secrets=()),
        }
        lines = [msgspec.json.encode(header)]
        # An action of an open frame has brought no event yet, and nobody else knows of it.
        lines += [
            msgspec.json.encode({"event": event.text, "clause": event.clause}) for event in self.events(seat, also=also)
        ]
        return b"\n".join(lines).decode() + "\n"

    # -- keeping ---------------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Writes the journal."""
        self.journal.save(path)


def _nothing() -> None:
    """Nobody follows the session."""


def bot_seed(seed: int, seat: int) -> int:
    """The seed of a bot's own stream in a game."""
    return chance.stream(seed, f"bot {seat}")[0]


def replayed(record: Journal, load: Loader) -> Session:
    """Plays a journal again, checking every entry. Raises what `deal_again` and `play_again` raise."""
    session = deal_again(record, load)
    for _ in play_again(session, record):
        pass
    return session


def deal_again(record: Journal, load: Loader) -> Session:
    """Deals the game of a journal. Raises JournalError where it does not fit its game, its rules or its seed."""
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
    session = Session(game, int(header.seed), header.seats, header.deal)
    session.journal.header = msgspec.structs.replace(session.journal.header, bots=header.bots)
    return session


def play_again(session: Session, record: Journal) -> Iterator[Deed]:
    """Plays the deeds of a journal that was dealt again, checking every entry, and yields each deed once it is done.

    Raises JournalError where an entry does not fit.
    """
    _must_agree(session, record, 0)
    for entry in record.entries:
        made = len(session.journal.entries)
        if isinstance(entry, Deed):
            if not 0 <= entry.seat < session.game.num_players():
                raise JournalError(f"Entry {made + 1} is of seat {entry.seat}, which there is not.")
            try:
                session.enter(entry)
            except GrognardError as error:
                raise JournalError(f"Entry {made + 1} does not fit: {error}") from error
            _must_agree(session, record, made)
            yield entry
    if len(session.journal.entries) != len(record.entries):
        raise JournalError("The journal has entries that the game does not bring.")


def facts_of(game: Game) -> Facts:
    """What of a game goes into the seed of a deal."""
    meta = game.spec.meta
    return Facts(game.slug, meta.rules, chance.VERSION, game.options, game.overrides, game.num_players())


def _last_promise(deal: Deal) -> str:
    return next((step.hash for step in last_attempt(deal) if isinstance(step, Promise)), "")


def check_deal(header: Header) -> None:
    """Checks that the seed is the one promised before the deal, or the one that all had a part in.

    Raises JournalError.
    """
    deal = header.deal
    if deal is None:
        if journal.commitment(int(header.seed)) != header.commitment:
            raise JournalError("The seed is not the one that was promised before the deal.")
        return
    people = [seat for seat, name in enumerate(header.seats) if name == PERSON]
    facts = Facts(header.game, header.rules, header.chance, header.options, header.numbers, len(header.seats))
    if seed_of(deal, facts, people) != int(header.seed):
        raise JournalError("The seed is not the one that the deal led to.")
    if header.commitment != _last_promise(deal):
        raise JournalError("The commitment is not the promise of the deal.")


def _must_agree(session: Session, record: Journal, since: int) -> None:
    """The entries that the replay made are those of the record (a record may stop anywhere)."""
    for number in range(since, len(session.journal.entries)):
        if number >= len(record.entries):
            raise JournalError(f"The journal breaks off in the middle of entry {number + 1}.")
        ours, theirs = session.journal.entries[number], record.entries[number]
        if ours != theirs:
            if isinstance(ours, Check) and isinstance(theirs, Check):
                raise JournalError(f"The replay departs from the journal before turn {theirs.turn}.")
            raise JournalError(f"Entry {number + 1} of the journal does not fit: the replay brings {ours}.")
