"""Clash in words, for plain mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtable.engine.cards import Card, Chard, Complete, is_hidden
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import Drew, Showed, State
from cardtable.engine.games.clash.rules import is_matched
from cardtable.engine.phrases import counted
from cardtable.plain.views.view import View, cards_in_words, count_cards, describe
from cardtable.table.session import Seen


def _table(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    goal = f"Round {state.round} of a match to {state.options.target}" if state.options.target else "A single round"
    scores = ", ".join(f"{name} {score}" for name, score in zip(seen.names, state.scores, strict=True))
    *chards, completes = state.piles
    return (
        f"{goal}: {scores}. {seen.names[state.dealer]} dealt.",
        f"Chards on top: {cards_in_words([pile[0] for pile in chards])}.",
        f"Complete on top: {completes[0] if completes else 'none yet'}.",
        *(["All four piles match."] if is_matched(state) else []),
        *(_counts(seen, seat) for seat in range(len(seen.names))),
        *_played(seen),
    )


def _counts(seen: Seen, seat: Seat) -> str:
    hand, pile = seen.state.hands[seat], seen.state.draw_piles[seat]
    return f"{seen.names[seat]} has {count_cards(hand, 'card')} in hand and {len(pile)} face down."


def _played(seen: Seen) -> Iterator[str]:
    if seen.turn is not None and seen.state.played:
        yield f"{seen.names[seen.turn]} has played {counted(seen.state.played, 'card')} this turn."


def _hand(seen: Seen) -> tuple[str, ...]:
    if seen.viewer is None:
        return ()
    hand = seen.state.hands[seen.viewer]
    kinds = ((Chard, "Chards"), (Complete, "Completes"))
    return tuple(f"Your {name}: {cards_in_words(_of_kind(hand, kind))}." for kind, name in kinds)


def _of_kind(hand: Sequence[Card], kind: type[Card]) -> list[Card]:
    return [card for card in hand if isinstance(card, kind)]


def _tell(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    match event:
        case Drew(seat, cards) if not any(map(is_hidden, cards)):
            return (f"{names[seat]} draws {cards_in_words(cards)}.",)
        case Showed(seat, cards):
            return (
                f"{names[seat]} shows a hand without a Complete and draws a new one.",
                f"The hand was {cards_in_words(cards)}.",
            )
        case _:
            return describe(GAME, event, names)


VIEW = View(GAME.id, _table, _hand, _tell)
