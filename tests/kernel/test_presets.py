"""Presets name house rules that exist."""

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


def test_an_unknown_preset_says_what_there_is() -> None:
    with pytest.raises(BadInput, match="There are: short"):
        grognard.spec("three-emperors").meta.preset("long")
    with pytest.raises(BadInput, match="There are: none"):
        grognard.spec("fusillade").meta.preset("short")
