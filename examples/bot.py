"""Let a bot play Clash against a player who chooses at random."""

from typing import Any

from cardtable import DealCode, Key, Seen, Session, draw_below, pick_random, play
from cardtable.engine.games.clash import GAME

SAMPLES = 4


def choose(seen: Seen, key: Key) -> Any:
    """Return the action with the best score for this seat, averaged over sampled states."""
    assert seen.viewer is not None, "a bot sits at a seat"
    totals = dict.fromkeys(seen.legal, 0)
    for _ in range(SAMPLES):
        sample = seen.game.determinize(seen.state, seen.viewer, key)
        for action in seen.legal:
            totals[action] += seen.game.standing(play(seen.game, sample, action).state)[seen.viewer]
        _, key = draw_below(key, 1)
    return max(seen.legal, key=totals.__getitem__)


def play_game(code: DealCode) -> tuple[int, ...]:
    """Play one game and return the seats that won."""
    session = Session(GAME, GAME.options(), ("Bot", "Random"), code)
    key = code.key()
    while (seat := session.turn) is not None:
        seen = session.look(seat)
        session.act(choose(seen, key) if seat == 0 else pick_random(seen.state, seen.legal, key))
        _, key = draw_below(key, 1)
    assert session.outcome is not None
    return session.outcome.winners


winners = [play_game(DealCode(number)) for number in range(10)]
print(f"The bot won {winners.count((0,))} of {len(winners)} games.")
