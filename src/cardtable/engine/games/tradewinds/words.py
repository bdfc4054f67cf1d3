"""The sentences and labels of Tradewinds, and the parser for typed actions."""

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
    State,
    TurnedUp,
    count_true,
    opposite,
)
from cardtable.engine.phrases import counted, join_words, typed_words

TITLE = "Tradewinds"
SUMMARY = "Together, blow Singles off the grid to the players they score for."
SEAT_NAMES = ("North", "East", "South", "West")

OPTION_TEXTS = {
    "first": OptionText(
        "Wind last blew",
        "The wind that last blew outdoors; the player with that name begins.",
        unset="drawn by the deal",
        labels=dict(zip(WINDS, SEAT_NAMES, strict=True)),
    ),
    "true_cards": OptionText(
        "True cards",
        "How many of the twelve T/F cards are True; fewer make the game harder.",
        unset="drawn by the deal",
    ),
    "open_hands": OptionText("Open hands", "Whether everyone sees every hand."),
}

PRESETS = (
    Preset("By the book", "The usual rules.", Options()),
    Preset("Fair winds", "Eight True cards: many Singles score (TW-11).", Options(true_cards=8)),
    Preset("Headwinds", "Four True cards: most Singles deduct (TW-11).", Options(true_cards=4)),
)


# Events
def describe(event: Event, names: Sequence[str]) -> str:
    match event:
        case Began():
            return _describe_began(event, names)
        case Blew():
            return _describe_blew(event, names)
        case TurnedUp():
            return _describe_turned_up(event)
        case Ended(_, scored, deducted):
            return f"Every hand is empty: {_count_singles(scored, deducted)}."
    raise TypeError(f"not an event of Tradewinds: {event!r}")


def _describe_began(event: Began, names: Sequence[str]) -> str:
    covering = join_words(card.code for card in event.covering)
    true_cards = f"{count_true(event.sides)} of {TF_COUNT} T/F cards are True"
    return f"{covering} decide what scores; {true_cards}. {names[event.seat]} begins."


def _describe_blew(event: Blew, names: Sequence[str]) -> str:
    played = f"{names[event.seat]} plays {event.card.code}: {format_flights(event)}"
    if not (event.scored or event.deducted):
        return f"{played}."
    return f"{played}; {names[opposite(event.seat)]} collects {format_tally(event.scored, event.deducted)}."


def _describe_turned_up(event: TurnedUp) -> str:
    if any(map(is_hidden, event.cards)):
        return f"Then {join_words(PILES[pile] for pile in event.piles)} will be turned up."
    turned_up = (f"{PILES[pile]} {card.code}" for pile, card in zip(event.piles, event.cards, strict=True))
    return f"Turned up: {', '.join(turned_up)}."


def format_flights(event: Blew) -> str:
    """Return the flights in short form: `A3+ C2>C3` if A3 leaves the grid and scores, and C2 lands on C3.

    Two signs mean two Singles.
    """
    return " ".join(_format_flight(event, flight) for flight in event.flights) or "nothing moves"


def _format_flight(event: Blew, flight: Flight) -> str:
    source, target, cards = flight
    if target == OFF:
        return PILES[source] + format_signs(event, cards)
    return f"{PILES[source]}{'>' * len(cards)}{PILES[target]}"


def name_flights(event: Blew) -> str:
    """Return the flights in words: `A3 scores, C2 to C3`, or `A3 scores and deducts` for two Singles."""
    return ", ".join(_name_flight(event, flight) for flight in event.flights) or "nothing moves"


def _name_flight(event: Blew, flight: Flight) -> str:
    source, target, cards = flight
    if target == OFF:
        return f"{PILES[source]} {' and '.join('scores' if card in event.scored else 'deducts' for card in cards)}"
    return f"{f'{len(cards)} from ' if len(cards) > 1 else ''}{PILES[source]} to {PILES[target]}"


def format_signs(event: Blew, cards: Sequence[Single]) -> str:
    """Return a sign for each Single that leaves the grid: `+` if it scores, `-` if it deducts."""
    return "".join("+" if card in event.scored else "-" for card in cards)


def format_tally(scored: Sequence[Single], deducted: Sequence[Single]) -> str:
    """Return text such as `+2 -1`: the number of Singles that score and the number that deduct."""
    return f"+{len(scored)} -{len(deducted)}"


# Why a Complete can or can't be played
GAME_OVER = "The game is over: every hand is empty (TW-12)."


def justify_wind(event: Blew) -> str:
    """Explain playing a Complete by describing what its wind does."""
    collector = SEAT_NAMES[opposite(event.seat)]
    landing = sum(len(flight.cards) for flight in event.flights if flight.target != OFF)
    parts = []
    if event.scored or event.deducted:
        parts.append(f"{collector} collects {format_tally(event.scored, event.deducted)}")
    if landing:
        parts.append(f"{landing} {'lands' if landing == 1 else 'land'}")
    return f"{event.card} blows {collector.lower()}: {', '.join(parts) or 'nothing moves'} (TW-5)."


def refuse_covering_card(card: Complete) -> str:
    return f"{card} is a covering Complete; it can't be played (TW-2)."


def refuse_discarded_card(card: Complete) -> str:
    return f"{card} has already been played (TW-7)."


def refuse_missing_card(card: Complete) -> str:
    return f"You don't have {card}."


# The outcome
VICTORIES = ((1, "a narrow victory"), (6, "a clear victory"), (12, "a strong victory"), (18, "a triumph"))
"""The lowest score for each kind of victory, and its name (TW-14)."""
DEFEAT = "the table has lost"


def name_result(score: int) -> str:
    """Return the name of a result with this score (TW-14)."""
    return next((name for lowest, name in reversed(VICTORIES) if score >= lowest), DEFEAT)


def describe_outcome(scored: int, deducted: int) -> str:
    """Return a sentence about how the game ended, given the numbers of Singles that score and deduct."""
    return f"{_count_singles(scored, deducted)}: {name_result(scored - deducted)}."


def _count_singles(scored: int, deducted: int) -> str:
    return f"{counted(scored, 'Single', none='0')} scored, {deducted} deducted"


def score_text(state: State) -> str:
    """Return the numbers of Singles that score and deduct, such as `21–14`."""
    return f"{sum(map(len, state.scored))}–{sum(map(len, state.deducted))}"


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
        raise ValueError("Type a Complete: 'Hollow-Red-Circle' or 'HRC'.")
    return Blow(Complete.parse(" ".join(typed)))
