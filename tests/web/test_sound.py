"""Every sound, rendered in the browser from its score and its instruments, and the settings of sound."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from math import log10
from statistics import median
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from grognard.art.persons import PERIODS
from grognard.registry import registered_names, spec
from grognard.web import assets
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import SLUG, Server, set_up, wait_until_asked

EFFECTS: Final = {"turn", "won", "lost", "shot", "charge", "hit", "rout", "die"}
KINDS: Final = ("effects", "march")
FILES: Final = [f"{kind}-{period}.abc" for kind in KINDS for period in PERIODS]
PEAK: Final = -1.0  # dBFS
SPREAD: Final = 6.0  # dB around the median of a group
SILENCE: Final = 1e-4  # -80 dBFS
TAIL: Final = 0.5  # seconds after the last note of a score, in which its sound has died away
RATE: Final = 44_100
MEASURE: Final = """async ([orchestra, scores, address, file, tail, rate]) => {
    const [{ chain }, { read, schedule }] = [await import(orchestra), await import(scores)];
    const measured = [];
    for (const tune of read(await (await fetch(address)).text(), file)) {
        const length = Math.ceil((tune.seconds + tail) * rate);
        const context = new OfflineAudioContext(1, length, rate);
        const { into } = chain(context);
        const add = (second) => schedule(context, tune, 0, into, second, second + 1);
        add(0);
        for (let second = 1; second < tune.seconds; second += 1) { // as the orchestra does: little by little
            context.suspend(second - 0.5).then(() => { add(second); return context.resume(); });
        }
        const samples = (await context.startRendering()).getChannelData(0);
        let [peak, sum, first, last] = [0, 0, length, 0];
        samples.forEach((sample, index) => {
            const level = Math.abs(sample);
            peak = Math.max(peak, level);
            sum += sample * sample;
            if (level > 1e-3) [first, last] = [Math.min(first, index), index];
        });
        const { title, composer, history, group, seconds } = tune;
        const rms = Math.sqrt(sum / Math.max(1, last - first));
        const ends = [samples[0], samples[length - 1]].map(Math.abs);
        const span = { first: first / rate, last: last / rate };
        measured.push({ title, composer, history, group, seconds, peak, rms, ends, ...span });
    }
    return measured;
}"""
READ: Final = """async ([scores, text]) => {
    const { read } = await import(scores);
    try { return read(text, "tune.abc"); } catch (error) { return `${error.name}: ${error.message}`; }
}"""
Measured = Callable[[Page, str], list[dict[str, Any]]]
# Counts the audio contexts of the page and the notes in each.
CONTEXTS: Final = """window.contexts = [];
const Real = window.AudioContext;
window.AudioContext = class extends Real {
    notes = 0;
    constructor(...given) { super(...given); window.contexts.push(this); }
    createOscillator() { this.notes += 1; return super.createOscillator(); }
};"""
PLAYING: Final = (
    "(wanted) => window.contexts.filter(({ state, notes }) => state !== 'closed' && notes).length === wanted"
)
HIDE: Final = """(hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
HEAD: Final = "X:1\nT:A tune\nC:Nobody\nH:1805\nM:2/4\nL:1/8\nQ:1/4=60\nK:G\nV:fife\n"


@pytest.fixture
def opened(visit: Visit, server: Server) -> Page:
    """A page without a table, whose scripts can be imported."""
    page = visit()
    user.open_page(page, f"{server.url}/your-data")
    return page


def decibels(level: float) -> float:
    """A level relative to full scale."""
    return 20 * log10(max(level, 1e-9))


def rendered(page: Page, file: str) -> list[dict[str, Any]]:
    """Renders each tune of a file and measures it."""
    scripts = [assets.address(name) for name in ("orchestra.js", "scores.js")]
    return list(page.evaluate(MEASURE, [*scripts, assets.address(file), file, TAIL, RATE]))


@pytest.fixture(scope="module")
def measured() -> Measured:
    """Renders the tunes of a file, once."""
    known: dict[str, list[dict[str, Any]]] = {}

    def measure(page: Page, file: str) -> list[dict[str, Any]]:
        return known[file] if file in known else known.setdefault(file, rendered(page, file))

    return measure


def read(page: Page, text: str) -> Any:
    """The tunes in a text, or the error that it is answered with."""
    return page.evaluate(READ, [assets.address("scores.js"), text])


# -- scores and instruments --------------------------------------------------------------------------------------------


def test_every_sound_is_as_loud_and_as_long_as_its_score_says(opened: Page, measured: Measured) -> None:
    groups = defaultdict(list)
    for file in FILES:
        for tune in measured(opened, file):
            name = f"{file}: {tune['title']}"
            assert decibels(tune["peak"]) <= PEAK, name
            assert max(tune["ends"]) < SILENCE, f"{name} begins or ends with a click"
            assert tune["first"] < 0.1, f"{name} begins late"
            assert tune["seconds"] / 2 < tune["last"] <= tune["seconds"] + TAIL / 2, f"{name}: another length"
            groups[tune["group"]].append((name, decibels(tune["rms"])))
    assert set(groups) == {"signal", "battle", "table", "march"}
    for sounds in groups.values():
        middle = median(level for _, level in sounds)
        assert [(name, level) for name, level in sounds if abs(level - middle) > SPREAD] == []


def test_a_sound_is_the_same_each_time(opened: Page) -> None:
    first, second = (rendered(opened, FILES[0]) for _ in range(2))
    # The order in which nodes are added up may differ, so the last digits may, too.
    assert [tune["rms"] for tune in first] == pytest.approx([tune["rms"] for tune in second], rel=1e-3)
    assert [tune["peak"] for tune in first] == pytest.approx([tune["peak"] for tune in second], rel=1e-2)


@pytest.mark.parametrize("period", PERIODS)
def test_each_period_has_all_effects_and_a_march_whose_origin_is_known(
    period: str, opened: Page, measured: Measured
) -> None:
    effects, marches = (measured(opened, f"{kind}-{period}.abc") for kind in KINDS)
    assert {tune["title"] for tune in effects} == EFFECTS
    assert {tune["group"] for tune in marches} == {"march"}
    for tune in marches:
        assert tune["composer"]
        year = re.search(r"\b[12]\d{3}\b", tune["history"])
        assert year is not None
        assert int(year[0]) < 1850 or "Our own" in tune["history"]


def test_a_score_is_read_as_it_is_written(opened: Page) -> None:
    [tune] = read(opened, HEAD + "!f!F>=F z|:[GB]/ {c}c/ (3ddd:|\nV:drum\n!roll!c4|")
    fife = [note for note in tune["notes"] if note["instrument"] == "fife"]
    assert [round(note["frequency"]) for note in fife[:4]] == [370, 349, 392, 494]
    assert [round(note["seconds"], 3) for note in fife[:4]] == [0.75, 0.25, 0.25, 0.25]
    assert [round(note["at"] - fife[0]["at"], 3) for note in fife[:4]] == [0, 0.75, 1.5, 1.5]
    assert len(fife) == 2 + 2 * (2 + 2 + 3), "the repeat, the chord and the grace note"
    assert [note["roll"] for note in tune["notes"] if note["instrument"] == "drum"] == [True]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("T:A tune", "line 1: a tune begins with X:"),
        (HEAD + "G2 ? A2|", 'line 10: unknown notation "? A2|"'),
        (HEAD + "GABcd|", "line 10: a bar is longer than M: allows"),
        (HEAD + "!loud!G|", "line 10: unknown sign !loud!"),
        (HEAD + "[G?]|", "line 10: unknown note in [G?]"),
        (HEAD + ">G|", "line 10: there is no note before the dot"),
        (HEAD + "V:kazoo", 'line 10: there is no instrument "kazoo"'),
        (HEAD.replace("K:G", "K:H") + "G|", 'line 8: unknown key "H"'),
        (HEAD.replace("1/4=60", "fast") + "G|", "line 7: write the tempo as Q:1/4=112"),
        (HEAD.replace("2/4", "C") + "G|", "line 5: write M: as a fraction, such as M:2/4"),
        (HEAD.replace("V:fife\n", "") + "G|", "line 9: V: with an instrument comes before the notes"),
        (HEAD.replace("H:1805\n", "") + "G|", "tune.abc: A tune has no history (T:, C:, H:)"),
        (HEAD.replace("V:fife\n", ""), "tune.abc: A tune has no notes"),
        (HEAD + "Z:somebody", "line 10: unknown field Z:"),
    ],
)
def test_bad_notation_gives_a_clear_error(text: str, error: str, opened: Page) -> None:
    answer = read(opened, text)
    assert isinstance(answer, str)
    assert answer.startswith("SyntaxError: tune.abc")
    assert error in answer


