"""The OpenAPI description of the API, with the details that Litestar leaves out."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.openapi.plugins import JsonRenderPlugin

from grognard.registry import for_players, load
from grognard.server import api, api_own


class Description(JsonRenderPlugin):
    """Renders the OpenAPI description as JSON."""

    def render(self, request: Request[Any, Any, State], openapi_schema: dict[str, Any]) -> bytes:
        """Returns the completed description as JSON."""
        return self.render_json(request, completed(openapi_schema))


def completed(described: dict[str, Any]) -> dict[str, Any]:
    """Returns a description that marks the bodies that refuse unknown fields and has examples for path parameters."""
    found = deepcopy(described)
    for name in strict_bodies():
        found["components"]["schemas"][name]["additionalProperties"] = False
    examples = _examples()
    for path in found["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                if parameter["name"] in examples:
                    parameter["examples"] = {"usual": {"value": examples[parameter["name"]]}}
    return found


def strict_bodies() -> list[str]:
    """Returns the names of the structures that refuse unknown fields."""
    return [
        name
        for module in (api, api_own)
        for name, kind in vars(module).items()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__module__ == module.__name__
        and kind.__struct_config__.forbid_unknown_fields
    ]


def _examples() -> dict[str, str]:
    """Returns an example game and clause. Table ids differ on every server, so they have no example."""
    first = for_players()[0]
    slug = first.meta.slug
    return {"slug": slug, "clause": next(iter(load(slug).handbook.clauses))}
