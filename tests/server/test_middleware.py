"""What every answer carries, and what no answer gives: headers, cookies, forms, limits, errors."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from litestar.routes import HTTPRoute

import grognard
from grognard.server.app import create_app
from grognard.server.config import Config
from grognard.server.net.middleware import MOST_FIELDS
from grognard.web.assets import address, preloaded_fonts, release
from tests.server.support import (
    METRICS_TOKEN,
    PLAIN,
    PROBLEM,
    Guest,
    Page,
    Server,
    running,
    seated,
    sorted_by_turn,
    until,
)

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def has_headers(answer: httpx.Headers) -> bool:
    return HEADERS.items() <= dict(answer).items()


# -- for those who run it ------------------------------------------------------------------------------------------


RULES = {slug: grognard.spec(slug).meta.rules for slug in grognard.registered_names()}


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/healthz", "ok"),
        ("/readyz", {"ready": True}),
        ("/version", {"grognard": grognard.__version__, "rules": RULES}),
    ],
)
def test_probes_answer(guest: Guest, path: str, said: object) -> None:
    answer = guest.http.get(path)
    assert answer.status_code == 200
    assert (answer.text if isinstance(said, str) else answer.json()) == said
    assert not answer.cookies


def test_metrics_count_without_naming_a_table(guest: Guest) -> None:
    table = guest.set_up("computer")
    guest.page(f"/tables/{table}")
    guest.page("/tables/nothing")
    metrics = guest.http.get("/metrics", headers={"authorization": f"Bearer {METRICS_TOKEN}"}).text
    counted = re.findall(r'grognard_requests_total\{.*path="([^"]*)",status_code="(\d+)"\}', metrics)
    assert ("/tables/{id}", "200") in counted
    assert ("/tables/{id}", "404") in counted
    assert table not in metrics
    assert "nothing" not in metrics


def test_metrics_count_streams_connections_choices_of_bots_and_refusals_by_reason(guest: Guest, server: Server) -> None:
    def counted() -> dict[str, float]:
        text = guest.http.get("/metrics", headers={"authorization": f"Bearer {METRICS_TOKEN}"}).text
        return {name: float(value) for name, value in re.findall(r"^(grognard_\S+) (\S+)$", text, re.M)}

    table = guest.set_up("computer")
    before = counted()
    assert before["grognard_bot_choices"] >= 0
    assert any(name.startswith("grognard_request_duration_seconds_bucket{") for name in before)
    stream = guest.watch(table)
    assert guest.post("/your-data/download", {}, token="forged").status == 403
    assert guest.http.post("/api/v1/tables", json={"game": "x" * 20_000}).status_code == 413
    now = counted()
    assert now["grognard_streams"] == before["grognard_streams"] + 1
    assert now["grognard_connections"] >= 2
    told = {name: now[name] - before[name] for name in now if name.startswith("grognard_refused_total")}
    assert {name.split('"')[1]: count for name, count in told.items()} == {
        "form": 1, "size": 1, "rate": 0, "quota": 0, "connections": 0, "database": 0,
    }  # fmt: skip
    stream.close()
    until(lambda: counted()["grognard_streams"] == before["grognard_streams"])


@pytest.mark.parametrize("shown", ["", "Bearer x", "Bearer é", f"Bearer {METRICS_TOKEN[:-1]}", METRICS_TOKEN])
def test_metrics_need_the_token_of_the_settings(guest: Guest, strict: Server, shown: str) -> None:
    # How often another's table is posted to would tell a player something.
    headers = {b"authorization": shown.encode()}
    assert guest.http.get("/metrics", headers=headers).status_code == 404
    assert httpx.get(f"{strict.url}/metrics", headers=headers, verify=PLAIN).status_code == 404


# -- headers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/games/fusillade", 200),
        ("/games/fusillade/rules", 200),
        ("/games/fusillade/print", 200),
        ("/games/fusillade/print/preview/1", 200),
        ("/games/fusillade/print/document.pdf", 200),
        ("/games/fusillade/rules/FUS-1.1", 200),
        (address("games/fusillade/table.css"), 200),
        (address("grognard.css"), 200),
        (address("main.js"), 200),
        (address("main.js").replace("main", "nothing"), 404),
        ("/static/main.js", 404),
        ("/nothing", 404),
        ("/tables/nothing", 404),
        ("/replays/nothing", 404),
        ("/games/nothing", 404),
        ("/your-data", 200),
        ("/your-data/delete", 200),
        ("/your-data/deleted", 200),
        ("/tables/nothing/join/nothing", 404),
        ("/schema", 200),
        ("/api/v1/games", 200),
        ("/api/v1/games/nothing", 404),
        ("/api/v1/tables/nothing", 404),
        ("/healthz", 200),
        ("/readyz", 200),
        ("/version", 200),
        ("/metrics", 404),
    ],
)
def test_every_answer_carries_the_guards(guest: Guest, path: str, status: int) -> None:
    for accept in ("text/html", "application/json"):
        answer = guest.http.get(path, headers={"accept": accept})
        assert answer.status_code == status
        assert has_headers(answer.headers), answer.headers
        kept = status == 200 and path.startswith("/static")
        assert answer.headers["cache-control"] == ("public, max-age=31536000, immutable" if kept else "no-store")


def test_a_page_of_another_release_gets_the_files_there_are_and_keeps_none(guest: Guest) -> None:
    now = address("show.js")
    other = now.replace(release(), "0" * len(release()))
    assert guest.http.get(other).content == guest.http.get(now).content
    assert guest.http.get(other).headers["cache-control"] == "no-store"


def test_no_file_is_reached_but_those_for_pages(guest: Guest) -> None:
    for path in ("", "..", "..%2fpages.py", "games/fusillade/rules.py", "games/fusillade/../../pages.py"):
        assert guest.http.get(f"/static/{release()}/{path}").status_code == 404


def test_a_table_its_fragment_its_stream_and_its_refusals_carry_the_guards(guest: Guest) -> None:
    table = guest.set_up("computer")
    until(lambda: bool(guest.page(f"/tables/{table}").actions), what="it is never the guest's turn")
    answers = [
        guest.page(f"/tables/{table}").answer,
        guest.page(f"/tables/{table}", **{"x-fragment": "1"}).answer,
        guest.do(table, "play", do="nonsense").answer,
        guest.post(f"/tables/{table}/play", {}, token="forged").answer,
        guest.http.put(f"/tables/{table}"),
        guest.api(f"/tables/{table}/journal"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 422, 403, 405, 200]
    assert all(has_headers(answer.headers) for answer in answers)
    stream = guest.watch(table)
    assert has_headers(stream.headers)
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert stream.headers["cache-control"] == "no-store"
    stream.close()


def test_no_page_has_inline_script_or_style_or_foreign_things(guest: Guest) -> None:
    table = guest.set_up("computer")
    own = "/your-data", "/your-data/delete", "/your-data/deleted"
    for path in ("/", "/games/fusillade", "/games/fusillade/rules", f"/tables/{table}", f"/tables/{table}/log", *own):
        text = guest.page(path).text
        assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=", text), path
        assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", text), path


# -- cookies -------------------------------------------------------------------------------------------------------


def cookies(answer: httpx.Response) -> list[tuple[str, set[str]]]:
    found = []
    for header in answer.headers.get_list("set-cookie"):
        name, *attributes = [part.strip() for part in header.split(";")]
        found.append((name.split("=")[0], {attribute.lower() for attribute in attributes}))
    return found


@pytest.mark.parametrize(("named", "forwarded", "secure"), [(1, "http", 0), (1, "https", 1), (0, "https", 0)])
def test_cookies_are_kept_from_scripts_and_strangers_and_secure_under_tls(
    server: Server, strict: Server, named: bool, forwarded: str, secure: bool
) -> None:
    guest = Guest(strict.url if named else server.url)
    answer = guest.page("/", **{"x-forwarded-proto": forwarded, "x-forwarded-for": "192.0.2.1"}).answer
    assert cookies(answer)
    for _name, attributes in cookies(answer):
        assert {"httponly", "samesite=lax", "path=/"} <= attributes
        assert ("secure" in attributes) == secure
    assert ("strict-transport-security" in answer.headers) == secure


TLS = {"x-forwarded-proto": "https"}


def test_under_tls_the_cookie_is_kept_for_this_host_alone_and_the_older_one_still_counts(strict: Server) -> None:
    old = Guest(strict.url)
    old.page("/")
    name = old.http.cookies["grognard_guest"]
    renewed = old.page("/", **TLS).answer
    (given, attributes), (forgotten, _) = cookies(renewed)
    assert forgotten == "grognard_guest"
    assert given == "__Host-grognard_guest"
    assert {"secure", "path=/", "httponly"} <= attributes
    assert not any(attribute.startswith("domain") for attribute in attributes)
    new = re.findall("__Host-grognard_guest=([^;]*)", renewed.headers["set-cookie"])[0].strip('"')
    assert new.partition(".")[0] == name.partition(".")[0], "the same guest"
    for sent in (f"__Host-grognard_guest={new}", f"grognard_guest=planted.x.y; __Host-grognard_guest={new}"):
        answer = httpx.get(f"{strict.url}/", headers={"cookie": sent, **TLS}, verify=PLAIN)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers


def test_who_leaves_is_forgotten_under_both_names(strict: Server) -> None:
    guest = Guest(strict.url)
    token = guest.page("/").hidden("_csrf_token")
    answer = guest.http.post("/your-data/delete", data={"_csrf_token": token}, headers=TLS)
    assert {name for name, _ in cookies(answer)} == {"grognard_guest", "__Host-grognard_guest"}


def test_one_cookie_is_given_once(guest: Guest) -> None:
    assert [name for name, _ in cookies(guest.page("/").answer)] == ["grognard_guest"]
    assert cookies(guest.page("/").answer) == []
    assert cookies(guest.api("/games")) == []


@pytest.mark.parametrize("forged", ["", "x", "somebody", "somebody.signed", "é.é", "." * 5000])
def test_a_forged_cookie_is_nobody(server: Server, forged: str) -> None:
    table, host, _friend = seated(server.url)
    name = host.http.cookies["grognard_guest"].split(".")[0]
    for value in (forged, f"{name}.{forged}", f"{name}.{host.http.cookies['grognard_guest'].split('.')[1][:-2]}"):
        headers = {b"cookie": f"grognard_guest={value}".encode()}
        seen = httpx.get(f"{server.url}/api/v1/tables/{table}", headers=headers, verify=PLAIN)
        assert seen.status_code == 200
        assert seen.json()["view"]["seat"] is None


# -- forms ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["", "forged", "é" * 64, "0" * 64])
def test_a_form_needs_the_token_of_its_own_guest(server: Server, guest: Guest, token: str) -> None:
    table = guest.set_up("computer")
    foreign = Guest(server.url).page("/").hidden("_csrf_token")
    for path in ("/games/fusillade/tables", f"/tables/{table}/resign", f"/tables/{table}/play", "/replays"):
        for sent in (token, foreign):
            refused = guest.post(path, {"with": "computer"}, token=sent)
            assert refused.status == 403
            assert "reload the page" in refused.text
    assert guest.look(table)["over"] is False


def test_a_token_without_its_cookie_is_worth_nothing(server: Server, guest: Guest) -> None:
    token = guest.page("/").hidden("_csrf_token")
    answer = httpx.post(
        f"{server.url}/games/fusillade/tables", data={"_csrf_token": token, "with": "computer"}, verify=PLAIN
    )
    assert answer.status_code == 403


def test_a_cookie_of_another_server_is_replaced_and_forms_work(server: Server) -> None:
    # All servers of a machine share their cookies: ports make no difference.
    guest = Guest(server.url, {"grognard_guest": "other.signature", "csrftoken": "other"})
    page = guest.page("/")
    value = page.answer.cookies["grognard_guest"]
    guest.http.cookies.clear()
    guest.http.cookies.set("grognard_guest", value)
    assert guest.post("/games/fusillade/tables", {"with": "computer"}, page.hidden("_csrf_token")).status == 303


def test_a_token_in_a_file_or_no_form_at_all_is_refused(guest: Guest) -> None:
    guest.page("/")
    table = guest.set_up("computer")
    address = f"/tables/{table}/resign"
    assert guest.http.post(address, files={"_csrf_token": ("a", b"b")}).status_code == 403
    assert guest.http.post(address, content=b"x", headers={"content-type": "text/plain"}).status_code == 403
    assert guest.http.post(address, json={}).status_code == 403
    assert guest.http.post(address).status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None])
def test_the_api_takes_nothing_that_a_foreign_page_can_post(guest: Guest, kind: str | None) -> None:
    table = guest.create("you", "greedy")["id"]
    at = guest.look(table)["at"]
    headers = {"content-type": kind} if kind else {}
    for path, body in (
        ("/tables", b'{"game": "fusillade", "seats": ["you", "greedy"]}'),
        (f"/tables/{table}/resign", f'{{"at": "{at}"}}'.encode()),
        (f"/tables/{table}/undo", f'{{"at": "{at}"}}'.encode()),
        (f"/tables/{table}/actions", f'{{"at": "{at}", "do": "deploy"}}'.encode()),
    ):
        answer = guest.http.post(f"/api/v1{path}", content=body, headers=headers)
        assert answer.status_code == 415
        assert answer.json()["detail"] == "Send application/json to the API."
    assert guest.look(table)["over"] is False


# -- limits --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/replays", "/games/fusillade/tables", "/tables/nothing/play"])
def test_a_form_is_measured_before_it_is_parsed(guest: Guest, path: str) -> None:
    # None of these has a token: that they are too large is found first.
    form = "application/x-www-form-urlencoded"
    parts = [("a", (None, b"b"))] * (MOST_FIELDS + 1)
    for kind, body in ((form, b"&a=" * (1 << 18)), (form, b"&a=" * MOST_FIELDS), (form, iter([b"x" * (1 << 19)] * 3))):
        answer = guest.http.post(path, content=body, headers={"content-type": kind})
        assert answer.status_code == 413
        assert "That is too large." in answer.text
    assert guest.http.post(path, files=parts).status_code == 413
    assert guest.http.post(path, content=b"&a=" * (MOST_FIELDS - 1), headers={"content-type": form}).status_code == 403


def test_a_journal_may_be_larger_than_any_other_form(guest: Guest) -> None:
    token = guest.page("/").hidden("_csrf_token")
    answer = guest.http.post("/replays", data={"_csrf_token": token}, files={"journal": ("it", b"x" * 500_000)})
    assert answer.status_code == 400  # it is no journal


def test_what_is_too_large_is_refused(guest: Guest) -> None:
    token = guest.page("/").hidden("_csrf_token")
    large = "x" * (1 << 20)
    page = guest.post("/games/fusillade/tables", {"with": large}, token)
    assert page.status == 413
    assert "That is too large.</p>" in page.text
    page = Page(guest.http.post("/replays", data={"_csrf_token": token}, files={"journal": ("it", b"x" * (2 << 20))}))
    assert page.status == 413
    assert "You can send at most 1 MB here." in page.text
    answer = guest.api("/tables", {"game": large, "seats": ["you", "greedy"]})
    assert answer.status_code == 413
    assert answer.headers["content-type"] == PROBLEM


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little patience, behind a proxy."""
    settings = {
        "GROGNARD_REQUESTS_PER_MINUTE": "8",
        "GROGNARD_GUESTS_PER_MINUTE": "60",
        "GROGNARD_PROXIES": "127.0.0.1",
    }
    with running(tmp_path_factory.mktemp("strict"), settings) as found:
        yield found


