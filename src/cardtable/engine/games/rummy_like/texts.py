"""The labels, reasons and results of Rummy-like, and the parser for typed actions."""

from __future__ import annotations

from typing import Final

from cardtable.engine.cards import TRICARDS, Card, Chard, TriCard, in_order, quote_typed
from cardtable.engine.game import WINNERS, OptionText, Preset, UnclearAction
from cardtable.engine.games.rummy_like.model import (
    DRAWN,
    Action,
    Call,
    Chards,
    Discard,
    Draw,
    GoBust,
    Lead,
    Options,
    Play,
    Send,
)
from cardtable.engine.games.rummy_like.words import name_call, name_matches
from cardtable.engine.phrases import capitalized, counted, typed_words

OPTION_TEXTS: Final = {
    "target": OptionText(
        "Target",
        "Points needed to win the match, or 0 for a single round.",
        labels={0: "a single round"},
    ),
    "first": OptionText("First leader", "The player who leads first.", unset="drawn at random"),
}
PRESETS: Final = (
    Preset("By the book", "A match to ten points, usually four to six rounds.", Options()),
    Preset("Single round", "One round, and another after each tie for the most points (RM-13).", Options(target=0)),
)


# The outcome
WON_AT_ONCE: Final = f"{WINNERS} wins at once with all three sets of a TriCard."


def describe_outcome(target: int, scores: tuple[int, ...]) -> str:
    """Return a sentence about who won on points. `target` is the number of points needed, or 0 for a single round."""
    return f"{WINNERS} wins the {'match' if target else 'round'} {'–'.join(map(str, sorted(scores, reverse=True)))}."


# Why an action isn't legal
CALL_NEEDS_A_SET: Final = 'You need all four Chards of a kind to say "Score" (RM-6).'
CALL_BEFORE_DRAWING: Final = (
    'You can say "Score" only when it\'s your turn to lead, before you draw, and with a set of four (RM-6).'
)
DRAW_FIRST: Final = "Draw three TriCards first (RM-2)."
LEAD_ONE_NOW: Final = "Now lead one of the three TriCards you drew (RM-2)."
HAS_A_TRICARD_LEFT: Final = "You still have a TriCard to discard (RM-4)."
SEND_NOW: Final = "Now choose Chards to send (RM-5)."
NAME_CHARDS_IN_ORDER: Final = "Name the Chards in deck order (RM-5)."


def refuse_after_the_end(ruling: str) -> str:
    """Refuse any action after the end of the match. `ruling` is the ruling that ended the match."""
    return f"The match is over ({ruling})."


def refuse_tricard_not_drawn(card: TriCard) -> str:
    """Refuse to lead a TriCard that the leader didn't draw."""
    return f"{card} isn't one of the three TriCards you drew (RM-2)."


def refuse_missing_card(card: Card) -> str:
    """Refuse a card that the player doesn't have."""
    return f"You don't have {card}."


def refuse_second(card: Chard) -> str:
    """Refuse to send two Chards of a kind when the player has only one of that kind."""
    return f"You have only one {card} (RM-5)."


def refuse_number_sent(wanted: int, sent: int) -> str:
    """Refuse to send more or fewer Chards than the rules require."""
    return f"Send {counted(wanted, 'Chard')}, not {sent} (RM-5)."


def refuse_no_match(card: Chard, led: TriCard) -> str:
    """Refuse a Chard that doesn't match the TriCard led."""
    return f"{card} doesn't match {led} (RM-3)."


def refuse_sitting_out(card: Chard, led: TriCard) -> str:
    """Refuse to let the player sit out when this Chard matches the TriCard led."""
    return f"{card} matches {led}, so you must play a Chard (RM-4)."


def refuse_all_but_chards(led: TriCard) -> str:
    """Refuse any action other than playing a Chard after a TriCard has been led."""
    return f"{led} was led: play a Chard that matches it (RM-3)."


# Why an action is legal
DRAW: Final = "Draw three TriCards, lead one, and put two under the deck (RM-2)."
DRAW_AFTER_SHUFFLE: Final = "Shuffle the face-up TriCards under the deck, then draw three (RM-2)."
GO_BUST: Final = "You can't match or discard: you lose all your points and are out of this round (RM-4)."
NO_SET_BROKEN: Final = "this doesn't break up a set of four"


def justify_call(points: int) -> str:
    """Explain a call that scores this many points for the caller."""
    return f'With a set of four, "Score" {name_call(points)} (RM-6).'


def justify_lead(matching: Chards) -> str:
    """Explain a lead. `matching` holds the kinds of Chard in the leader's hand that match the TriCard."""
    return f"{capitalized(name_matches(matching))} ({'RM-2' if matching else 'RM-4'})."


def justify_play(card: Chard, led: TriCard | None, *, breaks_set: bool) -> str:
    """Explain what playing a Chard does."""
    loss = ", but breaks up your set of four" if breaks_set else ""
    return f"{card} matches {led}{loss} (RM-3)."


def justify_discard(worth: int) -> str:
    """Explain discarding a TriCard. `worth` is the number of points that the TriCard would score now."""
    loss = f"; this one is worth {counted(worth, 'point')}" if worth else ""
    return f"Nothing matches, so discard a TriCard{loss} (RM-4)."


