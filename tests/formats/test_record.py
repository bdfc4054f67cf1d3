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
from cardtable.formats.record import Chair, Record, dumps, loads, read_file
from cardtable.formats.strict_json import BadFile
from cardtable.games import GAMES
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.table.mutations import check_sentence, mutated, read_or_refused
from tests.table.sittings import looks, play_on, sit, sit_at, sittings, truth

STAGE = GAMES["exit-stage-right"]


def played() -> Session:
    session = sit(STAGE, 2, 12345)
    for text in ("Red", "hollow", "partial down top"):
        action = STAGE.parse(text)
        session.act(action if action in STAGE.legal(truth(session)) else STAGE.legal(truth(session))[0])
        session.ask()
    return session


RECORD = record_of(played())
TEXT = dumps(RECORD)


def refusal(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        open_session(loads(text))
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
def test_a_game_is_opened_as_it_was_saved(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game))
    record = record_of(session)
    assert loads(dumps(record)) == record
    opened = open_session(loads(dumps(record)))
    assert truth(opened) == truth(session)
    assert [replaced(look) for look in looks(opened)] == [replaced(look) for look in looks(session)]
    assert (opened.code, opened.persons, opened.undone) == (session.code, session.persons, session.undone)
    assert opened.options == session.options
    assert record_of(opened) == record


def replaced(look: Any) -> tuple[Any, ...]:
    """All of it but what could be played again, which is not saved."""
    return tuple(getattr(look, name) for name in look.__slots__ if name != "no_redo")


def test_a_record_reads_well() -> None:
    session = Session(STAGE, STAGE.options(), ("Ann", "Zoë"), DealCode.read("K7QF-2M9X"), (0, 0))
    for text in ("triangle", "red", "circle"):
        action = STAGE.parse(text)
        session.act(action if action in STAGE.legal(truth(session)) else STAGE.legal(truth(session))[0])
    session.undo()
    said = ",\n".join(f'    "{action}"' for action in session.actions)
    expected = f"""{{
  "note": "Who reads this file can lay out every hidden card.",
  "format": "cardtable-record",
  "version": 3,
  "game": "exit-stage-right",
  "rules": 1,
  "options": {json.dumps(dump(session.options))},
  "seats": [
    {{"name": "Ann", "person": 0}},
    {{"name": "Zoë", "person": 0}}
  ],
  "deal": "K7QF-2M9X",
  "position": null,
  "undone": 1,
  "hinted": 0,
  "given": 0,
  "actions": [
{said}
  ],
  "sum": "{json.loads(dumps(record_of(session)))["sum"]}"
}}
"""
    assert dumps(record_of(session)) == expected


def test_a_game_that_has_not_begun_is_saved_too() -> None:
    record = record_of(sit(STAGE, 1))
    assert '"actions": [],\n' in dumps(record)
    assert loads(dumps(record)) == record
    assert open_session(record).turn == 0


def test_what_somebody_typed_is_read() -> None:
    fields = json.loads(TEXT)
    fields["actions"] = [action.upper().replace(" UP", "") for action in fields["actions"]]
    fields["deal"] = fields["deal"].lower().replace("-", " ")
    fields["sum"] = ""
    assert truth(open_session(loads(json.dumps(fields)))) == truth(open_session(RECORD))


def test_nothing_secret_is_in_the_words_for_a_record() -> None:
    assert str(RECORD.deal) not in repr(RECORD)
    assert str(RECORD.actions) not in repr(RECORD)
    assert RECORD.seats == (Chair("Ann", 0), Chair("Bob", 1))


