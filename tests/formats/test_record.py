from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame
from cardtable.formats.codec import dump
from cardtable.formats.notation import read_record_file
from cardtable.formats.record import Record, SeatHolder, dump_record, load_record
from cardtable.formats.strict_json import BadFile
from cardtable.games import GAMES
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.table.mutations import check_sentence, mutated, read_or_refused
from tests.table.sittings import looks, play_on, sit, sit_at, sittings, truth

STAGE = GAMES["exit-stage-right"]


def play_three_actions() -> Session:
    session = sit(STAGE, 2, 12345)
    for text in ("Red", "hollow", "partial down top"):
        action = STAGE.parse(text)
        session.act(action if action in STAGE.legal(truth(session)) else STAGE.legal(truth(session))[0])
        session.mark_seen()
    return session


RECORD = record_of(play_three_actions())
TEXT = dump_record(RECORD)


def refusal(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        open_session(load_record(text))
    check_sentence(str(refused.value))
    return str(refused.value)


def refusal_with(**fields: Any) -> str:
    return refusal(json.dumps({**json.loads(TEXT), "sum": "", **fields}))


def refusal_of_options(**options: Any) -> str:
    return refusal_with(options={**json.loads(TEXT)["options"], **options})


def seats(*names: str) -> list[dict[str, Any]]:
    return [{"name": name, "person": person} for person, name in enumerate(names)]


@each_game
@given(data=st.data())
def test_a_saved_game_opens_unchanged(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game, with_computers=True))
    record = record_of(session)
    assert load_record(dump_record(record)) == record
    opened = open_session(load_record(dump_record(record)))
    assert truth(opened) == truth(session)
    assert [saved_part(look) for look in looks(opened)] == [saved_part(look) for look in looks(session)]
    assert (opened.deal_code, opened.persons, opened.undone) == (session.deal_code, session.persons, session.undone)
    assert opened.options == session.options
    assert record_of(opened) == record


def saved_part(look: Any) -> tuple[Any, ...]:
    """Return a view without what isn't saved: what can be redone, and who is sure to have seen the table."""
    look = replace(look, no_undo=look.no_undo.replace("may already have seen", "has already seen"))
    return tuple(getattr(look, name) for name in look.__slots__ if name != "no_redo")


def test_the_layout_of_a_record() -> None:
    session = Session(STAGE, STAGE.options(), ("Ann", "Zoë"), DealCode.parse("K7QF-2M9X"), (0, 0))
    for text in ("triangle", "red", "circle"):
        action = STAGE.parse(text)
        session.act(action if action in STAGE.legal(truth(session)) else STAGE.legal(truth(session))[0])
    session.undo()
    actions = ",\n".join(f'    "{action}"' for action in session.actions)
    expected = f"""{{
  "note": "Anyone with this file can reconstruct every hidden card.",
  "format": "cardtable-record",
  "version": 4,
  "game": "exit-stage-right",
  "rules": 1,
  "options": {json.dumps(dump(session.options))},
  "seats": [
    {{"name": "Ann", "person": 0}},
    {{"name": "Zoë", "person": 0}}
  ],
  "computers": [],
  "deal": "K7QF-2M9X",
  "position": null,
  "undone": 1,
  "hinted": 0,
  "given": 0,
  "actions": [
{actions}
  ],
  "sum": "{json.loads(dump_record(record_of(session)))["sum"]}"
}}
"""
    assert dump_record(record_of(session)) == expected


def test_a_game_without_actions_can_be_saved() -> None:
    record = record_of(sit(STAGE, 1))
    assert '"actions": [],\n' in dump_record(record)
    assert load_record(dump_record(record)) == record
    assert open_session(record).turn == 0


def test_case_and_spacing_are_flexible() -> None:
    fields = json.loads(TEXT)
    fields["actions"] = [action.upper().replace(" UP", "") for action in fields["actions"]]
    fields["deal"] = fields["deal"].lower().replace("-", " ")
    fields["sum"] = ""
    assert truth(open_session(load_record(json.dumps(fields)))) == truth(open_session(RECORD))


