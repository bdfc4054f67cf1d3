"""Tradewinds in words, for plain mode."""

from __future__ import annotations

from functools import partial

from cardtable.engine.cards import CHARACTERISTICS, TRUE, Card, is_hidden
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import (
    PILES,
    SEATS,
    TF_COUNT,
    WINDS,
    Blew,
    Blow,
    Pile,
    State,
    TurnedUp,
    count_true,
    opposite,
)
from cardtable.engine.games.tradewinds.outlook import foresee
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.texts import SEAT_NAMES
from cardtable.engine.games.tradewinds.words import count_moves, foretell_moves, sum_up_moves, tell
from cardtable.engine.phrases import address, capitalized, counted, join_words
from cardtable.plain.view import View, cards_in_words, count_cards, gather_lines
from cardtable.table.seen import Seen

GRID = "Rows A to C go from north to south, and columns 1 to 3 from west to east."


def _board(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    return (
        GRID,
        *_piles(seen),
        *(f"Covering Complete {_covering(seen, at)}." for at in range(len(state.covering))),
        f"{count_true(state.sides)} of the {TF_COUNT} T/F cards are True, and decide which kinds score for whom.",
        *(_wind(seen, seat) for seat in range(SEATS)),
        *_others(seen),
    )


def _piles(seen: Seen) -> tuple[str, ...]:
    return tuple(f"{name}: {_pile(pile)}." for name, pile in zip(PILES, seen.state.grid, strict=True))


def _pile(pile: Pile) -> str:
    if not pile.face_up:
        return "gap"
    below = [*map(str, pile.face_up[1:]), *([f"{len(pile.face_down)} face down"] if pile.face_down else [])]
    return f"{pile.face_up[0]}{f' on {join_words(below)}' if below else ' alone'}"


def _score(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    scored, deducted = sum(map(len, state.scored)), sum(map(len, state.deducted))
    minus = "minus " * (scored < deducted)
    turns = counted(sum(map(len, state.hands)), "turn", none="No")
    return (
        f"Score {minus}{abs(scored - deducted)}: {_tally(scored, deducted)}. {turns} left.",
        *(
            address(f"{name} has collected {_tally(len(plus), len(minus))}.")
            for name, plus, minus in zip(seen.players, state.scored, state.deducted, strict=True)
            if plus or minus
        ),
    )


def _tally(scored: int, deducted: int) -> str:
    """Return text such as `2 scoring and 1 deducting`."""
    return f"{scored} scoring and {deducted} deducting"


def _news(seen: Seen) -> tuple[str, ...]:
    return (*_piles(seen), _score(seen)[0])


def _opening(seen: Seen) -> tuple[str, ...]:
    """Return the facts that matter before the first turn. T/F cards, which only explain these facts, are left out."""
    return (
        GRID,
        *gather_lines(_piles(seen), VIEW.gathered),
        *(capitalized(f"{_where(seen, seat)}{_scores_for(seen, seat)}.") for seat in range(SEATS)),
        *(_others(seen) if seen.state.options.open_hands else ()),
        _score(seen)[0],
    )


def _where(seen: Seen, seat: Seat) -> str:
    """Return a player's seat as the start of a sentence. The result is empty if the player's name already says it."""
    return "" if seen.player(seat) == SEAT_NAMES[seat] else f"in the {WINDS[seat]}, "


def _question(seen: Seen) -> str:
    """Return a reminder of the wind's direction and of the Singles that score for the player there."""
    across = opposite(seen.state.turn)
    name = seen.names[across]
    towards = "" if name == SEAT_NAMES[across] else f", towards {name}"
    return f"You blow {WINDS[across]}{towards}; {_scores_for(seen, across)}."


def _covering(seen: Seen, at: int) -> str:
    """Return a covering Complete and the names of the players for whom it is True."""
    state: State = seen.state
    true = [name for name, side in zip(seen.players, state.sides, strict=True) if side[at] == TRUE]
    everyone = "everyone" if len(true) == SEATS else ""
    return address(f"{state.covering[at]}: True for {everyone or (join_words(true) if true else 'nobody')}")


def _wind(seen: Seen, seat: Seat) -> str:
    """Return a line with the players who blow towards this player and the Singles that score for this player."""
    name, wind = seen.player(seat), seen.player(opposite(seat))
    direction = "" if name == SEAT_NAMES[seat] else f" {WINDS[seat]},"
    return address(f"{wind} blows{direction} towards {name}; {_scores_for(seen, seat)}.")


def _scores_for(seen: Seen, seat: Seat) -> str:
    """Return text such as `Red and Blue score for Ann`."""
    mask = scoring_mask(seen.state.covering, seen.state.sides[seat])
    names = [each.name for each in CHARACTERISTICS if each.mask & mask]
    scores = {0: "nothing scores", len(CHARACTERISTICS): "everything scores"}.get(len(names))
    return address(f"{scores or f'{join_words(names)} score'} for {seen.player(seat)}")


def _others(seen: Seen) -> tuple[str, ...]:
    return tuple(_holds(seen.names[seat], hand) for seat, hand in enumerate(seen.state.hands) if seat != seen.viewer)


def _holds(name: str, hand: tuple[Card, ...]) -> str:
    return f"{name} holds {count_cards(hand, 'Complete') if any(map(is_hidden, hand)) else cards_in_words(hand)}."


def _hand(seen: Seen) -> tuple[str, ...]:
    if seen.viewer is None:
        return ()
    return (f"Your hand: {cards_in_words(seen.state.hands[seen.viewer])}.",)


# Moves


def _effect(seen: Seen, action: Blow) -> str:
    """Return the number of Singles that would leave the grid, and the number that would land on other piles."""
    wind = foresee(seen.state, action)
    return sum_up_moves(wind, seen.names[opposite(wind.seat)])


def _brief_effect(seen: Seen, action: Blow) -> str:
    return count_moves(foresee(seen.state, action))


def _foretell(seen: Seen, action: Blow) -> tuple[str, ...]:
    wind, *others = seen.game.preview(seen.state, action)
    assert isinstance(wind, Blew), "a turn begins with the wind"
    turned_up = [line for event in others if isinstance(event, TurnedUp) for line in tell(event, seen.names).full]
    return (*foretell_moves(wind, seen.names[opposite(wind.seat)]), *turned_up)


def _as_command(seen: Seen, text: str) -> str:
    """Return the command that reads out the pile with this name."""
    return f"board {text}" if text.upper() in PILES else text


VIEW = View(
    game_id=GAME.id,
    board=_board,
    hand=_hand,
    tell=partial(tell, spoken=True),
    score=_score,
    news=_news,
    as_command=_as_command,
    opening=_opening,
    question=_question,
    effect=_effect,
    brief_effect=_brief_effect,
    foretell=_foretell,
    gathered=r"([A-C])[1-3]: ",
    letters="cards and rows",
    lasting=r"Rows |Covering |\d+ of the |.+ blows? |.+ holds ",
)
