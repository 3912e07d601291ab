"""The content of a guest's table page: the view of their seat, and their options at the table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

import msgspec

from grognard.art.faces import changed_faces
from grognard.art.persons import person_of
from grognard.bots import harder_than, in_words
from grognard.bots.puzzles import Puzzle, begun_from
from grognard.kernel.content.card_text import filled
from grognard.kernel.content.cardfile import names_of
from grognard.kernel.content.wording import listed
from grognard.kernel.errors import CannotUndo
from grognard.kernel.game import Game
from grognard.kernel.views.shortcuts import shortcuts
from grognard.kernel.views.view import ActionView, View
from grognard.play.daily import day_of, result_text
from grognard.play.deal import Attempt, called_off_told, comes_before, void_told
from grognard.play.differences import differences
from grognard.play.journal import Action, Claim
from grognard.play.luck import luck, luck_of_the_draw
from grognard.play.matches import Match
from grognard.play.timeline import LogEntry
from grognard.play.unasked import parted, unasked_told
from grognard.scenarios import tips
from grognard.server.storage.rows import NOBODY
from grognard.server.table_log import last_chosen, log_lines, table_log
from grognard.server.tables import dealing, hints, lobby, pausing, undo
from grognard.server.tables.auto_pass import (
    ask_settings,
    automatic_action,
    current_ask,
    undo_target,
)
from grognard.server.tables.clocks import is_paused
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.presence import is_here
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import Viewpoint, horizon, is_late, version_for, viewpoint
from grognard.server.time_model import may_close, moves_next, runs_until_agreed, time_model, timed, to_the_minute
from grognard.web.ending import EndingModel, ending_model
from grognard.web.event_data import changed_pieces
from grognard.web.pages import table_fragment
from grognard.web.table_model import (
    AdviceModel,
    DealingModel,
    LogLine,
    Occasion,
    Offer,
    PauseModel,
    SeatModel,
    TableModel,
    TipModel,
    with_ratings,
)

MOST_SHOWN = 8  # guests of a table whose page is cached
BEGAN = "began"  # the kind of event, in every game, when a seat takes the first turn
CLAIMED = {"time": "ran out of time", "left": "left the table"}
CHOICES = 3  # that a hint lists: the best, and the next two


def table_model(tables: TableRegistry, live: LiveTable, guest: str, csrf: str, notice: str = "") -> TableModel:
    """Returns the table as a guest sees it now."""
    if is_late(live, guest):
        return _late_model(tables, live, guest, csrf, notice)
    point = viewpoint(live, guest)
    view = live.view(point.seat, point.open_seats)
    planned = live.planned(point.seat)
    if view.actions and point.seat is not None and planned is None and automatic_action(live, point.seat) is not None:
        view = read_only(view)  # a forced move is about to be played
    if is_paused(live) or point.seat in live.table.stand_ins:
        view = read_only(view)
    may_undo, undo_why = _undo(live, point, guest)
    asked_by = undo.asked_by(live)
    entries = table_log(live, guest, point.seat, None, point.open_seats, point.reader)
    seated = bool(live.seats_of(guest))
    playing = seated and not live.over
    asked = asked_by is not None and point.seat is not None and asked_by != point.seat
    occasion = _occasion(live, guest)
    can_ask = bool(view.actions) and hints.offered(live, guest) and planned is None
    lines = log_lines(live, point.seat, entries)
    return TableModel(
        view=view,
        base=f"/tables/{live.id}",
        seats=timed(tables, live, guest, seat_models(live, guest)),
        log=lines,
        tips=_tips(live, point.seat, view, lines) if live.tipped.get(guest) and not live.over else None,
        told=len(entries),
        luck=luck((entry.event for entry in entries), live.over),
        drawn=luck_of_the_draw(live.session),
        opening=_opening(live, point.seat, view, entries),
        csrf=csrf,
        at=tables.token(live, guest),
        version=version_for(live, guest),
        types=live.game.spec.types,
        changed=changed_faces(live.game),
        changed_pieces=changed_pieces(live.game),
        period=live.game.spec.meta.period,
        differences=differences(live.game),
        variant=tables.variant_title(live.game),
        notice=notice,
        by_itself=_by_itself(live, point.seat) if view.actions and live.alone else (),
        sayable=_sayable(live, point) if view.actions else (),
        planning=planned is not None and bool(live.plans[point.seat or 0]),
        undo=may_undo,
        undo_why=undo_why,
        undo_asked_by=live.called(asked_by) if asked and asked_by is not None else "",
        pause=_pause(tables, live, guest),
        spectators=live.watching_now if seated and live.against_people else 0,
        private=live.table.spectators == NOBODY,
        pace=live.table.pace.told if live.against_people else "",
        late=live.table.turns_late,
        undo_refused=point.seat is not None and undo.refused_to(live) == point.seat,
        undo_waiting=asked_by is not None and asked_by == point.seat,
        ask=_ask(live, point),
        asks=ask_settings(live),
        time=time_model(tables, live, guest, point.seat),
        may_close=may_close(live, point.seat),
        watching=live.against_people and not seated and not live.over,
        can_resign=playing and point.hand_over is None,
        rematch=f"/tables/{live.table.rematch}" if live.table.rematch else "",
        rematch_asked=_rematch_asked(live, guest),
        rematch_declined_by=_declined_by(live, guest),
        may_decline=lobby.may_decline(live, guest),
        can_rematch=seated and live.over,
        again=live.match.following or "Rematch",
        match=_match(live, guest, live.match),
        occasion=occasion,
        open_hands=live.table.open_hands,
        one_screen=live.one_screen and playing,
        can_open_hands=live.one_screen and playing,
        hand_over=point.hand_over,
        over=live.over,
        ending=_ending(live, guest, view),
        offer=None if occasion is not None else _offer(live, guest),
        devices=0 if point.seat is None else len(live.seats[point.seat].guests),
        can_ask=can_ask,
        advice=advice_model(live, point.seat, view) if can_ask else None,
        links=_links(live, point, seated, seated and live.has_company(guest), occasion)
        | {"stream": f"/stream?table={live.id}"},
    )


def _late_model(tables: TableRegistry, live: LiveTable, guest: str, csrf: str, notice: str) -> TableModel:
    """Returns the table as a guest who watches late sees it now: a past moment, and nothing that happened since."""
    moment = horizon(live, guest)
    drawn, entries = past_model(tables, live, guest, moment), live.timeline.log(None, moment)
    links = _links(live, viewpoint(live, guest), seated=False, company=False, occasion=None)
    return replace(
        drawn,
        opening=_opening(live, None, drawn.view, entries),
        csrf=csrf,
        at=tables.token(live, guest),
        notice=notice,
        watching=live.against_people,
        differences=differences(live.game),
        variant=tables.variant_title(live.game),
        links=links | drawn.links,
    )


def dealing_model(tables: TableRegistry, live: LiveTable, guest: str, csrf: str) -> DealingModel:
    """Returns a table that is not dealt yet, as a guest sees it."""
    attempt, held = live.attempt, live.seats_of(guest)
    names = [live.called(seat) for seat in range(len(live.seats))]
    others = [seat for seat in dealing.awaited(live) if seat not in held]
    waits = {seat: left for seat in held if (left := dealing.until_start_over(tables, live, seat)) is not None}
    return DealingModel(
        base=f"/tables/{live.id}",
        slug=live.game.slug,
        title=live.game.spec.meta.title,
        csrf=csrf,
        free=sum(seat.open for seat in live.seats),
        seats=[(seat, _part(live, attempt, number)) for number, seat in enumerate(seat_models(live, guest))],
        attempt=attempt.number,
        promise=attempt.promise,
        waits_for=live.waits_for,
        yours=[(seat, live.game.seats[seat]) for seat in live.may_commit(guest)],
        unrevealed=[(seat, live.game.seats[seat]) for seat in live.must_reveal(guest)],
        awaited=listed([live.called(seat) for seat in others]),
        awaited_count=len(others),
        declined=_is_declined(live, held),
        involved=bool(held),
        finished=not (live.may_commit(guest) or live.must_reveal(guest)),
        invitation=bool(held) and live.waits_for == "seats",
        alone=all(seat.guests <= {guest} for seat in live.seats),
        may_leave=bool(held) and live.waits_for in ("seats", "answers"),
        start_over=next(iter(waits), None),
        start_over_at=to_the_minute(min(waits.values())) if waits else None,
        start_over_now=bool(waits) and min(waits.values()) <= 0,
        voids=void_told(live.attempts, names),
        called_off=called_off_told(live.attempts, names),
    )


def _pause(tables: TableRegistry, live: LiveTable, guest: str) -> PauseModel:
    """Returns what a guest sees of a pause, or of the request for one."""
    held, asking = live.seats_of(guest), pausing.must_answer(live, guest)
    waiting = pausing.asked_by(live) in held
    paused = is_paused(live) and not live.over
    return PauseModel(
        asked_by="" if asking is None else live.called(asking),
        waiting=waiting,
        until_agreed=runs_until_agreed(tables, live, guest) if waiting else "",
        refused=pausing.refused_to(live) in held,
        paused=paused,
        next=moves_next(live, held) if paused else "",
        may_ask=pausing.may_ask(live, guest),
    )


def _rematch_asked(live: LiveTable, guest: str) -> str:
    """Returns who asks a guest for a rematch of this finished game, in a sentence; empty if nobody else does."""
    question = lobby.rematch_asked(live, guest)
    return "" if question is None else live.match.next().proposed_by(live.called(question.seat))


def _declined_by(live: LiveTable, guest: str) -> str:
    """Returns who has declined a rematch, as one of its two players reads it; empty if nobody has."""
    question, held = live.table.question, live.seats_of(guest)
    if not live.table.rematch or question is None or question.kind != "rematch" or not question.refused or not held:
        return ""
    if guest not in live.seats[question.seat].guests:
        return "You"
    return live.called(next(seat for seat in live.people if seat not in held))


def _opening(live: LiveTable, seat: int | None, view: View, entries: Sequence[LogEntry]) -> str:
    """Returns a note on who goes first, during the first two turns; before that is known, how it is decided."""
    began = next((entry.event for entry in entries if entry.event.kind == BEGAN), None)
    if began is None:
        return live.game.spec.meta.opening.told
    if view.turn == 1:
        return "You begin." if began.seat == seat else began.short or began.text
    return "You go second." if view.turn == len(view.seats) == 2 and view.active == seat else ""


def _tips(live: LiveTable, seat: int | None, view: View, lines: Sequence[LogLine]) -> list[TipModel]:
    """Returns the tips that fit the moment, judged only by what the page shows and by the seat's own choices."""
    begins = seat is not None and last_chosen(live, seat) == 0
    found = tips.fitting(live.game.spec, view, [line.event for line in lines if line.new], begins)
    names = names_of(live.game.cards)
    return [TipModel(f"{view.game}/{tip.key.replace(' ', '-')}", filled(tip.say, names), at) for tip, at in found]


