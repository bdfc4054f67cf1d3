"""Tests of the Rummy-like board; only the last ones run the app."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from cardtable.engine.chance import DealCode, Key, draw_below
from cardtable.engine.game import Step, seen_by
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import (
    KINDS,
    Call,
    Draw,
    Lead,
    Led,
    Options,
    Play,
    Played,
    Send,
    Sent,
    State,
)
from cardtable.engine.games.rummy_like.trick import chain
from cardtable.engine.phrases import without_rulings
from cardtable.table.session import Session
from cardtable.tui import board as boards
from cardtable.tui.boards import board_for
from cardtable.tui.boards.rummy_like import RummyLikeBoard, layout_for
from cardtable.tui.canvas import PLAIN, Canvas
from cardtable.tui.choices import Target
from cardtable.tui.faces import ASCII, BLOCKS, CardSet, Size
from cardtable.tui.screens.curtain import HandOver
from cardtable.tui.screens.dialogs import ChoiceDialog
from tests.games.rummy_like_positions import A, B, C, state
from tests.tui.screens import (
    board_on,
    click,
    find_spot,
    golden,
    lift_curtain,
    press,
    press_later,
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
FEW_LAYOUTS = pytest.mark.parametrize("size", usually([USUAL, COMPACT], [LARGE, USUAL, MEDIUM, COMPACT]), ids=str)
NAMES = ("Ann", "Bo", "Cy")
CALLS = state(leader=C, turn=C, scores=(7, 3, 2), known={(C, A): "H P", (C, B): "G"}, discards="HGT FRT")
"""C can say "Score"."""
LEADS = state(drawn="HGS HBC FRT", known={(A, B): "B C"}, own=("HRS HGC HBS", "PBC PBS PBT", "FRC FGS FBS"))
NO_SET = LEADS._replace(
    phase="draw", drawn=(), drawn_marks=(), deck=LEADS.deck + LEADS.drawn, deck_marks=LEADS.deck_marks + (0, 0, 0)
)
"""A draws, and can't say "Score"."""
PLAYS = state(led="HRC", leader=C, played=("", "", "C"))
"""A plays after C, who will pick up the Chards."""
PASSES = state(
    ("H H H P P P F F F R R", "P F R G G G B B B C C", "G B C S S S S T T T T"), led="HRC", picked="H R C",
    known_tricards={A: "FGT PRC"}, known={(A, C): "S S", (B, 3): "H"},
)  # fmt: skip
"""A has a set of Hollow and sends two Chards."""
SITS_OUT = state(
    ("P P P P F F F F G G G B", "H H R R R G B B B C C C", "H H R C S S S S T T T T"), led="HRC", scores=(1, 2, 3)
)
"""A has to discard."""
MOMENTS = {"calls": CALLS, "leads": LEADS, "plays": PLAYS, "passes": PASSES, "sits-out": SITS_OUT}


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


def board_of(session: Session, viewer: int | None = -1, signs: CardSet = BLOCKS) -> RummyLikeBoard:
    """Return the board as a seat sees it; by default the seat whose turn it is."""
    board = RummyLikeBoard(signs)
    board.show(session.look(session.turn if viewer == -1 else viewer))
    return board


def random_boards(number: int, every: int = 1, **options: Any) -> Iterator[RummyLikeBoard]:
    for session in islice(random_match(sit(code=number, **options), number), 0, 120, every):
        yield board_of(session)


def places(board: RummyLikeBoard) -> Iterator[tuple[int, int]]:
    """Yield every group and action that the cursor can reach."""
    for group, each in enumerate(board.groups):
        for action in range(len(each.actions)):
            yield group, action


def shown(board: RummyLikeBoard, size: tuple[int, int] = USUAL) -> str:
    return board.drawn(*size).text()


def status(board: RummyLikeBoard) -> str:
    assert board.seen is not None
    return board.status(board.seen)


# Choices


@pytest.mark.parametrize("code", [1, 7, 8])
def test_the_cursor_reaches_every_legal_action(code: int) -> None:
    for board in random_boards(code):
        assert board.seen is not None
        found = set()
        for _ in board.groups:
            for at in range(len(board.groups[board.group].actions)):
                board.move_cursor(board.group, at)
                found |= {board.choice.action} if board.choice and board.is_legal else set()
            board.action_move(1)
        assert found == set(board.seen.legal)


