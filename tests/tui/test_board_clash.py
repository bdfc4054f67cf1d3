"""Tests of the Clash board; only the last ones run the app."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from cardtable.engine.chance import DealCode, Key, draw_below
from cardtable.engine.game import Step
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    PILE_OF,
    Drew,
    EndTurn,
    Options,
    PlayChard,
    PlayComplete,
    Played,
    PlayLast,
    PlayPair,
    PlayThree,
    State,
    cards_of,
)
from cardtable.engine.phrases import without_rulings
from cardtable.formats.computers import Computer
from cardtable.table.result_words import result_sentences
from cardtable.table.session import Session
from cardtable.tui import board as boards
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards import board_for
from cardtable.tui.boards.clash import ClashBoard, layout_for
from cardtable.tui.canvas import PLAIN, Canvas
from cardtable.tui.choices import Target
from cardtable.tui.faces import ASCII, BLOCKS, CardSet, Size
from cardtable.tui.screens.curtain import HandOver
from cardtable.tui.screens.dialogs import ChoiceDialog
from tests.games.clash_positions import state
from tests.tui.screens import (
    board_on,
    click,
    golden,
    lift_curtain,
    press,
    run,
    screen_text,
    some_sizes,
    spot,
    table_of,
    usually,
    wait_for,
)

LARGE, USUAL, MEDIUM, COMPACT = (120, 39), (80, 23), (60, 19), (40, 11)
"""The board's size in terminals of 120x40, 80x24, 60x20 and 40x12; the key bar takes the last line."""
LAYOUTS = pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, COMPACT], ids=lambda size: f"{size[0]}x{size[1] + 1}")
NAMES = ("Ann", "Bob")
MATCHED = state("P R S", "PRS", ("H F B C T HGT PRT", "R G"), draw=(9, 12), scores=(7, 3))
"""All four piles match, and three Chards can be played in four combinations."""
CHAIN = state("F G S", "FRS", ("T T S H B FGT PBC", "R G"), draw=(9, 12), played=0)
"""A pair can be played, then three Chards, then more."""


def sit(moves: int = 0, code: int = 3, names: tuple[str, ...] = NAMES, **options: Any) -> Session:
    """Return a match after so many random moves."""
    session = Session(GAME, Options(**options), names, DealCode(code))
    return list(islice(random_match(session, code), moves + 1))[-1] if moves else session


def sit_at(position: State, names: tuple[str, ...] = NAMES) -> Session:
    """Return a match that begins at this position."""
    session = Session(GAME, position.options, names, DealCode(0))
    session._start = Step(position, session._start.events)
    session._last_to_see = session._player(session.turn)
    return session


def random_match(session: Session, number: int) -> Iterator[Session]:
    """Yield the session at each decision of a random match."""
    luck = Key(number)
    while session.turn is not None:
        yield session
        legal = session.look(session.turn).legal
        pick, luck = draw_below(luck, len(legal))
        session.act(legal[pick])
        session.mark_seen()


def board_of(session: Session, viewer: int | None = -1, signs: CardSet = BLOCKS) -> ClashBoard:
    """Return the board as a seat sees it; by default the seat whose turn it is."""
    board = ClashBoard(signs)
    board.show(session.look(session.turn if viewer == -1 else viewer))
    return board


def random_boards(number: int, every: int = 1, **options: Any) -> Iterator[ClashBoard]:
    for session in islice(random_match(sit(code=number, **options), number), 0, 120, every):
        yield board_of(session)


@LAYOUTS
def test_hands_are_open_on_the_final_board(size: tuple[int, int]) -> None:
    session = sit(target=0)
    for _ in random_match(session, 3):
        pass
    text = shown(board_of(session, 0), size)
    for card in session.look(0).state.hands[1]:
        assert re.search(rf"\b{card.code}\b", text), card


def places(board: ClashBoard) -> Iterator[tuple[int, int]]:
    """Yield every group and action that the cursor can reach."""
    for group, each in enumerate(board.groups):
        for action in range(len(each.actions)):
            yield group, action


