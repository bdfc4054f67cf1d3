"""Clash in words, for plain mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtable.engine.cards import is_hidden
from cardtable.engine.game import Event
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    PILE_OF,
    Action,
    Drew,
    EndTurn,
    Passed,
    PlayChard,
    PlayLast,
    RoundEnded,
    Showed,
    State,
    cards_of,
)
from cardtable.engine.games.clash.rules import is_matched
from cardtable.engine.games.clash.words import describe_round_end
from cardtable.engine.phrases import address, counted
from cardtable.plain.views.view import View, cards_in_words, count_cards, describe, scores_in_words
from cardtable.table.seen import Seen


def _board(seen: Seen) -> tuple[str, ...]:
    return (*_piles(seen), *_counts(seen), *_played(seen))


def _score(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    goal = f"Round {state.round} of a match to {state.options.target}" if state.options.target else "A single round"
    return (address(f"{goal}: {scores_in_words(seen.players, state.scores)}. {seen.player(state.dealer)} dealt."),)


def _piles(seen: Seen) -> tuple[str, ...]:
    *chards, completes = seen.state.piles
    return (
        f"Chards on top: {cards_in_words([pile[0] for pile in chards])}.",
        *([f"Complete on top: {completes[0]}."] if completes else []),
        *(["All four piles match."] if is_matched(seen.state) else []),
    )


def _counts(seen: Seen) -> Iterator[str]:
    """Yield how many cards the players have, except in the viewer's hand, which is read out card by card."""
    for seat, (hand, pile) in enumerate(zip(seen.state.hands, seen.state.draw_piles, strict=True)):
        face_down = count_cards(pile, "card") if seat == seen.viewer else f"{len(pile)}"
        in_hand = "" if seat == seen.viewer else f"{count_cards(hand, 'card')} in hand and "
        yield address(f"{seen.players[seat]} has {in_hand}{face_down} face down.")
    for seat, hand in enumerate(seen.state.hands):
        if seen.turn is None and seat != seen.viewer:  # everybody may see the hands once the game is over
            yield f"{seen.names[seat]} holds {cards_in_words(hand)}."


def _played(seen: Seen) -> Iterator[str]:
    if seen.turn is not None and seen.state.played:
        yield address(f"{seen.player(seen.turn)} has played {counted(seen.state.played, 'card')} this turn.")


def _hand(seen: Seen) -> tuple[str, ...]:
    if seen.viewer is None:
        return ()
    hand = seen.state.hands[seen.viewer]
    cards = f": {cards_in_words(hand)}" if hand else ""
    return (f"You have {count_cards(hand, 'card')} in hand{cards}.",)


def _tell(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    match event:
        case Drew(seat, cards) if not any(map(is_hidden, cards)):
            return (f"{names[seat]} draws {cards_in_words(cards)}.",)
        case Showed(seat, cards):
            return (
                f"{names[seat]} shows a hand without a Complete and draws a new one.",
                f"The hand was {cards_in_words(cards)}.",
            )
        case RoundEnded():  # the scores are read out next
            return (f"{describe_round_end(event, names)}.",)
        case _:
            return describe(GAME, event, names)


def _news(seen: Seen) -> tuple[str, ...]:
    return (*_piles(seen), *_hand(seen), *_counts(seen))


# Moves


def _question(seen: Seen) -> str:
    state: State = seen.state
    if not state.piles[COMPLETE_PILE]:
        return "Open the round with one Complete. You then draw a card, and your turn ends."
    return "You can play more cards, or end your turn." if state.played else ""


def _label(seen: Seen, action: Action) -> str:
    """Return the action, with what it does to the turn if another action plays the same Chard."""
    match action:
        case PlayChard(card):
            return f"{card}, and go on"
        case PlayLast(card):
            return f"{card}, ending your turn"
        case _:
            return str(action)


def _effect(seen: Seen, action: Action) -> str:
    """Return what playing these cards does beyond putting them on their piles."""
    story = seen.game.preview(seen.state, action)
    ended = next((event for event in story if isinstance(event, RoundEnded)), None)
    if ended is not None:
        if ended.winner is None:
            return "ends the round, and nobody scores"
        scorer = "you score" if ended.winner == seen.viewer else f"{seen.names[ended.winner]} scores"
        return f"ends the round, and {scorer} {counted(abs(ended.left[0] - ended.left[1]), 'point')}"
    effects = ["all four piles match"] if _would_match(seen.state, action) else []
    if isinstance(action, EndTurn):
        effects.append("you pass" if any(isinstance(event, Passed) for event in story) else "ends your turn")
    if not seen.state.piles[COMPLETE_PILE]:  # every opening has the same effect
        return ""
    draws = sum(len(event.cards) for event in story if isinstance(event, Drew))
    return ", ".join([*effects, f"draws {counted(draws, 'card')}"] if draws else effects)


def _would_match(state: State, action: Action) -> bool:
    """Return whether this action plays cards that make all four piles match."""
    piles = list(state.piles)
    for card in cards_of(action):
        piles[PILE_OF[card]] = (card, *piles[PILE_OF[card]])
    return bool(cards_of(action)) and is_matched(state._replace(piles=tuple(piles)))


VIEW = View(
    game_id=GAME.id,
    board=_board,
    hand=_hand,
    tell=_tell,
    score=_score,
    news=_news,
    question=_question,
    most_in_full=0,  # or some moves of a turn would be read out with their effects, and others without
    label=_label,
    effect=_effect,
)
