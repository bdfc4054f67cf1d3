"""Computer players' knowledge of Exit Stage Right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from cardtable.engine.cards import COMPLETES, Card
from cardtable.engine.chance import Key
from cardtable.engine.game import Seat
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    COLUMNS,
    ROWS,
    Action,
    FaceDown,
    FaceUp,
    Options,
    Refill,
    Shifted,
    State,
)
from cardtable.engine.games.exit_stage_right.words import name_action
from cardtable.engine.phrases import counted, join_words
from cardtable.players.games.exit_stage_right_endgames import exact
from cardtable.players.games.exit_stage_right_sure import keeps_winning, sure
from cardtable.players.knowledge import Batch, Knowledge, Merit, pick_at_random

_CELLS = len(ROWS) * COLUMNS
_BITS = _CELLS.bit_length()
_COUNTS: dict[Card | None, int] = {None: 0} | {
    card: sum(1 << _BITS * at for at in range(card.mask.bit_length()) if card.mask >> at & 1) for card in COMPLETES
}
"""For each Complete, a number with a 1 for each of its characteristics, so that a sum counts all of them at once."""
_FULL = (1 << _BITS) - 1
_MIN_NAMEABLE = 2


def _matching(state: State) -> int:
    """Return the number of Completes on the stage with each characteristic, packed as in `_COUNTS`."""
    top, middle, bottom = state.stage
    return sum(map(_COUNTS.__getitem__, top + middle + bottom))


def _net(state: State, matching: int, action: Action) -> int:
    """Return how many more Completes would go right than left."""
    cards = _CELLS - sum(row.count(None) for row in state.stage)
    if isinstance(action, Refill):
        if state.options.refill_shift == "all-but-new":
            return -cards
        return sum(row[COLUMNS // 2] is not None for row in state.stage) - cards
    if isinstance(action, FaceUp):
        right = matching >> _BITS * (action.card.mask.bit_length() - 1) & _FULL
    else:
        right = COLUMNS - state.stage[action.row].count(None)
    return 2 * right - cards


def rate_simply(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate actions by how many more Completes go right than left."""
    matching = _matching(state)
    return [_net(state, matching, action) for action in legal]


