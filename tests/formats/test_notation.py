from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.codec import dump
from cardtable.formats.deal_line import Deal, read_line
from cardtable.formats.notation import (
    END,
    WIDTH,
    position_in,
    read_game,
    read_position,
    record_from,
    record_in,
    write_game,
    write_position,
)
from cardtable.formats.position import cards_of, dump_position
from cardtable.formats.record import Record, dumps
from cardtable.formats.short_form import LONGEST, has_usual, is_run
from cardtable.formats.strict_json import LARGEST, BadFile
from cardtable.table.command_lines import deal_of, told_deal
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.table.mutations import check_sentence, read_or_refused
from tests.table.sittings import play_on, sit, sit_at, sittings, truth

PAGE = (Path(__file__).parents[2] / "rules" / "notation.md").read_text("utf-8")
STAGE, CITY, WINDS = SHIPPED["exit-stage-right"], SHIPPED["wind-city"], SHIPPED["tradewinds"]
STRANGE = (
    "",
    " ",
    ".",
    "*",
    "[",
    "]",
    "(",
    ")",
    "=",
    '"',
    "\\",
    "{",
    "}",
    "0",
    "-1",
    "9" * 30,
    "red",
    "HRC",
    "?",
    "x=",
)
CODE = DealCode.read("K7QF-2M9X")


def example(game: AnyGame) -> Session:
    """The game that the page shows: a few actions after the deal, always the same."""
    seats = game.seats[min(1, len(game.seats) - 1)]
    names = ("Ann", "Zoë", "Carl", "Dora")[:seats]
    session = Session(game, game.options(), names, CODE)
    play_on(session, Key(7), 8)
    return session


PLAYED = record_of(example(STAGE))
GAME, POSITION = write_game(PLAYED), write_position(STAGE, truth(example(STAGE)))


