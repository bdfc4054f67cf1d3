"""The settings file: what is loaded from it, whoever has written it."""

from __future__ import annotations

import json

from cardtable.store.settings import Settings, load_settings, save_settings, settings_file


def test_keys_that_cannot_be_shown_are_not_loaded() -> None:
    save_settings(Settings(keys={"undo": "z", "re\x1bdo": "y", "log": "\x07"}))
    assert load_settings().keys == {"undo": "z"}


def test_the_settings_of_older_versions_still_load() -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    old = {"theme": "nord", "cards": "ascii", "speed": "slow"}
    settings_file().write_text(json.dumps({**old, "unknown": 1}), "utf-8")
    assert load_settings() == Settings(theme="nord", cards="ascii", speed="slow")
    bad = {"names": ["Ann", 3, "\x1b[2J"], "keys": {"undo": 5, "log": "\x1b", "save": "x"}, "cards": []}
    settings_file().write_text(json.dumps({**old, **bad}), "utf-8")
    assert load_settings() == Settings(theme="nord", speed="slow", names=("Ann", "[2J"), keys={"save": "x"})
