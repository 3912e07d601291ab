"""A walk through whole games in a browser, the window resized at every decision: does all that matters fit?

    python -m tests.web.walk --games fusillade outpost --every 5 --sizes 1440x900 390x844 --out build/walk.json

Somebody plays seat 0 against `greedy` by clicks on the page. At each decision, in each size, tests/web/look.js says
what is outside the window, cut off, covered or too small to touch. A game that stands in the file is left out.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, CDPSession, FilePayload, Page, sync_playwright

import grognard
from grognard.bots import bot
from grognard.play.session import Session
from tests.web import user
from tests.web.conftest import ARGUMENTS, AT_ONCE, found_chromium
from tests.web.support import Server, actions, choice, do, over, set_up, wait_until_asked

LOOK: Final = Path(__file__).with_name("look.js").read_text(encoding="utf-8")
ALLOWED: Final = Path(__file__).with_name("allowed.csv")
# Whether sound is wanted is asked at the first table alone.
ANSWERED: Final = "if (location.protocol === 'http:') localStorage.setItem('grognard.sound', 'off')"
# The frames of a table: they may not move during a game.
FRAMES: Final = """() => Object.fromEntries(
    [...document.querySelectorAll(".far.bar, .battlefield, .front, .home-side, .zone-hand.near, .dock, .log")]
        .filter((frame) => frame.checkVisibility() && getComputedStyle(frame).display !== "contents")
        .map((frame) => {
            const { left, top, right, bottom } = frame.getBoundingClientRect();
            const [kind] = ["far", "front", "home-side", "battlefield", "zone-hand", "dock", "log"].filter(
                (name) => frame.classList.contains(name));
            return [kind === "front" ? `front ${frame.dataset.key}` : kind, [left, top, right, bottom]];
        })
)"""
TARGET: Final = 44  # pixels that a finger needs
STRIP: Final = 24  # pixels of a card that others cover in part
BOT: Final = "greedy"
MOST: Final = 2000  # choices of a walk


class Size(NamedTuple):
    """A window, and what may scroll in it."""

    width: int
    height: int
    touch: bool
    lists: str

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


# What is a list: it may scroll. On a phone that is the hand too, which lies in a drawer.
LISTS: Final = "[data-list], .log-lines, .news-lines, .names, .menu-body"
# On a phone the hand is a drawer, and so are the cards drawn or found next to it. The end of a game is a page.
DRAWER: Final = f"{LISTS}, .zone-hand.near > .cards, .drawn .cards, .zone-search > .cards, form:has(> .ending)"
SIZES: Final = (
    Size(1440, 900, False, LISTS),
    Size(1280, 720, False, LISTS),
    Size(1024, 768, True, LISTS),
    Size(844, 390, True, DRAWER),
    Size(390, 844, True, DRAWER),
)


# What a fault concerns, by the first word of its kind.
TOPICS: Final = {
    "page": "scrolls", "box": "scrolls", "choice": "choice", "prompt": "question", "card": "card", "number": "number",
    "name": "name", "text": "text", "target": "target",
}  # fmt: skip


# -- what is found -----------------------------------------------------------------------------------------------------


@dataclass
class Figures:
    """What was found at one size: how often each kind, how bad at worst, and where mostly."""

    looks: int = 0
    clean: int = 0  # looks that found nothing
    counts: Counter[str] = field(default_factory=Counter)  # decisions at which something of the kind was found
    topics: Counter[str] = field(default_factory=Counter)  # and decisions by what is at fault
    worst: dict[str, int] = field(default_factory=dict)  # pixels; the least for what is small, else the most
    where: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)  # how often a place was, and how bad
    first: dict[str, str] = field(default_factory=dict)  # the first decision at which a place was at fault
    frames: dict[str, list[float]] = field(default_factory=dict)  # where each frame was at the first decision
    moved: dict[str, float] = field(default_factory=dict)  # how far it was elsewhere from there, in pixels, at most
    farthest: dict[str, str] = field(default_factory=dict)  # and at which decision

    def add(self, rows: Iterable[tuple[str, int, str]], at: str) -> None:
        """Takes in what one look found."""
        found = list(rows)
        self.looks += 1
        self.clean += not found
        self.counts.update({kind for kind, _, _ in found})
        self.topics.update({TOPICS[kind.split()[0]] for kind, _, _ in found})
        for kind, pixels, place in found:
            pick = min if kind.endswith("small") else max
            self.worst[kind] = pick(pixels, self.worst.get(kind, pixels))
            count, worst = self.where.setdefault(kind, {}).get(place, (0, pixels))
            self.where[kind][place] = count + 1, pick(pixels, worst)
            self.first.setdefault(f"{kind} {place}", at)

    def measure(self, frames: dict[str, list[float]], at: str) -> None:
        """Takes in where the frames of a table are."""
        for frame, box in frames.items():
            first = self.frames.setdefault(frame, box)
            distance = max(abs(edge - before) for edge, before in zip(box, first, strict=True))
            if distance > self.moved.setdefault(frame, 0):
                self.moved[frame], self.farthest[frame] = distance, at

    def places(self, kind: str) -> dict[str, tuple[int, int]]:
        """Where something of a kind was found, mostly first: how often, and how bad."""
        return dict(sorted(self.where[kind].items(), key=lambda place: -place[1][0]))

    def plain(self) -> dict[str, Any]:
        """For a file."""
        return {
            "looks": self.looks,
            "clean": self.clean,
            "counts": dict(sorted(self.counts.items())),
            "topics": dict(sorted(self.topics.items())),
            "worst": dict(sorted(self.worst.items())),
            "where": {kind: self.places(kind) for kind in sorted(self.where)},
            "first": self.first,
            "moved": self.moved,
            "farthest": self.farthest,
        }


@dataclass
class Walked:
    """A game that was walked through."""

    decisions: int = 0
    games: int = 0
    hand: int = 0
    choices: int = 0
    sizes: dict[str, Figures] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """For a file."""
        counts = {"decisions": self.decisions, "games": self.games, "hand": self.hand, "choices": self.choices}
        return counts | {"sizes": {name: figures.plain() for name, figures in self.sizes.items()}}


def look(page: Page, lists: str) -> dict[str, Any]:
    """What look.js says of the table on a page, where so much is a list."""
    return dict(page.evaluate(f"({LOOK})({json.dumps({'lists': lists, 'target': TARGET, 'strip': STRIP})})"))


class Looker:
    """Resizes a page, and takes down what each size shows."""

    def __init__(self, page: Page, sizes: Sequence[Size] = SIZES, shots: Path | None = None) -> None:
        self.page = page
        page.add_init_script(ANSWERED)
        self.walked = Walked(sizes={str(size): Figures() for size in sizes})
        self._sizes = sizes
        self._shots = shots
        self._pointer: CDPSession = page.context.new_cdp_session(page)

    def look(self, at: str) -> None:
        """Looks at the table in every size, from the one in which it stands on; `at` says which decision it is."""
        for size in self._sizes[:: -1 if self.walked.decisions % 2 else 1]:
            self._pointer.send("Emulation.setTouchEmulationEnabled", {"enabled": size.touch})
            user.resize(self.page, size.width, size.height)
            seen = look(self.page, size.lists)
            figures = self.walked.sizes[str(size)]
            known = set(figures.first)
            figures.add(seen["found"], at)
            figures.measure(self.page.evaluate(FRAMES), at)
            self.walked.hand = max(self.walked.hand, seen["hand"])
            self.walked.choices = max(self.walked.choices, seen["choices"])
            if self._shots and (new := set(figures.first) - known):
                name = re.sub(r"\W+", "-", f"{at} {size} {min(new)}")[:120]
                self.page.screenshot(path=self._shots / f"{name}.png")
                for one in new:
                    figures.first[one] = f"{at}: {name}.png"
        self.walked.decisions += 1


# -- ways through a game -----------------------------------------------------------------------------------------------


def chosen(notations: Sequence[str], number: int) -> str:
    """Two choices in three are a fighter's, the third goes round all there are."""
    return notations[number * 7 % len(notations)] if number % 3 == 2 else choice(notations)