def rate(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate like `rate_simply`, but don't refill while more Completes are won than lost."""
    matching, is_ahead = _matching(state), len(state.won) > len(state.lost)
    return [_net(state, matching, action) - 99 * (is_ahead and isinstance(action, Refill)) for action in legal]


def rate_for_margin(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate like `rate_simply`, but rather refill, as little as possible, than play a Single that does as well."""
    matching = _matching(state)
    return [
        _net(state, matching, action) + (1 / (1 + len(action.rows)) if isinstance(action, Refill) else 0)
        for action in legal
    ]


def policy(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Pick an action with the best rating by the usual rules, or any action one time in ten.

    This is faster than rating each action, because only the kinds of Singles and the rows make a difference.
    """
    if isinstance(legal[0], Refill) or random.random() < 0.1:
        return pick_at_random(state, legal, random)
    hand = list(dict.fromkeys(state.hands[state.turn or 0]))
    matching = _matching(state)
    by_card = [matching >> _BITS * (card.mask.bit_length() - 1) & _FULL for card in hand]
    by_row = [COLUMNS - row.count(None) for row in state.stage]
    most = max(by_card)
    rows = [row for row, cards in enumerate(by_row) if cards >= most and cards >= _MIN_NAMEABLE]
    if rows:
        most = max(most, *[by_row[row] for row in rows])
        rows = [row for row in rows if by_row[row] == most]
    best = [card for card, right in zip(hand, by_card, strict=True) if right == most]
    refills = _count_refills(legal) if most == 0 and len(state.won) <= len(state.lost) else 0
    pick = int(random.random() * (len(best) + len(hand) * len(rows) + refills))
    if pick < refills:
        return legal[-1 - pick]
    pick -= refills
    if pick < len(best):
        return FaceUp(best[pick])
    row, card = divmod(pick - len(best), len(hand))
    return FaceDown(hand[card], rows[row])


def _count_refills(legal: Sequence[Action]) -> int:
    """Return the number of refills, which come last."""
    return sum(isinstance(action, Refill) for action in legal)


def reason(state: State, action: Action, names: Sequence[str]) -> str:
    """Return a sentence about the cards that go right and left, the Singles that are left, and what comes next."""
    shifted = next(event for event in GAME.preview(state, action) if isinstance(event, Shifted))
    ends = [move.target.zone for move in shifted.moves]
    parts = [
        f"{_go(count)} {way}{f', {off_stage} {ends.count(end)}' if end in ends else ''}"
        for count, way, off_stage, end in (
            (shifted.right, "right", "winning", "won"),
            (shifted.left, "left", "losing", "lost"),
        )
        if count
    ]
    parts = parts or ["nothing moves" if isinstance(action, Refill) else "Nothing moves"]
    if isinstance(action, Refill):
        parts.insert(0, f"{counted(len(action.rows), 'new Complete')} in the centre")
    elif state.hands[state.turn or 0].count(action.card) > 1:
        parts.append(f"you keep a {action.card}")
    return f"{'; '.join((*parts, *_outlook(state, action)))}."


def _outlook(state: State, action: Action) -> list[str]:
    """Return the cards at the edges afterwards and, for a player alone, what can come next, unless it's the end."""
    after = GAME.advance(state, action, None)
    if GAME.turn(after) is None:
        return []
    left, right = _edges(after)
    stands = [f"{right} can win next" * bool(right), _can_be_lost(left)]
    found = [join_words(filter(None, stands))] if any(map(any, after.stage)) else []
    if isinstance(action, Refill) or len(state.hands) > 1:
        return found
    following = _following(state, after, action)
    return [*found, following.clause] if following is not None else found


def _edges(state: State) -> tuple[int, int]:
    """Return the number of Completes in the first and in the last column."""
    columns = list(zip(*state.stage, strict=True))
    left, right = (sum(card is not None for card in columns[at]) for at in (0, -1))
    return left, right


def _can_be_lost(left: int) -> str:
    return f"{left or 'none'} can be lost next"


def _following(state: State, after: State, action: FaceUp | FaceDown) -> Merit | None:
    """Return the effect of the best Single that a player alone then holds, played face up."""
    hand = list(state.hands[0])
    hand.remove(action.card)
    cards = sum(card is not None for row in after.stage for card in row)
    if not (hand and cards):
        return None
    matching = _matching(after)
    best = max(dict.fromkeys(hand), key=lambda card: matching >> _BITS * (card.mask.bit_length() - 1) & _FULL)
    count = matching >> _BITS * (best.mask.bit_length() - 1) & _FULL
    return Merit(count / cards, f"your {best} then sends {count} of {cards} right")


def merits(state: State, action: Action) -> dict[str, Merit]:
    """Return the cards that the shift wins and loses, those at the edges afterwards, and what can come next."""
    shifted = next(event for event in GAME.preview(state, action) if isinstance(event, Shifted))
    ends = [move.target.zone for move in shifted.moves]
    won, lost = ends.count("won"), ends.count("lost")
    after = GAME.advance(state, action, None)
    left, right = _edges(after)
    edges = {
        "left edge": Merit(-left, _can_be_lost(left)),
        "right edge": Merit(right, f"{right or 'none'} can win next"),
    }
    is_over = GAME.turn(after) is None
    found = {
        "won": Merit(won, f"{won or 'none'} {'is' if won == 1 else 'are'} won at once"),
        "lost": Merit(-lost, f"{lost or 'none'} {'is' if lost == 1 else 'are'} lost at once"),
        **({} if is_over else edges),
        "shift": Merit(shifted.net, f"{shifted.right or 'none'} {_verb(shifted.right)} right and {shifted.left} left"),
    }
    if isinstance(action, Refill):
        return found
    if len(state.hands) == 1 and (following := _following(state, after, action)) is not None:
        found["next"] = following
    keeps = state.hands[state.turn or 0].count(action.card) > 1
    return found | {"kind": Merit(keeps, f"you {'keep a' if keeps else 'have no other'} {action.card}")}


def _verb(count: int) -> str:
    return "goes" if count == 1 else "go"


def _go(count: int) -> str:
    return f"{counted(count, 'Complete')} {_verb(count)}"


def _load_batch() -> Callable[[State, Seat, Key], Batch]:
    # Numpy takes longer to import than the whole program, so it's imported only for simulations.
    from cardtable.players.games.exit_stage_right_simulations import Simulations

    return Simulations


def _load_margin_batch() -> Callable[[State, Seat, Key], Batch]:
    from cardtable.players.games.exit_stage_right_simulations import MarginSimulations  # likewise

    return MarginSimulations


_SIMULATIONS_FOR_MARGIN = {"up-to": 200, "all": 600}
"""The simulations for each way to refill; with 200, a player who must fill every cell loses one game in four."""


def _for_margin(options: Options) -> Knowledge[State, Action]:
    return Knowledge(
        game=GAME,
        rate=rate_for_margin,
        rate_simply=rate_simply,
        load_batch=_load_margin_batch,
        simulations=_SIMULATIONS_FOR_MARGIN[options.refill_count],
    )


KNOWLEDGE = Knowledge(
    game=GAME,
    rate=rate,
    rate_simply=rate_simply,
    slips=0.15,
    policy=policy,
    load_batch=_load_batch,
    consider=keeps_winning,
    exact=exact,
    sure=sure,
    scale=3.0,
    simulations=600,
    unit="Complete",
    margin_meaning="Completes won minus lost",
    reason=reason,
    merits=merits,
    name=lambda _, action: name_action(action),
    for_margin=_for_margin,
)