def _is_declined(live: LiveTable, held: Collection[int]) -> bool:
    """Returns whether the holder of these seats asked for this game as a rematch, and the opponent has declined."""
    question = live.table.question
    if question is None or question.kind != "rematch" or not question.refused:
        return False
    return live.waits_for == "seats" and question.seat in held


def _part(live: LiveTable, attempt: Attempt, number: int) -> str:
    """Returns what a seat has done for the deal so far."""
    if live.seats[number].bot is not None or live.waits_for == "nothing":
        return ""
    if live.seats[number].open:
        return "free"
    if number in attempt.draws:
        return "ready: leaves the deal to the server"
    if number in attempt.commits and attempt.commits[number].typed:
        return "ready: typed something"
    if number in attempt.commits and (live.waits_for != "reveals" or number in attempt.reveals):
        return "ready"
    return "must open this page once more" if number in attempt.commits else _unready(live, number)


def _unready(live: LiveTable, number: int) -> str:
    last = comes_before(live.attempts, number, live.people)
    return "comes last, because the last deal failed" if last else "has not opened this page yet"


def _ending(live: LiveTable, guest: str, view: View) -> EndingModel | None:
    if not live.over:
        return None
    own = live.seats_of(guest)
    end = ending_model(live.game, view, live.timeline.summary, own, f"/tables/{live.id}/replay")
    return replace(
        end,
        why=" ".join([end.why if own else _claimed(live) or end.why, *live.computer_played_on(end.reader)]),
        result=" ".join([end.result, *live.computer_played_on()]),
    )