def shown(board: ClashBoard, size: tuple[int, int] = USUAL) -> str:
    return board.drawn(*size).text()


def status(board: ClashBoard) -> str:
    assert board.seen is not None
    return board.status(board.seen)


def labels(board: ClashBoard, group: int) -> list[str]:
    return [listed.label for listed in board.groups[group].actions]


# Choices


def test_the_groups_are_the_hand_and_the_end_of_the_turn() -> None:
    board = board_of(sit_at(MATCHED))
    hand = [card.name for card in MATCHED.hands[0]]
    assert [group.name for group in board.groups] == [*hand, "End of the turn"]


def test_a_chard_can_be_played_alone_last_and_with_others() -> None:
    board = board_of(sit_at(MATCHED))
    assert labels(board, 0) == ["play it", "play it last", "with Blue, Circle", "with Blue, Triangle"]
    first, last, *threes = (listed.action for listed in board.groups[0].actions)
    assert isinstance(first, PlayChard)
    assert isinstance(last, PlayLast)
    assert all(isinstance(three, PlayThree) for three in threes)


def test_a_pair_can_be_chosen_from_either_card() -> None:
    board = board_of(sit_at(CHAIN))
    hand = [card.code for card in CHAIN.hands[0]]
    assert "with FGT" in labels(board, hand.index("T"))
    assert labels(board, hand.index("FGT")) == ["play it", "with Triangle"]
    assert labels(board, hand.index("PBC")) == ["play it"]


def test_a_complete_lists_the_pair_even_without_its_chard_and_says_why() -> None:
    board = board_of(sit_at(state("F G S", "FRS", ("H FGT", "R G"))))
    assert [each.action for each in board.groups[1].actions][1:] == [GAME.parse("T + FGT")]
    board.move_cursor(1, 1)
    assert not board.is_legal
    assert status(board) == "You don't have Triangle."


def test_ending_a_turn_without_playing_is_a_pass() -> None:
    assert labels(board_of(sit_at(CHAIN)), 7) == ["end turn (pass)"]
    session = sit_at(CHAIN)
    session.act(GAME.parse("T + FGT"))
    assert labels(board_of(session), 5) == ["end turn"]


@pytest.mark.parametrize("viewer", [None, 1])
def test_players_have_no_choices_when_it_is_not_their_turn(viewer: int | None) -> None:
    board = board_of(sit_at(MATCHED), viewer)
    assert board.groups == ()
    board.action_move(1)
    board.action_cycle(1)
    board.action_pick(3)
    board.action_end_turn()
    assert (board.group, board.action_index, board.choice) == (0, 0, None)


@pytest.mark.parametrize("code", [1, 7, 8])
def test_the_cursor_reaches_every_legal_action(code: int) -> None:
    for board in random_boards(code):
        assert board.seen is not None
        found = set()
        for _ in board.groups:
            for _ in board.groups[board.group].actions:
                found |= {board.choice.action} if board.choice and board.is_legal else set()
                board.action_cycle(1)
            board.action_move(1)
        assert found == set(board.seen.legal)


def test_three_chards_can_be_chosen_from_each_of_them() -> None:
    board = board_of(sit_at(MATCHED))
    for three in (action for action in board.seen.legal if isinstance(action, PlayThree)) if board.seen else ():
        with_it = [at for at, group in enumerate(board.groups) if three in [listed.action for listed in group.actions]]
        assert [board.groups[at].name for at in with_it] == [card.name for card in cards_of(three)]


def test_e_goes_to_the_end_of_the_turn() -> None:
    board = board_of(sit_at(MATCHED))
    board.action_end_turn()
    assert isinstance(board.choice and board.choice.action, EndTurn)


def test_digits_choose_cards_in_the_hand() -> None:
    board = board_of(sit_at(MATCHED))
    board.action_pick(6)
    assert board.groups[board.group].name == "Hollow-Green-Triangle"


