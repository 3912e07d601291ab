"""What all parts of the JSON API share: the form of an error, and its description."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.openapi import ResponseSpec

PROBLEM: Final = "application/problem+json"
Connection = Request[Any, Any, State]


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request failed (RFC 9457): a sentence, and the handbook clause behind it if there is one."""

    title: str
    status: int
    detail: str
    type: str = "about:blank"
    clause: str = ""
    errors: list[Any] = []


def problems(**sentences: str) -> dict[int, ResponseSpec]:
    """Returns the error responses of a route: these, plus the three that any route can give."""
    found = {
        "400": "The request is malformed.",
        "401": "The token is wrong or has ended.",
        "429": "Too many requests: wait as long as Retry-After says. Without that header, the guest is over a quota.",
    } | {status.removeprefix("s"): sentence for status, sentence in sentences.items()}
    return {
        int(status): ResponseSpec(Problem, generate_examples=False, description=sentence, media_type=PROBLEM)
        for status, sentence in found.items()
    }


def problems_of_post(**sentences: str) -> dict[int, ResponseSpec]:
    """Returns the error responses of a route that takes a body: these, and those about the body."""
    return problems(s413="The body is too large.", s415="The body is not application/json.", **sentences)
