"""The API does what its own description says, whatever is sent to it."""

from __future__ import annotations

from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis import Case
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

from grognard.play.deal import committed
from grognard.server.openapi import strict_bodies
from tests.server.support import Guest, Server, seated, sorted_by_turn, until
from tests.server.test_dealing import OWN, commit_by_page, sat_down
from tests.server.test_hints import deciding

load_all_checks()
EXAMPLES = 12
MANY = 200
CHECKS_OF_ALL: list[Any] = list(CHECKS.get_all())


def test_the_description_is_complete(server: Server, guest: Guest) -> None:
    described = guest.http.get("/schema").json()
    assert described["openapi"].startswith("3.1")
    assert set(described["paths"]) == {
        "/api/v1/games",
        "/api/v1/games/{slug}",
        "/api/v1/games/{slug}/events",
        "/api/v1/games/{slug}/rules/{clause}",
        "/api/v1/join",
        "/api/v1/me",
        "/api/v1/tables",
        "/api/v1/tables/{id}",
        "/api/v1/tables/{id}/actions",
        "/api/v1/tables/{id}/undo",
        "/api/v1/tables/{id}/hint",
        "/api/v1/tables/{id}/hint/stop",
        "/api/v1/tables/{id}/resign",
        "/api/v1/tables/{id}/give-time",
        "/api/v1/tables/{id}/stand-in",
        "/api/v1/tables/{id}/take-back",
        "/api/v1/tables/{id}/claim",
        "/api/v1/tables/{id}/pause",
        "/api/v1/tables/{id}/pause/agree",
        "/api/v1/tables/{id}/pause/refuse",
        "/api/v1/tables/{id}/pause/end",
        "/api/v1/tables/{id}/deal",
        "/api/v1/tables/{id}/deal/commit",
        "/api/v1/tables/{id}/deal/draw",
        "/api/v1/tables/{id}/deal/lost",
        "/api/v1/tables/{id}/deal/start-over",
        "/api/v1/tables/{id}/deal/reveal",
        "/api/v1/tables/{id}/journal",
    }
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            refusals = {status: answer for status, answer in operation["responses"].items() if status >= "4"}
            assert {"400", "429"} <= set(refusals)
            assert all(list(answer["content"]) == ["application/problem+json"] for answer in refusals.values())
    assert guest.http.get("/schema/openapi.json").json() == described


@pytest.mark.parametrize("name", strict_bodies())
def test_the_description_says_which_bodies_refuse_unknown_fields(guest: Guest, name: str) -> None:
    described = guest.http.get("/schema").json()
    assert described["components"]["schemas"][name]["additionalProperties"] is False
    reference = {"$ref": f"#/components/schemas/{name}"}
    for path, operations in described["paths"].items():
        body = operations.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json", {})
        if body.get("schema") == reference:
            answer = guest.http.post(path.replace("{id}", "nothing"), json={"unheard-of": 1})
            assert answer.status_code == 400, "it is checked before anything else"


def test_every_body_of_the_api_refuses_unknown_fields(guest: Guest) -> None:
    described = guest.http.get("/schema").json()
    bodies = {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for path in described["paths"].values()
        for operation in path.values()
        if "requestBody" in operation
    }
    assert bodies == {*strict_bodies()}


def test_the_examples_of_the_description_lead_somewhere(guest: Guest) -> None:
    described = guest.http.get("/schema").json()
    reached = 0
    for path, operations in described["paths"].items():
        for parameter in operations.get("get", {}).get("parameters", ()):
            for example in parameter.get("examples", {}).values():
                path = path.replace(f"{{{parameter['name']}}}", example["value"])
        if "get" in operations and "{" not in path:
            assert guest.http.get(path).status_code == 200
            reached += 1
    assert reached >= 4


@pytest.mark.parametrize("examples", [EXAMPLES, pytest.param(MANY, marks=pytest.mark.soak)])
def test_whatever_is_sent_the_answer_is_as_described(server: Server, guest: Guest, examples: int) -> None:
    table = guest.create("you", "open")["id"]
    schema = schemathesis.openapi.from_url(f"{server.url}/schema")
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        _tried(found.ok(), _cookie(guest), {"id": table, "slug": "fusillade"}, examples)


def _cookie(guest: Guest) -> dict[str, str]:
    return {"cookie": f"grognard_guest={guest.http.cookies['grognard_guest']}"}


def _tried(
    operation: APIOperation[Any, Any, Any, Any], headers: dict[str, str], known: dict[str, str], examples: int
) -> None:
    """Tries an operation with allowed and with forbidden data, also at an existing table."""

    @hypothesis.given(case=operation.as_strategy())
    @hypothesis.settings(max_examples=examples, deadline=None, derandomize=True, database=None)
    def send(case: Case[Any]) -> None:
        case.call_and_validate(headers=headers, checks=CHECKS_OF_ALL)
        for name in known.keys() & case.path_parameters.keys():
            case.path_parameters[name] = known[name]
            case.call_and_validate(headers=headers, checks=CHECKS_OF_ALL)

    send()