def test_a_card_marked_as_playable_is_never_refused() -> None:
    """Enter plays it with as many others as it can, and a turn starts on the first card that can be played."""
    for board in random_boards(3, every=2):
        hints = [board._hint(at) for at in range(board.hand_size)]
        wanted = next((hint for hint in ("play", "last") if hint in hints), None)
        assert wanted == (hints[board.group] if board.group < board.hand_size else None)
        assert wanted is None or board.group == hints.index(wanted), "the best card would be a hint"
        for at, hint in enumerate(hints):
            board.action_pick(at + 1)
            assert (board.is_legal, bool(hint)) in ((True, True), (False, False))
            assert not hint or isinstance(board.choice and board.choice.action, PlayLast) == (hint == "last")
    pair = board_of(sit_at(state("F G S", "FRS", ("T FGT", "R G"), played=0)))
    assert isinstance(pair.choice and pair.choice.action, PlayPair)


# Texts


def test_the_status_line_says_why_a_card_can_be_played_or_not() -> None:
    for board in random_boards(4):
        for place in places(board):
            board.move_cursor(*place)
            assert board.choice is not None
            assert board.seen is not None
            explained = board.seen.game.explain(board.seen.state, board.choice.action)
            assert re.search(r"\(CL-\d+(, CL-\d+)?\)\.$|^You don't have \S+\.$", explained)
            told = re.sub(r"^Plays? [\d and]+: (.)", lambda found: found[1].upper(), without_rulings(explained))
            assert status(board) == (told if board.is_legal else explained)


def test_every_card_always_has_a_status_text() -> None:
    for board in random_boards(5):
        assert board.seen is not None
        hand = board.seen.state.hands[board.seen.viewer]
        assert len(board.groups) == len(hand) + 1
        for card, group in zip(hand, board.groups, strict=False):
            assert isinstance(group.actions[0].action, PlayChard | PlayComplete)
            assert card in cards_of(group.actions[0].action)


@LAYOUTS
def test_no_sentence_is_cut(size: tuple[int, int]) -> None:
    for session in (sit(), sit(12), sit_at(MATCHED), sit_at(CHAIN)):
        board = board_of(session)
        for place in places(board):
            board.move_cursor(*place)
            rows = " ".join(line.strip() for line in shown(board, size).splitlines()[-3:])
            assert status(board) in rows


def test_no_sentence_of_random_matches_is_cut_on_the_smallest_screen() -> None:
    for board in random_boards(6, every=3):
        for place in places(board):
            board.move_cursor(*place)
            rows = " ".join(line.strip() for line in shown(board, COMPACT).splitlines()[-3:])
            assert status(board) in rows


@LAYOUTS
def test_the_title_shows_the_scores(size: tuple[int, int]) -> None:
    title = shown(board_of(sit_at(MATCHED)), size).splitlines()[0]
    assert all(part in title for part in ("ound 2", "Ann 7", "Bob 3", "to 10"))
    single = shown(board_of(sit(target=0)), size).splitlines()[0]
    assert "ingle round" in single


@LAYOUTS
def test_the_board_always_shows_whose_turn_and_whose_deal_it_is(size: tuple[int, int]) -> None:
    for session in (sit(first=1), sit(first=2), sit(9)):
        rows = shown(board_of(session), size).splitlines()
        mark = "*" if size == COMPACT else " deals"
        assert session.turn is not None
        dealer = NAMES[session.look(None).state.dealer]
        assert any(row.startswith(f"> {NAMES[session.turn]}") for row in rows)
        assert any(f"{dealer}{mark}" in row for row in rows)


@LAYOUTS
def test_both_players_cards_are_counted(size: tuple[int, int]) -> None:
    text = shown(board_of(sit_at(MATCHED)), size)
    counts = [re.findall(r"(\d+)", row.split("played")[0])[:2] for row in text.splitlines() if "hand " in row]
    assert counts == [["7", "12"], ["7", "9"]]


def test_the_board_shows_the_cards_played_this_turn() -> None:
    session = sit_at(CHAIN)
    for typed in ("T + FGT", "H + B + T"):
        session.act(GAME.parse(typed))
    assert "played T FGT H B T" in shown(board_of(session))
    assert "played 5" in shown(board_of(session), COMPACT)