def _one_window(seconds: int) -> None:
    """Counting begins anew at each full minute of the clock that the limit goes by."""
    left = 60 - time.monotonic() % 60
    if left < seconds:
        time.sleep(left + 0.1)


def test_too_many_requests_have_to_wait(strict: Server) -> None:
    _one_window(10)
    hasty, other = Guest(strict.url), Guest(strict.url)
    other.page("/")
    answers = [hasty.api("/games") for _ in range(10)]  # the API gives no cookie: these are a newcomer's
    assert {answer.status_code for answer in answers} == {200}
    answers = [hasty.page("/").answer for _ in range(10)]
    assert [answer.status_code for answer in answers] == [200] * 9 + [429]
    assert "Wait a minute" in answers[-1].text
    refused = hasty.api("/games")
    assert refused.status_code == 429
    assert refused.headers["content-type"] == PROBLEM
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert has_headers(refused.headers)
    assert other.page("/").status == 200
    assert hasty.http.get(address("grognard.css")).status_code == 200
    assert hasty.http.get("/healthz").status_code == 200


def test_newcomers_from_one_address_are_limited(strict: Server) -> None:
    _one_window(10)
    known = Guest(strict.url)
    known.page("/")
    assert httpx.get(strict.url, verify=PLAIN).status_code == 200
    # Sixty a minute; who is slow may see a new minute begin.
    assert any(httpx.get(strict.url, verify=PLAIN).status_code == 429 for _ in range(200))
    assert known.page("/").status == 200
    # Nor does one who uses up his budget use up that of another who comes through the same proxy.
    other = httpx.get(strict.url, headers={"x-forwarded-for": "192.0.2.2"}, verify=PLAIN)
    assert other.status_code == 200