@pytest.mark.parametrize("position", [CALLS, SITS_OUT])
def test_up_and_down_move_in_the_list(position: State) -> None:
    board = board_of(sit_at(position))
    rows = [board.group]
    for _ in board.groups:
        board.action_cycle(1)
        rows.append(board.group)
    assert rows == [*range(len(board.groups)), 0]
    board.action_cycle(-1)
    assert board.group == len(board.groups) - 1


def test_the_arrows_move_only_to_kinds_that_match() -> None:
    board = board_of(sit_at(PLAYS))
    for move in (board.action_cycle, board.action_move):
        found = [board.choice and str(board.choice.action)]
        for _ in range(2):
            move(1)
            found.append(board.choice and str(board.choice.action))
        assert found == ["Hollow", "Red", "Hollow"]
    board.posts_illegal_choices = True
    board.action_move(1)
    assert str(board.choice and board.choice.action) == "Partial", "a lesson may ask which kinds match"
    board.action_pick(2)
    board.action_cycle(1)
    assert str(board.choice and board.choice.action) == "Red"


def test_a_lead_and_the_chard_that_follows_it_are_chosen_together() -> None:
    board = board_of(sit_at(LEADS))
    board.move_cursor(2)
    board.action_cycle(1)
    assert board.choice is not None
    assert (str(board.choice.action), str(board.choice.then)) == ("lead Filled-Red-Triangle", "Red")
    board.posts_illegal_choices = True  # in a lesson, a lead is a move of its own
    board.show(sit_at(LEADS).look(A))
    assert [listed.then for group in board.groups for listed in group.actions] == [None] * 3


def test_the_cursor_starts_where_no_set_is_broken() -> None:
    board = board_of(sit_at(PASSES))
    assert status(board) == "Send 2 Chards; this keeps your four Hollows."


def test_a_new_choice_starts_at_its_first_line() -> None:
    session = sit_at(CALLS)
    board = board_of(session)
    board.action_score()
    session.act(GAME.parse("draw"))
    board.show(session.look(C))
    assert (board.group, board.is_legal) == (0, True)
    board.action_last()
    board.show(sit_at(CALLS).look(C))
    assert isinstance(board.choice and board.choice.action, Draw)


def test_the_cursor_starts_on_a_legal_action() -> None:
    for board in random_boards(2):
        assert board.is_legal


def test_every_kind_has_its_digit() -> None:
    for position in (PLAYS, PASSES):
        board = board_of(sit_at(position))
        for digit, kind in enumerate(KINDS, 1):
            board.action_pick(digit)
            assert board.groups[board.group].name == kind.name


def test_a_pair_to_send_can_be_chosen_from_either_kind() -> None:
    board = board_of(sit_at(PASSES))
    pair = GAME.parse("send H P")
    with_it = [group.name for group in board.groups if pair in [listed.action for listed in group.actions]]
    assert with_it == ["Hollow", "Partial"]


def test_an_illegal_choice_says_why() -> None:
    board = board_of(sit_at(PLAYS))
    board.action_pick(2)
    assert (board.is_legal, status(board)) == (False, "Partial doesn't match Hollow-Red-Circle (RM-3).")
    board = board_of(sit_at(PASSES))
    board.action_pick(8)
    assert (board.is_legal, status(board)) == (False, "You don't have Square.")
    board = board_of(sit_at(NO_SET))
    board.action_score()
    assert status(board) == 'You need all four Chards of a kind to say "Score" (RM-6).'


def test_s_goes_to_the_call() -> None:
    board = board_of(sit_at(CALLS))
    board.action_score()
    assert isinstance(board.choice and board.choice.action, Call)
    board = board_of(sit_at(PLAYS))
    board.action_score()
    assert isinstance(board.choice and board.choice.action, Play)


@pytest.mark.parametrize("viewer", [None, B])
def test_players_have_no_choices_when_it_is_not_their_turn(viewer: int | None) -> None:
    board = board_of(sit_at(PLAYS), viewer)
    assert board.groups == ()
    board.action_move(1)
    board.action_cycle(1)
    board.action_score()
    assert (board.group, board.action_index, board.choice) == (0, 0, None)


# Texts