def _claimed(live: LiveTable) -> str:
    """Returns who claimed the game and why, as people without a seat read it; empty if nobody did."""
    claim = next((deed for deed in live.session.journal.entries if isinstance(deed, Claim)), None)
    if claim is None:
        return ""
    loser = live.called(int(live.session.state.current_player()))
    return f"{live.called(claim.seat)} claimed the game: {loser} {CLAIMED[claim.reason]}."


def _offer(live: LiveTable, guest: str) -> Offer | None:
    """Returns another opponent for this guest; `prepare_offer` has found out which."""
    bot = live.offers.get(guest, "") if live.over else ""
    person = person_of(live.game.spec.meta, bot)
    if not bot or person is None:
        return None
    sides = {live.game.sides[seat] for seat in live.seats_of(guest)}
    met = next(
        seat.bot for n, seat in enumerate(live.seats) if seat.bot is not None and live.game.sides[n] not in sides
    )
    same = person == person_of(live.game.spec.meta, met)
    return Offer(person, in_words(bot), bot == harder_than(live.game, met), same)


def advice_model(live: LiveTable, seat: int | None, view: View) -> AdviceModel | None:
    """Returns the computer's advice for the seat of this view; None if it was not asked for."""
    hint = live.hint(seat)
    if hint is None:
        return None
    actions = {action.notation: action for action in view.actions}
    best = [(actions[one.do], percent(one.chance)) for one in hint.found[:CHOICES] if one.do in actions]
    where = "" if hint.opened else hint.where
    return AdviceModel(best, hint.rounds, hint.of, hints.is_thinking(hint), where, hint.why)