def test_an_address_that_no_proxy_vouches_for_gives_nobody_a_budget_of_his_own(tmp_path: Path) -> None:
    with running(tmp_path, {"GROGNARD_GUESTS_PER_MINUTE": "5"}) as server:
        _one_window(5)
        answers = [
            httpx.get(server.url, headers={"x-forwarded-for": f"192.0.2.{number}"}, verify=PLAIN).status_code
            for number in range(6)
        ]
    assert answers[-1] == 429


# -- errors of the API ---------------------------------------------------------------------------------------------


def problem(answer: httpx.Response, status: int) -> str:
    """The sentence of a problem."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == PROBLEM
    found = answer.json()
    assert found["status"] == status
    assert found["type"] == "about:blank"
    return str(found["detail"])


def test_an_illegal_action_says_why_with_the_clause(guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    until(lambda: guest.look(table)["view"]["to_move"] == 0)
    answer = guest.play(table, "END_EXCHANGE", guest.look(table)["at"])
    sentence = problem(answer, 409)
    assert sentence[0].isupper()
    assert sentence[-1] == "."
    assert re.fullmatch(r"FUS-[\d.]+", answer.json()["clause"])


def test_errors_are_problems_with_a_sentence(server: Server) -> None:
    table, *both = seated(server.url)
    host, friend = sorted_by_turn(table, (both[0], both[1]))
    seen = host.look(table)
    stranger = Guest(server.url)
    view = seen["view"]
    do = view["actions"][0]["notation"]
    assert "nothing was played" in problem(host.play(table, do, "old"), 409)
    assert "nothing was played" in problem(host.play(table, do, "é"), 409)
    assert "That is not your seat" in problem(stranger.play(table, do, stranger.look(table)["at"]), 403)
    assert "decides now" in problem(friend.play(table, do, friend.look(table)["at"]), 409)
    assert problem(host.play(table, "nonsense", seen["at"]), 409)
    assert problem(host.api("/tables/nothing"), 404) == "There is no such table."
    assert problem(host.api("/tables/nothing/actions", {"do": do, "at": ""}), 404) == "There is no such table."
    assert problem(host.api(f"/tables/{table}/undo", {"at": "old"}), 409)
    assert problem(host.api(f"/tables/{table}/undo", {"at": seen["at"]}), 409)
    assert "no game" in problem(host.api("/tables", {"game": "chess", "seats": ["you", "greedy"]}), 404)
    assert problem(host.api("/tables", {"game": "fusillade", "seats": ["you", "nobody"]}), 404)
    assert problem(host.api("/tables", {"game": "fusillade", "seats": ["you"]}), 409) == "Fusillade has 2 seats, not 1."
    bad = {"game": "fusillade", "seats": ["you", "greedy"], "options": {"troops": 7}}
    assert "troops" in problem(host.api("/tables", bad), 409)
    unknown = {"game": "fusillade", "seats": ["you", "greedy"], "cheat": True}
    assert problem(host.api("/tables", unknown), 400)
    assert problem(host.http.post("/api/v1/tables", content=b"{", headers={"content-type": "application/json"}), 400)
    assert problem(host.http.delete("/api/v1/tables"), 405)


@pytest.mark.parametrize("id", ["%00", "a%00b", "%F0%9F%83%8F", "x" * 300, "%ff", "'--", "{id}", "%2e"])
def test_a_strange_id_is_not_found(guest: Guest, id: str) -> None:
    for path in (f"/tables/{id}", f"/tables/{id}/join/{id}", f"/replays/{id}", f"/games/{id}"):
        assert guest.page(path).status == 404
    assert guest.api(f"/tables/{id}").status_code in (400, 404)
    assert guest.api(f"/games/{id}/rules/{id}").status_code in (400, 404)


# -- every refusal -------------------------------------------------------------------------------------------------

LONG = "x" * 5000
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
STRANGE = ("nothing", "%00", "%ff", "%", "%zz", "%2e%2e", LONG, "x/" * 2000, "9" * 5000)
BODIES = (
    b"", b"null", b"[]", b"{", b"\xff", b"[" * 10_000, b'{"a":' * 3000, b'{"seats":' + b"[" * 3000,
    b'{"game": "' + LONG.encode() + b'", "seats": ["you"]}', b'{"game": "\\ud800", "seats": ["you"]}',
    b'{"game": "fusillade", "seats": ["you", "greedy"], "options": {"' + LONG.encode() + b'": 1}}',
    b'{"game": "fusillade", "seats": ["you", "greedy"], "options": {"troops": ' + b"9" * 5000 + b"}}",
)  # fmt: skip
PART = (
    b'--x\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: text/plain; charset=%s\r\n\r\n\xff\r\n--x--\r\n'
)
FORMS = (
    ("", b""), ("text/plain", b"x"), (JSON, b"{}"), (LONG, b"x"), ("/", b"x"), (FORM, b""), (FORM, b"&&=%zz%ff%00"),
    (f"{FORM}; charset=nonsense", b"a=b"), ("multipart/form-data", b"x"), ("multipart/form-data; boundary=x", b"x"),
    ("multipart/form-data; boundary=x", PART % b"nonsense"), ("multipart/form-data; boundary=x", PART % b"ascii"),
)  # fmt: skip


def _routes() -> dict[str, set[str]]:
    """All paths of the server with their methods, each parameter as {}."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning), TemporaryDirectory() as folder:
        file = Path(folder) / "unused.sqlite"
        file.touch()
        app = create_app(Config(secret="x" * 32, database=f"sqlite:///{file}"))
    found: dict[str, set[str]] = {}
    for route in app.routes:
        if isinstance(route, HTTPRoute) and not route.path.startswith("/schema"):  # that is Litestar's own
            found.setdefault(re.sub(r"\{[^}]*\}", "{}", route.path), set()).update(route.methods)
    return dict(sorted(found.items()))  # in the same order in every process


