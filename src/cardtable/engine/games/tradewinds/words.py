"""Every sentence and label of Tradewinds, and how a typed action is read."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Complete, Single, is_hidden
from cardtable.engine.game import Event, OptionText, Preset, Seat
from cardtable.engine.games.tradewinds.model import (
    OFF,
    PILES,
    TF_COUNT,
    WINDS,
    Began,
    Blew,
    Blow,
    Ended,
    Flight,
    Options,
    TurnedUp,
    count_true,
    opposite,
)
from cardtable.engine.phrases import typed_words

TITLE = "Tradewinds"
SUMMARY = "Together, blow Singles off the grid to those for whom they score."
SEAT_NAMES = ("North", "East", "South", "West")

OPTION_TEXTS = {
    "first": OptionText(
        "Wind last blew",
        "The direction that the wind last blew: the player of that name begins.",
        unset="drawn by the deal",
        labels=dict(zip(WINDS, SEAT_NAMES, strict=True)),
    ),
    "true_cards": OptionText(
        "True cards",
        "How many of the twelve T/F cards are True; fewer is harder.",
        unset="drawn by the deal",
    ),
    "open_hands": OptionText("Open hands", "Whether everybody sees every hand."),
}

PRESETS = (
    Preset("By the book", "The usual choice everywhere.", Options()),
    Preset("Fair winds", "Eight True cards: many Singles score (TW-11).", Options(true_cards=8)),
    Preset("Headwinds", "Four True cards: most Singles deduct (TW-11).", Options(true_cards=4)),
)


# What happened
def describe(event: Event, names: Sequence[str]) -> str:
    match event:
        case Began():
            return _describe_began(event, names)
        case Blew():
            return _describe_blew(event, names)
        case TurnedUp():
            return _describe_turned_up(event)
        case Ended(_, scored, deducted):
            return f"Every hand is empty: {scored} Singles score, {deducted} deduct."
    raise TypeError(f"Not an event of Tradewinds: {event!r}")


def _describe_began(event: Began, names: Sequence[str]) -> str:
    covering = ", ".join(card.code for card in event.covering)
    true_cards = f"{count_true(event.sides)} of {TF_COUNT} True"
    return f"{covering} decide what scores, with {true_cards}. {names[event.seat]} begins."


def _describe_blew(event: Blew, names: Sequence[str]) -> str:
    played = f"{names[event.seat]} plays {event.card.code}: {format_flights(event)}"
    if not (event.scored or event.deducted):
        return f"{played}."
    return f"{played}, {names[opposite(event.seat)]} collects {format_tally(event.scored, event.deducted)}."


def _describe_turned_up(event: TurnedUp) -> str:
    if any(map(is_hidden, event.cards)):
        return f"Then {', '.join(PILES[pile] for pile in event.piles)} will be turned up."
    shown = (f"{PILES[pile]} {card.code}" for pile, card in zip(event.piles, event.cards, strict=True))
    return f"Turned up: {', '.join(shown)}."


def format_flights(event: Blew) -> str:
    """Return the flights in short: `A3+ C2>C3` if A3 leaves the grid and scores, and C2 lands on C3.

    Two signs are two Singles.
    """
    return " ".join(_format_flight(event, flight) for flight in event.flights) or "nothing moves"


def _format_flight(event: Blew, flight: Flight) -> str:
    source, target, cards = flight
    if target == OFF:
        return PILES[source] + format_signs(event, cards)
    return f"{PILES[source]}{'>' * len(cards)}{PILES[target]}"


def format_signs(event: Blew, cards: Sequence[Single]) -> str:
    """Return a sign for each Single that leaves the grid: `+` if it scores, `-` if it deducts."""
    return "".join("+" if card in event.scored else "-" for card in cards)


def format_tally(scored: Sequence[Single], deducted: Sequence[Single]) -> str:
    """Return how many Singles score and deduct: `+2 -1`."""
    return f"+{len(scored)} -{len(deducted)}"


# Why a Complete may or may not be played
GAME_OVER = "The game is over: every hand is empty (TW-12)."


def explain_wind(event: Blew) -> str:
    """Say what a legal action does."""
    collector = SEAT_NAMES[opposite(event.seat)]
    landing = sum(len(flight.cards) for flight in event.flights if flight.target != OFF)
    parts = []
    if event.scored or event.deducted:
        parts.append(f"{collector} collects {format_tally(event.scored, event.deducted)}")
    if landing:
        parts.append(f"{landing} {'lands' if landing == 1 else 'land'}")
    return f"{event.card} blows {collector.lower()}: {', '.join(parts) or 'nothing moves'} (TW-5)."


def refuse_covering(card: Complete) -> str:
    return f"{card} is one of the three that decide what scores; nobody plays it (TW-2)."


def refuse_discarded(card: Complete) -> str:
    return f"{card} has been played and discarded (TW-7)."


def refuse_missing(card: Complete) -> str:
    return f"There is no {card} in this hand."


# How the game ended
VICTORIES = ((1, "a narrow victory"), (6, "a clear victory"), (12, "a strong victory"), (18, "a triumph"))
"""The lowest score of each victory, and its name (TW-14)."""
DEFEAT = "the table has lost"


def name_result(score: int) -> str:
    """Return what a score is called (TW-14)."""
    return next((name for lowest, name in reversed(VICTORIES) if score >= lowest), DEFEAT)


def reason(scored: int, deducted: int) -> str:
    """Say how the game ended, by the number of Singles that score and deduct."""
    return f"{scored} Singles score and {deducted} deduct: {name_result(scored - deducted)}."


# Why a position is refused
WRONG_SEATS = "There are four players: North, East, South and West (TW-1)."
WRONG_COVERING = "The covering Completes are three that bear all nine characteristics (TW-2)."
WRONG_SIDES = "There is one T/F card on each side of each covering Complete (TW-3)."
WRONG_TRUE_CARDS = "That is not a number of True cards that the options allow (TW-11)."
WRONG_GRID = "The grid has nine piles (TW-13)."
TOP_FACE_DOWN = "The top card of every pile lies face up between turns (TW-7)."
TOO_MANY_FACE_DOWN = "No pile has more than three Singles face down (TW-7)."
HAND_NOT_IN_ORDER = "A hand lies in the order of the deck."
OVER_TOO_EARLY = "The game is not over while somebody holds a Complete (TW-12)."
TURN_WITHOUT_HAND = "The player on turn holds a Complete (TW-12)."
WRONG_HAND_SIZES = (
    "Turns go round, so hands differ by one Complete at most, and the player on turn has the most (TW-1)."
)
WRONG_FIRST = "By these options somebody else began (TW-4)."


def wrong_collected(seat: Seat) -> str:
    return f"A Single that {SEAT_NAMES[seat]} collected lies on the wrong pile (TW-3)."


# What a player types
def parse(text: str) -> Blow:
    typed = [word for word in typed_words(text) if word != "blow"]
    if not typed:
        raise ValueError("Type a Complete, as in Hollow-Red-Circle or HRC.")
    return Blow(Complete.parse(" ".join(typed)))
