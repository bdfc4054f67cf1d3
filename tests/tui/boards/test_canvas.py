"""The canvas: text, blocks and click targets on a grid of cells."""

from __future__ import annotations

import pytest
from wcwidth import wcswidth

from cardtable.tui.drawing.canvas import Box, Canvas, cut, longest_that_fits, mark_more, put_latest, wrap


def test_a_new_canvas_is_blank() -> None:
    assert Canvas(4, 2).text() == "\n"
    assert list(Canvas(4, 2).runs(0)) == [("    ", "plain")]


def test_an_empty_canvas_holds_nothing() -> None:
    canvas = Canvas(0, 0)
    canvas.put(0, 0, "x")
    assert canvas.text() == ""
    assert canvas.target_at(0, 0) is None


def test_text_is_written_where_it_is_put() -> None:
    canvas = Canvas(6, 2)
    canvas.put(1, 1, "abc")
    assert canvas.text() == "\n abc"


def test_a_centred_canvas_keeps_its_title_at_the_top_and_moves_its_targets() -> None:
    canvas = Canvas(6, 3)
    canvas.title_bar("Game", "1")
    canvas.put(0, 1, "card")
    for y, name in ((0, "deck"), (1, "hand")):
        canvas.add_target(Box(1, y, 2, 1), name)
        canvas.mark_place(Box(1, y, 2, 1), name)
    whole = canvas.centred(10, 8)
    assert whole.text() == "  Game 1\n\n\n  card\n\n\n\n"
    assert list(whole.runs(0)) == [("  Game 1  ", "title")]
    assert [whole.target_at(3, y) for y in (0, 3)] == ["deck", "hand"]
    assert [(box, place.zone) for box, place in whole.places] == [(Box(3, 0, 2, 1), "deck"), (Box(3, 3, 2, 1), "hand")]
    assert canvas.centred(6, 3) is canvas


@pytest.mark.parametrize(
    ("x", "y", "text", "shown"),
    [
        (-2, 0, "abc", "c"),
        (2, 0, "abc", "  ab"),
        (9, 0, "abc", ""),
        (-9, 0, "abc", ""),
        (0, -1, "abc", ""),
        (0, 1, "abc", ""),
        (-1, 0, "漢b", " b"),
        (3, 0, "漢", ""),
        (2, 0, "é漢", "  é"),
    ],
)
def test_text_outside_the_canvas_is_cut_off(x: int, y: int, text: str, shown: str) -> None:
    canvas = Canvas(4, 1)
    canvas.put(x, y, text)
    assert canvas.text() == shown


@pytest.mark.parametrize("text", ["漢字", "a漢b", "é"])
def test_a_row_keeps_its_width(text: str) -> None:
    canvas = Canvas(9, 1)
    canvas.put(2, 0, text)
    assert wcswidth("".join(piece for piece, _ in canvas.runs(0))) == 9


@pytest.mark.parametrize("at", range(6))
def test_no_half_of_a_wide_character_is_left(at: int) -> None:
    canvas = Canvas(8, 1)
    canvas.put(1, 0, "漢字")
    canvas.put(at, 0, "x")
    assert wcswidth("".join(piece for piece, _ in canvas.runs(0))) == 8


@pytest.mark.parametrize("text", ["q\u0302x", "\u05e9\u05c1\u05dd", "漢\u0302x"])
def test_a_combining_mark_stays_with_its_letter(text: str) -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, text)
    assert canvas.text() == text
    assert wcswidth("".join(piece for piece, _ in canvas.runs(0))) == 6


def test_text_can_end_at_a_column() -> None:
    canvas = Canvas(8, 1)
    canvas.put_right(8, 0, "漢ab")
    assert canvas.text() == "    漢ab"


def test_a_block_is_written_line_by_line() -> None:
    canvas = Canvas(4, 3)
    canvas.block(1, 1, ["ab", "cd"])
    assert canvas.text() == "\n ab\n cd"


def test_a_row_is_split_into_runs_of_one_style() -> None:
    canvas = Canvas(6, 1)
    canvas.put(1, 0, "ab", "red")
    canvas.put(3, 0, "c", "dim")
    assert list(canvas.runs(0)) == [(" ", "plain"), ("ab", "red"), ("c", "dim"), ("  ", "plain")]


def test_the_last_target_covers_earlier_ones() -> None:
    canvas = Canvas(9, 9)
    canvas.add_target(Box(1, 1, 5, 5), "below")
    canvas.add_target(Box(2, 2, 2, 2), "above")
    assert [canvas.target_at(x, x) for x in range(7)] == [None, "below", "above", "above", "below", "below", None]


def test_paste_copies_the_cells_that_are_inside() -> None:
    """And it cuts no wide character in half."""
    picture = Canvas(3, 2)
    picture.block(0, 0, ("abc", "def"), "dim")
    for at, rows in (
        ((1, 0), " abc北| def北"), ((-1, 1), "北京北|bc京北"), ((5, -1), "北京 de|北京北"), ((9, 9), "北京北|北京北"),
    ):  # fmt: skip
        below = Canvas(7, 2)
        below.block(0, 0, ("北京北", "北京北"))
        below.paste(picture, *at)
        assert below.text() == rows.replace("|", "\n"), at


