"""Rummy-like in words, for plain mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtable.engine.cards import Card, is_hidden
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import KINDS, Drew, Led, PickedUp, Scored, Sent, State
from cardtable.engine.games.rummy_like.scoring import kinds_of, sets_of
from cardtable.plain.views.view import View, cards_in_words, count_cards, describe
from cardtable.table.session import Seen


def _table(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    goal = f"Round {state.round} of a match to {state.options.target}" if state.options.target else "A single round"
    scores = ", ".join(f"{name} {score}" for name, score in zip(seen.names, state.scores, strict=True))
    return (
        f"{goal}: {scores}.",
        f"TriCard led by {seen.names[state.leader]}: {state.led or 'none yet'}.",
        *(_player(seen, seat) for seat in range(len(seen.names))),
        f"The deck has {count_cards(state.deck, 'TriCard')}.",
        *_known_in_deck(state),
        f"TriCards discarded: {cards_in_words(state.discards)}.",
        f"TriCards led before: {cards_in_words(state.led_pile)}.",
    )


def _player(seen: Seen, seat: Seat) -> str:
    """Return a player's number of TriCards, what the player has done in this trick, and any Chards known to be held."""
    state: State = seen.state
    line = f"{seen.names[seat]} has {count_cards(state.tricards[seat], 'TriCard')}"
    if state.bust[seat]:
        line += " and is bust"
    elif state.sat_out[seat]:
        line += " and has discarded one"
    elif state.played[seat] is not None:
        line += " and has played a Chard"
    elif state.phase == "send" and seat == state.turn:
        line += f" and has picked up {count_cards(state.picked, 'Chard')}"
    known = [card for card in state.chards[seat] if not is_hidden(card)] if seat != seen.viewer else []
    return f"{line}, and is known to hold {cards_in_words(known)}." if known else f"{line}."


def _known_in_deck(state: State) -> Iterator[str]:
    for at, card in enumerate(state.deck, 1):
        if not is_hidden(card):
            yield f"You know that card {at} from the top is {card}."


def _hand(seen: Seen) -> tuple[str, ...]:
    if seen.viewer is None:
        return ()
    state: State = seen.state
    hand = state.chards[seen.viewer]
    sets = kinds_of(sets_of(hand))
    phase = state.phase if seen.viewer == seen.turn else None
    return (
        f"Your Chards: {_by_kind(hand)}.",
        f"Your TriCards: {cards_in_words(state.tricards[seen.viewer])}.",
        *([f"Your sets of four: {cards_in_words(sets)}."] if sets else []),
        *([f"You drew: {cards_in_words(state.drawn)}."] if phase == "lead" else []),
        *([f"You played: {state.played[seen.viewer]}."] if state.played[seen.viewer] else []),
        *([f"You picked up: {cards_in_words(state.picked)}."] if phase == "send" else []),
    )


def _by_kind(hand: Sequence[Card]) -> str:
    """Return the number of each kind of card, such as `3 Hollow, 1 Red`."""
    return ", ".join(f"{hand.count(kind)} {kind}" for kind in KINDS if kind in hand)


def _tell(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    match event:
        case Drew(seat, cards) if not any(map(is_hidden, cards)):
            return (f"{names[seat]} draws {cards_in_words(cards)}.",)
        case PickedUp(seat, cards) if not any(map(is_hidden, cards)):
            return (f"{names[seat]} picks up {cards_in_words(cards)}.",)
        case Sent(seat, cards, to) if not any(map(is_hidden, cards)):
            return (f"{names[seat]} sends {cards_in_words(cards)} to {names[to]}.",)
        case Led(seat, card, under):
            hidden = any(map(is_hidden, under))
            under_it = "Two TriCards go" if hidden else f"{cards_in_words(under)} go"
            return f"{names[seat]} leads {card}.", f"{under_it} under the deck."
        case Scored():
            return tuple(_scored(event, names))
        case _:
            return describe(GAME, event, names)


def _scored(event: Scored, names: Sequence[str]) -> Iterator[str]:
    for seat, name in enumerate(names):
        sets = f" for {cards_in_words(event.sets[seat])}" if event.sets[seat] else ""
        yield f"{name} shows {cards_in_words(event.tricards[seat])}."
        yield f"{name} scores {event.gains[seat]}{sets} and has {event.scores[seat]}."


VIEW = View(GAME.id, _table, _hand, _tell)