def test_the_status_line_says_why() -> None:
    for board in random_boards(4):
        for place in places(board):
            board.move_cursor(*place)
            assert board.choice is not None
            assert board.seen is not None
            explained = board.seen.game.explain(board.seen.state, board.choice.action)
            assert re.search(r"\(RM-\d+(, RM-\d+)?\)\.$|^You don't have \S+\.$", explained)
            assert status(board) == (without_rulings(explained) if board.is_legal else explained)


@FEW_LAYOUTS
def test_no_sentence_is_cut(size: tuple[int, int]) -> None:
    for board in (*map(board_of, map(sit_at, MOMENTS.values())), *random_boards(6, every=3)):
        for place in places(board):
            board.move_cursor(*place)
            rows = " ".join(line.strip() for line in shown(board, size).splitlines()[-3:])
            assert status(board) in rows


@LAYOUTS
def test_the_title_shows_the_scores(size: tuple[int, int]) -> None:
    rows = shown(board_of(sit_at(CALLS)), size).splitlines()[: 1 + (size == COMPACT)]  # the smallest needs two
    title = " ".join(rows).replace("*", "")
    assert all(part in title for part in ("Ann 7", "Bo 3", "Cy 2", "to 10"))
    assert "single round" in shown(board_of(sit(target=0)), size).splitlines()[0]


@LAYOUTS
def test_the_board_always_shows_whose_turn_it_is_and_who_leads(size: tuple[int, int]) -> None:
    for session in (sit(first=1), sit(first=2), sit(9), sit(10)):
        assert session.turn is not None
        text = shown(board_of(session), size)
        leader = NAMES[session.look(None).state.leader]
        assert re.search(rf">\s*{NAMES[session.turn]}", text)
        assert f"{leader}{'*' if size == COMPACT else ' leads'}" in text


@LAYOUTS
def test_the_board_shows_who_has_played_and_who_is_out(size: tuple[int, int]) -> None:
    position = state(
        ("P P P P F F F F G G G B", "H H R R R G B B B C C C", "H H R C S S S S T T T T"),
        ("HRS HGC", "PBC PBS PBT", ""),
        led="HRC", sat_out=[A], bust=[C], discards="HBS", turn=B,
    )  # fmt: skip
    text = shown(board_of(sit_at(position)), size)
    if size == COMPACT:
        assert re.search(r"Ann\* \d +>Bo \d +Cy", text)
    assert all(word in text for word in ("discarded", "bust"))
    assert "HBS" in text  # the discards are open
    played = shown(board_of(sit_at(state(led="HRC", played=("H", "", ""), turn=B)), B), size)
    assert "played" in played


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM])
def test_cards_that_a_player_knows_are_shown_only_to_that_player(size: tuple[int, int]) -> None:
    text = shown(board_of(sit_at(CALLS), C), size)
    assert re.search("you know: (H P|Hollow, Partial)", text)
    assert re.search("you know: G", text)
    assert "you know" not in shown(board_of(sit_at(CALLS), A), size)


def test_each_legal_choice_shows_its_effect() -> None:
    cases = [
        (CALLS, 1, 0, "you score 2"),
        (CALLS, 0, 0, "draw three TriCards"),
        (NO_SET, 1, 0, "not now"),
        (LEADS, 0, 0, "and play Hollow             comes back"),
        (LEADS, 2, 1, "and play Red                comes back"),
        (PLAYS, 3, 0, "keep 2"),
        (PASSES, 1, 0, "breaks a set"),
        (PASSES, 1, 2, "no use to you"),
        (SITS_OUT, 0, 0, "Hollow-Red-Square"),
    ]
    for position, group, action, effect in cases:
        board = board_of(sit_at(position))
        board.move_cursor(group, action)
        (line,) = [line for line in shown(board).splitlines() if line[40:41] == ">"]
        assert line.endswith(effect), line


@LAYOUTS
def test_players_without_names_keep_their_numbers(size: tuple[int, int]) -> None:
    text = shown(board_of(sit_at(PLAYS, ("Player 1", "Player 2", "Player 3"))), size)
    first, last = text.splitlines()[size == COMPACT], text.splitlines()[layout_for(size[0], size[1] - 2).middle]
    assert all(re.search(rf"[a-z] ?{number}\*? 0", first) for number in (1, 2, 3))
    assert size == COMPACT or all(re.search(rf"[a-z] ?{number}", last) for number in (1, 2, 3))


# Previews