def test_blit_copies_text_and_targets() -> None:
    below, above = Canvas(5, 2), Canvas(3, 1)
    below.put(0, 0, "xxxxx")
    above.put(0, 0, "ab", "red")
    above.add_target(Box(0, 0, 1, 1), "here")
    below.blit(above)
    assert below.text() == "ab xx\n"
    assert below.target_at(0, 0) == "here"
    assert next(iter(below.runs(0))) == ("ab", "red")


def test_changes_are_listed_row_by_row() -> None:
    one, other = Canvas(20, 4), Canvas(20, 4)
    other.put(1, 1, "a b")
    other.put(0, 2, " ", "red")
    other.put(2, 3, "ab")
    other.put(18, 3, "c")
    assert list(other.changes(one)) == [(1, 1, 4), (2, 0, 1), (3, 2, 4), (3, 18, 19)]
    assert list(other.changes(other)) == []


@pytest.mark.parametrize(
    ("text", "cells", "shown"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdef", 5, "ab..."),
        ("ab cdef", 6, "ab..."),
        ("abcdef", 2, ".."),
        ("abcdef", 0, ""),
        ("漢字漢字", 8, "漢字漢字"),
        ("漢字漢字", 7, "漢字..."),
        ("漢字漢字", 6, "漢..."),
    ],
)
def test_text_is_cut_to_so_many_cells(text: str, cells: int, shown: str) -> None:
    assert cut(text, cells) == shown


@pytest.mark.parametrize("cells", [-9, -1])
def test_negative_room_is_no_room(cells: int) -> None:
    assert cut("abcdef", cells) == ""


@pytest.mark.parametrize(
    ("text", "lines", "shown"),
    [
        ("", 2, []),
        ("one two", 2, ["one two"]),
        ("one two three", 2, ["one two", "three"]),
        ("one two three four five", 2, ["one two", "three..."]),
        ("one two three", 1, ["one t..."]),
        ("elephantine", 2, ["eleph..."]),
        ("a elephantine", 3, ["a", "eleph..."]),
    ],
)
def test_text_is_wrapped_at_spaces_and_then_cut(text: str, lines: int, shown: list[str]) -> None:
    assert wrap(text, 8, lines) == shown


def test_the_latest_texts_stay_when_the_others_do_not_fit() -> None:
    canvas = Canvas(10, 4)
    put_latest(canvas, Box(0, 0, 10, 2), ("one", "two", "three"))
    assert canvas.text().split("\n")[:2] == ["two", "three"]


@pytest.mark.parametrize(
    ("rows", "shown"),
    [(1, ["now: brief"]), (2, ["now: one", "long story"]), (3, ["now: no", "one", "long story"])],
)
def test_the_last_story_is_as_long_as_there_is_room(rows: int, shown: list[str]) -> None:
    canvas = Canvas(10, 5)
    stories = (("a long beginning", "no"), ("longer", "one"), ("long story", "brief"))
    put_latest(canvas, Box(0, 0, 10, rows), stories, label="now: ")
    assert [line for line in canvas.text().split("\n") if line.strip()] == shown


def test_the_longest_text_that_fits_is_found() -> None:
    forms = ("the whole story", "a part", "it")
    assert [longest_that_fits(forms, cells) for cells in (20, 10, 4, 1)] == ["the whole story", "a part", "it", "it"]
    assert longest_that_fits(forms, 9, 2) == "the whole story"


@pytest.mark.parametrize(
    ("rows", "gap"),
    [
        (["", "", "a", "", "", "", "b", ""], Box(0, 4, 9, 2)),
        (["a", "", ""], Box(0, 2, 9, 1)),
        (["", "a"], Box(0, 1, 9, 0)),
        (["a", "b"], Box(0, 1, 9, 0)),
    ],
)
def test_the_largest_gap_begins_below_a_blank_row(rows: list[str], gap: Box) -> None:
    canvas = Canvas(9, len(rows))
    canvas.block(0, 0, rows)
    assert canvas.largest_gap() == gap


def test_a_list_that_goes_on_is_marked_where_there_is_room() -> None:
    canvas = Canvas(20, 4)
    canvas.block(0, 0, ["one", "two", "much longer", "below it"])
    mark_more(canvas, 3, above=True, below=True)
    assert canvas.text() == "one       more above\ntwo\nmuch longer   (more)\nbelow it"
    mark_more(canvas, 1, above=False, below=False)
    full = Canvas(20, 1)
    full.put(0, 0, "x" * 18)
    mark_more(full, 1, above=False, below=True)
    assert full.text() == "x" * 18
    mark_more(Canvas(9, 0), 0, above=True, below=True)
