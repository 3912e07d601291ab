"""Recovery codes: a lost device is no lost seat, and nobody gets in by guessing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.kernel.errors import BadInput
from grognard.server.guests.recovery_codes import WRONG_PER_HOUR, read_code
from tests.server.inside import Time, Visitor, inside
from tests.server.support import Guest, Page, Server, running, seated
from tests.server.test_your_data import stored

CODE = "0123 4567 89AB CDEF"


def code_on(page: Page) -> str:
    """The recovery code that a page shows."""
    assert page.status == 200, page.text
    found = re.search(r'id="new-code" type="text" readonly value="([^"]+)"', page.text)
    assert found
    return found[1]


def made(guest: Guest) -> str:
    """A guest's new recovery code."""
    page = guest.page("/your-data/devices/code")
    fields = {name: page.hidden(name) for name in ("number", "seed")}
    return code_on(guest.post("/your-data/devices/code", fields, page.hidden("_csrf_token")))


def recovered(guest: Guest, code: str, **fields: str) -> str:
    """The new code of a browser that types a code."""
    answer = guest.post("/recover", {"code": code, **fields})
    assert (answer.status, answer.answer.headers["location"]) == (303, "/recover/code"), answer.text
    return code_on(guest.page("/recover/code"))


def copy_of(guest: Guest) -> Guest:
    """The same browser before the next answer."""
    found = Guest(str(guest.http.base_url))
    found.http.cookies.update(guest.http.cookies)
    return found


def session_of(guest: Guest) -> str:
    """The session and the guest that a browser's cookie names."""
    return guest.http.cookies["grognard_guest"].partition(".")[0]


def seat(guest: Guest, table: str) -> str | None:
    """The guest's seat at a table, as its page says."""
    return guest.page(f"/tables/{table}").attribute("seat")


# -- typing it ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    ["0123456789ABCDEF", "0123-4567-89ab-cdef", " o1z3 ".replace("z", "2") + "4567 89ab\tcdef", "OI23 4567 89AB CDEF",
     "0L23.4567.89AB.CDEF", "0123\N{NO-BREAK SPACE}4567\N{EN DASH}89AB\N{HYPHEN}CDEF"],
)  # fmt: skip
def test_a_code_can_be_typed_in_many_ways(typed: str) -> None:
    assert read_code(typed) == "0123456789ABCDEF"


@pytest.mark.parametrize(
    "typed", ["", "0123", "0123456789ABCDEU", "0123456789ABCDEF0", "é" * 16, "0" * 5000, "\ud800" * 16]
)
def test_a_code_that_no_one_can_have_is_explained(typed: str) -> None:
    with pytest.raises(BadInput, match="16 letters and digits"):
        read_code(typed)


# -- using it ----------------------------------------------------------------------------------------------------------


def test_a_lost_phone_is_back_at_every_seat(server: Server) -> None:
    shared, phone, _friend = seated(server.url)
    phone.post("/your-data/name", {"name": "Anna"})
    tables = [phone.set_up("computer"), shared]
    code = made(phone)
    assert "You made a code on" in phone.page("/your-data/devices/code").text
    new = Guest(server.url)
    following = recovered(new, code.lower().replace(" ", ""))
    answer = new.page("/recover/code")
    assert following == code_on(answer) != code  # it can be reloaded
    assert "You have your games back, Anna" in answer.text
    assert 'own-name" href="/your-data/name"><span class="hidden">Your name: </span>Anna' in answer.text
    assert [seat(new, table) for table in tables] == ["0", "0"]
    assert [seat(phone, table) for table in tables] == ["0", "0"]  # until it is signed out
    third = Guest(server.url)
    refused = third.post("/recover", {"code": code})
    assert (refused.status, code in refused.text) == (400, True)  # what was typed stays in the field
    assert "This recovery code is unknown." in refused.text
    assert recovered(third, following) not in (code, following)
    assert seat(third, tables[0]) == "0"


