"""CC-2.4, 10.4 Windows: when a phase or window asks for a decision, and what follows when it closes."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.play import Play


@mypyc_attr(acyclic=True)
class Windows(Play):
    """CC-2.4 No choice, no question; CC-10.4 Questions give nothing away."""

    def open_phase(self, phase: i64) -> None:
        if phase in (n.DEPLOY, n.RECON, n.SUPPRESSION, n.RALLY):
            self.settle()
        super().open_phase(phase)

    def open_window(self, phase: i64) -> None:
        """Opens a window above the phase that it interrupts, if any hand could act in it (CC-10.4)."""
        self.enter(phase)
        if not self.could_play():
            self.close_phase(phase)

    def has_choice(self, phase: i64) -> bool:
        """Whether the phase has a choice, or may have one for all that is publicly known (CC-2.4, 10.4)."""
        if phase == n.DEPLOY:
            if self.drawn != 0 or self.bonus_draws() != 0 or self.movable() != 0:
                return True
        elif phase == n.ATTACK:
            if self.all_attackers() == 0:
                return False
        elif self.units() != 0:
            return True
        return self.could_play()

    def units(self) -> i64:
        """The units that can be chosen with the verb of this phase."""
        phase = self.phase()
        if phase == n.DEPLOY:
            return self.drawn
        if phase == n.RECON:
            return self.scouting_units()
        if phase == n.SUPPRESSION:
            return self.guns()
        if phase == n.ASSAULT:
            return self.assaulters()
        return self.rallying_leaders() if phase == n.RALLY else 0

    def done(self) -> None:
        """The player ends a phase or passes in a window."""
        phase = self.phase()
        if self.recorder.recording:
            own = phase in (n.DEPLOY, n.TACTICS, n.RECON, n.SUPPRESSION, n.ASSAULT, n.RALLY)
            self.emit(e.Ended(self.decider(), phase) if own else e.Passed(self.decider(), phase))
        self.close_phase(phase)

    def close_phase(self, phase: i64) -> None:
        match phase:
            case n.DEPLOY:
                self.end_deploy()
            case n.TACTICS:
                self.trim()
            case n.RECON:
                self.open_phase(n.SUPPRESSION)
            case n.SUPPRESSION:
                self.open_phase(n.ASSAULT)
            case n.ASSAULT:
                self.open_phase(n.ATTACK)
            case n.ATTACK:
                self.next_battle()
            case n.BATTLE:
                self.pass_card()
            case n.RALLY:
                self.rout()
            case _:
                self.leave()
                self._go_on(phase)

    def _go_on(self, window: i64) -> None:
        """Resumes the action that a window interrupted."""
        match window:
            case n.MOVE:
                self.move()
            case n.MISSION:
                self.scout()
            case n.FIRE:
                self.open_fire()
            case n.HIT:
                if not self.take_hit():
                    self.after_hit()
            case n.DIE:
                if not self.take_hit():
                    self.fire_on()
            case n.LEADER:
                self.try_to_rally()
            case _:
                self.recover()
                self.own_rolls()
