"""Clash in words, for plain mode."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    Action,
    EndTurn,
    State,
)
from cardtable.engine.games.clash.outlook import foresee
from cardtable.engine.games.clash.rules import is_matched
from cardtable.engine.games.clash.words import GIVES_FREE_PLAY, GOES_ON, speak_effect, tell
from cardtable.engine.phrases import address, counted
from cardtable.plain.view import View, cards_in_words, count_cards, scores_in_words
from cardtable.table.seen import Seen


def _board(seen: Seen) -> tuple[str, ...]:
    return (*_piles(seen), *_counts(seen), *_played(seen))


def _score(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    options = state.options
    goal = "A single round" if options.is_single_round else f"Round {state.round} of a match to {options.target}"
    return (address(f"{goal}: {scores_in_words(seen.players, state.scores)}. {seen.player(state.dealer)} dealt."),)


def _piles(seen: Seen) -> tuple[str, ...]:
    *chards, completes = seen.state.piles
    return (
        f"Chards on top: {cards_in_words([pile[0] for pile in chards])}.",
        *([f"Complete on top: {completes[0]}."] if completes else []),
        *(
            ["All four piles match: any Complete can be played, or one Chard of each category together."]
            if is_matched(seen.state)
            else []
        ),
    )


def _counts(seen: Seen) -> Iterator[str]:
    """Yield the numbers of cards in hand and face down, but leave out the viewer's hand, which is read out in full."""
    for seat, (hand, pile) in enumerate(zip(seen.state.hands, seen.state.draw_piles, strict=True)):
        if seat == seen.viewer:
            yield f"You have {count_cards(pile, 'card')} face down."
        else:
            yield address(f"{seen.players[seat]} has {count_cards(hand, 'card')} in hand and {len(pile)} face down.")
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


def _reread(seen: Seen) -> str:
    """Return the start of the line to repeat every turn: the top Complete, which decides what can be played."""
    return "" if seen.state.played else "Complete on top"


def _news(seen: Seen) -> tuple[str, ...]:
    return (*_piles(seen), *_hand(seen), *_counts(seen))


# Moves


def _question(seen: Seen) -> str:
    state: State = seen.state
    if state.passed and not state.played and seen.turn is not None:
        return f"{seen.names[1 - seen.turn]} passed. If you pass too, that {_effect(seen, EndTurn())}."
    if not state.piles[COMPLETE_PILE]:
        return "Open the round with one Complete. You then draw a card, and your turn ends."
    return ""


def _label(seen: Seen, action: Action) -> str:
    """Return the action. For a pass, add a remark such as `(pass, may end the round)`."""
    is_pass = isinstance(action, EndTurn) and not seen.state.played
    return f"{action} (pass, {'ends' if seen.state.passed else 'may end'} the round)" if is_pass else str(action)


def _effect(seen: Seen, action: Action) -> str:
    """Return the effects of an action in words, without plus and minus signs."""
    assert seen.turn is not None, "only a player whose turn it is can act"
    return speak_effect(action, foresee(seen.state, action), seen.names[1 - seen.turn])


def _brief_effect(seen: Seen, action: Action) -> str:
    """Return the effect of an action, or an empty string if the action only ends or continues the turn."""
    effect = "" if isinstance(action, EndTurn) else _effect(seen, action)
    return "" if effect == GOES_ON or effect.startswith("ends turn") else effect


def _foretell(seen: Seen, action: Action) -> tuple[str, ...]:
    """Return the effect of a legal action, or "" for a pass, because its explanation already describes the effect."""
    is_pass = isinstance(action, EndTurn) and not seen.state.played
    free = (GIVES_FREE_PLAY,) if foresee(seen.state, action).gives_free_play else ()
    return () if is_pass else (f"Effect: {_effect(seen, action)}.", *free)


VIEW = View(
    game_id=GAME.id,
    board=_board,
    hand=_hand,
    tell=partial(tell, spoken=True),
    score=_score,
    news=_news,
    question=_question,
    most_in_full=0,  # otherwise, some moves would be read out with their effects and others without
    label=_label,
    effect=_effect,
    brief_effect=_brief_effect,
    foretell=_foretell,
    reread=_reread,
)