def test_a_turn_is_one_line_of_the_log() -> None:
    session = sit_at(CHAIN)
    for typed in ("T + FGT", "H + B + T", "S last"):
        session.act(GAME.parse(typed))
    drawn = "Partial, Partial, Partial, Circle, PRC and FBT"
    in_full = f"Ann: Triangle + FGT, Hollow + Blue + Triangle, Square last, draws {drawn}."
    assert in_full in log_beside_piles(board_of(session, 0))
    assert "Square last, draws 6 cards." in log_beside_piles(board_of(session, 1))


def log_beside_piles(board: ClashBoard) -> str:
    """Return the log of a large board as one line."""
    layout = layout_for(*LARGE)
    rows = shown(board, LARGE).splitlines()[layout.log : layout.own]
    return " ".join(" ".join(row[layout.panel :] for row in rows).split())


def test_a_large_board_has_the_choices_below_the_hand_where_a_click_chooses_them() -> None:
    board, layout = board_of(sit_at(CHAIN)), layout_for(*LARGE)
    canvas, choices = board.drawn(*LARGE), board.groups[board.group].actions
    for at, listed in enumerate(choices):
        y = layout.below + 3 + at
        assert listed.label in canvas.line(y)
        assert canvas.target_at(layout.left + 2, y) == Target(board.group, at)


@LAYOUTS
def test_it_shows_when_all_four_piles_match(size: tuple[int, int]) -> None:
    single = board_of(sit_at(CHAIN))
    single.move_cursor(2)
    assert not re.search("(All|piles) match", shown(single, size))
    board = board_of(sit_at(MATCHED))
    board.move_cursor(0, 0)
    assert re.search("(All|All four piles|Piles) match: ", shown(board, size))
    pair = board_of(sit_at(CHAIN))
    pair.move_cursor(6, 1)
    assert "All four piles would match." in shown(pair, size)


# Previews


def marks(board: ClashBoard, size: tuple[int, int]) -> dict[int, str]:
    """Return the texts in strong style below the piles or, on a small screen, above them."""
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    found, x = {}, 0
    for text, ink in canvas.runs(layout.top - 1 if size == COMPACT else layout.below_piles):
        pile = next((pile for pile in range(4) if layout.pile_x(pile) == x), None)
        if ink == "strong" and pile is not None:
            found[pile] = text
        x += len(text)
    return found


@LAYOUTS
def test_the_marks_at_the_piles_predict_the_play(size: tuple[int, int]) -> None:
    for session in islice(random_match(sit(code=11), 11), 0, 90, 3):
        board = board_of(session)
        for place in places(board):
            board.move_cursor(*place)
            assert board.choice is not None
            expected = {}
            if board.is_legal:
                now = GAME.view(session._state, None)
                events = GAME.apply(session._state, board.choice.action).events
                for card in (card for event in events if isinstance(event, Played) for card in event.cards):
                    pile = now.piles[PILE_OF[card]]
                    expected[PILE_OF[card]] = f"{pile[0].code if pile else '.'} > {card.code}"
            assert marks(board, size) == expected


def test_a_card_to_be_played_is_shown_on_its_pile_with_a_heavy_border() -> None:
    board = board_of(sit_at(MATCHED))
    board.move_cursor(0, 3)
    text = shown(board)
    assert [text.count(f"┏{code}") for code in "HBTFC"] == [2, 2, 2, 0, 0], "each is on a pile and in the hand"


def test_each_legal_action_shows_its_effect() -> None:
    cases = [
        (CHAIN, 6, 1, "all piles match"),
        (CHAIN, 0, 1, "ends turn, draw 1"),
        (MATCHED, 7, 0, "ends turn"),
        (state("H R S", "FGC", ("F", "R G"), draw=(9, 3)), 0, 0, "draw 7"),
        (state("H R S", "FGC", ("F", "R G"), played=1), 0, 0, "round over, +2"),
        (state("H R S", "FGC", ("F G", "R"), passed=True, played=0), 2, 0, "round over, -1"),
    ]
    for position, group, action, effect in cases:
        board = board_of(sit_at(position))
        board.move_cursor(group, action)
        (line,) = [line for line in shown(board).splitlines() if line[44:45] == ">"]
        assert line.endswith(f" {effect}"), line