def _undoable(guest: Guest) -> str:
    """Returns a table whose first action shows the guest nothing new, so that it can be undone."""
    for _ in range(100):
        id = str(guest.create("you", "greedy")["id"])
        seen = deciding(guest, id)
        played = guest.play(id, seen["view"]["actions"][0]["notation"], seen["at"]).json()
        if guest.http.post(f"/api/v1/tables/{id}/undo", json={"at": played["at"]}).is_success:
            return id
    raise AssertionError("no first action could be undone")


def test_every_operation_can_be_done_and_then_answers_as_described(server: Server, guest: Guest) -> None:
    """Each once, in an order in which all can be done."""
    guest.page("/")
    schema = schemathesis.openapi.from_url(f"{server.url}/schema")
    operations = {found.ok().label: found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)}
    done = set()

    def does(label: str, by: Guest = guest, body: dict[str, Any] | None = None, **place: str) -> Any:
        case = operations[label].Case(path_parameters=place)
        if body is not None:
            case.body, case.media_type = body, "application/json"
        answer = case.call_and_validate(headers=_cookie(by), checks=CHECKS_OF_ALL)
        assert 200 <= answer.status_code < 300, label
        done.add(label)
        return None if label.endswith("/journal") else answer.json()

    slug = does("GET /api/v1/games")[0]["slug"]
    does("GET /api/v1/games/{slug}", slug=slug)
    does("GET /api/v1/games/{slug}/rules/{clause}", slug="fusillade", clause="FUS-1.1")
    kinds = does("GET /api/v1/games/{slug}/events", slug="fusillade")
    assert [field["name"] for kind in kinds if kind["kind"] == "struck" for field in kind["fields"]] == ["lost", "left"]
    does("POST /api/v1/me", body={"name": "Anna"})
    does("GET /api/v1/me")
    invited = Guest(server.url).create("you", "open")["invitations"][0]["path"]
    does("POST /api/v1/join", body={"link": f"{server.url}{invited}", "name": "Anna"})
    assert does("GET /api/v1/tables")[0]["state"] == "deal"
    at_table, hosts, friend = sat_down(server.url)
    steps = does("GET /api/v1/tables/{id}/deal", hosts, id=at_table)["steps"]
    promise = next(step["hash"] for step in steps if step["is"] == "promise")
    own = {"seat": 0, "hash": committed(at_table, 1, 0, promise, bytes.fromhex(OWN[0]))}
    does("POST /api/v1/tables/{id}/deal/commit", hosts, own, id=at_table)
    does("POST /api/v1/tables/{id}/deal/draw", friend, {"seat": 1}, id=at_table)
    does("POST /api/v1/tables/{id}/deal/reveal", hosts, {"seat": 0, "bytes": OWN[0]}, id=at_table)
    other, *two = sat_down(server.url)
    for one in two:
        commit_by_page(one, other)
    does("POST /api/v1/tables/{id}/deal/lost", two[0], {"seat": 0}, id=other)
    does("POST /api/v1/tables", body={"game": "fusillade", "seats": ["you", "greedy"]})
    id = _undoable(guest)
    seen = deciding(guest, id)
    does("GET /api/v1/tables/{id}", id=id)
    does("POST /api/v1/tables/{id}/hint", body={"at": seen["at"]}, id=id)
    does("POST /api/v1/tables/{id}/hint/stop", body={"at": seen["at"]}, id=id)
    chosen = {"do": seen["view"]["actions"][0]["notation"], "at": guest.look(id)["at"]}
    seen = does("POST /api/v1/tables/{id}/actions", body=chosen, id=id)
    does("POST /api/v1/tables/{id}/undo", body={"at": seen["at"]}, id=id)
    does("POST /api/v1/tables/{id}/resign", body={"at": guest.look(id)["at"]}, id=id)
    does("GET /api/v1/tables/{id}/journal", id=id)
    late, *players = seated(server.url)
    for asks, answers, answer in ((0, 1, "refuse"), (1, 0, "agree")):
        does("POST /api/v1/tables/{id}/pause", players[asks], {"at": "0"}, id=late)
        assert players[answers].look(late)["pause"]["asked_by"]
        seen = does(f"POST /api/v1/tables/{{id}}/pause/{answer}", players[answers], {"at": "0"}, id=late)
        assert seen["pause"]["paused"] == (answer == "agree")
    assert not does("POST /api/v1/tables/{id}/pause/end", players[0], {"at": "0"}, id=late)["pause"]["paused"]
    _, waiting = sorted_by_turn(late, (players[0], players[1]))
    does("POST /api/v1/tables/{id}/take-back", waiting, {"at": "0"}, id=late)
    until(lambda: bool(waiting.look(late)["may_claim"]))
    does("POST /api/v1/tables/{id}/claim", waiting, {"at": "0"}, id=late)
    # Time runs out only after minutes or days (test_clocks and test_dealing do that with their own clocks).
    slow = ("deal/start-over", "give-time", "stand-in")
    assert done == set(operations) - {f"POST /api/v1/tables/{{id}}/{deed}" for deed in slow}