def refusal(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        open_session(read_game(text))
    check_sentence(str(refused.value))
    return str(refused.value)


def refusal_of_position(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        read_position(text)
    check_sentence(str(refused.value))
    return str(refused.value)


def folded(text: str, width: int) -> str:
    """In several lines, as on the page."""
    return textwrap.fill(text, width, break_on_hyphens=False, break_long_words=False) + "\n"


# Laws


@each_game
@given(data=st.data())
def test_a_position_is_read_as_it_was_written(game: AnyGame, data: st.DataObject) -> None:
    state = truth(data.draw(sittings(game)))
    text = write_position(game, state)
    assert read_position(text) == (game, state)
    assert read_position(folded(text, 40)) == (game, state)
    assert len(text.splitlines()) == 1
    assert text.isascii()


@each_game
@given(data=st.data())
def test_a_game_is_read_as_it_was_written(game: AnyGame, data: st.DataObject) -> None:
    record = record_of(data.draw(sittings(game)))
    text = write_game(record)
    assert read_game(text) == record
    assert record_from(text) == record_from(dumps(record)) == record
    assert write_game(read_game(text)) == text
    assert max(map(len, text.splitlines())) <= WIDTH


@each_game
@given(data=st.data())
def test_a_view_is_no_position(game: AnyGame, data: st.DataObject) -> None:
    state = truth(data.draw(sittings(game)))
    view = game.view(state, None)
    if any(card.code == "?" for card in cards_of(game, view)):
        with pytest.raises(ValueError, match="A view cannot be written down"):
            write_position(game, view)


@given(st.lists(st.text(max_size=20), min_size=6, max_size=6))
def test_whatever_people_are_called_is_read_again(names: list[str]) -> None:
    from cardtable.formats.text import player_names

    try:
        safe = player_names(names, 6)
    except ValueError:
        return
    record = record_of(Session(STAGE, STAGE.options(), safe, CODE))
    assert read_game(write_game(record)) == record


# How they look


def test_a_position_reads_well() -> None:
    state = Session(WINDS, WINDS.options(), ("Ann", "Bob", "Cleo", "Dan"), CODE)._state
    text = write_position(WINDS, state)
    assert text.startswith("tradewinds rules=1 notation=2 options=() turn=")
    assert re.search(r" sides=\[\[[+-]{3}\] \[[+-]{3}\] \[[+-]{3}\] \[[+-]{3}\]\] grid=\[\(\[\w?\] \[\w*\]\) ", text)


def test_a_game_reads_well() -> None:
    session = Session(STAGE, STAGE.options(hand_size=5, draw="none"), ('A "B" \\', "Zoë"), CODE, (0, 0))
    play_on(session, Key(1), 3)
    session.undo()
    said = " ".join(f"{at}. {action}" for at, action in enumerate(session.actions, 1))
    assert write_game(record_of(session), date(2026, 11, 20)) == (
        f"""[Game "exit-stage-right"]
[Rules "1"]
[Notation "1"]
[Date "2026-11-20"]
[Seat "A \\"B\\" \\\\"]
[Seat "Zoë"]
[Persons "1 1"]
[Options "hand_size=5 draw=none"]
[Deal "K7QF-2M9X"]
[Undone "1"]

{said} *
"""
    )


def test_a_game_without_actions_is_written_too() -> None:
    record = record_of(sit(STAGE, 1))
    assert write_game(record).endswith('[Deal "0000-0000"]\n\n*\n')
    assert read_game(write_game(record)) == record


@each_game
def test_the_result_is_told_once_there_is_one(game: AnyGame) -> None:
    session = sit(game, game.seats[0], 99)
    assert "[Result" not in write_game(record_of(session))
    play_on(session, Key(5), 2_000)
    outcome = session.outcome
    assert outcome is not None
    told = " ".join(write_game(record_of(session)).split())
    assert f'[Result "{outcome.reason}' in told
    assert read_game(write_game(record_of(session))) == record_of(session)


def test_a_board_of_ones_own_is_written_out() -> None:
    usual = CITY.resolve_defaults(CITY.options(), 2)
    own = replace(usual, cards=usual.cards[:-1], piles=4, board=usual.board._replace(sea_rows=usual.board.sea_rows + 1))
    session = Session(CITY, own, ("Ann", "Bob"), CODE)
    record = record_of(session)
    assert '\n[Options "piles=4 board=(' in write_game(record)
    assert " cards=[[(" in " ".join(write_game(record).split())
    assert read_game(write_game(record)) == record
    text = write_position(CITY, truth(session))
    assert read_position(text) == (CITY, truth(session))
    assert max(map(len, write_game(record).splitlines())) <= WIDTH


def test_what_has_a_usual_value_and_what_runs_together() -> None:
    kinds: list[tuple[Any, Any]] = [(game.options, game.state) for game in SHIPPED.values()]
    assert all(has_usual(options) and not has_usual(state) for options, state in kinds)
    hints = {name: hint for game in SHIPPED.values() for name, hint in hints_of(game)}
    assert is_run(hints["draw_deck"])
    assert not is_run(hints["played"])  # a number: that of Clash
    assert not is_run(hints["discards"])
    assert not is_run(hints["piles"])


def hints_of(game: AnyGame) -> Iterator[tuple[str, Any]]:
    from typing import get_type_hints

    yield from get_type_hints(game.state).items()


# What is forgiven and what is not


def test_what_somebody_typed_is_read() -> None:
    loose = GAME.replace("[Deal", "  [deal").replace("K7QF-2M9X", "k7qf 2m9x").replace("exit-", "Exit-")
    loose = loose.replace("1. ", "{ the first } 1. {\n so it began }\n").replace("\n\n", "\n{[Deal] 7.}\n\n\n")
    assert read_game(loose) == PLAYED
    assert read_game(GAME.replace("[Rules", '[Result "Nobody knows."]\n[Event "Sunday"]\n[Rules')) == PLAYED
    assert read_position(f"\n {POSITION.replace(' ', '  ').replace('[', '[ ').lower()}\n")[1] == truth(example(STAGE))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (GAME, "", "This is no game of cardtable: it does not begin with a tag such as [Game]."),
        ("exit-stage-right", "wh\x1b[2Jist", "This game is of a game that this cardtable does not know: 'wh[2jist'."),
        ('[Game "exit-stage-right"]\n', "", "This game lacks the tag Game."),
        ('[Rules "1"]\n', "", "This game lacks the tag Rules."),
        ('[Rules "1"]', '[Rules "2"]', "This game was made by rules 2 of Exit Stage Right, and this cardtable plays"),
        ('[Rules "1"]', '[Rules "x"]', "This game was made by rules 'x' of Exit Stage Right, and this cardtable plays"),
        ('[Notation "1"]', '[Notation "2"]', "This game was made by a newer cardtable: notation 2, this one reads 1."),
        ('[Notation "1"]', '[Notation ""]', "This game does not say the version of its notation as a number: ''."),
        ("[Notation", "[Notatoin", "This game has a tag 'Notatoin', which does not belong there; remarks go in"),
        ("[Rules", '[Rules "1"]\n[Rules', "This game has the tag Rules twice."),
        ("[Rules", "[[Rules", "Tag 2 of this game cannot be read or is cut off."),
        ('[Rules "1"]', "[Rules 1]", "Tag 2 of this game cannot be read or is cut off."),
        ("[Deal", '[Persons "1"]\n[Deal', "This game names 1 persons for 2 seats."),
        ("[Deal", '[Persons "1 3"]\n[Deal', "In this game, a person is 3, not a number from 1 to 2."),
        ("[Deal", '[Persons "1 x"]\n[Deal', "In this game, a person is 'x', not a number from 1 to 2."),
        ("[Deal", '[Options "hand_size=12"]\n[Deal', "Hand size is a number from 5 to 9, not 12."),
        ("[Deal", '[Options "hands=7"]\n[Deal', "In this game, options has a field 'hands', which does not belong"),
        ("[Deal", '[Options "7"]\n[Deal', "In this game, options has '7' where a name and '=' should stand."),
        ("[Deal", '[Undone "x"]\n[Deal', "In this game, Undone is 'x', not a whole number."),
        ("[Deal", '[Undone "1000001"]\n[Deal', "In this record, undone is 1000001, not a number from 0 to 1000000."),
        ('[Seat "Zoë"]', "".join('[Seat ""]' for _ in range(6)), "Exit Stage Right is for 1 to 6 players, and this"),
        ('[Seat "Zoë"]', '[Seat "ANN"]', "In this game, Players 1 and 2 cannot both be called ANN."),
        ("[Deal", f'[Position "{POSITION}"]\n[Deal', "This game has the tags Position and Deal, and a position needs"),
        ('[Deal "K7QF-2M9X"]', '[Position "clash"]', "This position does not say rules= after its game."),
        ("K7QF-2M9X", "K7QF", "A deal code has 8 symbols, like K7QF-2M9X, not 4."),
        ("2. ", "3. ", "In this game, number 3 stands where 2 should."),
        ("1. ", "", "In this game, "),
        ("1. ", "1. purple 2. ", "In this game, number 2 stands where 3 should."),
        (" *", "", "This game is cut off: its text does not end with *."),
        ("2. ", "{2. ", "This game has a brace that is not closed or closes nothing."),
        (" *", " } *", "This game has a brace that is not closed or closes nothing."),
        ("1. ", "1. purple ", "Action 1 'purple "),
        (" *", " 9. *", "Action 9 '' cannot be read: "),
    ],
)  # fmt: skip
def test_what_is_no_game_is_refused(old: str, new: str, sentence: str) -> None:
    assert old in GAME
    assert refusal(GAME.replace(old, new, 1)).startswith(sentence)