# Mouse


@LAYOUTS
def test_a_click_on_a_card_chooses_it(size: tuple[int, int]) -> None:
    board = board_of(sit_at(MATCHED))
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for at in range(1, 8):
        assert spot(canvas, Target(at, board.preferred(at)))[1] >= layout.hand_top


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM])
def test_every_legal_action_can_be_clicked(size: tuple[int, int]) -> None:
    for board in random_boards(9, every=4):
        for place in places(board):
            board.move_cursor(*place)
            if board.is_legal:
                spot(board.drawn(*size), Target(*place))


def test_a_click_on_a_pile_chooses_the_play_that_puts_a_card_there() -> None:
    board = board_of(sit_at(CHAIN))
    board.move_cursor(6)
    layout, canvas = layout_for(80, 21), board.drawn(*USUAL)
    meant = canvas.target_at(layout.pile_x(2) + 2, layout.top + 2)
    assert isinstance(meant, Target)
    assert isinstance(board.groups[6].actions[meant.action_index].action, PlayPair)
    assert canvas.target_at(layout.pile_x(COMPLETE_PILE) + 2, layout.top + 2) == Target(6, meant.action_index)
    assert canvas.target_at(layout.pile_x(0) + 2, layout.top + 2) is None


# Layouts


class Strict(Canvas):
    """A canvas that fails if text covers other text or leaves the canvas."""

    def put(self, x: int, y: int, text: str, ink: str = PLAIN) -> None:
        if self.width < 40 or self.height < 9:
            return super().put(x, y, text, ink)
        assert 0 <= y < self.height, f"{text!r} is on row {y} of {self.height}"
        assert x >= 0, f"{text!r} begins at column {x}"
        assert x + len(text) <= self.width, f"{text!r} ends at column {x + len(text)} of {self.width}"
        under = "".join(each for each, _ in self._cells[y][x : x + len(text)])
        for old, new in zip(under, text, strict=True):
            assert " " in (old, new) or old == new, f"{text!r} covers {under!r} on row {y}"
        return super().put(x, y, text, ink)


LONG_NAMES = ("x" * 20, "[red]Bob[/] and so on")
WIDTHS = (40, 41, 59, 60, 61, 79, 80, 81, 119, 120, 121, 130)
HEIGHTS = (11, 12, 17, 18, 19, 22, 23, 24, 38, 39, 40, 44)
"""The sizes at which the layout changes, and the smallest and largest."""
FULL = state("H R C", "HRC", ("HRS HRT HGC HGS HGT HBC HBS", "P G T F B S R"), draw=(16, 16), played=0)
MIXED = state(
    "P R T", "PRT", ("P F R B C S HGT", "P G T F B S R"), draw=(10, 10), scores=(99, 98), options=Options(target=100)
)


@pytest.mark.parametrize(
    "position", usually([MIXED], [FULL, MIXED, MATCHED, CHAIN]), ids=["full", "mixed", "matched", "chain"]
)
@pytest.mark.parametrize("names", usually([LONG_NAMES], [NAMES, LONG_NAMES]), ids=["short", "long"])
def test_every_layout_shows_everything_without_overlap(
    position: State, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "Canvas", Strict)
    board = board_of(sit_at(position, names))
    for group in (0, 3, 6, 7):
        for action in range(len(board.groups[group].actions)):
            board.move_cursor(group, action)
            for width, height in some_sizes(WIDTHS, HEIGHTS, action):
                check_picture(board, width, height)


def check_picture(board: ClashBoard, width: int, height: int) -> None:
    """Check that the board shows the hand and the top cards."""
    text = board.drawn(width, height).text()
    assert board.seen is not None
    hand = "\n".join(text.splitlines()[layout_for(width, height - 2).hand_top :])
    assert all(card.code in hand for card in board.seen.state.hands[0])
    assert all(pile[0].code in text for pile in board.seen.state.piles)
    assert status(board).split()[0] in text