def with_advice(drawn: TableModel) -> TableModel:
    """Returns the table with the computer's choice marked, once the viewer has asked for it."""
    advised = drawn.advice
    if advised is None or advised.thinking or advised.where or not advised.choices:
        return drawn
    best = advised.choices[0][0].notation
    return replace(drawn, view=with_ratings(drawn.view, lambda do: "advised" if do == best else ""))


def percent(chance: float) -> str:
    """Returns a chance of winning in words; it is 0 or 100 % only if that is certain."""
    if 0 < chance < 0.005:
        return "under 1\N{NO-BREAK SPACE}%"
    if 0.995 <= chance < 1:
        return "over 99\N{NO-BREAK SPACE}%"
    return f"{100 * chance:.0f}\N{NO-BREAK SPACE}%"


def as_html(live: LiveTable, guest: str, drawn: TableModel) -> str:
    """Returns a table as HTML, cached so that a click's answer and the stream draw it only once."""
    known = live.shown.get(guest)
    if known is not None and known[0] == drawn:
        return known[1]
    if len(live.shown) >= MOST_SHOWN:
        live.shown.clear()
    text = table_fragment(with_advice(drawn))
    live.shown[guest] = drawn, text
    return text


def past_model(tables: TableRegistry, live: LiveTable, guest: str, moment: int) -> TableModel:
    """Returns the table at a past moment, without any actions."""
    point = viewpoint(live, guest)
    view = read_only(live.timeline.view(point.seat, moment, point.open_seats))
    entries = table_log(live, guest, point.seat, moment, point.open_seats, point.reader)
    return TableModel(
        view=view,
        base=f"/tables/{live.id}",
        seats=timed(tables, live, guest, seat_models(live, guest)),
        log=log_lines(live, point.seat, entries),
        told=len(entries),
        luck=luck(entry.event for entry in entries),
        version=live.timeline.versions(live.seats_of(guest))[moment],
        types=live.game.spec.types,
        changed=changed_faces(live.game),
        changed_pieces=changed_pieces(live.game),
        period=live.game.spec.meta.period,
        match=_match(live, guest, live.table.match),
        late=live.table.turns_late,
        behind=is_late(live, guest),
        links={"stream": f"/stream?table={live.id}"},
    )


def _match(live: LiveTable, guest: str, match: Match) -> str:
    bots = [number for number, seat in enumerate(live.seats) if seat.bot is not None]
    return match.told(live.game, live.seats_of(guest), bots)


def _occasion(live: LiveTable, guest: str) -> Occasion | None:
    if live.table.daily is not None:
        day = date.fromisoformat(live.table.daily)
        name, link = f"Daily deal, {day.day} {day:%B}", f"/daily?day={live.table.daily}"
        ended = live.result if live.over else None
        result = "" if ended is None else ended.for_seats(live.seats_of(guest))
        turns, late = int(live.session.state.turn), day_of(live.table.created) > day
        says = result_text(live.game.spec.meta.title, day, result, turns, late=late) if result else ""
        return Occasion(name, "no hints", link, "the daily deals", "Daily deals", says)
    begun = _begun_from(live)
    if begun is None:
        return None
    number, _asked = begun
    return Occasion(f"Puzzle {number}", "", f"/puzzles/{live.game.slug}/{number}", "the puzzle", "Back to the puzzle")


def is_puzzle(live: LiveTable) -> bool:
    """Returns whether a table continues from a puzzle."""
    return _begun_from(live) is not None


def _begun_from(live: LiveTable) -> tuple[int, Puzzle] | None:
    done = (deed.do if isinstance(deed, Action) else "" for deed in live.timeline.deeds)
    return begun_from(live.game.slug, live.session.seed, done)