def walk(page: Page, base: str, slug: str, looker: Looker, every: int, least: int) -> None:
    """Plays on the page, whole games until there were `least` choices, and looks at every so many."""
    set_up(page, base, slug=slug, short=False, bot=BOT)
    number = 0
    while number < MOST:
        wait_until_asked(page)
        if over(page):
            looker.walked.games += 1
            looker.look(f"{slug} {number}, the end")
            if number >= least:
                return
            set_up(page, base, slug=slug, short=False, bot=BOT)
            continue
        notations = list(dict.fromkeys(actions(page)))
        if number % every == 0:
            looker.look(f"{slug} {number}")
        do(page, chosen(notations, number))
        number += 1
    raise AssertionError(f"{slug} did not end")


class Moment(NamedTuple):
    """A decision of seat 0 in a recorded game."""

    journal: str
    step: int
    choices: int
    hand: int


def moments(slug: str, least: int) -> Iterator[Moment]:
    """The decisions of seat 0 in games that are played without a page, until there are enough of them."""
    game, greedy = grognard.load(slug), bot(BOT)
    count = seed = 0
    while count < least:
        seed += 1
        session = Session(game, seed, ["greedy"] * game.num_players())
        found: list[tuple[int, int, int]] = []
        step = 0
        while session.outcome() is None:
            seat, legal = session.state.current_player(), session.state.legal_actions()
            action = greedy.choose(session.state.information(seat, 1))
            if seat == 0 and len(legal) > 1:
                held = (zone.count for zone in session.view(0).zones if zone.key == "hand" and zone.owner == 0)
                found.append((step, len(legal), max(held, default=0)))
                if len(found) % 3 == 2:
                    action = legal[len(found) * 7 % len(legal)]
            session.play(seat, action)
            step += 1
        text = session.journal.to_text()
        count += len(found)
        yield from (Moment(text, *one) for one in found)


