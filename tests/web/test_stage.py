"""What happens is staged on the field: one sentence, its dice or its sum, and nothing that is in the way."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from grognard.registry import registered_names, spec
from grognard.web.assets import address
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import (
    HANDLES,
    Server,
    actions,
    button,
    choice,
    over,
    play_until,
    press,
    quoted,
    set_up,
    until,
    version,
    wait_until_asked,
)
from tests.web.user import WAIT
from tests.web.walk import brought, moments, play_on, token_of

BLOW: Final = {
    "by": 1, "weight": "headline", "against": 0, "text": "The attack inflicts 5.",
    "sums": [{"label": "Casualties", "terms": [["Riflemen", 3], ["1 card over 5", 2]], "total": 5,
              "text": "5 troop points", "unit": "troop points"}],
    "faces": {"Riflemen": "riflemen"},
}  # fmt: skip
FIRE: Final = {
    "by": 1, "weight": "normal", "text": "Three dice.",
    "roll": {"dice": [6, 2, 5], "target": "5 or 6 hits", "good": [True, False, True], "before": [1, 2, 3]},
}  # fmt: skip
FOREVER: Final = 3_600_000  # milliseconds
SOON: Final = 5_000  # milliseconds
LATE: Final = 12  # choices before the end of a game, as it went
WIN: Final = {"by": 0, "weight": "headline", "text": "Blue wins at North, 5 to 4.", "whom": ["North"]}
STEP: Final = {"by": 1, "weight": "normal", "text": "Red marches.", "who": ["Riflemen"]}
PLAIN: Final = {"by": 1, "weight": "normal", "text": "Red discards Carabiners for its ability.", "who": ["Carabiners"]}
FOR_LONG: Final = "performance.now = () => 1e9"  # a question is answered that has stood there for long
# Collects, frame by frame, what is on the stage while the sheet of the end lies there, and whether that had to wait.
COVERED: Final = """window.covered = [];
window.waited = false;
const look = () => {
    window.waited ||= Boolean(document.querySelector(".ending.arriving"));
    const stage = document.querySelector(".stage");
    const lies = document.querySelector(".finale-sheet")?.checkVisibility();
    if (lies && stage?.childElementCount) window.covered.push(stage.textContent);
    requestAnimationFrame(look);
};
requestAnimationFrame(look);"""
SEEN: Final = """(figure) => {
    const before = getComputedStyle(figure, "::before");
    const laid = before.content === "none" ? "" : JSON.parse(before.content);
    const own = parseFloat(getComputedStyle(figure).fontSize) ? figure.textContent : "";
    return parseFloat(before.fontSize) > 10 ? laid + own : own;
}"""
AT_SPEED: Final = "localStorage.setItem('grognard.pace', '500');"
MODULE: Final = "const {names} = await import({path});"
# The time that the question about sound waits passes when the test says so.
PATIENT: Final = """
const later = window.setTimeout;
window.setTimeout = (act, wait, ...rest) => wait === 10_000 ? (window.tired = act, 0) : later(act, wait, ...rest);
"""
# What of a phone's table and head lies under the question whether there shall be sound.
UNDER_QUESTION = """() => {
    const asked = document.querySelector(".sound-question").getBoundingClientRect();
    const table = "main#table :is(.seat, .number, .pile, .fan, .card, button)";
    const all = [...document.querySelectorAll(`${table}, header.site :is(a, button, select)`)];
    return all.filter((one) => one.checkVisibility({ visibilityProperty: true })).filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < asked.right && box.right > asked.left && box.top < asked.bottom && box.bottom > asked.top;
    }).map((one) => one.className || one.textContent);
}"""


def module(file: str, *names: str) -> str:
    """Script that takes names from a module of the page itself, or all of it as `module`."""
    return MODULE.format(names=f"{{ {', '.join(names)} }}" if names else "module", path=json.dumps(address(file)))


# The next table comes, without the attack, and its acts are staged; then the same table comes again.
BLOW_LANDS: Final = f"""async (acts) => {{
    {module("show.js", "show")} {module("stage.js", "perform")} {module("spots.js", "numbers")}
    const now = document.querySelector("main#table");
    const next = now.cloneNode(true);
    for (const one of next.querySelectorAll("[style]")) one.removeAttribute("style"); // no page of the server has any
    next.dataset.version = Number(now.dataset.version) + 1;
    next.dataset.ply = Number(now.dataset.ply) + 1;
    const line = next.querySelector(".zone-line");
    line.querySelector(".cards").outerHTML = '<p class="empty-hint">No attack in progress.</p>';
    line.classList.add("empty");
    window.following = next.cloneNode(true);
    const before = numbers(now);
    show(next, () => undefined, {{ staged: {{ acts, before, begin: () => perform(acts, {FOREVER}, before) }} }});
}}"""
AGAIN: Final = f"async () => {{ {module('show.js', 'show')} show(window.following, () => undefined); }}"


def stage(page: Page, *acts: Mapping[str, object], milliseconds: int = FOREVER) -> None:
    """Has acts played on the page."""
    script = f"async (acts) => {{ {module('stage.js', 'perform')} perform(acts, {milliseconds}); }}"
    page.evaluate(script, list(acts))


def click_until_taken(page: Page) -> None:
    """Clicks one action, again while the page holds the question to be too new, until the table has moved on."""
    since, action = version(page), choice(actions(page))

    def taken() -> bool:
        user.click_if_there(page, f"[data-action={quoted(action)}]")
        return version(page) > since

    until(taken, WAIT / 1000, f"{action} is not taken")


def quiet(page: Page) -> None:
    """Waits until there is a choice, and ends any staging that is still running."""
    wait_until_asked(page)
    page.evaluate(f"""async () => {{
        {module("movement.js")}
        while (module.moving) await module.moving.finished.catch(() => undefined);
    }}""")
    user.wait_for_frames(page)  # any staging has begun
    page.evaluate(f"async () => {{ {module('stage.js', 'actOver', 'curtain')} actOver(); curtain(); }}")


def asked(visit: Visit, server: Server, **options: Any) -> Page:
    """A table at which something can be chosen, and all that led there was seen."""
    page = visit(pace=True, **options)
    set_up(page, server.url)
    quiet(page)
    page.evaluate(FOR_LONG)
    return page


def attacked(visit: Visit, server: Server) -> Page:
    """A table with an attack on the field, seen at once up to here."""
    page = visit()
    set_up(page, server.url)
    play_until(page, ".zone-line [data-handle]")
    return page


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_sum_is_told_part_by_part_over_the_field_and_takes_no_click(
    width: int, height: int, visit: Visit, server: Server
) -> None:
    page = asked(visit, server, viewport={"width": width, "height": height})
    stage(page, BLOW)
    banner = page.locator(".stage .banner")
    expect(banner.locator(".banner-line")).to_have_text("The attack inflicts 5.")
    expect(banner.locator(".banner-total b")).to_have_text("5")
    assert banner.locator(".banner-card").inner_text().split() == ["3", "Riflemen"]
    assert "1 card over 5" in banner.locator(".banner-part").inner_text()
    box, dock = banner.bounding_box(), page.locator(".dock").bounding_box()
    assert box is not None
    assert dock is not None
    assert 0 <= box["x"] <= width - box["width"]
    assert box["x"] + box["width"] <= dock["x"] or box["y"] + box["height"] <= dock["y"], "it covers the question"
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert not page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.stage'))", middle)
    with page.expect_request(lambda request: request.method == "POST"):
        press(button(page, actions(page)[0]))
    expect(banner.get_by_text("The attack inflicts 5.")).to_have_count(0)  # what the other did since may stand there


def test_an_arrow_does_not_strike_through_what_happened_last(visit: Visit, server: Server) -> None:
    page = asked(visit, server, viewport={"width": 390, "height": 844})
    latest = page.locator(".latest > span")
    play_until(page, ".latest:visible")  # who begins has nothing behind him
    quiet(page)
    expect(latest).to_be_visible()
    stage(page, BLOW)
    expect(page.locator(".stage .arrow")).to_have_count(1)
    expect(latest).to_be_hidden()
    user.press_key(page, "Escape")
    expect(latest).to_be_visible()


def seen(number: Locator) -> str:
    """The figures that can be read in a number: those it stood at before may lie on it."""
    return str(number.locator("b").evaluate(SEEN))


def test_a_result_is_not_given_away_before_its_act_is_staged(visit: Visit, server: Server) -> None:
    page = asked(visit, server)
    number, line = page.locator(".number.owner-0").first, page.locator(".log-lines .event").last
    now = number.locator("b").inner_text()
    blow = {**BLOW, "line": line.get_attribute("data-key")}
    script = f"""async (acts) => {{
        {module("stage.js", "perform", "further", "foretell")} {module("spots.js", "numbers")}
        const before = numbers(document);
        for (const one of before.values()) if (one.owner === 0) one.value += 5;
        foretell(acts, before);
        window.further = further;
        window.play = () => perform(acts, {FOREVER}, before);
    }}"""
    page.evaluate(script, [STEP, blow])
    for play in ("() => {}", "() => window.play()"):  # before it begins, and while another act is shown
        page.evaluate(play)
        assert seen(number) == str(int(now) + 5)
        expect(line).to_be_hidden()
    page.evaluate("window.further()")
    expect(page.locator(".stage .banner-line")).to_have_text("The attack inflicts 5.")
    assert seen(number) == now
    expect(line).to_be_visible()


def test_a_card_can_be_called_like_a_property_of_every_object(visit: Visit, server: Server) -> None:
    page = asked(visit, server)
    added = {"label": "Sum", "terms": [["constructor", 3], ["toString", 2]], "total": 5, "text": "", "unit": ""}
    stage(page, {**BLOW, "sums": [added], "whom": ["valueOf"], "big": ["position", "Front"]})
    banner = page.locator(".stage .banner")
    expect(banner.locator(".banner-part")).to_have_text([re.compile("constructor"), re.compile("toString")])
    expect(banner.locator("img")).to_have_count(0)


def test_a_routine_draw_has_no_banner(visit: Visit, server: Server) -> None:
    page = asked(visit, server)
    line = """<span class="event {weight}" data-sound="{sound}" data-key="1/{text}" data-staged='{act}'>
        <span class="told">{text}</span></span>"""
    lines = [
        line.format(
            weight=weight, sound=sound, text=text, act=json.dumps({"by": 0, "weight": weight, "who": ["Guard"]})
        )
        for weight, sound, text in (
            ("normal", "draw", "You draw Guard."),
            ("normal", "charge", "You attack with Guard."),
            ("bookkeeping", "draw", "You draw Guard again."),
            ("headline", "hit", "You lose Guard."),
        )
    ]
    script = f"""async (lines) => {{
        {module("script.js", "newsAgain")}
        const root = document.createElement("div");
        root.innerHTML = `<div class="news">${{lines.join("")}}</div>`;
        return newsAgain(root).map((act) => act.text);
    }}"""
    assert page.evaluate(script, lines) == ["You attack with Guard.", "You lose Guard."]


def test_an_attack_stays_on_the_field_until_its_blow_was_shown(visit: Visit, server: Server) -> None:
    page = attacked(visit, server)
    line = page.locator(".battlefield .zone-line")
    handles = line.locator("[data-handle]").evaluate_all(HANDLES)
    page.evaluate(BLOW_LANDS, [BLOW])
    expect(page.locator(".stage .banner-line")).to_have_text("The attack inflicts 5.")
    for follows in ("", AGAIN):  # at once, and when the same table is drawn again
        if follows:
            page.evaluate(follows)
        assert line.locator(".lingers [data-handle]").evaluate_all(HANDLES) == handles
        assert line.locator("button, [data-action]").count() == 0, "what has left the field cannot be played"
        expect(line.locator(".empty-hint")).to_have_count(0)
    user.press_key(page, "Escape")
    expect(page.locator(".lingers")).to_have_count(0)
    expect(line.locator(".empty-hint")).to_be_visible()


def test_a_place_that_is_gone_stays_in_its_own_front(visit: Visit, server: Server) -> None:
    """Each front has a side of the same key."""
    page = asked(visit, server)
    script = f"""async () => {{
        {module("lingering.js", "keep")}
        const table = (ply, zone) => {{
            const root = document.createElement("main");
            root.dataset.ply = ply;
            const side = (inside) => `<div data-key="side-0">${{inside}}</div>`;
            root.innerHTML = `<div class="battlefield">
                <section data-key="North">${{side("")}}</section>
                <section data-key="South">${{side(zone)}}</section></div>`;
            return root;
        }};
        const card = `<li><b class="card" data-handle="Guard"></b></li>`;
        const zone = `<div data-zone="committed" data-key="committed"><ul>${{card}}</ul></div>`;
        const next = table(2, "");
        keep(table(1, zone), next, [{{ weight: "headline" }}], () => undefined);
        return [...next.querySelectorAll(".lingers")].map((card) => card.closest("section").dataset.key);
    }}"""
    assert page.evaluate(script) == ["South"]


@pytest.mark.parametrize("acts", [[], [STEP]])
def test_without_a_blow_cards_leave_the_field_at_once(
    acts: list[Mapping[str, object]], visit: Visit, server: Server
) -> None:
    page = attacked(visit, server)
    page.evaluate(BLOW_LANDS, acts)
    expect(page.locator(".zone-line .empty-hint")).to_be_visible()
    assert page.locator(".lingers").count() == 0


@pytest.mark.parametrize(
    ("big", "against", "word"),
    [
        (["rout", "Rout"], 0, "Rout"),
        (["unit", "Destroyed"], 1, "Destroyed"),
        (["position", "Front"], 0, "Front lost"),
        (["position", "Front"], 1, "Front taken"),
        (["end", "Nightfall"], 1, "Nightfall"),
    ],
)
def test_what_decides_a_game_is_a_band_across_the_field(
    big: list[str], against: int, word: str, visit: Visit, server: Server
) -> None:
    page = asked(visit, server)
    stage(page, BLOW | {"big": big, "against": against})
    band, field = page.locator(f".stage .banner.big-{big[0]}"), page.locator(".battlefield")
    expect(band.locator(".big-word")).to_have_text(word)
    expect(page.locator(".stage .dark")).to_have_count(1)
    expect(field).to_have_class(re.compile("shaken"))
    # The table is redrawn when anyone comes or goes.
    field.evaluate(f"async (one) => {{ {module('stage.js', 'light')} one.classList.remove('shaken'); light(); }}")
    expect(field).to_have_class(re.compile("shaken"))
    assert field.evaluate("(one) => getComputedStyle(one).animationName") == "none", "with reduced motion it is still"
    widths = [one.evaluate("(one) => one.getBoundingClientRect().width") for one in (band, field)]
    assert widths[0] == pytest.approx(widths[1], abs=1)
    user.press_key(page, "Escape")
    expect(page.locator(".stage .dark, .shaken")).to_have_count(0)


@pytest.mark.parametrize("slug", registered_names())
def test_each_game_has_a_staging_for_its_end(slug: str) -> None:
    kinds = spec(slug).wording.KINDS
    assert "end" in {staging.kind for staging in kinds.big.values()}
    assert set(kinds.big_words) <= set(kinds.words.values())
    assert not set(kinds.big) & set(kinds.details)


def test_the_log_and_the_sentence_tell_of_a_roll_once_its_dice_lie(visit: Visit, server: Server) -> None:
    page = asked(visit, server, reduced_motion="no-preference")
    line = page.locator(".log-lines .event").last
    page.clock.install()
    page.clock.pause_at("2100-01-01")
    fire = {**FIRE, "line": line.get_attribute("data-key")}
    page.evaluate(f"async (acts) => {{ {module('stage.js', 'perform')} perform(acts, {FOREVER}, new Map()); }}", [fire])
    delays = page.locator(".banner .come").evaluate_all("(all) => all.map((one) => parseInt(one.style.animationDelay))")
    said = page.locator(".banner-line").evaluate("(one) => parseInt(one.style.animationDelay)")
    assert said == max(delays)
    expect(line).to_be_hidden(timeout=SOON)
    page.clock.run_for(said + 10)
    expect(line).to_be_visible(timeout=SOON)


def test_dice_lie_with_what_was_needed_before_they_fell_and_one_roll_at_a_time(visit: Visit, server: Server) -> None:
    page = asked(visit, server)
    stage(page, FIRE, BLOW)
    expect(page.locator(".stage .banner")).to_have_count(1)
    expect(page.locator(".banner-target")).to_have_text("Needed: 5 or 6 hits")
    shown = page.locator(".die.come")
    assert [die.get_attribute("class") for die in shown.all()] == ["die come met", "die come missed", "die come met"]
    assert shown.locator(".mark").count() == 3, "met and missed are told by more than their colour"
    assert page.locator(".die.before").count() == 3
    user.press_key(page, "n")
    expect(page.locator(".banner-line")).to_have_text("The attack inflicts 5.")
    user.press_key(page, "Escape")
    expect(page.locator(".stage .banner")).to_have_count(0)


def test_a_turn_of_another_takes_five_seconds_at_the_usual_pace(visit: Visit, server: Server) -> None:
    page = asked(visit, server)
    turn = [[], [STEP], [], [PLAIN], [FIRE], [BLOW], [STEP], [STEP], [FIRE], [BLOW], [], []]
    times = page.evaluate(
        f"""async (turn) => {{
        {module("pace.js", "allot", "turnBegins")}
        turnBegins();
        return turn.map((acts, number) => allot(acts, turn.length - 1 - number));
        }}""",
        turn,
    )
    assert sum(times) < 5_000, "headlines stand a little longer at the end of a long turn"
    assert times[5] > 2 * times[0], "what weighs is shown longer than what does not"
    assert min(times[5], times[9]) >= 800


def test_what_i_do_is_staged_and_so_is_what_was_new_when_i_ask_for_it(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url, slug="outpost")
    wait_until_asked(page)
    set_pace = f"async (pace) => {{ {module('settings.js', 'settings')} settings.pace = pace; }}"
    page.evaluate(set_pace, 4_000)
    page.evaluate(FOR_LONG)
    press(page.locator("[data-action]").first)
    expect(page.locator(".banner-line")).to_have_count(1)
    page.evaluate(set_pace, 0)
    user.press_key(page, "s")
    play_until(page, ".news .event[data-staged]")
    wait_until_asked(page)
    told = page.locator(".news .event[data-staged] .told").all_text_contents()
    user.click(page.locator("[data-again]:visible"))
    expect(page.locator(".banner-line")).to_have_count(1)
    assert page.locator(".banner-line").inner_text().partition(" ♪ ")[0] in told  # without its caption


def test_held_moves_wait_until_they_are_let_go(visit: Visit, server: Server) -> None:
    page = asked(visit, server)
    page.clock.install()
    page.clock.pause_at(time.time() + 3600)
    stage(page, STEP, BLOW, milliseconds=2_000)
    user.press_key(page, "p")
    page.clock.run_for(60_000)
    expect(page.locator(".banner-line")).to_have_text("Red marches.")
    user.press_key(page, "p")
    page.clock.run_for(2_000)
    expect(page.locator(".banner-line")).to_have_text("The attack inflicts 5.")


def asked_for_sound(visit: Visit, server: Server) -> Page:
    """A table that asks about sound, until the test calls `tired`."""
    page = visit(pace=True)
    page.add_init_script(PATIENT)
    set_up(page, server.url)
    quiet(page)
    return page


def test_the_question_about_sound_goes_away_and_stays_away_in_this_visit(visit: Visit, server: Server) -> None:
    page = asked_for_sound(visit, server)
    question = page.get_by_role("group", name="Sound")
    expect(question).to_have_count(1)
    page.evaluate("tired()")
    expect(question).to_have_count(0)
    user.reload(page)
    page.wait_for_selector("#table")
    expect(page.get_by_role("button", name="Sound (muted)")).to_be_visible()
    expect(question).to_have_count(0)


def test_sound_is_asked_for_once(visit: Visit, server: Server) -> None:
    page = asked_for_sound(visit, server)
    question = page.get_by_role("group", name="Sound")
    for width, height in ((844, 390), (390, 844), (1024, 768), (1280, 720)):
        user.resize(page, width, height)
        assert page.evaluate(UNDER_QUESTION) == []
    expect(page.get_by_role("link", name="Grognard")).to_be_visible()
    user.click(question.get_by_role("button", name="On"))
    expect(question).to_have_count(0)
    expect(page.get_by_role("button", name="Sound", exact=True)).to_be_visible()
    user.reload(page)
    page.wait_for_selector("#table")
    expect(question).to_have_count(0)


@pytest.mark.parametrize(
    ("stored", "caption"),
    [
        ({}, "♪ hit"),
        ({"sound": "off", "music": "on"}, "♪ hit"),
        ({"sound": "on"}, ""),
        ({"sound": "on", "volume": "0"}, "♪ hit"),
        ({"sound": "on", "captions": "always"}, "♪ hit"),
        ({"sound": "off", "captions": "never"}, ""),
    ],
)
def test_a_sound_has_a_caption_where_it_is_off_or_you_ask_for_captions(
    stored: Mapping[str, str], caption: str, visit: Visit, server: Server
) -> None:
    page = asked(visit, server)
    for name, value in stored.items():
        page.evaluate("([name, value]) => localStorage.setItem(`grognard.${name}`, value)", [name, value])
    user.reload(page)
    quiet(page)
    stage(page, BLOW | {"sound": "hit"})
    expect(page.locator(".banner")).to_be_visible()
    expect(page.locator(".banner-caption")).to_have_text([caption] if caption else [])


@pytest.mark.parametrize(
    ("slug", "width", "height"), [("outpost", 1440, 900), ("outpost", 390, 844), ("three-emperors", 1280, 720)]
)
def test_the_sheet_of_the_end_waits_until_the_last_blow_was_seen(
    slug: str, width: int, height: int, visit: Visit, server: Server
) -> None:
    page = visit(pace=True, reduced_motion="no-preference", viewport={"width": width, "height": height})
    page.add_init_script(COVERED + AT_SPEED)
    first = list(moments(slug, 1))  # the choices of a whole game
    late, token = first[-min(LATE, len(first))], token_of(page, server.url)
    play_on(page, server.url, token, brought(page, server.url, token, late.journal), late.step)
    wait_until_asked(page)
    while not over(page):
        click_until_taken(page)
        wait_until_asked(page)
    page.locator(".finale-sheet").wait_for()
    assert page.evaluate("waited"), "there is a last blow"
    assert not page.evaluate(f"async () => {{ {module('stage.js', 'playing')} return playing(); }}")
    user.wait_for_frames(page)
    assert page.evaluate("covered") == []


def test_what_has_cost_me_something_stands_until_i_act(visit: Visit, server: Server) -> None:
    page = asked(visit, server, reduced_motion="no-preference")
    page.clock.install()
    page.clock.pause_at(time.time() + 3600)
    blow = {key: value for key, value in BLOW.items() if key != "line"}
    play = f"""async ([acts, more]) => {{
        {module("stage.js", "perform", "stand", "actOver")} {module("spots.js", "numbers")}
        actOver(); // what the other did before is seen
        const before = numbers(document);
        for (const one of before.values()) if (one.owner === 0) one.value += more;
        perform(acts, 600, before, stand);
    }}"""
    page.evaluate(play, [[STEP, blow, STEP], 5])
    page.clock.run_for(1_000)
    stands = page.locator(".stage .banner.stands")
    expect(stands.locator(".banner-line")).to_have_text("The attack inflicts 5.")
    expect(stands.locator(".banner-change")).to_contain_text(re.compile(r"\d+ → \d+ troops"))
    page.clock.run_for(600_000)
    expect(stands).to_have_count(1)
    user.click(page.locator("#margin .log h2"), at=(2, 2))  # beside all links
    expect(stands).to_have_count(0)
    page.evaluate(play, [[blow, STEP], 5])
    page.clock.run_for(1_000)
    expect(stands).to_have_count(1)
    user.press_key(page, "ArrowRight")
    expect(stands).to_have_count(0)
    for acts, more in (([STEP], 5), ([WIN], -5)):  # what was not done to me, and what I have gained by
        page.evaluate(play, [acts, more])
        page.clock.run_for(600_000)
        expect(page.locator(".stage .banner")).to_have_count(0)
    page.evaluate(play, [[WIN], 5])
    page.clock.run_for(1_000)
    expect(stands).to_have_count(1)


def test_losses_grow_with_what_is_lost_not_with_the_attack_before_or_after_it(visit: Visit, server: Server) -> None:
    page = asked(visit, server)
    script = f"""async ([acts, before]) => {{
        {module("changes.js", "changesOf")}
        const count = (value) => new Map([["losses 0", {{ owner: 0, value, label: "losses", harms: true }}]]);
        return [...changesOf(count(before), count(4), acts).keys()].map((act) => act.text);
    }}"""
    attack = {"by": 1, "against": 0, "who": ["Line"], "whom": ["Guard"]}
    lost = {"by": 0, "against": 0, "whom": ["Guard"], "text": "Blue's Guard is eliminated."}
    acts = [attack | {"text": "Red's Line attacks."}, lost, attack | {"text": "Red's Line attacks again."}]
    assert page.evaluate(script, [acts, 0]) == ["Blue's Guard is eliminated."]
    assert page.evaluate(script, [acts, 8]) == ["Red's Line attacks again."]  # what was lost comes back


def test_a_number_changes_with_a_headline_rather_than_with_the_line_that_follows_from_it(
    visit: Visit, server: Server
) -> None:
    page = asked(visit, server)
    script = f"""(acts) => import({json.dumps(address("changes.js"))}).then(({{ changesOf }}) => {{
        const morale = (value) => new Map([["morale 0", {{ owner: 0, value, label: "Morale" }}]]);
        return [...changesOf(morale(13), morale(10), acts).keys()].map((act) => act.text);
    }})"""
    act = {"by": 1, "against": 0, "whom": ["North"]}
    wins = act | {"weight": "headline", "text": "Napoleon wins at North."}
    keeps = act | {"weight": "normal", "text": "Napoleon keeps North."}
    assert page.evaluate(script, [wins, keeps]) == ["Napoleon wins at North."]
    assert page.evaluate(script, [keeps]) == ["Napoleon keeps North."]


def test_shown_again_a_number_falls_again_and_takes_its_time(visit: Visit, server: Server) -> None:
    page = asked(visit, server)
    line = page.locator(".log-lines .event").last.get_attribute("data-key")
    play = f"""async (act) => {{
        {module("stage.js", "perform", "curtain")} {module("spots.js", "numbers")}
        const before = numbers(document);
        for (const one of before.values()) if (one.owner === 0) one.value += 5;
        perform([act], {FOREVER}, before);
        curtain();
        perform([{{ ...act }}], {FOREVER});
    }}"""
    page.evaluate(play, {**BLOW, "line": line})
    expect(page.locator(".stage .banner-change")).to_have_count(1)
    expect(page.locator(".stage .number-by")).to_have_text("\N{MINUS SIGN}5")