def test_a_lost_answer_is_repeated_and_locks_nobody_out(server: Server) -> None:
    phone = Guest(server.url)
    table, code = phone.set_up("computer"), made(phone)
    new = Guest(server.url)
    token = new.page("/recover").hidden("_csrf_token")
    before = copy_of(new)
    assert new.post("/recover", {"code": code}, token).status == 303
    assert before.post("/recover", {"code": code}, token).status == 303
    following = code_on(new.page("/recover/code"))
    assert following == code_on(before.page("/recover/code"))
    assert session_of(new) == session_of(before)
    assert seat(before, table) == seat(new, table) == "0"
    # Another browser cannot repeat it.
    assert Guest(server.url).post("/recover", {"code": code}).status == 400
    assert recovered(Guest(server.url), following)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_used_code_cannot_be_repeated_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    with inside(tmp_path, time, monkeypatch) as server:
        owner, new = Visitor(server), Visitor(server)
        owner.post("/your-data/name", name="Anna")
        code = code_on(Page(owner.post("/your-data/devices/code", number="0", seed="seed")))
        assert new.post("/recover", code=code).status_code == 303
        time.seconds += 23 * 3600
        assert new.post("/recover", code=code).status_code == 303
        time.seconds += 2 * 3600
        assert new.post("/recover", code=code).status_code == 400


def test_a_form_sent_twice_makes_one_code(guest: Guest) -> None:
    page = guest.page("/your-data/devices/code")
    fields = {name: page.hidden(name) for name in ("number", "seed")}
    token = page.hidden("_csrf_token")
    code = code_on(guest.post("/your-data/devices/code", fields, token))
    assert code_on(guest.post("/your-data/devices/code", fields, token)) == code
    newer = made(guest)
    assert newer != code
    stale = guest.post("/your-data/devices/code", fields, token)
    assert (stale.status, "Your recovery code has changed" in stale.text) == (409, True)
    assert guest.post("/your-data/devices/code", {"number": "x"}).status == 400
    other = Guest(str(guest.http.base_url))
    assert other.post("/recover", {"code": code}).status == 400
    assert recovered(other, newer)


def test_the_own_code_is_not_used_up_in_a_browser_that_needs_none(guest: Guest) -> None:
    code = made(guest)
    assert "This browser already has the games of that code." in guest.post("/recover", {"code": code}).text
    assert recovered(Guest(str(guest.http.base_url)), code)


def test_guesses_are_limited_for_an_address(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        code = made(Guest(server.url))
        guest = Guest(server.url)
        assert {guest.post("/recover", {"code": "too short"}).status for _ in range(20)} == {400}  # no guesses
        for _ in range(WRONG_PER_HOUR):
            assert guest.post("/recover", {"code": CODE}).status == 400
        for sent in (CODE, code):
            refused = Guest(server.url).post("/recover", {"code": sent})
            assert (refused.status, "Too many wrong codes" in refused.text) == (429, True)


def test_right_codes_are_no_guesses(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        code = made(Guest(server.url))
        for _ in range(WRONG_PER_HOUR + 2):
            code = recovered(Guest(server.url), code)


def test_a_new_code_is_shown_only_to_the_browser_that_got_it_and_not_for_long(server: Server) -> None:
    phone, new = Guest(server.url), Guest(server.url)
    code = recovered(new, made(phone))
    for other in (phone, Guest(server.url)):
        assert other.page("/recover/code").answer.headers["location"] == "/your-data/devices/code"
    made(phone)  # replaces it
    assert new.page("/recover/code").status == 303
    assert Guest(server.url).post("/recover", {"code": code}).status == 400


# -- what is stored ----------------------------------------------------------------------------------------------------


def test_the_code_is_stored_nowhere_and_needs_the_secret(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        guest = Guest(server.url)
        table, code = guest.set_up("computer"), made(guest)
        text = stored(server)
        assert code not in text
        assert code.replace(" ", "") not in text
        assert code not in server.output()
    secret = (tmp_path / "secret").read_bytes()
    (tmp_path / "secret").unlink()
    with running(tmp_path) as server:
        assert Guest(server.url).post("/recover", {"code": code}).status == 400
    (tmp_path / "secret").write_bytes(secret)
    with running(tmp_path) as server:
        new = Guest(server.url)
        assert recovered(new, code)
        assert seat(new, table) == "0"


def test_deleting_your_data_deletes_the_code(server: Server) -> None:
    guest = Guest(server.url)
    code = made(guest)
    assert guest.post("/your-data/delete", {}).status == 303
    assert Guest(server.url).post("/recover", {"code": code}).status == 400