def test_the_repr_of_a_record_has_no_secrets() -> None:
    assert str(RECORD.deal_code) not in repr(RECORD)
    assert str(RECORD.actions) not in repr(RECORD)
    assert RECORD.seats == (SeatHolder("Ann", 0), SeatHolder("Bob", 1))


def test_an_opened_game_knows_who_has_seen_the_table() -> None:
    session = open_session(RECORD)
    assert session.turn == 1
    assert session.why_no_undo() == "Too late to undo: Bob may already have seen the table.", "nobody knows any more"
    session.mark_seen()
    assert session.why_no_undo() == "Too late to undo: Bob has already seen the table."


NEWER = (
    "This record comes from a newer Cardtable: its version is 5, but this Cardtable reads only up to 4. "
    "Update Cardtable to open it."
)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"format": "save"}, "This isn't a Cardtable record: its format is 'save'."),
        ({"version": 5}, NEWER),
        ({"version": "1"}, "This record is invalid: its version must be a number, not '1'."),
        ({"version": True}, "This record is invalid: its version must be a number, not true."),
        ({"version": 0}, "This record is invalid: its version must be a number, not 0."),
        ({"rules": 2},
         "This record uses version 2 of the rules of Exit Stage Right, but this Cardtable has version 1."),
        ({"rules": ""},
         "This record uses version '' of the rules of Exit Stage Right, but this Cardtable has version 1."),
        ({"game": "wh\x1b[2Jist"}, "This record is for a game that isn't installed: 'wh[2Jist'."),
        ({"game": []}, "This record is for a game that isn't installed: a list."),
        ({"c[/]\u202ehat": 1}, "This record is invalid: it has an unknown field 'c[/]hat'."),
        ({"options": None}, "This record is invalid: options must be an object, not null."),
        ({"options": {}}, "This record is invalid: options.hand_size is missing."),
        ({"seats": []}, "Exit Stage Right is for 1 to 6 players, but this record has 0."),
        ({"seats": seats(*"ABCDEFG")}, "Exit Stage Right is for 1 to 6 players, but this record has 7."),
        ({"seats": seats("Ann", "ANN")}, "This record is invalid: Players 1 and 2 can't both be called ANN."),
        ({"seats": [{"name": "Ann"}]}, "This record is invalid: seats[0].person is missing."),
        ({"seats": ["Ann"]}, "This record is invalid: seats[0] must be an object, not 'Ann'."),
        ({"seats": [{"name": 1, "person": 0}]}, "This record is invalid: seats[0].name must be a string, not 1."),
        ({"seats": [{"name": "A", "person": 1}]},
         "This record is invalid: seats[0].person must be from 0 to 0, not 1."),
        ({"seats": [{"name": "A", "person": -1}]},
         "This record is invalid: seats[0].person must be from 0 to 0, not -1."),
        ({"deal": 7}, "This record is invalid: deal must be a string, not 7."),
        ({"deal": "K7QF"}, "A deal code has 8 symbols, like K7QF-2M9X, not 4."),
        ({"deal": "K7QF-2M9\u202e"}, "A deal code can't contain '?'; it has only digits and letters, like K7QF-2M9X."),
        ({"undone": -1}, "This record is invalid: undone must be from 0 to 1000000, not -1."),
        ({"undone": None}, "This record is invalid: undone must be a whole number, not null."),
        ({"actions": "Red"}, "This record is invalid: actions must be a list, not 'Red'."),
        ({"actions": ["Red", 3]}, "This record is invalid: actions[1] must be a string, not 3."),
        ({"actions": ["x" * 201]}, "Action 1 has 201 characters; the limit is 200."),
        ({"actions": [""] * 20_001}, "This record has 20,001 actions; the limit is 20,000."),
        ({"actions": ["Purple"]}, "Action 1 'Purple' isn't an action: There is no Single called 'purple'."),
    ],
)  # fmt: skip
def test_an_invalid_record_is_refused(fields: dict[str, Any], sentence: str) -> None:
    assert refusal_with(**fields) == sentence


