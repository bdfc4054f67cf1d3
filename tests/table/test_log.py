"""The log has a line for each move, and gathers the houses that a player sets up in Wind City."""

from __future__ import annotations

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.games import GAMES
from cardtable.table.log import log_lines
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.table.sittings import under_way


@each_game
def test_the_log_has_a_line_for_each_move_that_is_not_gathered(game: AnyGame) -> None:
    session = under_way(game)
    for viewer in (None, *range(len(session.names))):
        seen = session.look(viewer)
        moves, shown = [at for at, step in enumerate(seen.log) if step], [line.move for line in log_lines(seen)]
        gathered = [at for at in moves if game.is_gathered(seen.log[at][0])]
        assert shown == sorted(set(shown))
        assert set(moves) - set(gathered) <= set(shown) <= set(moves)
        assert bool(gathered) == (game.id == "wind-city")


def test_the_log_tells_only_the_draws_that_the_viewer_saw() -> None:
    session = under_way(GAMES["exit-stage-right"])
    for viewer, name in enumerate(session.names):
        texts = [line.text for line in log_lines(session.look(viewer))]
        assert {text.split("draws")[0].split()[-1] for text in texts if "draws" in text} == {name}
    assert not any("draws" in line.text for line in log_lines(session.look(None)))


def test_the_houses_that_a_player_sets_up_share_a_line() -> None:
    game = GAMES["wind-city"]
    session = Session(game, game.options(), ("Ann", "Ben"), DealCode(1))
    while session.full_state().phase != "plan":
        session.act(session.look(session.turn).legal[0])
    hurricane, ann, ben, *_ = map(str, log_lines(session.look(None)))
    assert hurricane.startswith("   1 Ben places the hurricane on ")
    assert ann == "  24 Ann places a house on A4, C4, E4, A5, C5, E5, A8, C8, E8, G8, I8 and A9."
    assert ben == "  25 Ben places a house on B4, D4, F4, B5, D5, F5, B8, D8, F8, H8, J8 and C9."
    *_, bens = log_lines(session.look(1))
    assert bens.text.endswith("J8 and C9. Ben draws card 11."), "what only he sees follows"