@pytest.mark.parametrize(("size", "card", "hand"), [
    (LARGE, Size.HUGE, Size.HUGE),
    (USUAL, Size.LARGE, Size.LARGE),
    (MEDIUM, Size.MEDIUM, Size.MEDIUM),
    (COMPACT, Size.SMALL, Size.TINY),
])  # fmt: skip
def test_more_room_means_larger_cards(size: tuple[int, int], card: Size, hand: Size) -> None:
    layout = layout_for(size[0], size[1] - 2)
    assert (layout.card, layout.hand) == (card, hand)


@LAYOUTS
@pytest.mark.parametrize("signs", [BLOCKS, ASCII], ids=lambda signs: signs.name)
def test_the_table_at_this_size(size: tuple[int, int], signs: CardSet) -> None:
    board = board_of(sit(12), signs=signs)
    golden(f"clash-{signs.name}-{size[0]}x{size[1] + 1}.txt", shown(board, size))


@LAYOUTS
def test_matching_piles_at_this_size(size: tuple[int, int]) -> None:
    board = board_of(sit_at(MATCHED))
    board.move_cursor(0, 3)
    golden(f"clash-matched-{size[0]}x{size[1] + 1}.txt", shown(board, size))


@LAYOUTS
def test_the_ascii_board_is_ascii(size: tuple[int, int]) -> None:
    for session in (sit(), sit(12), sit_at(MATCHED)):
        board = board_of(session, signs=ASCII)
        for place in places(board):
            board.move_cursor(*place)
            assert shown(board, size).isascii()


@LAYOUTS
def test_nothing_hidden_is_on_the_board(size: tuple[int, int]) -> None:
    """The board is the same for two states that differ only in hidden cards."""
    for session in islice(random_match(sit(code=21), 21), 0, 100, 6):
        for viewer in (session.turn, None):
            board = board_of(session, viewer)
            before = shown(board, size)
            other = GAME.determinize(GAME.view(session._state, viewer), viewer, Key(5))
            board.show(replace(session.look(viewer), state=GAME.view(other, viewer)))
            assert shown(board, size) == before


def test_no_hand_is_shown_behind_the_curtain() -> None:
    session = sit_at(FULL)
    text = shown(board_of(session, None))
    assert not any(card.code in text for card in FULL.hands[0])


# Animation


@pytest.mark.parametrize("steps", [3, 6, 12])
def test_an_animation_moves_every_card_to_its_pile(steps: int) -> None:
    for session in islice(random_match(sit(code=31), 31), 0, 60, 3):
        before = session.look(session.turn)
        board = board_of(session)
        story = session.act(before.legal[0])
        session.mark_seen()
        played = [card for event in story if isinstance(event, Played) for card in event.cards]
        frames = board.build_frames(before, story, steps)
        assert len(frames) == (steps if played else 0)
        for frame in frames[:-1]:
            assert [card for card, _ in frame.moving] == played
        if frames:
            assert frames[-1].moving == ()
            assert all(card in frames[-1].tops for card in played)
            for each in frames:
                board._frames = [each]
                assert shown(board)


def test_the_board_belongs_to_its_game() -> None:
    assert board_for("clash") is ClashBoard


# In the app


def test_a_long_turn_is_played_with_keys_and_undone_step_by_step() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "7", "enter")
        assert "played T FGT" in screen_text(pilot)
        await press(pilot, "1", "down", "enter")
        assert "played T FGT H B T" in screen_text(pilot)
        await press(pilot, "u")
        assert "played T FGT" in screen_text(pilot)
        await press(pilot, "u")
        assert "Move undone." in screen_text(pilot)
        await press(pilot, "u")
        assert "There's nothing to undo yet." in screen_text(pilot)
        await press(pilot, "e", "enter")
        assert "Pass the keyboard to Bob." in screen_text(pilot)

    run(play, sit_at(CHAIN))


def test_a_draw_cannot_be_undone() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "1", "enter")
        assert any(isinstance(event, Drew) for event in table_of(pilot).session.look(None).log[-1])
        assert "Undo" not in screen_text(pilot), "it revealed hidden cards"

    run(play, sit_at(CHAIN))