def test_the_last_one_asked_is_known_when_a_game_is_opened() -> None:
    session = open_session(RECORD)
    assert session.why_no_undo() == "Bob has been asked since, so it stands." or session.turn == 0
    assert session.why_no_undo()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"format": "save"}, "This is no record of cardtable: its format is 'save'."),
        ({"version": 4}, "This record was made by a newer cardtable: format 4, this one reads 3."),
        ({"version": "1"}, "This record does not say its version as a number: '1'."),
        ({"version": True}, "This record does not say its version as a number: true."),
        ({"version": 0}, "This record does not say its version as a number: 0."),
        ({"rules": 2}, "This record was made by rules 2 of Exit Stage Right, and this cardtable plays by rules 1."),
        ({"rules": ""}, "This record was made by rules '' of Exit Stage Right, and this cardtable plays by rules 1."),
        ({"game": "wh\x1b[2Jist"}, "This record is of a game that this cardtable does not know: 'wh[2Jist'."),
        ({"game": []}, "This record is of a game that this cardtable does not know: a list."),
        ({"c[/]\u202ehat": 1}, "This record has a field 'c[/]hat', which does not belong there."),
        ({"options": None}, "In this record, options is null, not an object."),
        ({"options": {}}, "In this record, options.hand_size is missing."),
        ({"seats": []}, "Exit Stage Right is for 1 to 6 players, and this record seats 0."),
        ({"seats": seats(*"ABCDEFG")}, "Exit Stage Right is for 1 to 6 players, and this record seats 7."),
        ({"seats": seats("Ann", "ANN")}, "In this record, Players 1 and 2 cannot both be called ANN."),
        ({"seats": [{"name": "Ann"}]}, "In this record, seats[0].person is missing."),
        ({"seats": ["Ann"]}, "In this record, seats[0] is 'Ann', not an object."),
        ({"seats": [{"name": 1, "person": 0}]}, "In this record, seats[0].name is 1, not a text."),
        ({"seats": [{"name": "A", "person": 1}]}, "In this record, seats[0].person is 1, not a number from 0 to 0."),
        ({"seats": [{"name": "A", "person": -1}]}, "In this record, seats[0].person is -1, not a number from 0 to 0."),
        ({"deal": 7}, "In this record, deal is 7, not a text."),
        ({"deal": "K7QF"}, "A deal code has 8 symbols, like K7QF-2M9X, not 4."),
        ({"deal": "K7QF-2M9\u202e"}, "A deal code can't contain '?'; it has digits and letters, like K7QF-2M9X."),
        ({"undone": -1}, "In this record, undone is -1, not a number from 0 to 1000000."),
        ({"undone": None}, "In this record, undone is null, not a whole number."),
        ({"actions": "Red"}, "In this record, actions is 'Red', not a list."),
        ({"actions": ["Red", 3]}, "In this record, actions[1] is 3, not a text."),
        ({"actions": ["x" * 201]}, "Action 1 has 201 letters, and no action has more than 200."),
        ({"actions": [""] * 20_001}, "This record has 20,001 actions, and 20,000 is the most that is read."),
        ({"actions": ["Purple"]}, "Action 1 'Purple' cannot be read: There is no Single called 'purple'."),
    ],
)  # fmt: skip
def test_what_is_refused(fields: dict[str, Any], sentence: str) -> None:
    assert refusal_with(**fields) == sentence


@pytest.mark.parametrize(
    "name", ["version", "game", "rules", "options", "seats", "deal", "undone", "given", "actions", "sum"]
)
def test_each_field_is_needed(name: str) -> None:
    fields = json.loads(TEXT)
    del fields[name]
    expected = {"version": "This record does not say its version as a number: null."}
    assert refusal(json.dumps(fields)) == expected.get(name, f"This record lacks the field '{name}'.")


def test_options_are_refused_as_a_form_would() -> None:
    assert refusal_of_options(hand_size=12) == "Hand size is a number from 5 to 9, not 12."
    assert refusal_of_options(first=3) == "Player 3 can't go first with only 2 players (ES-12)."
    assert refusal_of_options(hand_size=None) == "In this record, the options are not written out in full."
    assert refusal_of_options(draw="") == "In this record, options.draw is '', not 'after-each-single' or 'none'."
    assert refusal_of_options(house=1) == "In this record, options has a field 'house', which does not belong there."


def test_the_first_action_that_cannot_be_played_is_named() -> None:
    state = truth(open_session(RECORD))
    missing = next(name for name in ("Red", "Green", "Blue") if STAGE.parse(name) not in STAGE.legal(state))
    said = [*RECORD.actions, missing, "nonsense"]
    assert refusal_with(actions=said) == f"Action 4 '{missing}' is not legal there: You don't have {missing}."
    assert refusal_with(actions=[*RECORD.actions, "Red down top" + "\u202e"]).startswith("Action 4 'Red down top' ")


def test_names_go_through_the_gate() -> None:
    fields = json.loads(TEXT)
    fields["sum"] = ""
    fields["seats"] = seats("A\x1b[2J\u202enn", "\u200b")
    assert loads(json.dumps(fields)).names == ("A[2Jnn", "Player 2")


def test_a_record_of_a_whole_game_ends() -> None:
    session = sit(STAGE, 3, 99)
    play_on(session, Key(5), 1_000)
    opened = open_session(loads(dumps(record_of(session))))
    assert opened.turn is None
    over = json.loads(dumps(record_of(session)))
    over["actions"] += ["Red"] * 15_000
    over["sum"] = ""
    assert refusal(json.dumps(over)) == (
        f"Action {len(session.actions) + 1} 'Red' is not legal there: The game is over: every hand is empty (ES-8)."
    )


# Files gone wrong
@each_game
@given(data=st.data())
def test_a_changed_record_is_sound_or_refused(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game))
    if data.draw(st.booleans()):
        session = sit_at(game, truth(session))
    fields = {**json.loads(dumps(record_of(session))), "sum": ""}
    for _ in range(5):
        text = json.dumps(data.draw(mutated(fields)))
        check_sound(read_or_refused(lambda text=text: loads(text)))  # type: ignore[misc]