ROUTES = _routes()


def _is_a_refusal(answer: httpx.Response, what: object) -> None:
    """One sentence: a problem from the API, a page elsewhere."""
    assert 400 <= answer.status_code < 500, what
    if answer.request.url.raw_path.startswith(b"/api/"):
        sentence = problem(answer, answer.status_code)
    else:
        assert answer.headers["content-type"].startswith("text/html"), what
        (sentence,) = re.findall(r'role="alert">([^<]*)<', answer.text)
    assert 10 < len(sentence) < 500, what
    assert sentence[0].isupper() or sentence[0] == "“", what
    assert sentence[-1] in ".…", what
    assert "Validation failed" not in sentence, what


def test_there_are_routes_of_every_kind() -> None:
    assert {"/", "/static/{}/{}", "/tables/{}/{}", "/replays", "/api/v1/tables/{}/actions", "/metrics"} <= set(ROUTES)


@pytest.mark.parametrize("path", ROUTES)
def test_what_no_route_does_is_refused_in_a_sentence(guest: Guest, path: str) -> None:
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"} - ROUTES[path]:
        for accept in ("text/html", "*/*"):
            answer = guest.http.request(method, path.replace("{}", "nothing"), headers={"accept": accept})
            # “/tables/{}/{}” takes what no other route of two names does.
            if answer.status_code != 403:
                assert answer.status_code == 405, (method, path)
            _is_a_refusal(answer, (method, path))