@FEW_LAYOUTS
def test_the_counts_predict_the_hand(size: tuple[int, int]) -> None:
    """A kind that would leave the hand shows how many are kept: `keep 2` or, on a small screen, `3>2`."""
    for session in islice(random_match(sit(code=11), 11), 0, 90, 2):
        board, viewer = board_of(session), session.turn
        assert viewer is not None
        layout = layout_for(size[0], size[1] - 2)
        held = session._state.chards[viewer] + session._state.picked
        for place in places(board):
            board.move_cursor(*place)
            assert board.choice is not None
            gone: tuple[Any, ...] = ()  # a Chard played with a lead comes back
            if board.is_legal:
                events = GAME.apply(session._state, board.choice.action).events
                first = seen_by(events[0], viewer)
                gone = first.cards if isinstance(first, Sent) else ()
                if isinstance(first, Played) and chain(session._state)[0] != viewer:
                    gone = (first.card,)
            row = board.drawn(*size).text().splitlines()[layout.counts if layout.small else layout.table]
            for at, kind in enumerate(KINDS):
                before, after = held.count(kind), held.count(kind) - gone.count(kind)
                column = row[layout.kind_x(at) : layout.kind_x(at) + layout.pitch].strip()
                change = f"{before}>{after}" if layout.small else f"keep {after}"
                assert column == change if kind in gone else not re.search("keep|>", column), (row, kind)


def test_the_chard_to_be_played_is_shown_and_matching_kinds_are_marked() -> None:
    board = board_of(sit_at(PLAYS))
    board.action_pick(1)
    assert shown(board).count("┏H━") == 2
    assert captions(board) == {"H": "keep 2", "R": "match"}
    assert "*R" in shown(board, COMPACT)
    board = board_of(sit_at(LEADS))
    board.move_cursor(2)
    assert "┏FRT" in shown(board)
    assert captions(board) == {"F": "match", "R": "match"}


def test_tricards_show_how_many_chards_a_choice_would_leave() -> None:
    board = board_of(sit_at(PLAYS))
    board.action_pick(1)
    assert "Hollow   3 \u2192 2 of 4" in shown(board)
    assert "Hollow 3\u21922 " in shown(board, MEDIUM)
    board.signs = ASCII
    assert "Hollow   3 > 2 of 4" in shown(board)
    board.action_pick(2)
    assert "Hollow   3 of 4" in shown(board), "Partial can't be played"


def captions(board: RummyLikeBoard) -> dict[str, str]:
    """Return the texts above the Chards, by kind."""
    layout = layout_for(80, 21)
    row = shown(board).splitlines()[layout.table]
    texts = {kind.code: row[layout.kind_x(at) :][: layout.pitch].strip() for at, kind in enumerate(KINDS)}
    return {code: text for code, text in texts.items() if text}


def test_tricards_are_marked_under_the_sets_that_they_score() -> None:
    board = board_of(sit_at(CALLS))
    rows = shown(board).splitlines()
    layout = layout_for(80, 21)
    for at, card in enumerate(CALLS.tricards[C]):
        block = "\n".join(row[layout.own_pitch * at :][: layout.own_pitch] for row in rows[layout.own_top :][:3])
        assert card.code in block
        for kind in card.characteristics:
            count = sum(chard.name == kind.name for chard in CALLS.chards[C])
            assert re.search(rf"{kind.name} +{count} of 4( \+1)?", block)
        assert ("+1" in block) == ("Square" in block)
    values = rows[layout.values]
    assert [values[layout.kind_x(at) :][: layout.pitch].strip() for at in range(9)] == [
        "", "", "+3", "+1", "+1", "+1", "+1", "+2", "",
    ]  # fmt: skip


# Mouse


@pytest.mark.parametrize("size", usually([MEDIUM], [LARGE, USUAL, MEDIUM]))
def test_every_legal_action_can_be_clicked(size: tuple[int, int]) -> None:
    for board in random_boards(9, every=4):
        for place in places(board):
            board.move_cursor(*place)
            if board.is_legal:
                spot(board.drawn(*size), Target(*place))


