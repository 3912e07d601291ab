"""The log: a sentence for every event, what kind it is and how much it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.three_emperors import events as e
from grognard.games.three_emperors.names import FRONTS
from grognard.games.three_emperors.text.prompts import PHASES, named, names_of, short, there
from grognard.games.three_emperors.text.sums import action_sum
from grognard.kernel.content.grammar import Party
from grognard.kernel.engine.events import Event
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import Big, EventKinds, EventText, drew, reshuffled, turn_came
from grognard.kernel.views.view import Weight
from grognard.kernel.views.words import chapters

KINDS: Final = EventKinds(
    e,
    headlines={e.Fought, e.Removed, e.Triumphed, e.RanOut},
    bookkeeping={e.Began, e.TurnCame, e.Drew, e.Reshuffled, e.Trimmed},
    details={e.Found, e.EndedOrders, e.Passed, e.EndedVictory, e.EndedActions},
    sounds={
        e.Drew: "draw", e.Attacked: "charge", e.Launched: "charge", e.Fought: "shot", e.Won: "rout", e.Removed: "hit",
        e.Fell: "hit",
    },
    big={
        e.Won: Big("position", "Front"), e.Triumphed: Big("end", "The end"), e.RanOut: Big("end", "The end"),
    },
)  # fmt: skip


def _turn(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    """TE-2 to TE-4, TE-9 and TE-10: how the battle and its turns begin and end."""
    match happened:
        case e.Began():
            napoleon, coalition = sorted((who, other), key=lambda party: party.seat)
            text = f"{napoleon:holds} North and South, {coalition} the Center; {who:begins}."
            return EventText(text, "TE-2.3", short=f"{who:^begins}.")
        case e.TurnCame():
            return turn_came(happened, who, "TE-3.1")
        case e.Drew():
            return drew(happened, who, game.pieces, game.names, "TE-3.3")
        case e.Reshuffled():
            return reshuffled(happened, "TE-10.3")
        case e.RanOut():
            return EventText(f"{who} must draw, but the deck is empty: the battle is over.", "TE-4.2")
        case e.Trimmed(cards=cards):
            return _loses(
                game,
                happened,
                f"{who:discards} {names_of(game, cards)} to get down to the hand limit.",
                "TE-9.1",
                cards,
            )
        case e.Triumphed():
            text = f"{who:holds} all three Fronts, and {other:has} no Morale left. {who:^wins} the battle."
            return EventText(text, "TE-10.1", against=other.seat)
    return None


def _orders(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    """TE-5: one order after another."""
    match happened:
        case e.Deployed(card=card, front=front):
            text = f"{who:deploys} {named(game, card)} at {there(front)}."
            return EventText(text, "TE-5.2", (game.pieces[card],), (FRONTS[front],))
        case e.Marched(card=card):
            return EventText(f"{who:marches} with {named(game, card)}.", "TE-5.3", (game.pieces[card],))
        case e.Searched(card=card):
            return EventText(f"{who:searches} the deck with {named(game, card)}.", "TE-5.4", (game.pieces[card],))
        case e.Found(found=found):
            return EventText(f"{who:finds} {'a piece' if found else 'no piece'} to take.", "TE-5.4")
        case e.Took(cards=cards):
            taken = names_of(game, cards) or "a piece, unseen"
            return _loses(game, happened, f"{who:takes} {taken}; the deck is shuffled.", "TE-5.4", cards)
        case e.StoodStill(card=card):
            text = f"{who:plays} {named(game, card)} against {other}."
            return EventText(text, "TE-5.7", (game.pieces[card],), against=other.seat)
        case e.LostCards(cards=cards):
            return _loses(game, happened, f"{who:loses} {names_of(game, cards)} at random.", "TE-5.7", cards)
        case e.Moved(card=card, piece=piece, front=front, own=own):
            moved = game.names[piece] if own else f"{other:'s} {game.names[piece]}"
            text = f"{who:moves} {moved} to {there(front)} with {named(game, card)}."
            whose = who.seat if own else other.seat
            return EventText(text, "TE-5.5" if own else "TE-5.6", (game.pieces[card],), (game.pieces[piece],), whose)
        case e.EndedOrders():
            return EventText(f"{who:ends} the Orders Phase.", "TE-5.1")
    return None


def _attack(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    """TE-6: which Front is attacked."""
    match happened:
        case e.Attacked(front=front):
            return EventText(f"{who:attacks} {there(front)}.", "TE-6.1", (), (FRONTS[front],), other.seat)
        case e.Launched(card=card, front=front):
            text = f"{who:launches} an extra attack on {there(front)} with {named(game, card)}."
            return EventText(text, "TE-6.2", (game.pieces[card],), (FRONTS[front],), other.seat)
        case e.EndedActions():
            return EventText(f"{who:ends} the Action Phase.", "TE-6.6")
    return None


def _action(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    """TE-7: one Action."""
    match happened:
        case e.Committed():
            return _commits(happened, f"{who:commits}", "TE-7.1", who, other, game)
        case e.Defended():
            return _commits(happened, f"{who:defends} with", "TE-7.2", who, other, game)
        case e.Passed(phase=phase, before=before):
            return EventText(f"{who:commits} nothing{' more' if before else ''}.", PHASES[phase].clause)
        case e.Rose(morale=morale):
            return EventText(f"{who:'s} Morale rises to {morale}.", "TE-1.4")
        case e.Fought():
            return _fought(happened, who, other)
        case e.Won(front=front, taken=taken):
            sides = f"Morale {happened.morale} for {who}, {happened.other_morale} for {other}"
            text = f"{who} {who.does('takes' if taken else 'keeps')} {short(front)}: {sides}."
            # A Front that changes hands is what the day is about; other attacks only show their sums.
            weight: Weight | None = "headline" if taken else None
            return EventText(text, "TE-7.7", (), (FRONTS[front],), other.seat, weight=weight)
        case e.Tied(front=front):
            return EventText("Nobody wins, and nothing changes.", "TE-7.6", (), (FRONTS[front],), other.seat)
    return None


def _victory(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    """TE-8: Victory cards."""
    match happened:
        case e.Played(card=card):
            return EventText(f"{who:plays} {named(game, card)}.", "TE-8.2", (game.pieces[card],), (), other.seat)
        case e.Removed(card=card):
            return EventText(
                f"{who:removes} {other:'s} {named(game, card)}.", "TE-8.3", (), (game.pieces[card],), other.seat
            )
        case e.Fell(morale=morale):
            return EventText(f"{who:'s} Morale falls to {morale}.", "TE-8.3", against=happened.seat)
        case e.Gave(cards=cards):
            return _loses(game, happened, f"{who:gives} up {names_of(game, cards)}.", "TE-8.3", cards)
        case e.EndedVictory():
            return EventText(f"{who:plays} no more Victory cards.", "TE-8.4")
    return None


def _loses(game: Game, happened: Event, text: str, clause: str, cards: Sequence[int]) -> EventText:
    """Something done to the seat's own cards."""
    return EventText(text, clause, (), _keys(game, cards), happened.seat)


