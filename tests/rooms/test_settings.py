"""The settings: what can be typed, what is saved, and which keys a command may have."""

from __future__ import annotations

import pytest

from cardtable.rooms.kit.key_changes import change_key, kinds_of_rooms
from cardtable.rooms.kit.keys import CHANGEABLE, key_label, key_name
from cardtable.rooms.kit.response import Say
from cardtable.rooms.settings import SettingsRoom, save_change
from cardtable.store.settings import Settings, load_settings
from tests.rooms.examples import refusal


@pytest.fixture
def room() -> SettingsRoom:
    return SettingsRoom(load_settings, save_change)


@pytest.mark.parametrize(
    ("typed", "said", "saved"),
    [
        ("reading verbose", "Saved: reading verbose.", Settings(reading="verbose")),
        ("reading=verbose", "Saved: reading verbose.", Settings(reading="verbose")),
        ("verbose", "Saved: reading verbose.", Settings(reading="verbose")),
        ("names Ann,  De Bo", "Saved: names Ann, De Bo.", Settings(names=("Ann", "De Bo"))),
        ("names default", "Saved: names nobody.", Settings()),
        ("key.undo f5", "Saved: f5 is the key for undo.", Settings(keys={"undo": "f5"})),
    ],
)
def test_a_typed_change_is_saved(room: SettingsRoom, typed: str, said: str, saved: Settings) -> None:
    assert room.type(typed) == Say(said)
    assert load_settings() == room.settings == saved


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ("reading aloud", "reading can't be 'aloud'. Choose another one: terse, verbose."),
        ("sing", "The settings are animation, pace, card-style, chains, scale, bell, reading, pages, names and key."),
        ("names", "Type names and the names, with commas between them, as in: names Ann, Ben."),
        ("names Ann, ann", "Players 1 and 2 can't both be called ann."),
    ],
)
def test_anything_else_is_explained_and_changes_nothing(room: SettingsRoom, typed: str, refused: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refusal:
        room.type(typed)
    assert str(refusal.value) == refused
    assert load_settings() == Settings()


def test_a_setting_alone_is_described(room: SettingsRoom) -> None:
    about = "pace: How long a computer player's move is shown before the next; 'enter' waits for the Enter key. "
    with pytest.raises(ValueError, match=f"^{about}Now normal; it can be slow, normal, fast or enter.$"):
        room.type("pace")


def test_a_key_is_changed_unless_it_does_something_else_there(room: SettingsRoom) -> None:
    listed = room.do("key")
    assert isinstance(listed, Say)
    assert "undo: u\nredo: U\n" in listed.text
    assert room.do("key", "undo f5") == Say("Saved: f5 is the key for undo.")
    assert load_settings().keys == {"undo": "f5"}
    assert refusal(room, "key", "undo l") == "l is already the key for 'Log'."
    assert refusal(room, "key", "dance x").startswith("Type key, a command and its new key, as in: key undo f5.")
    assert room.do("default-keys") == Say("Every key has its default.")
    assert load_settings().keys == {}


def test_the_theme_is_a_setting_only_where_there_are_themes(room: SettingsRoom) -> None:
    with_themes = SettingsRoom(load_settings, save_change, ("felt", "nord"))
    assert [each.name for each in with_themes.preferences] == ["theme", *(each.name for each in room.preferences)]
    assert with_themes.type("nord") == Say("Saved: theme nord.")


def test_every_command_has_its_default_key_wherever_it_works() -> None:
    listed = {each.id: each for kind in kinds_of_rooms() for each in kind.commands if each.changeable}
    assert set(listed) == set(CHANGEABLE)
    for command in CHANGEABLE.values():
        assert change_key({command.id: "x"}, command, command.key) == {}
        assert key_name(key_label(command.key)) == command.key
