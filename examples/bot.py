"""Let a bot play Clash against a computer player."""

from random import Random
from typing import Any

from cardtable import DealCode, Seen, Session, play, player
from cardtable.engine.games.clash import GAME

SAMPLES = 4
easy = player("easy")


def choose(seen: Seen, random: Random) -> Any:
    """Return the action with the most points for this seat, summed over states that the bot thinks possible."""
    states = [seen.sample(random) for _ in range(SAMPLES)]
    return max(seen.legal, key=lambda move: sum(GAME.standing(play(GAME, each, move).state)[0] for each in states))


def play_game(number: int) -> tuple[int, ...]:
    """Play one game and return the seats that won."""
    session, random = Session(GAME, GAME.options(), ("Bot", "Easy"), DealCode(number)), Random(number)
    while (seat := session.turn) is not None:
        seen = session.look(seat)
        session.act(choose(seen, random) if seat == 0 else easy.choose(seen, random))
    assert session.outcome is not None
    return session.outcome.winners


winners = [play_game(number) for number in range(10)]
print(f"The bot won {winners.count((0,))} of {len(winners)} games.")
