"""RAF-4.20 Terrain Phase."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.reinforce import Reinforce
from grognard.games.ready_aim_fire.state import position_of
from grognard.kernel.cardsets.bits import bit, lowest
from grognard.kernel.cardsets.stacks import height


@mypyc_attr(acyclic=True)
class Terrain(Reinforce):
    """RAF-4.20 Terrain Phase."""

    def terrain_phase(self) -> None:
        self.frames = n.TERRAIN
        if self.might(self.active, self.terrain_cards()) == 0:
            self.maneuver()

    def terrain_cards(self) -> i64:
        """The cards that can be played in the Terrain Phase."""
        names = self.scouting()
        left = self.tables.kinds.terrains
        while left != 0:
            terrain = lowest(left)
            left &= left - 1
            if self.sites(terrain) != 0:
                names |= bit(terrain)
        return names

    def sites(self, terrain: i64) -> i64:
        """The columns where the active side can play a Terrain card; a River is at a flank (RAF-4.21 to 4.23)."""
        army = self.army(self.active)
        card: i64 = self.tables.works_as[terrain]
        columns: i64 = 0
        for column in range(n.COLUMNS):
            post = army.posts[column]
            if card == n.RIVER:
                fits = column in (0, n.COLUMNS - 1) and not self.has_river(column)
            elif card == n.BRIDGE:
                fits = self.has_river(column) and not self.has_bridge(column)
            else:
                shapes = post.ground & self.tables.kinds.shapes
                fits = shapes == 0 or (card == n.REDOUBT and shapes & ~self.tables.kinds.hills == 0)
                if card != n.HILLS and height(post.stack) > self.limit(army, column) - 1:
                    fits = False
            if fits:
                columns |= bit(column)
        return columns

    def lay_terrain(self, piece: i64, column: i64) -> None:
        """RAF-4.20: plays a Terrain card on a position."""
        army = self.army(self.active)
        army.posts[column].ground |= bit(piece)
        if self.recorder.recording:
            self.emit(e.Laid(army.seat, piece, position_of(army.seat, column)))
        self.maneuver()
