"""The faces of cards in both card sets: their size, their figures and their colours."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
from wcwidth import wcswidth

from cardtable.engine.cards import (
    FACE_DOWN,
    TF_CARDS,
    Card,
    Chard,
    Complete,
    Single,
    TriCard,
)
from cardtable.tui.drawing.canvas import Canvas
from cardtable.tui.drawing.cards import draw_face, ink_of
from cardtable.tui.drawing.faces import ASCII, BLOCKS, CardSet, Size, count_label, face
from tests.tui.screens import golden

FACES: tuple[Card, ...] = (*Complete.faces.values(), *Single.faces.values())
LOOKS = tuple(product(Size, (BLOCKS, ASCII)))
FRAMED = [(size, signs) for size, signs in LOOKS if size.height > 1]
EDGES = {"blocks": "╭╮╰╯─│┏┓┗┛━┃", "ascii": "+-|*=!"}
FEET = ("", "4", "×4", "×27")


def drawn(card: Card | None, size: Size, signs: CardSet) -> list[tuple[str, ...]]:
    """Return the faces of a card with every foot, chosen and not."""
    feet = FEET if size.height > 1 else ("",)
    return [face(card, size, signs, chosen=chosen, foot=foot) for chosen in (False, True) for foot in feet]


def fits(card: Card | None, size: Size) -> bool:
    """Return whether the size can show this card; the smallest has room for one letter."""
    return size is not Size.TINY or card is None or len(card.code) == 1


def inside(lines: tuple[str, ...], signs: CardSet) -> str:
    """Return what is inside the border."""
    return "".join(each for line in lines for each in line if each not in EDGES[signs.name])


def test_every_face_has_exactly_its_size() -> None:
    for size, signs in LOOKS:
        for card in filter(lambda card: fits(card, size), (*FACES, *TF_CARDS[::9], FACE_DOWN, None)):
            for lines in drawn(card, size, signs):
                look = (size.name, signs.name, card, lines)
                assert len(lines) == size.height, look
                assert {wcswidth(line) for line in lines} == {size.width}, look
                assert {len(line) for line in lines} == {size.width}, look


def test_every_face_shows_the_card_code() -> None:
    for size, signs in LOOKS:
        for card in filter(lambda card: fits(card, size), FACES):
            for lines in drawn(card, size, signs):
                assert card.code in lines[0], (size.name, signs.name, card)


def test_no_two_cards_look_alike_without_colour() -> None:
    for size, signs in LOOKS:
        if size is not Size.TINY:
            faces = {face(card, size, signs) for card in (*FACES, FACE_DOWN, None)}
            assert len(faces) == len(FACES) + 2, (size.name, signs.name)


def test_a_chosen_card_differs_without_colour() -> None:
    for size, signs in LOOKS:
        for card in (*Single.faces.values(), FACE_DOWN):
            plain, chosen = face(card, size, signs), face(card, size, signs, chosen=True)
            assert plain != chosen, (size.name, signs.name, card)
            assert plain[0][0] != chosen[0][0], (size.name, signs.name, card)


def test_a_chosen_card_keeps_its_figure() -> None:
    for size, signs in FRAMED:
        for card in FACES:
            plain, chosen = face(card, size, signs), face(card, size, signs, chosen=True)
            assert inside(plain, signs) == inside(chosen, signs), (size.name, signs.name, card)


def test_the_ascii_set_is_ascii() -> None:
    for size in Size:
        for card in (*FACES, *TF_CARDS, FACE_DOWN, None):
            for lines in drawn(card, size, ASCII):
                assert "".join(lines).replace("×", "").isascii(), (size.name, card)  # the caller chooses the foot
    assert count_label(27, ASCII).isascii()
    assert count_label(27, ASCII) == "x27"


def test_the_foot_is_in_the_lower_border() -> None:
    for size, signs in FRAMED:
        for card in (*FACES, FACE_DOWN):
            foot = face(card, size, signs, foot="×4")[-1]
            assert foot.endswith("×4" + face(card, size, signs)[-1][-1]), (size.name, signs.name, card)


def test_a_large_complete_names_its_colour() -> None:
    for card in Complete.faces.values():
        assert card.name.split("-")[1] in face(card, Size.LARGE)[-1]


def test_a_single_of_a_colour_names_it() -> None:
    for text, word, short in (("red", "Red", "Red"), ("green", "Green", "Grn"), ("blue", "Blue", "Blu")):
        assert word in face(Single(text), Size.LARGE)[3]
        assert short in face(Single(text), Size.MEDIUM)[1]


def test_a_hollow_single_does_not_look_like_an_empty_place() -> None:
    for signs in (BLOCKS, ASCII):
        for size in Size:
            assert inside(face(Single("hollow"), size, signs), signs).strip()
            assert face(Single("hollow"), size, signs) != face(None, size, signs)


def test_a_card_is_drawn_in_its_colour() -> None:
    assert {ink_of(card) for card in Complete.faces.values()} == {"red", "green", "blue"}
    assert [ink_of(Single(each.text)) for each in (Single("red"), Single("circle"))] == ["red", "plain"]
    assert (ink_of(FACE_DOWN), ink_of(None)) == ("plain", "dim")


def test_every_part_of_a_card_has_its_ink() -> None:
    def inks(card: Card | None, size: Size, *, chosen: bool = False) -> list[list[str]]:
        canvas = Canvas(size.width, size.height)
        draw_face(canvas, (0, 0), card, size, BLOCKS, chosen=chosen)
        return [[ink for _, ink in canvas.runs(y)] for y in range(size.height)]

    red = Single("red")
    assert inks(red, Size.MEDIUM) == [["edge-red", "face-red", "edge-red"], ["edge-red", "face-red", "edge-red"],
                                      ["edge-red"]]  # fmt: skip
    assert inks(red, Size.MEDIUM, chosen=True) == [["chosen-red"], ["chosen-red", "face-red", "chosen-red"],
                                                   ["chosen-red"]]  # fmt: skip
    assert inks(Single("circle"), Size.TINY) == [["face"]]
    assert inks(FACE_DOWN, Size.MEDIUM) == [["pattern"]] * 3
    assert inks(None, Size.MEDIUM) == [["rim"], ["rim", "slot", "rim"], ["rim"]]


def test_kinds_with_the_same_characteristics_look_alike() -> None:
    for size in Size:
        assert face(Chard("red"), size) == face(Single("red"), size)
        assert face(TriCard("hollow-red-circle"), size) == face(Complete("hollow-red-circle"), size)


def beside(cards: Iterable[tuple[str, ...]]) -> str:
    """Return faces side by side."""
    return "\n".join(" ".join(row) for row in zip(*cards, strict=True))


def sheet(signs: CardSet) -> str:
    """Return faces of every kind in every size."""
    completes, singles = list(Complete.faces.values()), list(Single.faces.values())
    red, fgc, circle = Single("red"), Complete("filled-green-circle"), Single("circle")
    latin = [completes[at] for pattern in (0, 9, 18) for at in (pattern, pattern + 4, pattern + 8)]
    pile = count_label(4, signs)
    parts = ["huge"]
    parts += [beside(face(card, Size.HUGE, signs) for card in latin[row : row + 3]) for row in (0, 3, 6)]
    parts.append(beside(face(card, Size.HUGE, signs) for card in (*singles[::3], TF_CARDS[0], FACE_DOWN, None)))
    parts.append("large")
    parts += [beside(face(card, Size.LARGE, signs) for card in latin[row : row + 3]) for row in (0, 3, 6)]
    parts.append(beside(face(card, Size.LARGE, signs) for card in singles))
    special = [
        face(red, Size.LARGE, signs, foot=pile),
        face(red, Size.LARGE, signs, chosen=True, foot=pile),
        face(FACE_DOWN, Size.LARGE, signs, foot=pile),
        face(None, Size.LARGE, signs),
        face(fgc, Size.LARGE, signs, chosen=True),
    ]
    parts += [beside(special), "medium"]
    parts += [beside(face(card, Size.MEDIUM, signs) for card in some) for some in (latin, singles)]
    special = [
        face(circle, Size.MEDIUM, signs, chosen=True, foot=pile),
        face(FACE_DOWN, Size.MEDIUM, signs, foot=pile),
        face(None, Size.MEDIUM, signs),
    ]
    parts += [beside(special), "small"]
    parts.append(beside((face(card, Size.SMALL, signs)[0],) for card in latin))
    small = [(circle, True), (FACE_DOWN, False), (None, False)]
    parts.append(beside((face(card, Size.SMALL, signs, chosen=chosen) for card, chosen in small)))
    parts += ["tiny", beside(face(card, Size.TINY, signs) for card in singles)]
    parts.append(beside(face(card, Size.TINY, signs, chosen=chosen) for card, chosen in small))
    return "\n".join(line.rstrip() for part in parts for line in part.splitlines())


@pytest.mark.parametrize("signs", [BLOCKS, ASCII], ids=lambda signs: signs.name)
def test_the_sheet_of_faces(signs: CardSet) -> None:
    golden(f"faces-{signs.name}.txt", sheet(signs))