def sample(slug: str, count: int) -> list[Moment]:
    """So many decisions: the largest hand, the most choices, and the rest evenly spread."""
    there = list(moments(slug, count))
    extremes = [max(there, key=lambda one: one.hand), max(there, key=lambda one: one.choices)]
    evenly = [there[number * len(there) // count] for number in range(count)]
    return list(dict.fromkeys(extremes + evenly))[:count]


def visit_moments(page: Page, base: str, slug: str, looker: Looker, sampled: Sequence[Moment]) -> None:
    """Brings each game along as a journal, plays on from the moments of it, and looks at each."""
    token = token_of(page, base)
    replays: dict[str, str] = {}
    for number, moment in enumerate(sampled):
        if moment.journal not in replays:
            replays[moment.journal] = brought(page, base, token, moment.journal)
        play_on(page, base, token, replays[moment.journal], moment.step)
        wait_until_asked(page)
        looker.look(f"{slug} {number}")


def brought(page: Page, base: str, token: str, journal: str) -> str:
    """The address of the replay of a journal."""
    file: FilePayload = {"name": "game.journal", "mimeType": "text/plain", "buffer": journal.encode()}
    multipart: dict[str, Any] = {"_csrf_token": token, "journal": file}
    return page.request.post(f"{base}/replays", multipart=multipart, max_redirects=0).headers["location"]


def play_on(page: Page, base: str, token: str, replay: str, step: int, seat: int = 0) -> None:
    """Opens a table that goes on from a moment of a replay."""
    form: dict[str, str | float | bool] = {"_csrf_token": token, "step": str(step), "side": str(seat), "bot": BOT}
    answer = page.request.post(f"{base}{replay}/continue", form=form, max_redirects=0)
    user.open_page(page, base + answer.headers["location"])


def token_of(page: Page, base: str) -> str:
    """What a form of this guest has to bring along."""
    found = re.search(r'name="_csrf_token" value="([^"]*)"', page.request.get(base).text())
    assert found is not None
    return found[1]


# -- by hand -----------------------------------------------------------------------------------------------------------


def table(found: dict[str, Any]) -> str:
    """The figures as Markdown: at how many decisions something was at fault, and what."""
    topics = list(dict.fromkeys(TOPICS.values()))
    lines = [f"| game | size | looks | clean | {' | '.join(topics)} |", "|---|---|---:|---:|" + "---:|" * len(topics)]
    for slug, walked in found.items():
        for size, one in walked["sizes"].items():
            cells = [str(one["topics"].get(topic) or "") for topic in topics]
            lines.append(f"| {slug} | {size} | {one['looks']} | {one['clean']} | {' | '.join(cells)} |")
    return "\n".join(lines)


def faults(found: dict[str, Any]) -> str:
    """Every place at fault, the most frequent first: at how many looks, in which sizes, where it was seen first."""
    rows: dict[tuple[str, str, str], list[Any]] = {}
    for slug, walked in found.items():
        for size, one in walked["sizes"].items():
            for kind, places in one["where"].items():
                for place, (count, worst) in places.items():
                    row = rows.setdefault((slug, kind, place), [0, {}, one["first"][f"{kind} {place}"]])
                    row[0] += count
                    row[1][size] = f"{size}: {count} ({worst} px)"
    lines = ["| times | game | fault | where | sizes | first |", "|---:|---|---|---|---|---|"]
    for (slug, kind, place), (count, sizes, first) in sorted(rows.items(), key=lambda row: -row[1][0]):
        lines.append(f"| {count} | {slug} | {kind} | `{place}` | {'; '.join(sizes.values())} | {first} |")
    return "\n".join(lines)


def allow(found: dict[str, Any]) -> None:
    """Writes what was found into the table of what may be found."""
    rows = [
        f"{slug},{size},{kind},{count}\n"
        for slug, walked in found.items()
        for size, one in walked["sizes"].items()
        for kind, count in one["counts"].items()
    ]
    ALLOWED.write_text("".join(["game,size,kind,times\n", *rows]), encoding="utf-8")


def allowed() -> dict[tuple[str, str, str], int]:
    """At how many of the sampled decisions something may be found, by game, size and kind."""
    with ALLOWED.open(encoding="utf-8", newline="") as file:
        return {(row["game"], row["size"], row["kind"]): int(row["times"]) for row in csv.DictReader(file)}


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium without tests around it."""
    path = found_chromium()
    if path is None:
        raise SystemExit("There is no Chromium here (Debian: apt install chromium-headless-shell).")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched
        launched.close()


def opened(launched: Browser) -> Page:
    """A page that shows everything at once."""
    context = launched.new_context(reduced_motion="reduce", viewport={"width": 1440, "height": 900})
    context.add_init_script(AT_ONCE)
    return context.new_page()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=grognard.registered_names(), choices=grognard.registered_names())
    parser.add_argument("--sizes", nargs="+", default=[str(size) for size in SIZES], choices=[str(s) for s in SIZES])
    parser.add_argument("--every", type=int, default=1, help="look at every so many choices")
    parser.add_argument("--least", type=int, default=40, help="play on until so many choices were made")
    parser.add_argument("--sampled", type=int, help="look at so many choices of recorded games instead")
    parser.add_argument("--out", type=Path, default=Path("build/walk.json"))
    parser.add_argument("--faults", type=Path, help="a file for a list of all places at fault")
    parser.add_argument("--allow", action="store_true", help="from now on allow the tests what was found")
    parser.add_argument("--shots", type=Path, help="a folder for a picture of the first of each fault")
    given = parser.parse_args()
    sizes = [size for size in SIZES if str(size) in given.sizes]
    found: dict[str, Any] = json.loads(given.out.read_text()) if given.out.exists() else {}
    given.out.parent.mkdir(parents=True, exist_ok=True)
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browser() as launched:
        server = Server(Path(folder))
        server.start()
        try:
            for slug in (slug for slug in given.games if slug not in found):
                looker = Looker(opened(launched), sizes, given.shots)
                if given.sampled:
                    visit_moments(looker.page, server.url, slug, looker, sample(slug, given.sampled))
                else:
                    walk(looker.page, server.url, slug, looker, given.every, given.least)
                looker.page.context.close()
                found[slug] = looker.walked.plain()
                given.out.write_text(json.dumps(found, indent=1))
                print(f"{slug}: {looker.walked.decisions} decisions looked at", file=sys.stderr)
        finally:
            server.stop()
    if given.allow:
        allow(found)
    if given.faults:
        given.faults.write_text(f"{table(found)}\n\n{faults(found)}\n")
    print(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