@each_game
def test_a_game_from_a_position_is_written_with_it(game: AnyGame) -> None:
    session = sit_at(game, truth(example(game)))
    play_on(session, Key(3), 5)
    text = write_game(record_of(session))
    assert f'[Position "{game.id} rules=' in text
    assert "[Deal" not in text
    assert "[Options" not in text
    assert max(map(len, text.splitlines())) <= WIDTH
    assert read_game(text) == record_of(session)


def test_a_position_of_another_game_is_refused() -> None:
    clash = write_position(SHIPPED["clash"], truth(example(SHIPPED["clash"])))
    found = refusal(GAME.replace('[Deal "K7QF-2M9X"]', f'[Position "{clash}"]'))
    assert found == "This game begins at a position of Clash."


def test_a_position_is_read_from_a_file_in_either_form(tmp_path: Path) -> None:
    path, state = tmp_path / "position", truth(example(STAGE))
    for text in (write_position(STAGE, state), f"\n {dump_position(STAGE, state)}"):
        path.write_text(text, "utf-8-sig")
        assert position_in(path) == (STAGE, state)
    path.write_text(GAME, "utf-8")
    with pytest.raises(BadFile, match=r"^This position is of a game that this cardtable does not know"):
        position_in(path)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (POSITION, "", "This position is empty."),
        ("turn=", "x=1 turn=", "In this position, state has a field 'x', which does not belong there."),
        ("exit-stage-right", "whist", "This position is of a game that this cardtable does not know: 'whist'."),
        ("rules=1 ", "", "This position does not say rules= after its game."),
        ("notation=2 ", "", "This position does not say notation= after its game."),
        ("rules=1", "rules=2", "This position was made by rules 2 of Exit Stage Right, and this cardtable plays by"),
        ("rules=1", "rules=[1]", "This position was made by rules a list of Exit Stage Right, and this cardtable"),
        ("notation=2", "notation=3", "This position was made by a newer cardtable: notation 3, this one reads 2."),
        ("notation=2", "notation=0", "This position does not say the version of its notation as a number: 0."),
        ("turn=", "trun=", "In this position, state.turn is missing."),
        ("turn=", "turn=1 turn=", "This position says 'turn' twice."),
        ("turn=", "turn= turn=", "In this position, nothing stands after 'turn='."),
        ("turn=", "turn=x won=[] x=", "This position says 'won' twice."),
        ("stage=[", "stage=", "In this position, a ']' closes nothing."),
        ("stage=[", "stage=(", "In this position, a ']' closes nothing."),
        ("face_down=[", "face_down=[[", "This position is cut off: a '[' is not closed."),
        ("won=[", "won=[XYZ ", "In this position, state.won[0] is 'XYZ', not a Complete."),
        ("won=[", "won=[? ", "In this position, state.won[0] is '?', not a Complete."),
        ("draw_deck=[", "draw_deck=[X", "In this position, state.draw_deck[0] is 'X', not a Single."),
        ("draw_deck=[", f"draw_deck=[{'R' * 90_000}", "More than ten Red lie there, and the box holds four."),
        ("draw_deck=[", "draw_deck=[R", "Five Red lie there, and the box holds four."),
        (" hands=", " hands=() x=", "In this position, state.hands does not stand in round brackets."),
        (" hands=", " hands=3 x=", "In this position, state.hands is '3', not a list."),
        ("options=(", "options=[", "In this position, a ')' closes nothing."),
        ("hand_size=7", "hand_size=-1", "Hand size is a number from 5 to 9, not -1."),
        ("turn=", f"turn={'9' * 30} x=", "This position holds a number of 30 digits, which none of ours does."),
        ("stage=[", "stage=[" + "[" * 30 + "]" * 30, "This position is nested too deep."),
    ],
)  # fmt: skip
def test_what_is_no_position_is_refused(old: str, new: str, sentence: str) -> None:
    assert old in POSITION
    assert refusal_of_position(POSITION.replace(old, new, 1)).startswith(sentence)