@pytest.mark.parametrize(
    "name", ["version", "game", "rules", "options", "seats", "computers", "deal", "undone", "given", "actions", "sum"]
)
def test_each_field_is_required(name: str) -> None:
    fields = json.loads(TEXT)
    del fields[name]
    expected = {"version": "This record is invalid: its version must be a number, not null."}
    assert refusal(json.dumps(fields)) == expected.get(name, f"This record is invalid: the field '{name}' is missing.")


def test_invalid_options_are_refused() -> None:
    assert refusal_of_options(hand_size=12) == "Hand size must be a number from 5 to 9, not 12."
    assert refusal_of_options(first=3) == "Player 3 can't go first with only 2 players (ES-12)."
    assert refusal_of_options(hand_size=None) == "This record is invalid: its options still have unresolved defaults."
    assert (
        refusal_of_options(draw="")
        == "This record is invalid: options.draw must be 'after-each-single' or 'none', not ''."
    )
    assert refusal_of_options(house=1) == "This record is invalid: options has an unknown field 'house'."


def test_the_first_illegal_action_is_named() -> None:
    state = truth(open_session(RECORD))
    missing = next(name for name in ("Red", "Green", "Blue") if STAGE.parse(name) not in STAGE.legal(state))
    actions = [*RECORD.actions, missing, "nonsense"]
    assert refusal_with(actions=actions) == f"Action 4 '{missing}' is illegal: You don't have {missing}."
    assert refusal_with(actions=[*RECORD.actions, "Red down top" + "\u202e"]).startswith("Action 4 'Red down top' ")


def test_names_are_made_safe() -> None:
    fields = json.loads(TEXT)
    fields["sum"] = ""
    fields["seats"] = seats("A\x1b[2J\u202enn", "\u200b")
    assert load_record(json.dumps(fields)).names == ("A[2Jnn", "Player 2")


def test_a_record_of_a_finished_game_is_over() -> None:
    session = sit(STAGE, 3, 99)
    play_on(session, Key(5), 1_000)
    opened = open_session(load_record(dump_record(record_of(session))))
    assert opened.turn is None
    over = json.loads(dump_record(record_of(session)))
    over["actions"] += ["Red"] * 15_000
    over["sum"] = ""
    assert refusal(json.dumps(over)) == (
        f"Action {len(session.actions) + 1} 'Red' is illegal: The game is over: every hand is empty (ES-8)."
    )


# Damaged files


@each_game
@given(data=st.data())
def test_a_mutated_record_is_valid_or_refused(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game))
    if data.draw(st.booleans()):
        session = sit_at(game, truth(session))
    fields = {**json.loads(dump_record(record_of(session))), "sum": ""}
    for _ in range(5):
        text = json.dumps(data.draw(mutated(fields)))
        check_valid(read_or_refused(lambda text=text: load_record(text)))  # type: ignore[misc]  # a default in a lambda


def check_valid(record: Record | None) -> None:
    """Check that a loaded record is unchanged by dump and load, and either opens or is refused."""
    if record is None:
        return
    assert load_record(dump_record(record)) == record
    session = read_or_refused(lambda: open_session(record))
    if session is not None:
        assert record_of(session).seats == record.seats
        assert looks(open_session(load_record(dump_record(record_of(session))))) == looks(session)


def test_an_incomplete_record_is_refused() -> None:
    text = TEXT.rstrip()
    for cut in range(len(text)):
        assert read_or_refused(lambda cut=cut: load_record(text[:cut])) is None  # type: ignore[misc]  # a default in a lambda


