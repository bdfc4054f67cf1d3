"""The labels, reasons and results of Tradewinds, and the parser for typed actions."""

from __future__ import annotations

from cardtable.engine.cards import Complete, Single
from cardtable.engine.game import OptionText, Preset, Seat, UnclearAction
from cardtable.engine.games.tradewinds.model import (
    WINDS,
    Blew,
    Blow,
    Options,
    State,
)
from cardtable.engine.games.tradewinds.words import count_singles, sum_up_moves
from cardtable.engine.phrases import capitalized, signed, typed_words

GOAL = "Goal: end above 0, as a team of four."
GOAL_SO_FAR = "Goal: end above 0"
POINTS_NAME = "collected"
SEAT_NAMES = ("North", "East", "South", "West")
OPTION_TEXTS = {
    "first": OptionText(
        "First player",
        "The player who begins: by the book, the one named after the wind that last blew outdoors.",
        unset="drawn at random",
        labels=dict(zip(WINDS, SEAT_NAMES, strict=True)),
    ),
    "true_cards": OptionText(
        "True cards",
        "How many of the twelve T/F cards are True; fewer make the game harder.",
        unset="drawn at random",
    ),
    "open_hands": OptionText("Open hands", "Whether everyone sees every hand."),
}
PRESETS = (
    Preset("By the book", "The usual rules.", Options()),
    Preset("Fair winds", "Eight True cards: many Singles score (TW-11).", Options(true_cards=8)),
    Preset("Headwinds", "Four True cards: most Singles deduct (TW-11).", Options(true_cards=4)),
)


# Why a Complete can or can't be played
GAME_OVER = "The game is over: every hand is empty (TW-12)."


def justify_wind(event: Blew, collector: str, score: int) -> str:
    """Explain a Complete by the effect of its wind on the score."""
    return f"{capitalized(sum_up_moves(event, collector, most=1))}: {_foretell_score(event, score)} (TW-5)."


def _foretell_score(event: Blew, score: int) -> str:
    if not event.net:
        return "the score doesn't change"
    return f"the score goes from {signed(score)} to {signed(score + event.net)}"


def refuse_covering_card(card: Complete) -> str:
    return f"{card} is a covering Complete; it can't be played (TW-2)."


def refuse_discarded_card(card: Complete) -> str:
    return f"{card} has already been played (TW-7)."


def refuse_missing_card(card: Complete) -> str:
    return f"You don't have {card}."


# The outcome
VICTORIES = ((1, "a narrow victory"), (6, "a clear victory"), (12, "a strong victory"), (18, "a triumph"))
"""The kinds of victory: the lowest score for each kind, and its name (TW-14)."""
DEFEAT = "the table has lost"


def name_prospects(score: int) -> str:
    """Return the result so far and the score that would better it: `so far a clear victory; strong from +12`."""
    ahead = next(((lowest, name) for lowest, name in VICTORIES if score < lowest), None)
    now = f"so far {name_result(score)}"
    if score <= 0 or ahead is None:
        return GOAL_SO_FAR if score <= 0 else now
    lowest, name = ahead
    return f"{now}; {name.removeprefix('a ').removesuffix(' victory')} from {lowest:+d}"


def name_result(score: int) -> str:
    """Return the name of the result for this score (TW-14)."""
    return next((name for lowest, name in reversed(VICTORIES) if score >= lowest), DEFEAT)


def describe_outcome(scored: int, deducted: int) -> str:
    """Return a sentence about how the game ended, given the number of Singles that score and the number that deduct."""
    return f"{count_singles(scored, deducted)}: {name_result(scored - deducted)}."


def score_text(state: State) -> str:
    """Return the number of Singles that score minus the number that deduct, such as `+7`."""
    return signed(sum(map(len, state.scored)) - sum(map(len, state.deducted)))


def trophies(state: State) -> tuple[tuple[str, tuple[Single, ...]], ...]:
    """Return the Singles that scored and the Singles that deducted, each with a heading."""
    return tuple((name, sum(piles, ())) for name, piles in (("Scored", state.scored), ("Deducted", state.deducted)))


# Faults in a position from outside
WRONG_SEATS = "Tradewinds has four players: North, East, South and West (TW-1)."
WRONG_COVERING = "The three covering Completes must have all nine characteristics between them (TW-2)."
WRONG_SIDES = "Each covering Complete needs one T/F card on each of its four sides (TW-3)."
WRONG_TRUE_CARDS = "The options don't allow this number of True cards (TW-11)."
WRONG_GRID = "The grid must have nine piles (TW-13)."
TOP_FACE_DOWN = "Between turns, the top card of every pile must be face up (TW-7)."
TOO_MANY_FACE_DOWN = "A pile can't have more than three Singles face down (TW-7)."
HAND_NOT_IN_ORDER = "A hand isn't sorted in deck order."
OVER_TOO_EARLY = "A player still has a Complete, so the game isn't over (TW-12)."
TURN_WITHOUT_HAND = "The player whose turn it is has no Complete (TW-12)."
WRONG_HAND_SIZES = "With this player to move, the hands can't have these sizes (TW-1)."
WRONG_FIRST = "With these options, another player begins (TW-4)."


def reject_collected_card(seat: Seat) -> str:
    return f"A Single that {SEAT_NAMES[seat]} collected is in the wrong pile (TW-3)."


# Typed actions
def parse(text: str) -> Blow:
    typed = [word for word in typed_words(text) if word != "blow"]
    if not typed:
        raise UnclearAction("Type a Complete: 'Hollow-Red-Circle' or 'HRC'.")
    return Blow(Complete.parse(" ".join(typed)))