def justify_sending(count: int, consequence: str) -> str:
    """Explain what sending these Chards does."""
    return f"Send {counted(count, 'Chard')}; {consequence} (RM-5)."


# Faults in a position from outside
SEATS_DIFFER: Final = "Rummy-like is for 3 players, each with a hand, a score and a list of known Chards."
NO_SUCH_SEAT: Final = "Rummy-like is for 3 players."
MARKS_DIFFER: Final = "Each TriCard in the deck and each one drawn needs one mark (RM-14)."
GAP_IN_DECK: Final = "The deck can't have gaps."
WRONG_PHASE: Final = "The phase (draw, lead, play or send) doesn't fit the cards (RM-2, RM-5)."
BAD_NUMBERS: Final = "Rounds are counted from 1 and scores from 0."
BUST_WITH_POINTS: Final = "A bust player can't have points (RM-4)."
ALREADY_WON: Final = "A player has won instantly, so the match must be over (RM-8)."
NOT_WON_AT_ONCE: Final = "The listed instant winner isn't the player with all three sets of a TriCard (RM-8)."
NOT_WON: Final = "The match is over, but nobody has won it (RM-7)."
GAINS_MISSING: Final = "The scores don't include the points from the round that was just scored (RM-6)."
NOBODY_COULD_CALL: Final = "The round was scored, but nobody has all four Chards of a kind (RM-6)."
HAND_OUT_OF_ORDER: Final = "A hand isn't sorted in deck order."
NOT_TWELVE_CHARDS: Final = "Each player must have twelve Chards, counting those played and picked up (RM-1)."
TOO_MANY_TRICARDS: Final = "A player has at most three TriCards, and a bust player has none (RM-4)."
ONE_PLAYER_LEFT: Final = "Only one player isn't bust, so the round must be scored (RM-10)."
BAD_DRAW: Final = "The leader must draw three TriCards and lead one of them (RM-2)."
PLAYED_BEFORE_LEAD: Final = "Nobody can play before a TriCard is led (RM-3)."
LEADER_NOT_TO_MOVE: Final = "Until a TriCard is led, it's the leader's turn, and the leader can't be bust (RM-4)."
DECK_RAN_SHORT: Final = "The deck has run short again, so the round must be scored (RM-12)."
BUST_LEADER: Final = "A bust player can't lead (RM-4)."
PLAYED_WITHOUT_MATCH: Final = "A Chard that was played doesn't match the TriCard led (RM-3)."
SAT_OUT_WITH_MATCH: Final = "A player who sat out has a Chard that matches the TriCard led (RM-4)."
BAD_PASSING: Final = "The number of Chards passed on must fall by one from each player to the next (RM-5)."
PICKED_OUT_OF_ORDER: Final = "The Chards picked up aren't sorted in deck order."
TOO_FEW_MATCH: Final = "Too few of the Chards held or passed on match the TriCard led (RM-5)."
BAD_PLAYING: Final = "Each player in turn must play one Chard or sit the trick out (RM-3)."
SURE_BUT_WRONG: Final = "A Chard isn't where a player knows it to be (RM-15)."
SURE_OF_OWN: Final = "A player's list of known Chards can't include any from that player's own hand (RM-15)."
BAD_MARK: Final = "A mark has one bit for each player and one for TriCards that have been face up (RM-14)."
DRAWN_UNKNOWN: Final = "The leader must know the three TriCards drawn (RM-14)."
BAD_RESHUFFLED: Final = "The TriCards shuffled under the deck must be listed once each, in deck order (RM-14)."
WRONG_MARKS: Final = "Only TriCards that were shuffled under the deck can be marked as having been face up (RM-14)."
RESHUFFLED_IN_HAND: Final = "A TriCard that was shuffled under the deck can't be in a hand (RM-2)."


# Typed actions
_TRICARD_WORDS = frozenset(text.lower() for card in TRICARDS for text in (card.code, card.text))


def parse(text: str) -> Action:
    """Return the action that a player typed. Raise ValueError with a message for the player if the text is invalid."""
    match [word for word in typed_words(text.replace("+", " ")) if word != "and"]:
        case ["draw" | "d"]:
            return Draw()
        case ["score" | "call"]:
            return Call()
        case ["bust"]:
            return GoBust()
        case ["lead", *rest] if rest:
            return Lead(TriCard.parse(" ".join(rest)))
        case ["discard", *rest] if rest:
            return Discard(TriCard.parse(" ".join(rest)))
        case ["send", *rest] if rest:
            if len(rest) >= DRAWN:
                raise ValueError(f"You can send at most two Chards, not {quote_typed(' '.join(rest))}.")
            return Send(in_order(tuple([Chard.parse(word) for word in rest])))
        case [word] if word in _TRICARD_WORDS:
            return Lead(TriCard.parse(word))
        case [word] if word not in ("lead", "discard", "send"):
            return Play(Chard.parse(word))
        case _:
            raise UnclearAction("Type 'draw', 'score', a Chard (Red, or R), 'lead HRC', 'discard HRC' or 'send R C'.")