@pytest.mark.parametrize("path", [path for path in ROUTES if "GET" in ROUTES[path]])
def test_a_head_is_answered_as_a_get_is_and_makes_nobody_a_guest(server: Server, path: str) -> None:
    asked = path.replace("{}", "fusillade")
    answers = [httpx.request(method, f"{server.url}{asked}", verify=PLAIN) for method in ("GET", "HEAD")]
    got, head = answers
    assert head.status_code == got.status_code
    assert head.content == b""
    assert "set-cookie" not in head.headers
    varies = {"date", "set-cookie", "content-length", "x-request-id"}  # the length: a page holds the guest's token
    assert {*head.headers} | varies == {*got.headers} | varies


def test_a_head_of_a_stream_ends(server: Server, guest: Guest) -> None:
    table = guest.create("you", "open")["id"]
    head = httpx.head(f"{server.url}/stream?table={table}", timeout=10, verify=PLAIN)
    assert head.status_code == 200
    assert head.headers["content-type"].startswith("text/event-stream")


@pytest.mark.parametrize("path", ROUTES)
def test_every_route_says_what_it_takes(guest: Guest, path: str) -> None:
    methods = ROUTES[path] | ({"HEAD"} if "GET" in ROUTES[path] else set())
    # Statistics are off here, so there is no such page to ask about.
    for method in ("PUT",) if path.startswith("/statistics") else ("OPTIONS", "PUT"):
        told = guest.http.request(method, path.replace("{}", "1")).headers["allow"]
        assert {*told.split(", ")} == methods, method


