"""Templates that are compiled to faster Python say the same as Jinja's own."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined

from grognard.web.templating import Templates


@dataclass
class Thing:
    """Something with attributes, a dict and a method."""

    name: str = "a & b"
    numbers: dict[str, int] = field(default_factory=lambda: {"items": 3, "attack": 2})

    def told(self, word: str, times: int = 1) -> str:
        """Returns a word, several times."""
        return word * times


PAGES = {
    "macros.html": "{% macro row(one, last=false) %}<{{ one.name }}{{ '!' if last }}>{% endmacro %}",
    "base.html": "{% block head %}{% endblock %}{% if self.head()|trim %}[{{ self.head() }}]{% endif %}",
    "page.html": (
        "{% extends 'base.html' %}{% block head %}{% from 'macros.html' import row %}"
        "{{ thing.name }} {{ thing.numbers.attack }} {{ thing.told('x', times=2) }} {{ thing.told(*['y']) }}"
        "{% for one in [thing] if one.name %}{{ row(one, last=loop.last) }}{{ loop.index }}{% endfor %}"
        "{{ 'lacking' if thing.nothing is not defined }}{{ (nobody or {}).name is defined }}"
        "{% for key, value in thing.numbers.items()|sort %}{{ key }}={{ value }} {% endfor %}{% endblock %}"
    ),
}


def drawn(kind: type[Environment], page: str) -> str:
    environment = kind(loader=DictLoader(PAGES | {"own.html": page}), autoescape=True, undefined=StrictUndefined)
    return environment.get_template("own.html").render(thing=Thing(), nobody=None)


def test_a_page_says_the_same_as_in_jinja() -> None:
    page = PAGES["page.html"]
    assert drawn(Templates, page) == drawn(Environment, page)
    assert "a &amp; b 2 xx y<a &amp; b!>1lacking" in drawn(Templates, page)


def test_a_missing_attribute_is_an_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        drawn(Templates, "{{ thing.nothing }}")