def test_a_wrong_bit_never_changes_a_record_unnoticed(tmp_path: Path) -> None:
    path, content, luck = tmp_path / "game.json", TEXT.encode(), random.Random(1)
    for at in range(len(content)):
        wrong = bytearray(content)
        wrong[at] ^= 1 << luck.randrange(8)
        path.write_bytes(wrong)
        assert read_or_refused(lambda: read_record_file(path)) in (None, RECORD), wrong[at - 20 : at + 20]


def test_a_version_1_record_can_be_loaded() -> None:
    fields = {**json.loads(TEXT), "version": 1}
    for later in ("hinted", "given", "sum", "position", "computers"):
        del fields[later]
    assert load_record(json.dumps(fields)) == RECORD
    assert refusal(json.dumps({**fields, "given": 0})) == "This record is invalid: it has an unknown field 'given'."


def test_a_version_2_record_can_be_loaded_and_its_checksum_is_checked() -> None:
    later = ("note", "sum", "position", "computers")
    fields = {name: value for name, value in json.loads(TEXT).items() if name not in later}
    fields["version"] = 2
    summed = {**fields, "sum": f"{crc32(json.dumps(fields, sort_keys=True).encode()):08x}"}
    assert load_record(json.dumps(summed)) == RECORD
    assert "its checksum is wrong" in refusal(json.dumps({**summed, "undone": 1}))


@each_game
def test_a_game_from_a_position_is_saved_with_the_position(game: AnyGame) -> None:
    dealt = sit(game, game.seats[-1], 3)
    play_on(dealt, Key(4), 6)
    session = sit_at(game, dealt.full_state())
    play_on(session, Key(5), 4)
    record = record_of(session)
    assert (record.deal_code, record.options) == (None, dealt.options)
    assert load_record(dump_record(record)) == record
    assert truth(open_session(load_record(dump_record(record)))) == truth(session)
    assert "StartPosition()" in repr(record), "the repr has no cards"


def test_a_record_has_either_a_deal_or_a_position() -> None:
    position = dump(play_three_actions().full_state())
    from_position = {"deal": None, "position": position, "actions": []}
    assert (
        open_session(load_record(json.dumps({**json.loads(TEXT), **from_position, "sum": ""}))).full_state()
        == play_three_actions().full_state()
    )
    both = {**from_position, "deal": "K7QF-2M9X"}
    assert refusal_with(**both) == "This record is invalid: it has both a deal and a position."
    assert refusal_with(deal=None) == "This record is invalid: deal must be a string, not null."
    missing = {**position, "won": position["won"][1:], "draw_deck": position["draw_deck"][1:]}
    assert refusal_with(**from_position | {"position": missing}).endswith(" is missing.")
    others = {**json.loads(TEXT)["options"], "hand_size": 8}
    assert "its options or players don't match its position" in refusal_with(**from_position, options=others)
    assert "its options or players don't match its position" in refusal_with(
        **from_position, seats=seats("Ann", "Bob", "Cleo")
    )


def test_there_cannot_be_more_inherited_actions_than_actions() -> None:
    assert refusal_with(given=4) == "This record is invalid: given must be from 0 to 3, not 4."
    opened = open_session(load_record(json.dumps({**json.loads(TEXT), "given": 3, "sum": ""})))
    assert "started here" in opened.why_no_undo()


def test_a_record_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(TEXT, "utf-8-sig")
    assert read_record_file(path) == RECORD


@pytest.mark.skipif(os.name != "posix", reason="the file system of POSIX")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadFile, match="ordinary file"):
        read_record_file(tmp_path / "pipe")


def test_error_messages_are_only_made_for_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making them for every action took a third of the time to open a long game."""
    session = sit(GAMES["clash"], 2, 7)
    play_on(session, Key(4))
    record, quoted = record_of(session), list[str]()

    def note(text: str, _cells: int) -> str:
        quoted.append(text)
        return text

    monkeypatch.setattr("cardtable.formats.record.safe_text", note)
    open_session(record)
    assert not quoted
    with pytest.raises(BadFile, match="Action 1 'x' isn't an action"):
        open_session(replace(record, actions=("x", *record.actions)))
    assert quoted == ["x"]
