"""What holds on the board of every game: at some turns of random games, and at positions that are hard to show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, product
from types import SimpleNamespace

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, Seat
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.exit_stage_right import GAME as STAGE
from cardtable.engine.phrases import without_rulings
from cardtable.table.session import Session
from cardtable.tui.board import widget
from cardtable.tui.board.choices import Target
from cardtable.tui.board.widget import BoardWidget, board_for
from cardtable.tui.drawing.faces import ASCII, BLOCKS, CardSet
from cardtable.tui.widgets import animated as animation
from tests.engine.walks import PROFILE
from tests.games.exit_stage_right_positions import stage, state
from tests.table import sittings
from tests.table.sittings import truth
from tests.tui import screens
from tests.tui.boards import clash_boards, rummy_like_boards, wind_city_boards
from tests.tui.boards.boards import LARGE, LAYOUTS, MEDIUM, USUAL, places, random_turns, shown, status
from tests.tui.boards.tight_tables import TIGHT
from tests.tui.screens import spot

MAX_PLACES = 24
MAX_ANIMATED = 12
HARD: dict[str, Callable[[], Iterable[Session]]] = {
    "clash": lambda: map(clash_boards.sit_at, (clash_boards.MATCHED, clash_boards.CHAIN)),
    "exit-stage-right": lambda: [screens.sit_at(state(stage(), options=STAGE.options(refill_count="all")))],
    "rummy-like": lambda: map(rummy_like_boards.sit_at, rummy_like_boards.MOMENTS.values()),
    "tradewinds": list,
    "wind-city": lambda: (wind_city_boards.sit_till(phase, 5) for phase in wind_city_boards.PHASES),
}
each_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)


def sessions(game: AnyGame, every: int = 9) -> Iterator[Session]:
    """Yield games at hard positions, and random games of few and of several players at some of their turns."""
    new = (sittings.sit(game, seats, 3) for seats in {game.seats[0], min(4, game.seats[-1])})
    return chain(HARD.get(game.id, list)(), *(islice(random_turns(each, 7), 0, 100, every) for each in new))


def board_of(session: Session, viewer: Seat | None, signs: CardSet = BLOCKS) -> BoardWidget:
    board = board_for(session.game.id)(signs)
    board.show(session.look(viewer))
    return board


def boards(game: AnyGame, every: int = 9, signs: CardSet = BLOCKS) -> Iterator[BoardWidget]:
    """Yield the board of the player whose turn it is, with the cursor on some of its places in turn."""
    for session in sessions(game, every):
        board = board_of(session, session.turn, signs)
        reachable = list(places(board))
        for place in reachable[:: len(reachable) // MAX_PLACES + 1]:
            board.move_cursor(*place)
            yield board


@each_game
def test_the_cursor_reaches_every_legal_action(game: AnyGame) -> None:
    """A plan in Wind City consists of several actions."""
    for session in sessions(game, every=2):
        board, found = board_of(session, session.turn), set[object]()
        for _ in board.groups:
            for action in range(len(board.groups[board.group].actions)):
                board.move_cursor(board.group, action)
                found |= {board.choice.action} if board.choice and board.is_legal else set()
            board.action_move(1)
        legal = session.look(session.turn).legal
        assert found == set(legal) or getattr(truth(session), "phase", "") == "plan"


@each_game
@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM], ids=str)
def test_every_legal_action_can_be_clicked(game: AnyGame, size: tuple[int, int]) -> None:
    for board in boards(game):
        if board.is_legal:
            spot(board.drawn(*size), Target(board.group, board.action_index))


@each_game
def test_players_have_no_choices_when_it_is_not_their_turn(game: AnyGame) -> None:
    for session in sessions(game):
        for viewer in {None, *range(len(session.names))} - {session.turn}:
            board = board_of(session, viewer)
            assert board.groups == ()
            for act in (board.action_move, board.action_cycle, board.action_pick):
                act(1)
            assert (board.group, board.action_index, board.choice) == (0, 0, None)
            assert shown(board)


@pytest.mark.parametrize(
    "game", [game for game in SHIPPED.values() if game.id != "wind-city"], ids=lambda game: game.id
)
def test_the_status_line_explains_the_choice_and_cites_a_ruling_if_it_is_refused(game: AnyGame) -> None:
    """In Wind City, it says what a plan would do."""
    for board in boards(game):
        assert board.choice is not None
        assert board.seen is not None
        explained = board.seen.explain(board.choice.action)
        said = status(board).removesuffix(" Press c to refill it.")
        assert said == (without_rulings(explained) if board.is_legal else explained)
        assert re.search(r"\([A-Z]{2}-\d+(, [A-Z]{2}-\d+)*\)|^You don't have \S+\.$", explained)


@LAYOUTS
@each_game
def test_no_sentence_is_cut(game: AnyGame, size: tuple[int, int]) -> None:
    for board in boards(game):
        assert " ".join(status(board).split()) in " ".join(shown(board, size).split())


@each_game
def test_every_layout_shows_everything_without_overlap(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = TIGHT[game.id]
    monkeypatch.setattr(widget, "Canvas", tables.canvas)
    for at, board in enumerate(tables.boards()):
        assert board.seen is not None
        seat = board.seen.turn or 0
        due = Counter(card.code for card in tables.cards(board.seen.state, seat))
        for size in tables.sizes(at):
            text = shown(board, size)
            missing = [code for code, times in due.items() if text.count(code) < times]
            assert missing == [], f"{size}\n{text}"
            assert status(board).split()[0] in text, f"{size}\n{text}"


@LAYOUTS
@each_game
def test_the_ascii_board_is_ascii(game: AnyGame, size: tuple[int, int]) -> None:
    for board in boards(game, every=20, signs=ASCII):
        assert shown(board, size).isascii()


@each_game
def test_every_size_has_room_for_everything(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = TIGHT[game.id]
    monkeypatch.setattr(widget, "Canvas", tables.canvas)
    board = next(iter(tables.boards()))
    step = 4 if PROFILE == "deep" else 31  # so every width and every height comes with some of the others
    for width, height in islice(product(range(40, 131), range(11, 45)), 0, None, step):
        assert status(board).split()[0] in shown(board, (width, height)), f"{width}x{height}"


@LAYOUTS
@each_game
def test_nothing_hidden_is_on_the_board(game: AnyGame, size: tuple[int, int]) -> None:
    """The board is the same for two states that differ only in hidden cards, for every seat and for a spectator."""
    for session in sessions(game, every=7):
        for viewer in (None, *range(len(session.names))):
            board, seen = board_of(session, viewer), session.look(viewer)
            before = shown(board, size)
            other = game.determinize(game.view(truth(session), viewer), viewer, Key(5))
            board.show(replace(seen, state=game.view(other, viewer)))
            assert shown(board, size) == before


@LAYOUTS
@each_game
def test_the_board_says_whose_turn_it_is(game: AnyGame, size: tuple[int, int]) -> None:
    for session in sessions(game, every=13):
        if session.turn is not None and len(session.names) > 1:
            name, number = session.names[session.turn], session.turn + 1
            mark = rf"[>►] *({name[:2]}|{number}\b|\d+/)|{name}'s turn"  # Wind City also has numbers and coins
            for viewer in (session.turn, None):
                text = shown(board_of(session, viewer), size)
                assert re.search(mark, text), text


@each_game
def test_a_digit_chooses_a_card_or_does_nothing(game: AnyGame) -> None:
    for session in sessions(game):
        board = board_of(session, session.turn)
        for digit in range(1, 10):
            board.action_pick(digit)
            assert board.choice is not None
            assert 0 <= board.group < len(board.groups)
            assert 0 <= board.action_index < len(board.groups[board.group].actions)
            assert shown(board)


@each_game
def test_after_its_animation_the_board_is_as_if_there_had_been_none(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animation, "Ticker", lambda *arguments: SimpleNamespace(stop=lambda: None))
    session = sittings.sit(game, game.seats[-1], 4)
    moving, still, animated = board_of(session, 0), board_of(session, 0), 0
    for key in range(200):
        played = len(session.actions)
        sittings.play_on(session, Key(key), 1)
        if animated == MAX_ANIMATED or len(session.actions) == played:
            break
        seen = session.look(0)
        frames = moving.frames_for(session.events_since(0, played), 2)
        moving.show(seen, frames)
        for _ in frames:
            assert shown(moving)
            moving._next_frame()
        still.show(seen)
        assert shown(moving) == shown(still)
        animated += bool(frames)
    assert animated
