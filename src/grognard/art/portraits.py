"""Portraits of the computer's players: head and shoulders in a circle, looking left.

Parts are fields, checked when a file of persons is read; colors are names (see `palette`). The same face carries every
hat, so that a whole cast looks as if one hand had drawn it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from grognard.art import headwear
from grognard.art.canvas import SIZE, Canvas
from grognard.art.headwear import Headwear
from grognard.art.napoleonic import hats
from grognard.art.napoleonic.hats import Hat, HatKind
from grognard.art.palette import COLOURS

_NAMES: Final = "|".join(COLOURS)
Colour: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^({_NAMES})(\*[0-9.]+)?$")]
Maybe: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^(({_NAMES})(\*[0-9.]+)?)?$")]
Coat: TypeAlias = Literal["buttons", "lapels", "braid", "embroidered", "open", "turned-down", "jacket", "scarf"]
Mark: TypeAlias = Literal["cheeks", "earring", "freckles", "glasses", "lines", "patch", "scar", "pipe", "straw"]
BROW: Final = 48, 45  # the middle of the brow
CLOSER: Final = -6.5, -9, 1.13  # the place and scale of the figure: near enough to fill the square
HEAD: Final = 2.05  # the width of the head, compared with that of a hat
HATS: Final[Mapping[str, Callable[[Canvas, Hat], None]]] = {
    **{str(name): draw for name, draw in hats.DRAWN.items()},
    **{str(name): draw for name, draw in headwear.DRAWN.items()},
}
BARE: Final = ("waves", "wig", "headset")  # what shows the forehead
# The brows, the mouth, and the nose by their names.
BROWS: Final[Mapping[str, str]] = {
    "level": "M35.4,52.6 Q39,50.6 42.4,52 M49,51.8 Q53.4,50 58,52.4",
    "raised": "M35,51.4 Q38.4,47.8 42.2,50 M49.4,49.6 Q53.6,46.6 58.4,50.4",
    "stern": "M35,51 L42.8,53.6 M48.6,53.4 L58,50.2",
    "soft": "M35.2,53.4 Q38.6,50.2 42.6,50.4 M48.8,50.2 Q54,49.6 58,53",
    "skew": "M35.4,53 Q39,51.8 42.6,53 M49,50.4 Q53,46.4 58.2,49.6",
}
MOUTHS: Final[Mapping[str, str]] = {
    "level": "M39.6,72.4 Q44,73 49.6,72.2",
    "smile": "M38.8,71 Q44,76 51.4,70.4",
    "smirk": "M40,73 Q46,74.4 51.4,69.6",
    "frown": "M39.6,73.8 Q44,70.8 50.4,73.4",
    "open": "M41.4,72.4 Q44.8,70.8 48.4,72.4 Q47.6,77 44.8,77 Q42,77 41.4,72.4Z",
    "grin": "M38.6,70.6 Q44.6,72.6 51.6,70.2 Q49.6,77 44.6,77 Q40,76.6 38.6,70.6Z",
}
NOSES: Final[Mapping[str, str]] = {
    "straight": "M44.6,55 C43.6,60 41.4,63.4 40.6,65.6 C40.4,67.8 43.4,68.4 46,67.2",
    "hooked": "M44.6,54 C41.4,57.4 38.4,62 37.8,66.4 C38.6,68.6 42.6,66.8 46,67.6",
    "snub": "M44.2,57.6 C43.6,61 40.8,62 40.4,64.2 C40.6,66.8 43.6,67.2 46,66",
    "broad": "M44.4,56 C43.4,60 39.4,62.8 39.2,65.8 C39.6,68.8 45,69.2 48,66.6",
}
MOUSTACHES: Final[Mapping[str, str]] = {
    "trim": "M38.2,71 C39.4,68.4 42.4,68 44.2,69.2 C46.4,67.8 50,68.4 51.8,70.8 Q45,70.4 38.2,71Z",
    "full": "M35.6,73.6 C36.4,69 41.4,67.4 44.2,69.6 C47.4,67.4 53.4,69 54.6,73.4 C51,74.4 47.4,73.8 44.4,72.4 "
    "C41.6,74 38.6,74.6 35.6,73.6Z",
    "handlebar": "M31,66.6 C32.6,70.6 36,71.6 38.6,70.2 C40.4,68.8 42.8,68.4 44.4,69.8 C46.6,68.2 49.4,68.6 51.4,70 "
    "C54.4,71.4 58,70 59,65.6 C61,71 57.4,75.4 52,75 C48.6,74.8 46,73.6 44.4,72.4 C42.4,74.2 39.4,75.4 36,75 "
    "C32,74.4 29.8,70.6 31,66.6Z",
    "walrus": "M34.4,77.6 C33.6,70.6 40,66.8 44.2,69.4 C48.6,66.6 56.4,70 55.6,77.2 C52.6,76.8 50.4,75.6 48.6,74.2 "
    "C46,75.4 42.6,75.6 40.4,74.4 C38.6,76.2 36.4,77.4 34.4,77.6Z",
}


class _Medallion(Canvas):
    """A round canvas whose outlines keep their width in parts drawn larger."""

    thin = 1.0

    def svg(self, width: int = SIZE, height: int = SIZE) -> str:
        clip = f'<clipPath id="round"><circle cx="{width / 2:g}" cy="{height / 2:g}" r="{width / 2:g}"/></clipPath>'
        return super().svg(width, height).replace("<g ", f'{clip}<g clip-path="url(#round)" ', 1)

    def _painted(self, fill: str, line: str, width: float) -> str:
        return super()._painted(fill, line, width * self.thin)


class Portrait(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The face, hat and coat of a person. A part with an empty color or name is omitted."""

    ground: Colour = "sand"
    skin: Colour = "skin*1.15"
    hair: Colour = "brown"
    long: bool = False
    hat: HatKind | Headwear
    hat_size: float = 1.0
    hat_colour: Colour = "black"
    trim: Maybe = "brass"
    plume: Maybe = ""
    cord: Maybe = ""
    coat: Colour = "blue"
    cut: Coat = "buttons"
    facing: Colour = "red"
    collar: Colour = "red"
    lace: Colour = "brass"
    epaulettes: Maybe = ""
    brows: Literal["level", "raised", "stern", "soft", "skew"] = "level"
    eyes: Literal["open", "wide", "narrow"] = "open"
    nose: Literal["straight", "hooked", "snub", "broad"] = "straight"
    mouth: Literal["level", "smile", "smirk", "frown", "open", "grin"] = "level"
    moustache: Literal["", "trim", "full", "handlebar", "walrus"] = ""
    beard: Literal["", "stubble", "short", "whiskers"] = ""
    marks: tuple[Mark, ...] = ()

    def svg(self, palette: str = "light") -> str:
        """The portrait, as an SVG file in this palette (see `PALETTES`)."""
        canvas = _Medallion(palette)
        canvas.path(f"M0,0H{SIZE}V{SIZE}H0Z", self.ground, "")
        canvas.circle(50, 48, 40, f"{self.ground}*1.3", "")
        with canvas.at(*CLOSER):
            if self.long:
                canvas.path(
                    "M31,46 C26,58 27,72 31,79 C35,82 38,80 39,77 H64 C66,81 71,82 73,78 C75,70 73,56 67,44Z", self.hair
                )
            self._shoulders(canvas)
            self._head(canvas)
            self._face(canvas)
            self._hat(canvas)
            for mark in self.marks:
                if mark in LATE:
                    LATE[mark](canvas, self)
        return canvas.svg()

    def _hat(self, canvas: _Medallion) -> None:
        hat = Hat(self.hat_colour, self.trim, self.plume, self.cord)
        size = HEAD * self.hat_size
        canvas.thin = 1.5 / size
        with canvas.at(BROW[0], BROW[1] + 12 * (self.hat_size - 1), size):
            HATS[self.hat](canvas, hat)
        canvas.thin = 1.0

    def _shoulders(self, canvas: Canvas) -> None:
        canvas.path("M40,68 H62 V90 H40Z", f"{self.skin}*0.82")
        canvas.path("M3,106 C4,94 14,88 36,84 L65,82 C86,87 95,93 98,106Z", self.coat, width=1.8)
        canvas.path("M72,84 C88,88 95,94 98,106 H80 C82,96 80,90 72,84Z", f"{self.coat}*0.8", "")
        CUTS[self.cut](canvas, self)
        if self.epaulettes:
            for x, way in ((15, 1), (88, -1)):
                canvas.path(f"M{x + way * 14},86 C{x},84 {x - way * 11},88 {x - way * 12},97 l{way * 3.4},-1.6 l{way * 1.6},3 "
                            f"l{way * 3},-3 l{way * 2},2.6 l{way * 3},-3.6 l{way * 3},2 C{x + way * 6},92 {x + way * 12},90 "
                            f"{x + way * 14},86Z", self.epaulettes)  # fmt: skip

    def _head(self, canvas: Canvas) -> None:
        canvas.path("M62,53 C66,50.6 70.4,53 69.6,58 C69,63 66,65.4 62.6,63.4Z", self.skin, width=1.6)
        canvas.path("M65,55.6 C67.4,55.6 67.6,58 66.6,60", width=1.1)
        canvas.path("M32,44 C30.8,50 31.6,53 31.8,57 C31.8,66 35.4,74 40.6,78.6 C44,81.2 50,81 54,78.8 C60,75.4 64,69 "
                    "65,61 L66,44Z", self.skin, width=1.8)  # fmt: skip
        if self.hat in BARE:
            canvas.path("M32,45 C31,28 67,28 66,45Z", self.skin, "")
        canvas.path(
            "M66,45 L65,61 C64,69 60,75.4 54,78.8 C51,80 48,80.6 45,80 C55,76 58.6,66 58.6,45Z", f"{self.skin}*0.87", ""
        )
        canvas.path("M57.4,42 C60,48 60.4,54 59.8,60 L64,61.4 C66,56 67.4,52 67.4,42Z", self.hair, "")
        canvas.path("M31.6,42 L36,44 C34.6,48 34.2,52 33,56 C31,52 30.8,47 31.6,42Z", self.hair, "")

    def _face(self, canvas: Canvas) -> None:
        if "cheeks" in self.marks:
            canvas.ellipse(36.4, 66, 3.4, 2.4, f"{self.skin}*0.86", "")
            canvas.ellipse(54.6, 66.4, 4, 2.6, "pink*1.35", "")
        self._beard(canvas)
        if self.mouth in ("grin", "open"):
            canvas.path(MOUTHS[self.mouth], "white*1.4" if self.mouth == "grin" else "brick*0.7", width=1.3)
        else:
            canvas.path(MOUTHS[self.mouth], width=1.8)
        canvas.path(NOSES[self.nose], f"{self.skin}*1.12" if self.nose != "straight" else "", width=1.6)
        height = {"open": 2.7, "wide": 3.6, "narrow": 1.7}[self.eyes]
        for x, width in ((39.4, 3.1), (53, 3.8)):
            canvas.ellipse(x, 57.2, width, height, "white*1.5", "")
            canvas.path(f"M{x - width - 0.6},{57.6} Q{x - 0.4},{57.6 - 2 * height} {x + width + 0.6},57.2", width=1.6)
            canvas.circle(x - 0.7, 57.2, min(2.1, height), "ink", "")
            canvas.circle(x - 1.3, 56.4, 0.6, "white*1.5", "")
        canvas.path(BROWS[self.brows], line=f"{self.hair}*0.85", width=2.4)
        if self.moustache:
            canvas.path(MOUSTACHES[self.moustache], self.hair, width=1.3)
        for mark in self.marks:
            if mark in EARLY:
                EARLY[mark](canvas, self)

    def _beard(self, canvas: Canvas) -> None:
        if self.beard == "stubble":
            canvas.path("M32.6,63 C34,72 37,76 40.6,78.6 C44,81.2 50,81 54,78.8 C60,75.4 63,69 64.6,62 C60,68 54,68.4 50,67.6 "
                        "C46,66.8 41,67 38,67.6 C35.4,67.4 33.6,65.4 32.6,63Z", f"{self.skin}*0.78", "")  # fmt: skip
        elif self.beard == "short":
            canvas.path("M32.4,62 C33.4,74 37.6,81 43,84.6 C49,86.4 58,82 62,74 C64,69 65,65 65.4,61 L60,60 C59,66 55,68.6 51,68 "
                        "C47,67 42,67 38.4,68 C35.4,67.6 33.4,65.4 32.4,62Z", self.hair, width=1.4)  # fmt: skip
        elif self.beard == "whiskers":
            canvas.path(
                "M59.6,54 C60,62 56,66 52.6,70.4 C53.4,74 56.4,76 58.6,75.6 C63,71 65.4,65 65.6,58Z",
                self.hair,
                width=1.3,
            )
            canvas.path("M31.8,56 C32.2,62 33.6,66 36,69.6 L35.4,73.4 C32.6,69 31.4,62 31.8,56Z", self.hair, width=1.1)


