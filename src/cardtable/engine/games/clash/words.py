"""Events of Clash in words, and what actions would do."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Chard, is_hidden
from cardtable.engine.game import Event
from cardtable.engine.games.clash.model import (
    Action,
    Dealt,
    Drew,
    DrewNothing,
    EndedTurn,
    EndTurn,
    Hand,
    HandCard,
    Passed,
    Played,
    Prospect,
    RoundEnded,
    Showed,
)
from cardtable.engine.phrases import counted, join_words
from cardtable.engine.tellings import Telling


# Events
def tell(event: Event, names: Sequence[str], *, spoken: bool = False) -> Telling:
    """Return an event in words. If `spoken` is true, use names instead of initials."""
    who = names[event.seat]
    match event:
        case Dealt(_, number, (pattern, colour, shape)):
            opens = f"{who} deals and opens."
            face_up = f"Round {number}: {pattern}, {colour} and {shape} are face up."
            return Telling((f"{face_up} {opens}",), line=f"Round {number}: {opens}")
        case Showed(_, cards):
            shown = join_words(card.name if spoken else card.code for card in cards)
            return Telling((f"{who} shows {shown}: no Complete, so {who} draws a new hand.",))
        case Played(_, cards, last):
            return Telling(
                (f"{who} plays {_name_together(cards)}{' last' * last}.",), line=f"{who} plays {name_play(event)}."
            )
        case Passed():
            return Telling((f"{who} passes.",))
        case Drew():
            return _tell_draw(event, who, spoken=spoken)
        case DrewNothing() if spoken:
            return Telling((f"{who} ends the turn: no cards are left to draw.",))
        case DrewNothing():
            return Telling((f"{who} has no cards left to draw.",))
        case EndedTurn():
            return Telling((f"{who} ends the turn.",))
        case RoundEnded():
            scores = ", ".join(f"{name} {score}" for name, score in zip(names, event.scores, strict=False))
            told = describe_round_end(event, names)
            return Telling((f"{told}." if spoken else f"{told} ({scores}).",))  # a listener hears the scores next
        case _:
            raise TypeError(f"not an event of Clash: {type(event).__name__}")


def _tell_draw(event: Drew, who: str, *, spoken: bool) -> Telling:
    drawn = count = counted(len(event.cards), "card")
    if not any(map(is_hidden, event.cards)):
        drawn = join_words(card.name if spoken else short_name(card) for card in event.cards)
    if spoken:
        draws = f"{who} has an empty hand and draws {drawn}: the turn goes on."
        return Telling((draws if event.goes_on else f"{who} ends the turn and draws {drawn}.",))
    which = "" if drawn == count else f": {' '.join(card.code for card in event.cards)}"
    return Telling((f"{who} draws {count}{which}.",), (f"{who} draws {drawn}.",), f"{who} draws {count}.")


def name_play(event: Played) -> str:
    """Return the cards of a play in a few characters, such as `Red + HRC` or `Red last`."""
    return " + ".join(map(short_name, event.cards)) + " last" * event.last


def short_name(card: HandCard) -> str:
    """Return a Chard's name, which is short, or a Complete's initials."""
    return card.name if isinstance(card, Chard) else card.code


def _name_together(cards: Hand) -> str:
    """Return text such as `Red` or `Hollow, Red and Circle together`."""
    return join_words(card.name for card in cards) + " together" * (len(cards) > 1)


def describe_round_end(event: RoundEnded, names: Sequence[str]) -> str:
    """Return text, without a full stop, about a round's end and its points. The scores so far are left out."""
    if event.winner is None:
        return f"Both players have {counted(event.left[0], 'card')} left, so nobody scores"
    winner, loser = names[event.winner], names[1 - event.winner]
    fewer, more = sorted(event.left)
    left = f"{winner} has {counted(fewer, 'card')} left, {loser} {more}"
    return f"{left}: {counted(more - fewer, 'point')} for {winner}"


# Previews
def effect(action: Action, prospect: Prospect) -> str:
    """Return an action's effects, such as `ends turn, draw 1`, or an empty string if cards only go on piles."""
    match prospect.end:
        case RoundEnded():
            return f"round over, {prospect.ahead:+d}"
        case Passed():
            return "may end round"
        case Drew(cards=cards):
            draws = [f"draw {len(cards)}"]
        case _:
            draws = []
    if isinstance(action, EndTurn) and draws:
        return draws[0]  # the action's name says that the turn ends
    return ", ".join(["ends turn"] * prospect.ends_turn + ["all piles match"] * prospect.matches + draws)


def speak_effect(action: Action, prospect: Prospect, other: str) -> str:
    """Return an action's effects in words that can be spoken, given the other player's name."""
    match prospect.end:
        case RoundEnded():
            return f"ends the round, and {name_gain(other, prospect.ahead)}"
        case Passed():
            return foretell_second_pass(other, prospect.ahead)
    return effect(action, prospect) or GOES_ON


GIVES_FREE_PLAY = "All four piles would match: a free play for your opponent."
"""The warning about an action that ends the turn and leaves four matching piles."""
GOES_ON = "you go on"
"""The effect of a play that only puts cards on piles."""


def foretell_second_pass(other: str, ahead: int) -> str:
    """Say what happens if the other player passes, too. `ahead` is that player's card count minus this player's."""
    return f"if {other} passes too, the round ends and {name_gain(other, ahead)}"


def name_gain(other: str, ahead: int) -> str:
    """Describe the points if the round ends now. `ahead` is the other player's card count minus this player's."""
    points = counted(abs(ahead), "point")
    return f"you score {points}" if ahead > 0 else f"{other} scores {points}" if ahead else "nobody scores"