def test_each_beginning_is_refused() -> None:
    for text, read in ((GAME.rstrip(), read_game), (POSITION, read_position)):
        for cut in range(len(text)):
            found: Any = read_or_refused(partial(read, text[:cut]))
            assert found is None, text[:cut]


# Texts gone wrong


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> str:
    """The text with a few of its letters, words or brackets replaced, doubled or gone."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        filling = draw(st.sampled_from(STRANGE) | st.text(max_size=3) | st.just(text[start:end] * 2))
        text = text[:start] + filling + text[end:]
    return text


@each_game
@given(data=st.data())
def test_a_spoilt_position_is_sound_or_refused(game: AnyGame, data: st.DataObject) -> None:
    text = write_position(game, truth(data.draw(sittings(game))))
    for _ in range(5):
        changed = data.draw(spoilt(text))
        found = read_or_refused(lambda changed=changed: read_position(changed))  # type: ignore[misc]
        assert found is None or read_position(write_position(*found)) == found


@each_game
@given(data=st.data())
def test_a_spoilt_game_is_sound_or_refused(game: AnyGame, data: st.DataObject) -> None:
    text = write_game(record_of(data.draw(sittings(game, 20))))
    for _ in range(5):
        changed = data.draw(spoilt(text))
        record = read_or_refused(lambda changed=changed: record_from(changed))  # type: ignore[misc]
        written = read_or_refused(lambda record=record: write_game(record)) if record else None  # type: ignore[misc]
        assert written is None or write_game(read_game(written)) == written


@given(st.text(max_size=200))
def test_any_text_is_no_game_and_no_position(text: str) -> None:
    assert read_or_refused(lambda: read_game(text)) is None
    assert read_or_refused(lambda: read_position(text)) is None
    assert read_or_refused(lambda: record_from("[" + text)) is None


HEAD = GAME.partition("[Deal")[0]
HOSTILE = {
    "spaces": " " * LARGEST,
    "brackets": "[" * LARGEST,
    "too long": "x" * (LARGEST + 1),
    "open tag": '[Game "' + "x" * 999_000,
    "backslashes": '[Game "' + "\\" * 999_001,
    "seats": GAME.replace("[Deal", '[Seat "x"]' * 90_000 + "[Deal"),
    "tags": '[A "x"]' * 140_000,
    "options": HEAD + '[Options "' + "[] " * 300_000 + '"]' + GAME.partition("\n[Undone")[2],
    "options deep": GAME.replace("[Deal", '[Options "hand_size=' + "[" * 90_000 + '"]\n[Deal'),
    "braces": GAME.replace("1. ", "{" * 900_000),
    "actions": GAME.replace(" *", " ".join(f" {number}. x" for number in range(9, 90_000)) + " *"),
    "numbers": GAME.replace(" *", " 9." * 300_000 + " *"),
    "surrogate": GAME.replace(" *", " \ud800 *"),
    "long number": GAME.replace('[Rules "1"]', f'[Rules "{"1" * 900_000}"]'),
}
HOSTILE_POSITIONS = {
    "spaces": " " * LARGEST,
    "brackets": f"exit-stage-right {'[' * LONGEST}",
    "pairs": f"exit-stage-right rules=1 notation=1 won=[{'[] ' * 30_000}]",
    "cards": f"exit-stage-right rules=1 notation=1 won=[{'HRC ' * 24_000}]",
    "run": f"exit-stage-right rules=1 notation=1 draw_deck=[{'R' * 90_000}]",
    "full stage": re.sub(r"won=\[", f"won=[{'HRC ' * 24_000}", POSITION),
    "words": f"exit-stage-right {'x' * 99_000}",
    "names": f"exit-stage-right {'x=1 ' * 24_000}",
    "different names": "exit-stage-right " + " ".join(f"{'x' * n}=1" for n in range(1, 400)),
    "too long": f"exit-stage-right {'x' * LARGEST}",
    "surrogate": "exit-stage-right \ud800=1",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_game_is_refused_at_once(name: str) -> None:
    assert read_or_refused(lambda: read_game(HOSTILE[name])) is None


def test_many_remarks_are_passed_over_at_once() -> None:
    text = GAME.replace("1. ", "1. " + "{}" * 400_000)
    assert read_or_refused(lambda: read_game(text)) == PLAYED


@pytest.mark.parametrize("name", HOSTILE_POSITIONS)
def test_a_hostile_position_is_refused_at_once(name: str) -> None:
    assert read_or_refused(lambda: read_position(HOSTILE_POSITIONS[name])) is None


# Files and records


def test_a_file_may_hold_either_form(tmp_path: Path) -> None:
    for name, text in (
        ("a.json", dumps(PLAYED)),
        ("a.txt", GAME),
        ("b.txt", "\ufeff\r\n" + GAME.replace("\n", "\r\n")),
    ):
        path = tmp_path / name
        path.write_text(text, "utf-8", newline="")
        assert record_in(path) == PLAYED


def test_what_cannot_be_played_is_not_written() -> None:
    with pytest.raises(BadFile, match="Action 1 'Purple' cannot be read"):
        write_game(replace(PLAYED, actions=("Purple",)))


def test_actions_are_written_as_a_player_would_say_them() -> None:
    loud = replace(PLAYED, actions=tuple(action.upper() for action in PLAYED.actions))
    assert write_game(loud) == GAME


def test_every_number_of_a_record_has_its_tag() -> None:
    counts = {name for name in Record.__dataclass_fields__ if type(getattr(PLAYED, name)) is int}
    assert "undone" in counts
    for name in counts:
        one: Any = {name: 1}
        changed = replace(PLAYED, **one)
        assert f'\n[{name.capitalize()} "1"]\n' in write_game(changed)
        assert read_game(write_game(changed)) == changed
        assert f"[{name.capitalize()}" not in GAME


# The page


def blocks() -> list[str]:
    """What the page shows."""
    return re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_page_is_right_about_deals() -> None:
    lines = [line for block in blocks() if block.startswith("exit-stage-right ·") for line in block.splitlines()]
    assert len(lines) >= 3
    for line in lines:
        assert read_line(line).line() == line
    forgiven = [line for block in blocks() if block.startswith("Exit Stage Right,") for line in block.splitlines()]
    assert forgiven
    assert {read_line(line) for line in forgiven} == {read_line(lines[1])}


@each_game
def test_the_page_shows_a_position_and_a_game_of_each(game: AnyGame) -> None:
    session = example(game)
    state = truth(session)
    written = folded(write_position(game, state), WIDTH)
    assert written in blocks()
    assert read_position(written) == (game, state)
    text = write_game(record_of(session), date(2026, 11, 20))
    assert text in blocks()
    assert read_game(text) == record_of(session)
    assert told_deal(session) in PAGE


def test_the_page_names_every_tag_and_every_field_of_a_state() -> None:
    from cardtable.formats import notation

    for tag in (*notation._READ, *notation._UNREAD):
        assert f"`{tag}`" in PAGE
    for name in notation._counts():
        assert f"`{name.capitalize()}`" in PAGE or name in ("hinted", "given")
    assert f"`{END}`" in PAGE
    assert {name for game in SHIPPED.values() for name in dump_names(game)} <= set(re.findall(r"\b[a-z_]+", PAGE))


def dump_names(game: AnyGame) -> set[str]:
    return set(dump(truth(sit(game, game.seats[0]))))


def test_a_deal_on_the_page_is_the_one_that_is_dealt() -> None:
    assert deal_of(example(STAGE)) == Deal(STAGE, 2, PLAYED.options, CODE)
