"""RAF-6 Modifiers."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.morale import Morale
from grognard.games.ready_aim_fire.marks import BLOWN, SHAKEN, kind_of
from grognard.games.ready_aim_fire.tables import (
    CAVALRY_FLANK_BONUS, CHARGE_BONUS, FLANK_BONUS, SQUARE_BONUS, SUPPORT_BONUS,
)  # fmt: skip
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.stacks import card_at


@mypyc_attr(acyclic=True)
class Modifiers(Morale):
    """RAF-6 Modifiers: the numbers added to the dice of an attack."""

    def side(self, seat: i64) -> i64:
        """0 for the attacker, 1 for the defender."""
        return 0 if seat == self.active else 1

    def seat_of(self, side: i64) -> i64:
        """The seat that attacks (0) or defends (1)."""
        return self.active if side == 0 else 1 - self.active

    def column_of(self, side: i64) -> i64:
        """The column of a side in the current attack."""
        return self.front if side == 0 else self.target

    def is_flanking(self) -> bool:
        """Is the current attack on a column other than the one opposite?"""
        return self.target != self.front

    def is_barred(self, side: i64) -> bool:
        """RAF-6.10: does a side lose its bonuses because it fights artillery?"""
        own = self.kind_at(self.seat_of(side), self.column_of(side))
        against = self.kind_at(self.seat_of(1 - side), self.column_of(1 - side))
        if not is_in(self.tables.kinds.artillery, against) or is_in(self.tables.kinds.artillery, own):
            return False
        if side == 1:
            return True
        return not self.is_flanking() and not (
            is_in(self.tables.kinds.horse_guns, against) and is_in(self.tables.kinds.raiders, own)
        )

    def terms(self, side: i64) -> tuple[i64, i64, i64, i64, i64, i64, i64, i64, i64]:
        """RAF-6.1: a side's modifiers: troops, lancers, Shaken, Blown, support, flank, square, ground, cards."""
        seat = self.seat_of(side)
        card = card_at(self.post(seat, self.column_of(side)).stack, 0)
        own = kind_of(card)
        against = self.kind_at(1 - seat, self.column_of(1 - side))
        troops = self.modifier(own)
        lancers: i64 = 0
        if is_in(self.tables.kinds.lancers, own) and is_in(self.tables.kinds.infantry, against):
            lancers = self.card_number(own)
        shaken: i64 = -1 if card & SHAKEN != 0 else 0
        # Being Blown does not hinder an extra attack of cavalry (RAF-11.3).
        blown: i64 = self.tables.blown_penalty if card & BLOWN != 0 and not (side == 0 and self.again) else 0
        supporter = self.supporters[0] if side == 0 else self.supporters[1]
        support: i64 = SUPPORT_BONUS if supporter != n.NONE else 0
        flank: i64 = 0
        if side == 0 and self.is_flanking() and not is_in(self.tables.kinds.artillery, own):
            flank = CAVALRY_FLANK_BONUS if is_in(self.tables.kinds.cavalry, own) else FLANK_BONUS
        square: i64 = 0
        if self.square == n.FORMED and side == 1:
            square = SQUARE_BONUS
        elif self.square == n.UNFORMED and side == 0:
            square = CHARGE_BONUS
        ground = self.ground_modifier(side, own, against)
        cards = self._card_bonus(self.aids[0] if side == 0 else self.aids[1])
        if self.is_barred(side):
            troops = min(troops, 0)
            # RAF-6.10: the only bonus left is that of the Hills.
            ground = self.number_on(self._hills(side)) if side == 1 else 0
            return troops, 0, shaken, blown, 0, 0, 0, ground, 0
        return troops, lancers, shaken, blown, support, flank, square, ground, cards

    def sum_of(self, side: i64) -> i64:
        """The sum of a side's modifiers."""
        terms = self.terms(side)
        parts = terms[0] + terms[1] + terms[2] + terms[3] + terms[4]
        return parts + terms[5] + terms[6] + terms[7] + terms[8]

    def dice_of(self, side: i64) -> tuple[i64, i64]:
        """A side's dice; the second is 0 without Second Volley."""
        return (self.dice[0], 0) if side == 0 else (self.dice[1], self.dice[2])

    def shown(self, side: i64) -> i64:
        """A side's die; with Second Volley the better one."""
        return self.dice[0] if side == 0 else max(self.dice[1], self.dice[2])

    def guns_are_safe(self) -> bool:
        """RAF-5.32: is artillery attacking infantry or cavalry?"""
        attacker = self.kind_at(self.active, self.front)
        defender = self.kind_at(1 - self.active, self.target)
        return is_in(self.tables.kinds.artillery, attacker) and not is_in(self.tables.kinds.artillery, defender)

    def _card_bonus(self, aids: i64) -> i64:
        bonus: i64 = 0
        aids &= self.tables.kinds.rolls & ~self.tables.kinds.volleys
        while aids != 0:
            bonus += self.card_number(lowest(aids))
            aids &= aids - 1
        return bonus

    def _hills(self, side: i64) -> i64:
        """The Hills at a side's position, as a set."""
        return self.post(self.seat_of(side), self.column_of(side)).ground & self.tables.kinds.hills

    def ground_modifier(self, side: i64, own: i64, against: i64) -> i64:
        if side == 0:
            return self.number_on(self._hills(0)) if is_in(self.tables.kinds.artillery, own) else 0
        river: i64 = 0 if self.crossing else self._river(against)
        return max(river, self._dry_ground(own, against))

    def _dry_ground(self, own: i64, against: i64) -> i64:
        """RAF-6.20: the best of Woods and of Hills with a Redoubt."""
        ground = self.post(1 - self.active, self.target).ground
        kinds = self.tables.kinds
        bonus: i64 = 0
        if not is_in(kinds.light, against):
            bonus = self.number_on(ground & kinds.hills)
        if self.sheltered and is_in(kinds.infantry, own):
            if ground & kinds.redoubts != 0:
                bonus += self.number_on(ground & kinds.redoubts)
            elif not is_in(kinds.light, against):
                bonus = max(bonus, self.number_on(ground & kinds.woods))
        return bonus

    def grounds(self, side: i64) -> i64:
        """The Terrain cards that count for a side (RAF-6.20).

        If a River gives no more than the position's own Terrain, the position's own cards count.
        """
        kinds = self.tables.kinds
        if side == 0 or self.is_barred(side):
            return self._hills(side)
        against = self.kind_at(self.active, self.front)
        own = self.kind_at(1 - self.active, self.target)
        dry = self._dry_ground(own, against)
        if self.ground_modifier(side, own, against) > dry:
            return self.river(self.target)
        ground = self.post(1 - self.active, self.target).ground
        hills: i64 = 0 if is_in(kinds.light, against) else ground & kinds.hills
        return hills | (ground & (kinds.woods | kinds.redoubts) if self.sheltered else 0)

    def _river(self, against: i64) -> i64:
        """The defender's bonus from a River, if there were no Bridge."""
        river = self.river(self.target)
        if river == 0 or is_in(self.tables.kinds.light | self.tables.kinds.artillery, against):
            return 0
        if self.tables.river_owner:
            flank: i64 = 0 if self.target <= 1 else n.COLUMNS - 1
            if self.post(1 - self.active, flank).ground & river == 0:
                return 0
        return self.card_number(lowest(river))

    def cross_bridge(self) -> None:
        """RAF-6.23: uses the Bridge for the first attack in the turn that the River would hinder."""
        if is_in(self.bridged, self.target) or not self.has_bridge(self.target):
            return
        against = self.kind_at(self.active, self.front)
        own = self.kind_at(1 - self.active, self.target)
        if self._river(against) > self._dry_ground(own, against):
            self.crossing = True
            self.bridged |= bit(self.target)
            if self.recorder.recording:
                self.emit(e.Crossed(self.active, lowest(self.bridge(self.target))))
