"""Presets name house rules that exist, and every value of a house rule is told in words."""

from __future__ import annotations

import pytest

import grognard
from grognard.kernel.errors import BadInput


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_every_preset_can_be_loaded(slug: str) -> None:
    meta = grognard.spec(slug).meta
    for preset in meta.presets:
        assert meta.preset(preset.key) is preset
        game = grognard.load(slug, preset.options)
        assert {key: game.options[key] for key in preset.options} == preset.options
        assert game.options != grognard.load(slug).options


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_no_house_rule_shows_what_only_programs_read(slug: str) -> None:
    meta = grognard.spec(slug).meta
    for option in meta.options:
        assert len(option.words) == len(option.values) == len(set(option.words))
        for value in option.values:
            told = option.told(value)
            assert "_" not in told + option.help
            assert told != str(value)
    grouped = {bool(option.group) for option in meta.options}
    assert len(grouped) == 1, "all rules have a group, or none"


def test_an_unknown_preset_says_what_there_is() -> None:
    with pytest.raises(BadInput, match="Choose from: short"):
        grognard.spec("three-emperors").meta.preset("long")
    with pytest.raises(BadInput, match="Choose from: quick"):
        grognard.spec("fusillade").meta.preset("short")