def test_a_click_on_a_kind_chooses_it() -> None:
    for size, position in product((LARGE, USUAL, MEDIUM, COMPACT), (PLAYS, PASSES)):
        board = board_of(sit_at(position))
        layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
        for at in range(len(KINDS)):
            meant = canvas.target_at(layout.kind_x(at) + 1, layout.counts)
            assert isinstance(meant, Target)
            assert meant.group == at


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
            assert " " in (old, new) or old == new or under.strip(" ╎.") == "", f"{text!r} covers {under!r}, row {y}"
        return super().put(x, y, text, ink)


LONG_NAMES = ("x" * 20, "[red]Bob[/] and so on", "Y" * 20)
WIDTHS = (40, 41, 59, 60, 61, 79, 80, 81, 119, 120, 121, 130)
HEIGHTS = (11, 12, 17, 18, 19, 22, 23, 24, 38, 39, 40, 44)
"""The sizes at which the layout changes, and the smallest and largest."""


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("names", usually([LONG_NAMES], [NAMES, LONG_NAMES]), ids=["short", "long"])
def test_every_layout_shows_everything_without_overlap(
    name: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "Canvas", Strict)
    position = MOMENTS[name]._replace(scores=(99, 98, 97), options=Options(target=100))
    board = board_of(sit_at(position, names))
    for turn, group in enumerate((0, len(board.groups) // 2, len(board.groups) - 1)):
        board.move_cursor(group, 1)
        for width, height in some_sizes(WIDTHS, HEIGHTS, turn):
            check_picture(board, width, height)


def check_picture(board: RummyLikeBoard, width: int, height: int) -> None:
    """Check that the board shows the player's own TriCards and those drawn and led."""
    text = board.drawn(width, height).text()
    assert board.seen is not None
    seen: State = board.seen.state
    assert seen.turn is not None
    assert all(card.code in text for card in (*seen.tricards[seen.turn], *seen.drawn))
    assert seen.led is None or seen.led.code in text
    assert status(board).split()[0] in text


@pytest.mark.parametrize(("size", "card", "chard", "own"), [
    (LARGE, Size.HUGE, Size.LARGE, Size.HUGE),
    (USUAL, Size.LARGE, Size.MEDIUM, Size.MEDIUM),
    (MEDIUM, Size.MEDIUM, Size.MEDIUM, Size.MEDIUM),
    (COMPACT, Size.TINY, Size.TINY, Size.TINY),
])  # fmt: skip
def test_more_room_means_larger_cards(size: tuple[int, int], card: Size, chard: Size, own: Size) -> None:
    layout = layout_for(size[0], size[1] - 2)
    assert (layout.card, layout.chard, layout.own) == (card, chard, own)


@pytest.mark.parametrize("name", MOMENTS)
def test_the_table_at_every_size(name: str) -> None:
    for signs in (BLOCKS, ASCII):
        board = board_of(sit_at(MOMENTS[name]), signs=signs)
        for size in (LARGE, USUAL, MEDIUM, COMPACT):
            golden(f"rummy-like-{name}-{signs.name}-{size[0]}x{size[1] + 1}.txt", shown(board, size))
            assert signs is BLOCKS or shown(board, size).isascii(), size


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


# Animation


@pytest.mark.parametrize("steps", usually([3], [3, 6, 12]))
def test_an_animation_shows_every_card_that_moves(steps: int) -> None:
    for session in islice(random_match(sit(code=31), 31), 0, 60, 2):
        before = session.look(session.turn)
        board = board_of(session)
        story = session.act(before.legal[0])
        session.mark_seen()
        frames = board.build_frames(before, story, steps)
        moving = [event for event in story if isinstance(event, Led | Played | Sent)]
        assert len(frames) >= steps * len(moving)
        for size, frame in product((LARGE, USUAL, MEDIUM, COMPACT), frames):
            board._frames = [frame]
            assert shown(board, size)


def test_the_board_belongs_to_its_game() -> None:
    assert board_for("rummy-like") is RummyLikeBoard


# In the app


def test_a_lead_and_its_chard_are_undone_and_redone_together() -> None:
    async def play(pilot: Pilot[int]) -> None:
        session = table_of(pilot).session
        await lift_curtain(pilot)
        await press(pilot, "right", "enter")
        played = session.actions
        assert [type(action) for action in played] == [Draw, Lead, Play]
        await press_later(pilot, "u")
        await lift_curtain(pilot)
        assert session.actions == played[:1]
        assert session.undone == 0, "a slip isn't help"
        assert "Move undone." in screen_text(pilot)
        await press(pilot, "U")
        assert session.actions == played
        await press_later(pilot, "u")
        await lift_curtain(pilot)
        await press(pilot, "u")
        assert "it revealed hidden cards" in screen_text(pilot)
        assert session.actions == played[:1]

    run(play, sit(first=1))


def test_the_result_names_the_winner() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "s", "enter")
        assert "Cy wins" in screen_text(pilot)

    run(play, sit_at(CALLS._replace(options=Options(target=0), scores=(0, 0, 1))))


LAST = state(
    ("H H H P P P P R R R S S", "F F F G G G G B B C C", "H R B C C S S T T T T"),
    ("HRC FRC HGC", "PBC PBS PBT", "FBC FGS FBS"),
    led="FBT", picked="F B", turn=B, leader=B, sat_out=[A], deck="HRS FGT", reshuffled="HRT HGS HGT",
    options=Options(target=0),
)  # fmt: skip
"""A position near the end of a single round."""


async def play_out(pilot: Pilot[int], choose: Callable[[Pilot[int], int, int], Awaitable[None]]) -> None:
    """Play a legal action, the call if it's offered, until the round is over."""
    session, board = table_of(pilot).session, board_on(pilot)
    assert isinstance(board, RummyLikeBoard)
    for _ in range(300):
        if on(pilot, HandOver):
            await lift_curtain(pilot)
        elif board.prompt:
            await press(pilot, "enter")
        elif session.turn is None:
            return
        else:
            legal = session.look(session.turn).legal
            legal_ones = [place for place in places(board) if board.groups[place[0]].actions[place[1]].action in legal]
            calls = isinstance(legal[-1], Call | Send)
            await choose(pilot, *legal_ones[-1 if calls else 0])
    raise AssertionError("the game never ends")


def on(pilot: Pilot[int], screen: type[Screen[Any]]) -> bool:
    return isinstance(pilot.app.screen, screen)


async def by_keys(pilot: Pilot[int], group: int, action: int) -> None:
    await press(pilot, str(group + 1), *["down"] * action, "enter")


async def by_mouse(pilot: Pilot[int], group: int, action: int) -> None:
    board, taken = board_on(pilot), len(table_of(pilot).session.actions)
    if board.group != group:
        kind = next(each for _, each in board.canvas._targets if isinstance(each, Target) and each.group == group)
        await click(pilot, board, kind)
    while board.action_index != action:  # scroll to an action that is out of sight
        actions = range(len(board.groups[group].actions))
        visible = [each for each in actions if find_spot(board.canvas, Target(group, each))]
        await click(pilot, board, Target(group, min(visible, key=lambda each: abs(each - action))))
    if len(table_of(pilot).session.actions) == taken:
        await click(pilot, board, Target(group, action))


@pytest.mark.parametrize("choose", [by_keys, by_mouse])
@pytest.mark.parametrize("size", usually([(60, 20)], [(80, 24), (60, 20)]), ids=str)
def test_a_round_can_be_played_to_its_end(choose: Any, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot, choose)
        await wait_for(pilot, lambda: on(pilot, ChoiceDialog))
        assert re.search(r"(Ann|Bo|Cy) wins", screen_text(pilot))

    run(play, sit_at(LAST), size=size)


def test_the_board_gives_no_answers_to_a_lesson() -> None:
    """It shows neither the kinds that match nor what the hand is worth."""
    for position in (PLAYS, PASSES):
        board = RummyLikeBoard(BLOCKS)
        board.is_read_only = True
        board.show(sit_at(position).look(A))
        text = board.drawn(*USUAL).text()
        board.shows_effects = False
        quiet = board.drawn(*USUAL).text()
        assert "A set scores" in text
        assert "A set scores" not in quiet
        assert not re.search(r"match|keep|\+\d", quiet)
    board = RummyLikeBoard(BLOCKS)
    board.show(sit_at(PLAYS).look(A))
    assert "match" in captions(board).values()


def test_the_score_key_is_shown_only_when_the_call_is_offered() -> None:
    board = RummyLikeBoard(BLOCKS)
    board.show(sit_at(CALLS).look(C))
    assert board.check_action("score", ())
    board.show(sit_at(PLAYS).look(A))
    assert not board.check_action("score", ())
    board.action_no_score()
    assert "instead of leading" in board.drawn(*USUAL).text()