def _keys(game: Game, cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(game.pieces[card] for card in cards)


def _commits(happened: e.CommitEvent, does: str, clause: str, who: Party, other: Party, game: Game) -> EventText:
    cards, front = happened.cards, happened.front
    added = action_sum(who, front, happened.parts)
    text = f"{does} {names_of(game, cards)}, {added.total} in all."
    return EventText(text, clause, _keys(game, cards), (FRONTS[front],), other.seat, (added,))


def _fought(happened: e.Fought, who: Party, other: Party) -> EventText:
    """TE-7.5: who wins an attack, and by how much."""
    front = happened.front
    ours = action_sum(who, front, happened.attacking)
    theirs = action_sum(other, front, happened.defending)
    if ours.total == theirs.total:
        text = f"The attack on {there(front)} is a tie, {ours.total} to {theirs.total}."
    else:
        winner = who if ours.total > theirs.total else other
        totals = sorted((ours.total, theirs.total), reverse=True)
        text = f"{winner:wins} at {there(front)}, {totals[0]} to {totals[1]}."
    against = other.seat if ours.total >= theirs.total else happened.seat
    return EventText(text, "TE-7.5", (), (FRONTS[front],), against, (ours, theirs))


tell: Final = chapters(_turn, _orders, _attack, _action, _victory)
