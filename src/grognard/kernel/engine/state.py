"""The position of a game, and the contract every game keeps.

`State` is a native abstract class: a game's `state.py` adds the data and how to copy and re-deal it, its `rules` the
phases. What is not play (views, wording, journals) lives outside and is reached through `state.game`.
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
OVER: Final = 0  # the frame at the bottom of every stack: nobody is asked anything any more

_FRAME_BITS: Final = 6
_FRAME: Final = 63
MAX_FRAMES: Final = 10

_SIDES: Final = 6
_MOST: Final = 0x7FFFFFFF  # no count of what has happened in a stored position is higher


@mypyc_attr(acyclic=True)
class State:
    """One position. All numbers are whole; a State is changed by `apply_action` and by nothing else."""

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

    # -- what each game supplies, natively -------------------------------------------------------------------------

    def start(self) -> None:
        """Sets up and plays to the first decision, drawing from `chance`."""
        raise NotImplementedError

    def decider(self) -> i64:
        """The seat that decides now; undefined when the game is over."""
        raise NotImplementedError

    def plain_actions(self) -> tuple[i64, i64]:
        """The legal actions without a card, as a set of their numbers."""
        raise NotImplementedError

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        """What a verb of this phase takes now, as a set of things (a card less the `first` of its verb).

        Legality and reason come from here alone: what it leaves out by `reject` or `accepts` has a reason.
        """
        raise NotImplementedError

    def play_plain(self, action: i64) -> None:
        """Plays one of the actions that `plain_actions` lists, and runs to the next decision."""
        raise NotImplementedError

    def play_card(self, verb: i64, thing: i64) -> None:
        """Takes one of the `cards_for` a verb, and runs to the next decision."""
        raise NotImplementedError

    def returns(self) -> list[float]:
        """+1 for a win, -1 for a loss, 0 for a draw or while the game runs; one number per seat."""
        raise NotImplementedError

    def withdraw(self, seat: i64) -> bool:
        """The seat gives up. Does the game go on without it, because a team carries on? Then this leads there."""
        return False

    def is_question(self, phase: i64) -> bool:
        """Does this frame ask something for the open frame, above the phase that it belongs to?"""
        return False

    def take_back(self) -> None:
        """Puts back what was picked in the open frame; its questions are closed already."""

    def redeal(self, seat: i64) -> None:
        """Deals anew, from `chance`, all that the seat cannot know."""
        raise NotImplementedError

    def fresh(self) -> Self:
        """A position of the same `Game` in which nothing is set up."""
        raise NotImplementedError

    def copy(self, other: Self) -> None:
        """Becomes equal to another position of the same `Game`, in place (for search loops)."""
        raise NotImplementedError

    def keep_knowledge(self, undone: Self) -> None:
        """After an undo: what the seats saw in the undone position they still know."""
        raise NotImplementedError

    def fact_parts(self) -> list[Part]:
        """Returns what the position consists of: each owner with its fields and the pattern of their names."""
        raise NotImplementedError

    def check_facts(self, known: dict[str, object]) -> None:
        """Sets what restored facts leave open; raises BadInput for what contradicts the rules."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, object]:
        """Every field of the position as plain named data (names, numbers, lists)."""
        return write_facts(self.fact_parts())

    def from_dict(self, facts: dict[str, object]) -> None:
        """The reverse of `to_dict`; what is not named keeps its value."""
        self.check_facts(restore_facts(self.game.spec.meta.title, self.fact_parts(), facts))

    def _copy_kernel(self, other: State) -> None:
        self.chance = other.chance
        self.frames = other.frames
        self.ply, self.turn, self.active = other.ply, other.turn, other.active
        self.reveals = other.reveals

    # -- frames ----------------------------------------------------------------------------------------------------
    # A stack of small numbers in one word: the frame on top is the phase that asks now. What a frame remembers
    # lives in named fields of the game's position.

    def phase(self) -> i64:
        """The frame on top of the stack."""
        return self.frames & _FRAME

    def paused(self) -> i64:
        """The frame below the one on top."""
        return (self.frames >> _FRAME_BITS) & _FRAME

    def enter(self, phase: i64) -> None:
        """Pauses the frame on top and opens another above it (at most `MAX_FRAMES` in all)."""
        self.frames = (self.frames << _FRAME_BITS) | phase

    def leave(self) -> None:
        """Closes the frame on top; the one below goes on."""
        self.frames >>= _FRAME_BITS

    def go(self, phase: i64) -> None:
        """Replaces the frame on top."""
        self.frames = (self.frames & ~_FRAME) | phase

    def stack(self) -> list[int]:
        """The frames from the bottom up."""
        found: list[int] = []
        rest = self.frames
        while rest != 0:
            found.insert(0, rest & _FRAME)
            rest >>= _FRAME_BITS
        return found

    def set_stack(self, phases: list[int]) -> None:
        """The reverse of `stack`."""
        self.frames = 0
        for phase in phases:
            self.enter(phase)

    # -- the course of a turn, for games whose phases are passed over where nobody has a choice -----------------------

    def begin_turn(self) -> None:
        """A turn begins: after the set-up, and when the one before has ended."""
        raise NotImplementedError

    def open_phase(self, phase: i64) -> None:
        """Goes to a phase; one in which nobody could act, for all to see, is passed over."""
        self.frames = phase
        if not self.has_choice(phase):
            self.close_phase(phase)

    def has_choice(self, phase: i64) -> bool:
        """Could somebody act in this phase, for all that everybody can see?"""
        raise NotImplementedError

    def close_phase(self, phase: i64) -> None:
        """What follows a phase in which nothing is done, or nothing more."""
        raise NotImplementedError

    # -- chance ----------------------------------------------------------------------------------------------------

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each exactly as likely."""
        if self.recorder.dictates:
            return self.recorder.number(n)
        self.chance, number = below(self.chance, n)
        return number

    def die(self) -> i64:
        """What a six-sided die shows."""
        return self.recorder.die() if self.recorder.dictates else 1 + self.below(_SIDES)

    def random_card(self, cards: tuple[i64, i64]) -> i64:
        """A random member of a set of cards. Taking one is exactly as good as shuffling and drawing."""
        if self.recorder.dictates:
            return self.recorder.card(cards, len(self.game.pieces))
        return nth(cards, self.below(size(cards)))

    def random_cards(self, cards: tuple[i64, i64], number: i64) -> tuple[i64, i64]:
        """So many random members of a set of cards, which must have them."""
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
        """A random member of a set of bits."""
        if self.recorder.dictates:
            return self.recorder.thing(things)
        thing = nth_of(things, self.below(ones(things)))
        if self.recorder.recording:
            self.recorder.note_thing(thing, things)
        return thing

    def random_copy(self, pile: tuple[i64, i64, i64, i64, i64], first: i64) -> i64:
        """A random copy out of a pile of counts, by its thing; `first` is the piece that thing 0 is."""
        if self.recorder.dictates:
            return self.recorder.copy(pile, first, len(self.game.pieces))
        thing = nth_copy(pile, self.below(total(pile)))
        if self.recorder.recording:
            self.recorder.note_copy(thing, pile, first)
        return thing

    def random_part(
        self, pile: tuple[i64, i64, i64, i64, i64], first: i64, number: i64
    ) -> tuple[i64, i64, i64, i64, i64]:
        """So many random copies out of a pile, which must have them."""
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
        """Chance or a look has told somebody something: what came before cannot be undone."""
        self.reveals += 1

    # -- events and refusals ---------------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Writes an event down, if events are kept; where speed matters, rules ask `self.recorder.recording` first."""
        if self.recorder.recording:
            self.recorder.events.append(event)

    def reject(self, cards: tuple[i64, i64], barred: tuple[i64, i64], refusal: i64) -> tuple[i64, i64]:
        """`cards` without the `barred`; if the card asked about is among them, this is why it is illegal."""
        recorder = self.recorder
        if recorder.asking and recorder.refusal == 0 and recorder.asked_card >= 0:
            asked = only(recorder.asked_card)
            if minus(asked, barred) == (0, 0) and minus(asked, cards) == (0, 0):
                recorder.refusal = refusal
        return minus(cards, barred)

    def reject_bits(self, things: i64, barred: i64, refusal: i64) -> i64:
        """These without the `barred`, in one word; if the card asked about is among them, this is why."""
        if self.recorder.asking:
            self._note_among(things & barred, self.recorder.asked_card, refusal)
        return things & ~barred

    def _note_among(self, word: i64, asked: i64, refusal: i64) -> None:
        """The first reason against what is asked about is noted. (Apart, so that rules are spared even the call.)"""
        if self.recorder.refusal == 0 and 0 <= asked < WORD and is_in(word, asked):
            self.recorder.refusal = refusal

    def accepts(self, card: i64, refusal: i64) -> bool:
        """Is there nothing against this card (refusal 0)? If there is, and it is the card asked about, this is why."""
        recorder = self.recorder
        if recorder.asking and refusal != 0 and recorder.refusal == 0 and recorder.asked_card == card:
            recorder.refusal = refusal
        return refusal == 0

    def restrict(self, family: i64, offered: i64, refusal: i64) -> i64:
        """`offered`, out of a family of plain actions in one word; why the action asked about is none of them."""
        if self.recorder.asking:
            self._note_among(family & ~offered, self.recorder.asked_action, refusal)
        return offered

    def permits(self, action: i64, condition: bool, refusal: i64) -> bool:
        """`condition`; if it fails for the action asked about, this is why it is illegal."""
        recorder = self.recorder
        if recorder.asking and not condition and recorder.refusal == 0 and recorder.asked_action == action:
            recorder.refusal = refusal
        return condition

    def clone(self) -> Self:
        """An independent copy; it keeps no events until `record()` is called on it."""
        other = self.fresh()
        other.copy(self)
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """A clone that records events if this state does; those of the last action stay behind."""
        other = self.clone()
        if self.recorder.recording:
            other.record()
        return other

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Pickles the position with its game; the events of the last action stay behind."""
        return self.game.deserialize, (self.serialize(),)

    # -- what may be chosen, from `plain_actions` and `cards_for`, and choosing it -------------------------------------

    def step(self, action: i64) -> None:
        """Plays a legal action and runs to the next decision. The caller vouches for legality."""
        self.ply += 1
        verb: i64 = self.space.verb[action]
        if verb == NO_VERB:
            self.play_plain(action)
        else:
            self.play_card(verb, self.space.thing[action])

    def pick(self, r: i64) -> tuple[i64, i64]:
        """The legal action that 31 random bits choose, and how many legal actions there are."""
        verb, thing, total = self._random_choice(r)
        return (thing if verb == NO_VERB else self.action_with(verb, thing)), total

    def play_random(self, r: i64) -> i64:
        """Plays the action that `pick` would choose, and returns how many legal actions there were."""
        verb, thing, total = self._random_choice(r)
        self.ply += 1
        if verb == NO_VERB:
            self.play_plain(thing)
        else:
            self.play_card(verb, thing)
        return total

    def _random_choice(self, r: i64) -> tuple[i64, i64, i64]:
        """A verb and its thing, or NO_VERB and a plain action, and how many legal actions there are."""
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
        """A choice among the plain actions and those of two verbs or three."""
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
        """The number of the action that takes this thing with this verb."""
        space = self.space
        first: i64 = space.first[verb]
        action: i64 = space.at[verb * space.names + first + thing]
        return action

    def takes(self, verb: i64) -> bool:
        """Is this a verb of the phase that asks?"""
        space = self.space
        at: i64 = self.phase() * VERBS
        return verb != 0 and (space.taken[at] == verb or space.taken[at + 1] == verb or space.taken[at + 2] == verb)

    def legal_actions(self) -> list[int]:
        """The legal actions in ascending order; empty only when the game is over."""
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
        """Says whether `legal_actions` lists this action."""
        number: int = action if isinstance(action, int) else index(action)
        return 0 <= number < len(self.space.card) and self._lists(number)

    def _lists(self, action: i64) -> bool:
        """Natively, whether an action of this game is legal now."""
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
        """Why the action is illegal, as a code of the game's wording; 0 if it is legal."""
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
        """What `cards_for` has against this card, asked on a copy that is then thrown away; 0: nothing was said."""
        copy = self.being_asked(-1, card)
        copy.cards_for(verb)
        return copy.recorder.refusal

    def card_refusal(self, card: i64) -> i64:
        """Why the decider cannot choose this card now, as a code of the game's wording; 0 if he can."""
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
                if card < first:  # of another kind than what the verb takes
                    continue
                if action >= 0 or n == 0:
                    stranger = space.stranger[verb]
                if said == 0:
                    said = self._noted(verb, card)
        return stranger if said == 0 else said

    # -- the open frame --------------------------------------------------------------------------------------------
    # What belongs to one choice is several small actions; the others see them when the frame closes.

    def window(self) -> i64:
        """The phase that asks, or the one that the questions of the open frame belong to."""
        rest = self.frames
        while self.is_question(rest & _FRAME):
            rest >>= _FRAME_BITS
        return rest & _FRAME

    def picks(self) -> i64:
        """How many actions of the open frame can still be taken back; 0 when no frame is half done."""
        raise NotImplementedError

    def take_back_choice(self) -> None:
        """Takes back the open frame: the position as the seats that wait see it."""
        if self.picks() == 0:
            return
        while self.is_question(self.phase()):
            self.leave()
        self.take_back()
        self.close_frame()

    def close_frame(self) -> None:
        """Nothing is picked any more: it was taken back, or it has been shown."""
        raise NotImplementedError

    # -- asking ahead and asking why -------------------------------------------------------------------------------

    def ahead(self, seat: i64) -> Self | None:
        """A copy in which a seat that waits decides already what it will be asked whatever others do first.

        It holds nothing of what they have decided so far. None: the seat has to wait, or decides just now.
        """
        return None

    def being_asked(self, action: i64, card: i64) -> Self:
        """A copy whose recorder notes why this action or this card (-1: none) is illegal, when it is checked."""
        copy = self.clone()
        copy.recorder = Recorder()
        copy.recorder.asking = True
        copy.recorder.asked_action = action
        copy.recorder.asked_card = card
        return copy

    # -- the public contract ---------------------------------------------------------------------------------------

    def is_terminal(self) -> bool:
        """Has the game ended?"""
        return self.phase() == OVER

    def current_player(self) -> int:
        """The seat that decides now, or TERMINAL. Exactly one decision at a time."""
        if self.phase() == OVER:
            return TERMINAL
        return self.decider()

    def apply_action(self, action: SupportsIndex) -> None:
        """Plays an action and runs to the next decision.

        Raises IllegalAction with the reason and its clause, or GameOver; the position is then unchanged.
        """
        # Python's own whole numbers, which nearly all are, are spared the call.
        number: int = action if isinstance(action, int) else index(action)
        if not 0 <= number < len(self.space.card) or not self._lists(number):
            self._refuse(number)
        if self.recorder.recording:
            self.recorder.forget()
        self.step(number)

    def _refuse(self, action: int) -> None:
        if self.phase() == OVER:
            raise GameOver("The game is over: nothing can be played any more.")
        reason = self.game.why_illegal(self, action)
        if reason is not None:
            raise IllegalAction(reason.text, reason.clause)

    def record(self) -> None:
        """From now on `events()` tells what each action did."""
        self.recorder = Recorder()
        self.recorder.recording = True

    def events(self, seat: SupportsIndex | None = None) -> list[Event]:
        """What happened since the last decision, as this seat (None: a spectator) saw it."""
        if not self.recorder.recording:
            raise BadInput("This state keeps no events. Call record() on it before the action you ask about.")
        own = None if seat is None else index(seat)
        return [event.seen_by(own) for event in self.recorder.events]

    def next_states(self, action: SupportsIndex) -> list[tuple[float, State]]:
        """Every position that a legal action can lead to, each with its probability: one, unless chance has a part.

        The states record events; equal ones are merged, so that a deal goes by sets and not by orders. Raises what
        `apply_action` raises, and BadInput where chance has more than 20,000 ways to go.
        """
        return self.game.next_states(self, action)

    def why_illegal(self, action: SupportsIndex) -> str | None:
        """The reason and its clause why the action is illegal; None if it is legal."""
        reason = self.game.why_illegal(self, action)
        return None if reason is None else f"{reason.text} ({reason.clause})"

    def action_to_string(self, action: SupportsIndex) -> str:
        """One-line notation: `VERB`, or `VERB CARD`."""
        return self.game.action_to_string(action)

    def string_to_action(self, text: str) -> int:
        """The action that a notation names; raises NotationError with the nearest ones."""
        return self.game.string_to_action(text)

    def view(self, seat: SupportsIndex | None) -> View:
        """What one seat (None: a spectator) may see: frozen, and without a reference to this state."""
        return self.game.view(self, seat)

    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game runs."""
        return self.game.outcome(self)

    def resample_from_infostate(self, seat: SupportsIndex, seed: SupportsIndex) -> Self:
        """A state that the seat cannot tell from this one; everything hidden from it is dealt anew.

        A function of what the seat knows and of the seed (any whole number), never of the truth.
        """
        other = self.clone()
        other.resample(index(seat), index(seed) & MASK)
        return other

    def resample(self, seat: i64, seed: i64) -> None:
        """Deals anew all that the seat cannot know, in place (for search loops): see `resample_from_infostate`."""
        self.chance = seed_stream(seed)
        if self.phase() != OVER:  # at the end all is open
            if self.decider() != seat:
                self.ply -= self.picks()
                self.take_back_choice()
            self.redeal(seat)
        # The stream that dealt is not the one that goes on: a bot must not foresee draws from the deal.
        self.chance = seed_stream(mix_bits(seed))

    def information(self, seat: SupportsIndex, seed: SupportsIndex = 0, history: Sequence[str] = ()) -> Information:
        """All that a bot in this seat ever gets. Its generator depends on `seed` and on public facts only.

        `history` is what the seat has seen so far (`History.of`), which bots that go by it need.
        """
        return self.game.information(self, seat, seed, history)

    def serialize(self) -> str:
        """The exact position as one line of JSON, for tests and storage (it holds every secret)."""
        kernel = {
            "chance": [int(word) for word in self.chance],
            "frames": self.stack(),
            "ply": int(self.ply),
            "turn": int(self.turn),
            "reveals": int(self.reveals),
        }
        return json.dumps({"game": self.game.slug, "kernel": kernel, "position": self.to_dict()})

    def restore(self, text: str) -> None:
        """The reverse of `serialize`; raises BadInput if the text is of another game or is none."""
        try:
            data = json.loads(text)
            slug = data["game"]
            kernel = data["kernel"]
            a, b, c, d = [_within(word, MASK) for word in kernel["chance"]]
            frames = [_within(frame, len(self.game.spec.meta.phases) - 1) for frame in kernel["frames"]]
            ply, turn, reveals = [_within(kernel[name], _MOST) for name in ("ply", "turn", "reveals")]
            facts = data["position"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadInput(f"This is no stored position: {error}.") from error
        if slug != self.game.slug:
            raise BadInput(f"This is a position of “{slug}”, not of {self.game.slug}.")
        if OVER in frames or len(frames) > MAX_FRAMES or not isinstance(facts, dict):
            raise BadInput("This is no stored position: there are no such frames or facts.")
        self.set_stack(frames)
        self.chance = (a, b, c, d)
        self.ply, self.turn, self.reveals = ply, turn, reveals
        self.from_dict(facts)
        self.try_out()

    def try_out(self) -> None:
        """Raises BadInput for a position that no game comes to: the views of all seats and what is legal must tell it.

        `from_dict` finds what contradicts the rules for all time; this is for what the phase that asks relies on.
        """
        try:
            for seat in range(self.game.num_players()):
                self.view(seat)
            stuck = not (self.is_terminal() or self.legal_actions())
        except (LookupError, ValueError, ArithmeticError, AssertionError) as error:
            raise BadInput("No game comes to this position: what its phase asks about is not there.") from error
        if stuck:
            raise BadInput("No game comes to this position: nobody can act.")

    def fingerprint(self) -> str:
        """16 hexadecimal digits that stand for the exact position: the checksum of journals and tests."""
        return hashlib.sha256(self.serialize().encode()).hexdigest()[:16]


def _within(value: object, most: int) -> int:
    """A whole number from 0 to `most` out of a stored position; raises ValueError for anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(f"a whole number from 0 to {most} is expected")
    return value