@pytest.mark.parametrize("path", [path for path in ROUTES if "{}" in path and "GET" in ROUTES[path]])
def test_strange_names_and_overlong_ones_are_refused_in_a_sentence(guest: Guest, path: str) -> None:
    for name in STRANGE:
        for asked in (path.replace("{}", name), path.replace("{}", release(), 1).replace("{}", name)):
            if not asked.endswith("/%2e%2e") and asked != path.replace("{}", release()):
                _is_a_refusal(guest.http.get(asked), asked)


@pytest.mark.parametrize("path", [path for path in ROUTES if "POST" in ROUTES[path]])
def test_what_cannot_be_read_is_refused_in_a_sentence(guest: Guest, path: str) -> None:
    guest.page("/")
    asked = path.replace("{}", "nothing")
    for kind, body in [*FORMS, *((JSON, body) for body in BODIES)]:
        _is_a_refusal(guest.http.post(asked, content=body, headers={"content-type": kind}), (path, kind, body[:40]))


@pytest.mark.parametrize("number", ["x", "%ff", "1.5", "9" * 5000])
def test_a_number_that_is_none_is_refused_in_a_sentence(guest: Guest, number: str) -> None:
    for path in ("/games/fusillade/guide?played=", "/replays/nothing?step=", "/tables/nothing/replay?side="):
        _is_a_refusal(guest.http.get(path + number), path)


def test_the_script_of_a_page_is_refused_by_a_problem_that_it_can_show(guest: Guest) -> None:
    answer = guest.post("/tables/nothing/play", {}, token="forged", fragment=True).answer
    assert "reload the page" in problem(answer, 403)


def test_a_font_is_not_compressed_twice(guest: Guest) -> None:
    fonts = preloaded_fonts()
    if not fonts:
        pytest.skip("built without fonts")
    answer = guest.http.get(address(fonts[0]), headers={"accept-encoding": "gzip"})
    assert answer.headers["content-type"] == "font/woff2"
    assert "content-encoding" not in answer.headers
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
