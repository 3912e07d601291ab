"""The position of a game, and the contract that every game keeps.

`State` is a native abstract class: a game's `state.py` adds the data, copying and redealing, and its `rules` add the
phases. Everything besides play (views, wording, journals) is outside and available through `state.game`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Final, Self, SupportsIndex

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.bits import is_in, nth_of, ones
from grognard.kernel.cardsets.cards import WORD, add_mapped, has, members, minus, no_cards, nth, only, size, union
from grognard.kernel.cardsets.counts import less, nothing, nth_copy, one, plus, total
from grognard.kernel.content.fields import Part, restore_facts, write_facts
from grognard.kernel.engine.actions import GAME_OVER, NO_CARD, NO_VERB, OTHER_PHASE, SEVERAL, VERBS, ActionSpace
from grognard.kernel.engine.chance import MASK, below, mix_bits, seed_stream
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.recorder import SILENT, Recorder
from grognard.kernel.errors import BadInput, GameOver, IllegalAction

if TYPE_CHECKING:
    from grognard.kernel.engine.information import Information
    from grognard.kernel.game import Game
    from grognard.kernel.views.view import Outcome, View

TERMINAL: Final = -4  # `current_player()` when the game is over, as in OpenSpiel
OVER: Final = 0  # the frame at the bottom of every stack; when it is on top, the game is over

_FRAME_BITS: Final = 6
_FRAME: Final = 63
MAX_FRAMES: Final = 10

_SIDES: Final = 6
_MOST: Final = 0x7FFFFFFF  # the highest count in a stored position


@mypyc_attr(acyclic=True)
class State:
    """One position. All numbers are whole, and only `apply_action` changes a State."""

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.space: ActionSpace = game.actions
        self.recorder: Recorder = SILENT
        self.chance: tuple[i64, i64, i64, i64] = (0, 0, 0, 0)
        self.frames: i64 = 0
        self.ply: i64 = 0
        self.turn: i64 = 0
        self.active: i64 = 0  # the seat whose turn it is
        self.reveals: i64 = 0  # how often `reveal` was called

    # -- the methods each game implements, natively -----------------------------------------------------------------

    def start(self) -> None:
        """Sets up and plays to the first decision, drawing from `chance`."""
        raise NotImplementedError

    def decider(self) -> i64:
        """Returns the seat that decides now; undefined when the game is over."""
        raise NotImplementedError

    def plain_actions(self) -> tuple[i64, i64]:
        """Returns the legal actions without a card, as a set of their numbers."""
        raise NotImplementedError

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        """Returns the set of things (cards minus the verb's `first`) that a verb of this phase can take now.

        This method alone decides legality and reasons: `reject` and `accepts` give a reason for each excluded card.
        """
        raise NotImplementedError

    def play_plain(self, action: i64) -> None:
        """Plays one of the actions in `plain_actions` and runs to the next decision."""
        raise NotImplementedError

    def play_card(self, verb: i64, thing: i64) -> None:
        """Plays a verb with one of its `cards_for` and runs to the next decision."""
        raise NotImplementedError

    def returns(self) -> list[float]:
        """Returns one number per seat: +1 for a win, -1 for a loss, 0 for a draw or while the game runs."""
        raise NotImplementedError

    def withdraw(self, seat: i64) -> bool:
        """Removes a seat that gives up; returns True if the game continues without it because its team plays on."""
        return False

    def is_question(self, phase: i64) -> bool:
        """Returns whether this frame is a question of the open frame, above the phase that it belongs to."""
        return False

    def take_back(self) -> None:
        """Puts back the picks of the open frame; its questions are already closed."""

    def redeal(self, seat: i64) -> None:
        """Redeals from `chance` everything that the seat cannot know."""
        raise NotImplementedError

    def fresh(self) -> Self:
        """Returns a position of the same `Game` without any setup."""
        return type(self)(self.game)

    def copy(self, other: Self) -> None:
        """Makes this position equal to another of the same `Game`, in place (for search loops)."""
        raise NotImplementedError

    def keep_knowledge(self, undone: Self) -> None:
        """Keeps the seats' knowledge from the undone position after an undo."""
        raise NotImplementedError

    def fact_parts(self) -> list[Part]:
        """Returns the parts of the position: each owner with its fields and the pattern of their names."""
        raise NotImplementedError

    def check_facts(self, known: dict[str, object]) -> None:
        """Fills in values that restored facts leave open; raises BadInput if facts contradict the rules."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, object]:
        """Returns every field of the position as plain named data (names, numbers, lists)."""
        return write_facts(self.fact_parts())

    def from_dict(self, facts: dict[str, object]) -> None:
        """Sets the position from plain named data, the reverse of `to_dict`; facts not given keep their values."""
        self.check_facts(restore_facts(self.game.spec.meta.title, self.fact_parts(), facts))

    def _copy_kernel(self, other: State) -> None:
        self.chance = other.chance
        self.frames = other.frames
        self.ply, self.turn, self.active = other.ply, other.turn, other.active
        self.reveals = other.reveals

    # -- frames ----------------------------------------------------------------------------------------------------
    # A stack of small numbers in one word; the top frame is the current phase. The data of a frame is in named fields
    # of the game's position.

    def phase(self) -> i64:
        """Returns the top frame of the stack."""
        return self.frames & _FRAME

    def paused(self) -> i64:
        """Returns the frame below the top one."""
        return (self.frames >> _FRAME_BITS) & _FRAME

    def enter(self, phase: i64) -> None:
        """Pauses the top frame and opens another above it (at most `MAX_FRAMES` in all)."""
        self.frames = (self.frames << _FRAME_BITS) | phase

    def leave(self) -> None:
        """Closes the top frame; the one below continues."""
        self.frames >>= _FRAME_BITS

    def go(self, phase: i64) -> None:
        """Replaces the top frame."""
        self.frames = (self.frames & ~_FRAME) | phase

    def stack(self) -> list[int]:
        """Returns the frames from the bottom up."""
        found: list[int] = []
        rest = self.frames
        while rest != 0:
            found.insert(0, rest & _FRAME)
            rest >>= _FRAME_BITS
        return found

    def set_stack(self, phases: list[int]) -> None:
        """Sets the frames from the bottom up, the reverse of `stack`."""
        self.frames = 0
        for phase in phases:
            self.enter(phase)

    # -- the course of a turn, for games that skip phases without a choice --------------------------------------------

    def begin_turn(self) -> None:
        """Begins a turn, after the setup or at the end of the previous turn."""
        raise NotImplementedError

    def open_phase(self, phase: i64) -> None:
        """Enters a phase, or skips it if everyone can see that nobody could act in it."""
        self.frames = phase
        if not self.has_choice(phase):
            self.close_phase(phase)

    def has_choice(self, phase: i64) -> bool:
        """Returns whether public knowledge allows that a player could act in this phase."""
        raise NotImplementedError

    def close_phase(self, phase: i64) -> None:
        """Continues after a phase in which nobody acts, or nobody acts anymore."""
        raise NotImplementedError

    # -- chance ----------------------------------------------------------------------------------------------------

    def below(self, n: i64) -> i64:
        """Returns a random number from 0 to n - 1, each equally likely."""
        if self.recorder.dictates:
            return self.recorder.number(n)
        self.chance, number = below(self.chance, n)
        return number

    def die(self) -> i64:
        """Returns the roll of a six-sided die."""
        return self.recorder.die() if self.recorder.dictates else 1 + self.below(_SIDES)

    def random_card(self, cards: tuple[i64, i64]) -> i64:
        """Returns a random member of a set of cards, which is equivalent to shuffling and drawing."""
        if self.recorder.dictates:
            return self.recorder.card(cards, len(self.game.pieces))
        return nth(cards, self.below(size(cards)))

    def random_cards(self, cards: tuple[i64, i64], number: i64) -> tuple[i64, i64]:
        """Returns `number` random members of a set of cards, which must have that many."""
        if self.recorder.dictates:
            return self.recorder.cards(cards, number, len(self.game.pieces))
        drawn: tuple[i64, i64] = no_cards()
        while number > 0:
            piece = nth(cards, self.below(size(cards)))
            if self.recorder.recording:
                self.recorder.note_card(piece, cards)
            card = only(piece)
            cards = minus(cards, card)
            drawn = union(drawn, card)
            number -= 1
        return drawn

    def random_thing(self, things: i64) -> i64:
        """Returns a random member of a set of bits."""
        if self.recorder.dictates:
            return self.recorder.thing(things)
        thing = nth_of(things, self.below(ones(things)))
        if self.recorder.recording:
            self.recorder.note_thing(thing, things)
        return thing

    def random_copy(self, pile: tuple[i64, i64, i64, i64, i64], first: i64) -> i64:
        """Returns which thing a random copy from a pile of counts is; thing 0 is the piece `first`."""
        if self.recorder.dictates:
            return self.recorder.copy(pile, first, len(self.game.pieces))
        thing = nth_copy(pile, self.below(total(pile)))
        if self.recorder.recording:
            self.recorder.note_copy(thing, pile, first)
        return thing

    def random_part(
        self, pile: tuple[i64, i64, i64, i64, i64], first: i64, number: i64
    ) -> tuple[i64, i64, i64, i64, i64]:
        """Returns `number` random copies from a pile, which must have that many."""
        if self.recorder.dictates:
            return self.recorder.copies(pile, first, number, len(self.game.pieces))
        part: tuple[i64, i64, i64, i64, i64] = nothing()
        while number > 0:
            card = one(self.random_copy(pile, first))
            pile = less(pile, card)
            part = plus(part, card)
            number -= 1
        return part

    def reveal(self) -> None:
        """Notes that chance or a look has revealed something, so earlier actions cannot be undone."""
        self.reveals += 1

    # -- events and refusals ---------------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Records an event if events are kept; where speed matters, rules check `self.recorder.recording` first."""
        if self.recorder.recording:
            self.recorder.events.append(event)

    def reject(self, cards: tuple[i64, i64], barred: tuple[i64, i64], refusal: i64) -> tuple[i64, i64]:
        """Returns `cards` without the `barred`; if the card in question is barred, `refusal` is noted as the reason."""
        recorder = self.recorder
        if recorder.asking and recorder.refusal == 0 and recorder.asked_card >= 0:
            asked = only(recorder.asked_card)
            if minus(asked, barred) == (0, 0) and minus(asked, cards) == (0, 0):
                recorder.refusal = refusal
        return minus(cards, barred)

    def reject_bits(self, things: i64, barred: i64, refusal: i64) -> i64:
        """Returns `things` without the `barred`; if the card in question is barred, notes `refusal` as the reason."""
        if self.recorder.asking:
            self._note_among(things & barred, self.recorder.asked_card, refusal)
        return things & ~barred

    def _note_among(self, word: i64, asked: i64, refusal: i64) -> None:
        """Notes the first reason against the card or action in question. (Separate, to save rules the call.)"""
        if self.recorder.refusal == 0 and 0 <= asked < WORD and is_in(word, asked):
            self.recorder.refusal = refusal

    def accepts(self, card: i64, refusal: i64) -> bool:
        """Returns whether the card is allowed (refusal 0); otherwise notes the reason if it is the card in question."""
        recorder = self.recorder
        if recorder.asking and refusal != 0 and recorder.refusal == 0 and recorder.asked_card == card:
            recorder.refusal = refusal
        return refusal == 0

    def restrict(self, family: i64, offered: i64, refusal: i64) -> i64:
        """Returns `offered`, part of a family of plain actions; notes the reason if it lacks the action in question."""
        if self.recorder.asking:
            self._note_among(family & ~offered, self.recorder.asked_action, refusal)
        return offered

    def permits(self, action: i64, condition: bool, refusal: i64) -> bool:
        """Returns `condition`; if it is false for the action in question, `refusal` is noted as the reason."""
        recorder = self.recorder
        if recorder.asking and not condition and recorder.refusal == 0 and recorder.asked_action == action:
            recorder.refusal = refusal
        return condition

    def clone(self) -> Self:
        """Returns an independent copy, which keeps no events until you call `record()` on it."""
        other = self.fresh()
        other.copy(self)
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Returns a clone that records events if this state does, without the events of the last action."""
        other = self.clone()
        if self.recorder.recording:
            other.record()
        return other

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Pickles the position with its game, without the events of the last action."""
        return self.game.deserialize, (self.serialize(),)

    # -- legal actions, from `plain_actions` and `cards_for`, and playing them -----------------------------------------

    def step(self, action: i64) -> None:
        """Plays a legal action and runs to the next decision. The caller guarantees that it is legal."""
        self.ply += 1
        verb: i64 = self.space.verb[action]
        if verb == NO_VERB:
            self.play_plain(action)
        else:
            self.play_card(verb, self.space.thing[action])

    def pick(self, r: i64) -> tuple[i64, i64]:
        """Returns the legal action that 31 random bits choose, and the number of legal actions."""
        verb, thing, total = self._random_choice(r)
        return (thing if verb == NO_VERB else self.action_with(verb, thing)), total

    def play_random(self, r: i64) -> i64:
        """Plays the action that `pick` would choose and returns the number of legal actions."""
        verb, thing, total = self._random_choice(r)
        self.ply += 1
        if verb == NO_VERB:
            self.play_plain(thing)
        else:
            self.play_card(verb, thing)
        return total

    def _random_choice(self, r: i64) -> tuple[i64, i64, i64]:
        """Returns a verb and its thing, or NO_VERB and a plain action, and the number of legal actions."""
        verb: i64 = self.space.single[self.phase()]
        if verb == SEVERAL:
            return self._random_of_several(r)
        plain = self.plain_actions()
        plains = size(plain)
        things: tuple[i64, i64] = no_cards()
        if verb != NO_VERB:
            things = self.cards_for(verb)
        total = plains + size(things)
        n = (r * total) >> 31
        if n < plains:
            return NO_VERB, nth(plain, n), total
        return verb, nth(things, n - plains), total

    def _random_of_several(self, r: i64) -> tuple[i64, i64, i64]:
        """Returns a random choice among the plain actions and the actions of two or three verbs."""
        space = self.space
        at: i64 = self.phase() * VERBS
        verb: i64 = space.taken[at]
        second: i64 = space.taken[at + 1]
        third: i64 = space.taken[at + 2]
        plain = self.plain_actions()
        things = self.cards_for(verb)
        others = self.cards_for(second)
        rest: tuple[i64, i64] = no_cards()
        if third != NO_VERB:
            rest = self.cards_for(third)
        plains = size(plain)
        firsts = size(things)
        seconds = size(others)
        total = plains + firsts + seconds + size(rest)
        n = (r * total) >> 31
        if n < plains:
            return NO_VERB, nth(plain, n), total
        n -= plains
        if n < firsts:
            return verb, nth(things, n), total
        n -= firsts
        if n < seconds:
            return second, nth(others, n), total
        return third, nth(rest, n - seconds), total

    def action_with(self, verb: i64, thing: i64) -> i64:
        """Returns the number of the action with this verb and this thing."""
        space = self.space
        first: i64 = space.first[verb]
        action: i64 = space.at[verb * space.names + first + thing]
        return action

    def takes(self, verb: i64) -> bool:
        """Returns whether this is a verb of the current phase."""
        space = self.space
        at: i64 = self.phase() * VERBS
        return verb != 0 and (space.taken[at] == verb or space.taken[at + 1] == verb or space.taken[at + 2] == verb)

    def legal_actions(self) -> list[int]:
        """Returns the legal actions in ascending order; empty only when the game is over."""
        if self.phase() == OVER:
            return []
        space = self.space
        actions = members(self.plain_actions())
        at: i64 = self.phase() * VERBS
        for n in range(VERBS):
            verb: i64 = space.taken[at + n]
            if verb == 0:
                break
            first: i64 = space.first[verb]
            add_mapped(actions, self.cards_for(verb), space.at, verb * space.names + first)
        if space.mixed[self.phase()] != 0:
            actions.sort()
        return actions

    def is_legal(self, action: SupportsIndex) -> bool:
        """Returns whether this action is legal now."""
        number: int = action if isinstance(action, int) else index(action)
        return 0 <= number < len(self.space.card) and self._lists(number)

    def _lists(self, action: i64) -> bool:
        """Returns, natively, whether an action of this game is legal now."""
        if self.phase() == OVER:
            return False
        space = self.space
        card: i64 = space.card[action]
        if card == NO_CARD:
            return has(self.plain_actions(), action)
        verb: i64 = space.verb[action]
        first: i64 = space.first[verb]
        return self.takes(verb) and has(self.cards_for(verb), card - first)

    def refusal(self, action: i64) -> i64:
        """Returns the reason why the action is illegal, as a code of the game's wording; 0 if it is legal."""
        if self.phase() == OVER:
            return GAME_OVER
        if self._lists(action):
            return 0
        space = self.space
        card: i64 = space.card[action]
        if card == NO_CARD:
            copy = self.being_asked(action, -1)
            copy.plain_actions()
            return OTHER_PHASE if copy.recorder.refusal == 0 else copy.recorder.refusal
        verb: i64 = space.verb[action]
        if not self.takes(verb):
            return OTHER_PHASE
        noted = self._noted(verb, card)
        stranger: i64 = space.stranger[verb]
        return stranger if noted == 0 else noted

    def _noted(self, verb: i64, card: i64) -> i64:
        """Returns the reason that `cards_for` notes against this card on a temporary copy; 0 if it notes none."""
        copy = self.being_asked(-1, card)
        copy.cards_for(verb)
        return copy.recorder.refusal

    def card_refusal(self, card: i64) -> i64:
        """Returns the reason why the decider cannot choose this card now, as a code; 0 if they can."""
        if self.phase() == OVER:
            return GAME_OVER
        space = self.space
        at: i64 = self.phase() * VERBS
        said: i64 = 0
        stranger: i64 = OTHER_PHASE
        for n in range(VERBS):
            verb: i64 = space.taken[at + n]
            if verb != 0:
                action: i64 = space.at[verb * space.names + card]
                if action >= 0 and self._lists(action):
                    return 0
                first: i64 = space.first[verb]
                if card < first:  # not of the verb's kind
                    continue
                if action >= 0 or n == 0:
                    stranger = space.stranger[verb]
                if said == 0:
                    said = self._noted(verb, card)
        return stranger if said == 0 else said

    # -- the open frame --------------------------------------------------------------------------------------------
    # One choice consists of several small actions; the other seats see them when the frame closes.

    def window(self) -> i64:
        """Returns the current phase, or the phase that the questions of the open frame belong to."""
        rest = self.frames
        while self.is_question(rest & _FRAME):
            rest >>= _FRAME_BITS
        return rest & _FRAME

    def picks(self) -> i64:
        """Returns the number of actions of the open frame that can be undone; 0 if no frame is open."""
        raise NotImplementedError

    def take_back_choice(self) -> None:
        """Undoes the open frame, which gives the position as the waiting seats see it."""
        if self.picks() == 0:
            return
        while self.is_question(self.phase()):
            self.leave()
        self.take_back()
        self.close_frame()

    def close_frame(self) -> None:
        """Clears the picks after they were undone or shown."""
        raise NotImplementedError

    # -- deciding ahead and reasons --------------------------------------------------------------------------------

    def ahead(self, seat: i64) -> Self | None:
        """Returns a copy in which a waiting seat can already make a decision that does not depend on the other seats.

        The copy contains none of their decisions so far. None means that the seat must wait, or that it decides now.
        """
        return None

    def being_asked(self, action: i64, card: i64) -> Self:
        """Returns a copy whose recorder notes why this action or card (-1: none) is illegal when it is checked."""
        copy = self.clone()
        copy.recorder = Recorder()
        copy.recorder.asking = True
        copy.recorder.asked_action = action
        copy.recorder.asked_card = card
        return copy

    # -- the public contract ---------------------------------------------------------------------------------------

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.phase() == OVER

    def current_player(self) -> int:
        """Returns the seat that decides now, or TERMINAL. Only one seat decides at a time."""
        if self.phase() == OVER:
            return TERMINAL
        return self.decider()

    def apply_action(self, action: SupportsIndex) -> None:
        """Plays an action and runs to the next decision.

        Raises IllegalAction with the reason and its clause, or GameOver, and then leaves the position unchanged.
        """
        # Skip the call for Python's own integers, the usual case.
        number: int = action if isinstance(action, int) else index(action)
        if not 0 <= number < len(self.space.card) or not self._lists(number):
            self._refuse(number)
        if self.recorder.recording:
            self.recorder.forget()
        self.step(number)

    def _refuse(self, action: int) -> None:
        if self.phase() == OVER:
            raise GameOver("The game is over, so no action can be played.")
        reason = self.game.why_illegal(self, action)
        if reason is not None:
            raise IllegalAction(reason.text, reason.clause)

    def record(self) -> None:
        """Starts recording, so that `events()` returns the events of each action."""
        self.recorder = Recorder()
        self.recorder.recording = True

    def events(self, seat: SupportsIndex | None = None) -> list[Event]:
        """Returns the events since the last decision, as this seat (None: a spectator) saw them."""
        if not self.recorder.recording:
            raise BadInput("This state keeps no events. Call record() on it before the action.")
        own = None if seat is None else index(seat)
        return [event.seen_by(own) for event in self.recorder.events]

    def next_states(self, action: SupportsIndex) -> list[tuple[float, State]]:
        """Returns every position that a legal action can lead to, with its probability; one position without chance.

        The states record events. Equal states are merged, so deals count as sets of cards, without order. Raises the
        errors of `apply_action`, and BadInput if chance has more than 20,000 results.
        """
        return self.game.next_states(self, action)

    def why_illegal(self, action: SupportsIndex) -> str | None:
        """Returns why the action is illegal, with the clause; None if it is legal."""
        reason = self.game.why_illegal(self, action)
        return None if reason is None else f"{reason.text} ({reason.clause})"

    def action_to_string(self, action: SupportsIndex) -> str:
        """Returns the notation of an action: `VERB` or `VERB CARD`."""
        return self.game.action_to_string(action)

    def string_to_action(self, text: str) -> int:
        """Returns the action with this notation; raises NotationError, which lists the nearest notations."""
        return self.game.string_to_action(text)

    def view(self, seat: SupportsIndex | None) -> View:
        """Returns the view of one seat (None: a spectator), frozen and without a reference to this state."""
        return self.game.view(self, seat)

    def outcome(self) -> Outcome | None:
        """Returns who won and why; None while the game runs."""
        return self.game.outcome(self)

    def resample_from_infostate(self, seat: SupportsIndex, seed: SupportsIndex) -> Self:
        """Returns a state that the seat cannot tell apart from this one, with everything hidden from it redealt.

        It depends only on the seat's knowledge and on the seed (any whole number), never on the hidden cards.
        """
        other = self.clone()
        other.resample(index(seat), index(seed) & MASK)
        return other

    def resample(self, seat: i64, seed: i64) -> None:
        """Redeals in place everything that the seat cannot know (for search loops); see `resample_from_infostate`."""
        self.chance = seed_stream(seed)
        if self.phase() != OVER:  # a finished game hides nothing
            if self.decider() != seat:
                self.ply -= self.picks()
                self.take_back_choice()
            self.redeal(seat)
        # Play continues with another stream, so that a bot cannot foresee draws from the deal.
        self.chance = seed_stream(mix_bits(seed))

    def information(self, seat: SupportsIndex, seed: SupportsIndex = 0, history: Sequence[str] = ()) -> Information:
        """Returns everything that a bot in this seat may use. Its generator depends only on `seed` and public facts.

        `history` is the seat's history so far (`History.of`), for bots that need it.
        """
        return self.game.information(self, seat, seed, history)

    def serialize(self) -> str:
        """Returns the exact position, including all secrets, as one line of JSON for tests and storage."""
        kernel = {
            "chance": [int(word) for word in self.chance],
            "frames": self.stack(),
            "ply": int(self.ply),
            "turn": int(self.turn),
            "reveals": int(self.reveals),
        }
        return json.dumps({"game": self.game.slug, "kernel": kernel, "position": self.to_dict()})

    def restore(self, text: str) -> None:
        """Restores a position from the text of `serialize`; raises BadInput for other texts and other games."""
        try:
            data = json.loads(text)
            slug = data["game"]
            kernel = data["kernel"]
            a, b, c, d = [_within(word, MASK) for word in kernel["chance"]]
            frames = [_within(frame, len(self.game.spec.meta.phases) - 1) for frame in kernel["frames"]]
            ply, turn, reveals = [_within(kernel[name], _MOST) for name in ("ply", "turn", "reveals")]
            facts = data["position"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadInput(f"This is not a stored position: {error}.") from error
        if slug != self.game.slug:
            raise BadInput(f"This is a position of “{slug}”, not of {self.game.slug}.")
        if OVER in frames or len(frames) > MAX_FRAMES or not isinstance(facts, dict):
            raise BadInput("This is not a stored position: its frames or facts are invalid.")
        self.set_stack(frames)
        self.chance = (a, b, c, d)
        self.ply, self.turn, self.reveals = ply, turn, reveals
        self.from_dict(facts)
        self.try_out()

    def try_out(self) -> None:
        """Raises BadInput for an impossible position, found by computing all views and the legal actions.

        `from_dict` finds general violations of the rules; this finds facts that the current phase needs and lacks.
        """
        try:
            for seat in range(self.game.num_players()):
                self.view(seat)
            stuck = not (self.is_terminal() or self.legal_actions())
        except (LookupError, ValueError, ArithmeticError, AssertionError) as error:
            raise BadInput("This position is impossible: something its phase needs is missing.") from error
        if stuck:
            raise BadInput("This position is impossible: nobody can act.")

    def fingerprint(self) -> str:
        """Returns 16 hexadecimal digits that identify the exact position: the checksum of journals and tests."""
        return hashlib.sha256(self.serialize().encode()).hexdigest()[:16]


def _within(value: object, most: int) -> int:
    """Returns a whole number from 0 to `most` from a stored position; raises ValueError for anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(f"expected a whole number from 0 to {most}")
    return value
