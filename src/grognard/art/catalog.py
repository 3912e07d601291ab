"""A page with a picture of everything that a game's `looks.toml` can draw, each with its word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Final, NamedTuple, get_args

import msgspec

from grognard.art.backs import EMBLEM, PATTERNS, Back, Pattern
from grognard.art.battlemap import BattleMap
from grognard.art.canvas import GROUND, Canvas
from grognard.art.drawing import Drawing
from grognard.art.landscapes import FEATURES
from grognard.art.modern.battlefield import PIECES as BATTLEFIELD
from grognard.art.modern.battlefield import Battlefield
from grognard.art.modern.crewed import Crewed
from grognard.art.modern.firearms import Held
from grognard.art.modern.infantry import Hat, Kit
from grognard.art.modern.squad import Man, Side, Squad
from grognard.art.modern.stance import Pose
from grognard.art.modern.vehicle import Vehicle
from grognard.art.napoleonic.foot import Foot
from grognard.art.napoleonic.gun import Gun
from grognard.art.napoleonic.rider import Rider
from grognard.art.napoleonic.soldier import Soldier
from grognard.art.palette import COLOURS, TINTS
from grognard.art.pieces import PIECES
from grognard.art.scene import Scene

PAGE: Final = Path(__file__).with_name("catalog.html")
# A color that few uniforms have, to show what a line colors.
SHOWN: Final = "orange"
# What shows only with another line.
NEEDS: Final[Mapping[str, Mapping[str, str]]] = {"waistcoat": {"front": "open"}, "pennon": {"weapon": "lance"}}
HORSE: Final = ("horse", "cloth", "edge", "pelt")
COMMON: Final = tuple(name for name in Soldier.__annotations__ if name not in HORSE)


class Sample(NamedTuple):
    """A word, its picture as an SVG file (empty without one), and a note."""

    word: str
    picture: str
    note: str = ""


class Group(NamedTuple):
    """Samples with a title and a sentence. A `part` belongs to the group before it."""

    title: str
    about: str
    samples: list[Sample]
    part: bool = False


def catalog() -> str:
    """Returns the page, as HTML."""
    groups = list(_groups())
    links = " ".join(f'<a href="#{group.title}">{group.title}</a>' for group in groups if not group.part)
    body = "\n".join([f"<nav>{links}</nav>", *map(_section, groups)])
    return PAGE.read_text(encoding="utf-8").replace("BODY", body)


SOLDIERS: Final = (
    "A list of pieces, each NAME X Y [SCALE [TURN]], from back to front; with a negative scale, it faces right. A soldier "
    "is SIDE/POSE/HELD[/KIT], with the words of squad: american/kneel/garand/pack."
)
ARROW: Final = "blue*1.3 20 80 10 30 70 30"
ARROWS: Final = (
    "A battle from above: pieces of scenes, arrows, and more pieces in over. An arrow is COLOR X Y X Y X Y [WIDTH] "
    "[feint]: its start, the point toward which it bends, and its end."
)
PLACES: Final = (
    "A list of pieces, each NAME [X Y [SCALE [TURN]]] [COLOR ...] [mirror], from back to front. Below each name are the "
    "colors that you can replace. Card backs and the field have the same pieces."
)
LAND: Final = (
    "The land of [field] is a list of features, each its name, the numbers in capitals, and colors in place of those "
    "below. Where you see “…”, you can repeat the last numbers. You can use the pieces of scenes here, too."
)


def _groups() -> Iterator[Group]:
    yield _swatches("colors", "Add *0.8 to make a color darker, or *1.3 to make it lighter: blue*0.8.", COLOURS)
    yield _swatches("tints", "Each tint in [tints] lists the types of cards in that color.", TINTS)
    yield from _figure(Foot(), "A soldier on foot.", (*Foot.__annotations__, *COMMON))
    yield from _figure(
        Rider(weapon="sabre", hold="slash", pelt="brown"),
        "A rider. Uniform and weapon have the same lines as those of foot.",
        (*Rider.__annotations__, *HORSE),
    )
    yield from _figure(Gun(), "A gun. Its crew has the same lines as foot.", Gun.__annotations__)
    yield from _squad()
    yield from _figure(
        Crewed(side="american", gun="mortar-81"),
        "A weapon. Its crew is in the lists men and behind, as in a squad.",
        ["gun"],
    )
    yield from _figure(Vehicle(kind="sherman"), "A vehicle.", ["kind"])
    yield Group("battlefield", SOLDIERS, [Sample(name, _svg(_alone(name))) for name in BATTLEFIELD])
    yield Group("map", ARROWS, [Sample(ARROW, _svg(BattleMap(arrows=(ARROW,))))])
    yield Group("scene", PLACES, [_piece(name) for name in PIECES])
    yield Group("backs", "Each [backs.DECK] has a pattern.", [Sample(name, _back(name)) for name in PATTERNS])
    yield Group("field", LAND, [_feature(name) for name in FEATURES])


def _figure(model: Drawing, about: str, lines: Iterable[str]) -> Iterator[Group]:
    """A figure with its lines: a group for each line with words or numbers, one for colors, and one for switches."""
    info = msgspec.inspect.type_info(type(model))
    assert isinstance(info, msgspec.inspect.StructType)
    fields = {field.name: field.type for field in info.fields}
    yield Group(str(info.tag), about, [Sample(f'draw = "{info.tag}"', _svg(model))])
    colors, switches = [], []
    for name in lines:
        usual = getattr(model, name)
        if isinstance(fields[name], msgspec.inspect.BoolType):
            switches.append(Sample(f"{name} = {str(not usual).lower()}", _with(model, name, not usual)))
        elif isinstance(fields[name], msgspec.inspect.StrType):
            needs = [f"with {other} = {word}" for other, word in NEEDS.get(name, {}).items()]
            colors.append(Sample(name, _with(model, name, SHOWN), " ".join([usual, *needs])))
        else:
            samples = [Sample(str(value), _with(model, name, value)) for value in _values(fields[name])]
            yield Group(name, f"In the picture above: {usual}." if usual else "", samples, part=True)
    if colors:
        yield Group(
            "colors", f"Each of these lines takes a color. Here it is {SHOWN}; below is the usual one.", colors, True
        )
    if switches:
        yield Group("true or false", "", switches, part=True)


def _values(kind: msgspec.inspect.Type) -> list[object]:
    """The values of a line that are worth a picture: all words, all whole numbers, the least and the greatest size."""
    match kind:
        case msgspec.inspect.LiteralType(values=values):
            return [value for value in values if value]
        case msgspec.inspect.IntType(ge=int(least), le=int(most)):
            return [*range(least, most + 1)]
        case msgspec.inspect.FloatType(ge=least, le=most):
            return [least, most]
    raise TypeError(kind)


def _squad() -> Iterator[Group]:
    """Squads: one man in each pose, with each weapon, hat and kit."""

    def picture(side: Side = "american", **changes: object) -> str:
        return _svg(Squad(side=side, men=(msgspec.structs.replace(Man(pose="stand"), **changes),)))

    about = 'A list: men = [{pose = "advance", held = "garand", x = 40}]. Each man may also have y, scale and flip.'
    yield Group("squad", about, [Sample(f'side = "{side}"', picture(side)) for side in get_args(Side)])
    words = {"pose": get_args(Pose), "held": get_args(Held), "hat": get_args(Hat)}
    for name, each in words.items():
        yield Group(name, "", [Sample(word, picture(**{name: word})) for word in each], part=True)
    yield Group("kit", 'A list: kit = ["pack"].', [Sample(word, picture(kit=(word,))) for word in get_args(Kit)], True)


def _swatches(title: str, about: str, colors: Mapping[str, str]) -> Group:
    def swatch(color: str) -> str:
        return f'<svg viewBox="0 0 100 100" preserveAspectRatio="none"><path fill="{color}" d="M0 0h100v100H0z"/></svg>'

    return Group(title, about, [Sample(name, swatch(color)) for name, color in colors.items()])


def _piece(name: str) -> Sample:
    return Sample(name, _svg(Scene(pieces=(name,), ground=False)), " ".join(PIECES[name].colours))


def _feature(name: str) -> Sample:
    feature = FEATURES[name]
    return Sample(f"{name} {feature.numbers}{' …' if feature.repeated else ''}", "", " ".join(feature.colours))


def _alone(name: str) -> Battlefield:
    """A battlefield with one piece, which stands on the ground."""
    return Battlefield(pieces=(f"{name} 50 {GROUND} 0.8",))


def _back(pattern: Pattern) -> str:
    return Back(pattern=pattern, field="blue", thread="sand", emblem=EMBLEM).svg()


def _with(model: Drawing, name: str, value: object) -> str:
    """The picture of a figure with another value in one line."""
    return _svg(msgspec.structs.replace(model, **NEEDS.get(name, {}), **{name: value}))


def _svg(figure: Drawing) -> str:
    canvas = Canvas()
    figure.draw(canvas)
    return canvas.svg()


def _section(group: Group) -> str:
    """A group as HTML."""
    level = "h3" if group.part else "h2"
    title = f"<{level}>{escape(group.title)}</{level}>" if group.part else f'<h2 id="{group.title}">{group.title}</h2>'
    about = f"<p>{escape(group.about)}</p>" if group.about else ""
    return f'{title}\n{about}<div class="samples">{"".join(map(_figure_of, group.samples))}</div>'


def _figure_of(sample: Sample) -> str:
    note = f"<small>{escape(sample.note)}</small>" if sample.note else ""
    return f"<figure>{sample.picture}<figcaption>{escape(sample.word)}{note}</figcaption></figure>"
