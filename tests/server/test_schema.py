"""The API does what its own description says, whatever is sent to it."""

from __future__ import annotations

from typing import Any

import hypothesis
import schemathesis
from schemathesis import Case
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

from tests.server.support import Guest, Server

load_all_checks()
EXAMPLES = 25
# No schema can say which tables are possible and which actions are legal.
LEFT_OUT = {"positive_data_acceptance"}


def test_the_description_is_complete(server: Server, guest: Guest) -> None:
    described = guest.http.get("/schema").json()
    assert described["openapi"].startswith("3.1")
    assert set(described["paths"]) == {
        "/api/v1/games",
        "/api/v1/games/{slug}",
        "/api/v1/games/{slug}/rules/{clause}",
        "/api/v1/me",
        "/api/v1/tables",
        "/api/v1/tables/{id}",
        "/api/v1/tables/{id}/actions",
        "/api/v1/tables/{id}/undo",
        "/api/v1/tables/{id}/hint",
        "/api/v1/tables/{id}/hint/stop",
        "/api/v1/tables/{id}/resign",
        "/api/v1/tables/{id}/deal",
        "/api/v1/tables/{id}/deal/commit",
        "/api/v1/tables/{id}/deal/draw",
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


def test_whatever_is_sent_the_answer_is_as_described(server: Server, guest: Guest) -> None:
    table = guest.create("you", "open")["id"]
    cookie = f"grognard_guest={guest.http.cookies['grognard_guest']}"
    schema = schemathesis.openapi.from_url(f"{server.url}/schema")
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        _tried(found.ok(), {"cookie": cookie}, {"id": table, "slug": "fusillade"})


def _tried(operation: APIOperation[Any, Any, Any, Any], headers: dict[str, str], known: dict[str, str]) -> None:
    checks: list[Any] = [check for check in CHECKS.get_all() if check.__name__ not in LEFT_OUT]

    @hypothesis.given(case=operation.as_strategy())
    @hypothesis.settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None)
    def send(case: Case[Any]) -> None:
        case.call_and_validate(headers=headers, checks=checks)
        for name in known.keys() & case.path_parameters.keys():
            case.path_parameters[name] = known[name]
            case.call_and_validate(headers=headers, checks=checks)

    send()