# -- settings ----------------------------------------------------------------------------------------------------------


def at_a_table(visit: Visit, server: Server, slug: str = SLUG) -> Page:
    """A table at which the settings of sound are open."""
    page = visit()
    page.add_init_script(CONTEXTS)
    set_up(page, server.url, slug=slug)
    wait_until_asked(page)
    user.click(page.get_by_role("button", name="Sound (muted)"))
    return page


def test_volume_effects_music_and_captions_are_separate_and_remembered(visit: Visit, server: Server) -> None:
    page = at_a_table(visit, server)
    effects, music, volume, captions = (
        page.get_by_role("checkbox", name="Effects"),
        page.get_by_role("checkbox", name="Music", exact=True),
        page.get_by_label("Volume"),
        page.get_by_label("Captions"),
    )
    user.fill(volume, "35")
    user.choose(captions, "always")
    user.tick(music)
    page.wait_for_function(PLAYING, arg=1)
    user.reload(page)
    user.click(page.get_by_role("button", name="Sound", exact=True))
    expect(music).to_be_checked()
    expect(effects).not_to_be_checked()
    expect(volume).to_have_value("35")
    expect(captions).to_have_value("always")


def test_music_stops_when_its_page_is_hidden(visit: Visit, server: Server) -> None:
    page = at_a_table(visit, server)
    user.tick(page.get_by_role("checkbox", name="Music", exact=True))
    page.wait_for_function(PLAYING, arg=1)
    page.evaluate(HIDE, True)
    page.wait_for_function(PLAYING, arg=0)
    page.evaluate(HIDE, False)
    page.wait_for_function(PLAYING, arg=1)
    user.click(page.get_by_role("checkbox", name="Music", exact=True))
    page.wait_for_function(PLAYING, arg=0)


def test_a_table_plays_the_scores_of_its_period(visit: Visit, server: Server) -> None:
    for period in PERIODS:
        slug = next(slug for slug in registered_names() if spec(slug).meta.period == period)
        page = at_a_table(visit, server, slug)
        with page.expect_response(lambda answer: answer.url.endswith(".abc")) as score:
            user.tick(page.get_by_role("checkbox", name="Music", exact=True))
        assert score.value.url.endswith(f"/march-{period}.abc")
        assert score.value.headers["content-type"].startswith("text/vnd.abc")
        assert "immutable" in score.value.headers["cache-control"]