def test_the_result_names_the_winner() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        board_on(pilot).move_cursor(0)
        await press(pilot, "enter")
        result = " ".join(screen_text(pilot).replace("│", " ").split())
        assert "Ann wins with no cards left against 2." in result
        assert "Bob 2: 2 points for Ann" in result

    run(play, sit_at(state("H R S", "FGC", ("F", "R G"), played=1, options=Options(target=0))))


SHORT = state("H R S", "FGC", ("F G C B HGC PGC T", "H P R B T S C"), draw=(3, 3), options=Options(target=0), played=0)
"""A position near the end of a single round."""


async def play_out(pilot: Pilot[int], choose: Callable[[Pilot[int], int, int], Awaitable[None]]) -> None:
    """Play the first legal action until the round is over, and pass the curtains."""
    session, board = table_of(pilot).session, board_on(pilot)
    for _ in range(200):
        if on(pilot, HandOver):
            await lift_curtain(pilot)
        elif board.prompt:
            await press(pilot, "enter")
        elif session.turn is None:
            return
        else:
            legal = session.look(session.turn).legal
            legal_ones = [
                place for place in places_of(board) if board.groups[place[0]].actions[place[1]].action in legal
            ]
            await choose(pilot, *legal_ones[0])
    raise AssertionError("the game never ends")


def on(pilot: Pilot[int], screen: type[Screen[Any]]) -> bool:
    return isinstance(pilot.app.screen, screen)


def places_of(board: BoardWidget) -> Iterator[tuple[int, int]]:
    assert isinstance(board, ClashBoard)
    return places(board)


async def by_keys(pilot: Pilot[int], group: int, action: int) -> None:
    board = board_on(pilot)
    await press(pilot, *(["e"] if group == len(board.groups) - 1 else [str(group + 1)]))
    steps = (action - board.action_index) % len(board.groups[group].actions)
    await press(pilot, *["down"] * steps, "enter")


async def by_mouse(pilot: Pilot[int], group: int, action: int) -> None:
    board, taken = board_on(pilot), len(table_of(pilot).session.actions)
    if board.group != group:
        assert isinstance(board, ClashBoard)
        await click(pilot, board, Target(group, board.preferred(group)))
    if board.action_index != action:
        await click(pilot, board, Target(group, action))
    if len(table_of(pilot).session.actions) == taken:
        await click(pilot, board, Target(group, action))


@pytest.mark.parametrize("choose", [by_keys, by_mouse])
@pytest.mark.parametrize("size", usually([(60, 20)], [(80, 24), (60, 20)]), ids=str)
def test_a_round_can_be_played_to_its_end(choose: Any, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot, choose)
        await wait_for(pilot, lambda: on(pilot, ChoiceDialog))
        assert re.search(r"(Ann|Bob) wins with (no|\d+) cards? left against \d+\.|Nobody wins: ", screen_text(pilot))

    run(play, sit_at(SHORT), size=size)


def test_the_board_says_that_you_deal_and_counts_one_card() -> None:
    here = state("F G S", "FRS", ("T FGT", "R"), played=0)
    session = Session(GAME, here.options, ("South", "Ada"), DealCode(0), None, (None, Computer("medium", 1)))
    session._start = Step(here, session._start.events)
    text = shown(board_of(session), USUAL)
    assert "> You deal " in text
    assert "  1 card left" in text


def test_the_end_of_a_match_tells_the_score_twice_at_most() -> None:
    session = sit_at(state("H R S", "FGC", ("F", "R G"), played=1, scores=(9, 0)))
    session.act(GAME.parse("F"))
    assert session.outcome is not None
    assert "  no cards left" in shown(board_of(session, 0), USUAL)
    told = result_sentences(session, (), None)
    assert told[:2] == ["Ann wins 11–0.", "Ann has no cards left, Bob 2: 2 points for Ann (Ann 11, Bob 0)."]
    assert not any("Ann 11" in sentence for sentence in told[2:])