def _high_collar(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M36.6,78 C42,85.6 58,86 66,75.4 L68.6,87 C58,96 42,96 33,88Z", of.collar, width=1.6)
    canvas.path("M44.4,83.6 L46.4,93.6", line=f"{of.collar}*0.7", width=1.3)


def _buttons(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M47,92 Q45.6,97 46,104", line=f"{of.coat}*0.7", width=1.3)
    canvas.path("M50,96.4 v.1", line=of.lace, width=3.6)
    _high_collar(canvas, of)


def _lapels(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M30,89 C38,95 56,96 68,88 C69,94 67,100 65,106 H31 C29,100 28.6,94 30,89Z", of.facing, width=1.5)
    canvas.path("M34,96.4 v.1 M61.4,96.4 v.1", line=of.lace, width=3.6)
    canvas.path("M47,93 V106", line=f"{of.facing}*0.7", width=1.2)
    _high_collar(canvas, of)


def _braid(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M24,92 Q46,99 70,90 M22,97.6 Q46,104 73,95.6", line=of.lace, width=2.4)
    _high_collar(canvas, of)


def _embroidered(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M40,92 L38,106 M54,92 L57,106", line=of.lace, width=4)
    canvas.path("M40,92 L38,106 M54,92 L57,106", line=f"{of.lace}*0.7", width=1)
    _high_collar(canvas, of)
    canvas.path("M35.6,86.6 C44,93.6 58,93.6 67.6,84.6", line=of.lace, width=2.4)


def _open(canvas: Canvas, of: Portrait) -> None:
    """A coat that is open over a white neckcloth."""
    canvas.path("M36,80 C42,87 58,87 66,77 L62,106 H36Z", "white*1.2", width=1.5)
    canvas.path("M39,84.4 Q50,92 63,82 M46,89 l-3,9 M50,89.6 l2,8", line="stone", width=1.3)
    canvas.path("M35,81 L28,90 L38,106 H30 L20,92Z M66,78 L73,88 L58,106 H68 L80,91Z", of.collar, width=1.5)


def _turned_down(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M46,92 Q45,98 45.6,106", line=f"{of.coat}*0.65", width=1.4)
    canvas.path("M50,97 v.1", line=of.lace, width=3.4)
    canvas.path("M38,80 C30,84 28,88 30,94 L45,90 L46.4,86Z M64,77.6 C71,82 72.6,87 70.6,93.4 L48.6,90.6 L46.4,86Z", of.collar,
                width=1.6)  # fmt: skip


def _jacket(canvas: Canvas, of: Portrait) -> None:
    """A jacket with an open collar over a shirt."""
    canvas.path("M38,80 L46,96 L63,79 L66,90 L50,106 H42 L33,88Z", of.facing, width=1.4)
    canvas.path("M37,80 L28,88 L33,96 L29,97.6 L42,106 L45.6,95Z M64,78.6 L73,86 L69,95 L74,97 L54,106 L46.6,95Z", of.collar,
                width=1.6)  # fmt: skip


def _scarf(canvas: Canvas, of: Portrait) -> None:
    canvas.path(
        "M34,78 C40,86 58,87 67,75 C72,82 71,88 66,91 C56,97 40,97 33,91 C29,87 30,82 34,78Z", of.facing, width=1.6
    )
    canvas.path("M37,85 C46,91 58,90 66,83 M44,93 L38,106 H52 L53,93.6", of.facing, width=1.3)


CUTS: Final[Mapping[Coat, Callable[[Canvas, Portrait], None]]] = {
    "buttons": _buttons, "lapels": _lapels, "braid": _braid, "embroidered": _embroidered, "open": _open,
    "turned-down": _turned_down, "jacket": _jacket, "scarf": _scarf,
}  # fmt: skip


def _freckles(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M35.6,63.6 v.1 M37.6,66 v.1 M34.8,66.8 v.1 M52.4,64.4 v.1 M55,66.6 v.1 M56.6,63.8 v.1 M51.6,67 v.1",
                line=f"{of.skin}*0.68", width=1.6)  # fmt: skip


def _glasses(canvas: Canvas, of: Portrait) -> None:
    canvas.circle(39, 57.4, 5.2, line="iron", width=1.5)
    canvas.circle(53, 57.4, 5.8, line="iron", width=1.5)
    canvas.path("M44.2,56.6 Q45.8,55.6 47.2,56.6 M58.8,56.8 L65,56", line="iron", width=1.5)


def _lines(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M37.6,67 Q36,69.6 36.4,72 M51.4,66.8 Q54.4,69 54.4,72.6 M58.6,58 l3,-1.2 M58.6,59.8 l3,.8",
                line=f"{of.skin}*0.6", width=1.2)  # fmt: skip


def _scar(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M56.6,61 L51.6,70.4 M52.4,64 l4,2 M51,67 l3.6,2", line="brick", width=1.3)


def _patch(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M33,51 L66,53", line="black", width=1.6)
    canvas.path("M48,52.4 L58.6,53 C59.4,60 56.6,62.4 53,62.4 C49.6,62.2 47.4,58.4 48,52.4Z", "black", width=1)


def _earring(canvas: Canvas, of: Portrait) -> None:
    canvas.circle(66.4, 66, 2.3, line="brass", width=1.7)


def _pipe(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M41,73 C34,74 29,76 26,80", line="ink", width=3.2)
    canvas.path("M41,73 C34,74 29,76 26,80", line="wood*1.2", width=1.6)
    canvas.path("M19.6,72.6 H28 L27.4,81.6 C26,84.6 21.6,84.6 20.2,81.6Z", "wood", width=1.5)
    canvas.path("M23,69 c-3.4,-5 3.4,-7 0,-12", line="grey", width=1.4)


def _straw(canvas: Canvas, of: Portrait) -> None:
    canvas.path("M41,73 L25,78.6", line="ink", width=2.6)
    canvas.path("M41,73 L25,78.6 l-3.4,-1.4 M25,78.6 l-2,3", line="tan", width=1.4)


# What belongs to the face, and what covers the hat's straps and shadow.
EARLY: Final[Mapping[str, Callable[[Canvas, Portrait], None]]] = {
    "freckles": _freckles, "glasses": _glasses, "lines": _lines, "scar": _scar, "patch": _patch,
}  # fmt: skip
LATE: Final[Mapping[str, Callable[[Canvas, Portrait], None]]] = {"earring": _earring, "pipe": _pipe, "straw": _straw}