def read_only(view: View) -> View:
    """Returns a view without any choices."""
    return msgspec.structs.replace(view, actions=(), refused=(), can_step_back=False)


def seat_models(live: LiveTable, guest: str) -> list[SeatModel]:
    """Returns who sits where, as a guest sees it. Who comes and goes would show a late spectator who has just moved."""
    sides = {live.game.sides[held] for held in live.seats_of(guest)}
    late = is_late(live, guest)
    pictures = []
    for number, (name, seat) in enumerate(zip(live.game.seats, live.seats, strict=True)):
        if seat.bot is not None:
            pictures.append(bot_seat(live.game, name, seat.bot, is_here(live, number)))
            continue
        if seat.open:
            who, kind = "nobody yet", "open"
        elif seat.left:
            who, kind = "a guest who has left", "person"
        elif guest in seat.guests:
            who, kind = "you" if len(seat.guests) == 1 else f"you, on {len(seat.guests)} devices", "person"
        elif seat.name:
            who, kind = seat.name, "person"
        elif not sides:
            who, kind = "a guest", "person"
        else:
            who, kind = "your ally" if live.game.sides[number] in sides else "your opponent", "person"
        pictures.append(SeatModel(name, who, kind, late or is_here(live, number), program=seat.program))
    return pictures


def bot_seat(game: Game, name: str, bot: str, here: bool = True) -> SeatModel:
    """Returns a seat in which a bot sits, with the bot's person."""
    person = person_of(game.spec.meta, bot)
    return SeatModel(name, f"{in_words(bot)} (computer)", "bot", here, person, in_words(bot))


def _by_itself(live: LiveTable, seat: int | None) -> list[str]:
    """Returns sentences about the forced moves of a seat since its last choice."""
    if seat is None:
        return []
    begun = _begun_from(live)
    given = len(begun[1].deeds) if begun is not None else 0  # the moves before a puzzle's position do not count
    steps = pairwise(live.timeline.moments[max(given, last_chosen(live, seat)) :])
    moves = [(at.state, to.action) for at, to in steps if to.action is not None and to.actor == seat]
    return unasked_told(parted(moves, live.session.state)[0])


def _sayable(live: LiveTable, point: Viewpoint) -> tuple[ActionView, ...]:
    """Returns the shortcuts that the deciding seat has, besides its actions."""
    seat = point.seat
    if seat is None or live.session.state.current_player() != seat:
        return ()
    planned = live.planned(seat)
    return tuple(shortcuts(live.session.state if planned is None else planned[0], seat))


def _undo(live: LiveTable, point: Viewpoint, guest: str) -> tuple[str, str]:
    """Returns how the seat can undo: "free", "ask" (other people), "agreed" (nobody to ask) or "", and then why not."""
    if point.seat is None or point.seat in live.table.stand_ins:
        return "", ""
    if is_paused(live):
        return "", pausing.PAUSED
    if live.planned(point.seat) is not None:
        return "free" if live.plans[point.seat] else "", ""
    try:
        _kept, free = undo_target(live, point.seat)
    except CannotUndo as error:
        return "", error.sentence
    return "free" if free else "ask" if live.has_company(guest) else "agreed", ""


def _ask(live: LiveTable, point: Viewpoint) -> str:
    if point.seat is None:
        return "always"
    return current_ask(live, point.seat, live.session.state.turn)


def _links(live: LiveTable, point: Viewpoint, seated: bool, company: bool, occasion: Occasion | None) -> dict[str, str]:
    base = f"/tables/{live.id}"
    # A table with its own numbers has its own handbook.
    rules = base if live.game.card_changes else f"/games/{live.game.slug}"
    links = {"log": f"{base}/log", "rules": f"{rules}/rules"}
    if seated or live.over:
        links["journal"] = f"{base}/journal"
    if live.over:
        links["replay"] = f"{base}/replay"
        links["analysis"] = f"{base}/analysis"
    elif seated and any(seat.open for seat in live.seats):
        links["invitation"] = f"{base}/invitation"
    if occasion is not None:
        links[occasion.place] = occasion.link
    if company:
        links["next game"] = f"/games-of-mine/next?after={live.id}"
        if not live.over:
            links["vacation"] = "/vacation"
            links["alerts"] = "/your-data/alerts"
    if point.seat is not None and not live.one_screen:
        links["my link"] = f"{base}/my-link"
    return links