def check_sound(record: Record | None) -> None:
    """A record that was read is written as it was read, and can be opened or is refused."""
    if record is None:
        return
    assert loads(dumps(record)) == record
    session = read_or_refused(lambda: open_session(record))
    if session is not None:
        assert record_of(session).seats == record.seats
        assert looks(open_session(loads(dumps(record_of(session))))) == looks(session)


def test_each_beginning_of_a_record_is_refused() -> None:
    text = TEXT.rstrip()
    for cut in range(len(text)):
        assert read_or_refused(lambda cut=cut: loads(text[:cut])) is None  # type: ignore[misc]


def test_a_wrong_byte_changes_nothing_unnoticed(tmp_path: Path) -> None:
    path, content, luck = tmp_path / "game.json", TEXT.encode(), random.Random(1)
    for at in range(len(content)):
        wrong = bytearray(content)
        wrong[at] ^= 1 << luck.randrange(8)
        path.write_bytes(wrong)
        assert read_or_refused(lambda: read_file(path)) in (None, RECORD), wrong[at - 20 : at + 20]


def test_a_record_of_the_first_format_is_read() -> None:
    fields = {**json.loads(TEXT), "version": 1}
    for later in ("hinted", "given", "sum", "position"):
        del fields[later]
    assert loads(json.dumps(fields)) == RECORD
    assert (
        refusal(json.dumps({**fields, "given": 0})) == "This record has a field 'given', which does not belong there."
    )


def test_a_record_of_the_second_format_is_read_and_its_sum_checked() -> None:
    fields = {name: value for name, value in json.loads(TEXT).items() if name not in ("note", "sum", "position")}
    fields["version"] = 2
    summed = {**fields, "sum": f"{crc32(json.dumps(fields, sort_keys=True).encode()):08x}"}
    assert loads(json.dumps(summed)) == RECORD
    assert "its sum is not that of what it says" in refusal(json.dumps({**summed, "undone": 1}))


@each_game
def test_a_game_from_a_position_is_saved_with_it(game: AnyGame) -> None:
    dealt = sit(game, game.seats[-1], 3)
    play_on(dealt, Key(4), 6)
    session = sit_at(game, dealt.truth())
    play_on(session, Key(5), 4)
    record = record_of(session)
    assert (record.deal, record.options) == (None, dealt.options)
    assert loads(dumps(record)) == record
    assert truth(open_session(loads(dumps(record)))) == truth(session)
    assert "StartPosition()" in repr(record), "no card is in the words for it"


def test_a_record_begins_with_a_deal_or_a_position() -> None:
    position = dump(played().truth())
    laid = {"deal": None, "position": position, "actions": []}
    assert open_session(loads(json.dumps({**json.loads(TEXT), **laid, "sum": ""}))).truth() == played().truth()
    both = {**laid, "deal": "K7QF-2M9X"}
    assert refusal_with(**both) == "This record has both a deal and a position, and a game begins with one of them."
    assert refusal_with(deal=None) == "In this record, deal is null, not a text."
    missing = {**position, "won": position["won"][1:], "draw_deck": position["draw_deck"][1:]}
    assert refusal_with(**laid | {"position": missing}).endswith(" is missing.")
    others = {**json.loads(TEXT)["options"], "hand_size": 8}
    assert "the position is one with other options" in refusal_with(**laid, options=others)
    assert "or for other players" in refusal_with(**laid, seats=seats("Ann", "Bob", "Cleo"))


def test_no_more_actions_are_given_than_there_are() -> None:
    assert refusal_with(given=4) == "In this record, given is 4, not a number from 0 to 3."
    opened = open_session(loads(json.dumps({**json.loads(TEXT), "given": 3, "sum": ""})))
    assert "plays on from here" in opened.why_no_undo()


def test_a_record_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(TEXT, "utf-8-sig")
    assert read_file(path) == RECORD


@pytest.mark.skipif(os.name != "posix", reason="the file system of POSIX")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadFile, match="ordinary file"):
        read_file(tmp_path / "pipe")


def test_what_a_refusal_would_say_is_not_made_for_every_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """It took a third of the time that opening a long game takes."""
    session = sit(GAMES["clash"], 2, 7)
    play_on(session, Key(4))
    found, asked = record_of(session), list[str]()

    def note(text: str, _cells: int) -> str:
        asked.append(text)
        return text

    monkeypatch.setattr("cardtable.formats.record.safe_text", note)
    open_session(found)
    assert not asked
    with pytest.raises(BadFile, match="Action 1 'x' cannot be read"):
        open_session(replace(found, actions=("x", *found.actions)))
    assert asked == ["x"]
