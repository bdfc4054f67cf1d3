"""Every sentence of Next of Kin, and the parser of typed moves."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Complete, is_hidden
from cardtable.engine.game import WINNERS, Event, OptionText, Preset
from cardtable.engine.phrases import counted, typed_words
from next_of_kin.model import KIN, Action, Began, Draw, Drew, Ended, Options, Play, Played, State

TITLE = "Next of Kin"
SUMMARY = "Play Completes that share two characteristics, and be the first to have none left."

OPTION_TEXTS = {"hand_size": OptionText("Cards per hand", "How many Completes each player is dealt.", counts="cards")}
PRESETS = (
    Preset("By the book", "Five cards each (NK-1).", Options()),
    Preset("Quick", "Three cards each (NK-1).", Options(hand_size=3)),
)


def describe(event: Event, names: Sequence[str]) -> str:
    """Return the log line for an event."""
    name = names[event.seat]
    match event:
        case Began(_, card):
            return f"{card} starts the pile. {name} goes first."
        case Played(_, card):
            return f"{name} plays {card}."
        case Drew(_, card):
            return f"{name} draws a card." if is_hidden(card) else f"{name} draws {card}."
        case Ended(_, counts):
            held = (f"{each} has {counted(count, 'card')}" for each, count in zip(names, counts, strict=False))
            return f"The game is over: {', '.join(held)}."
    raise TypeError(f"Not an event of Next of Kin: {event!r}")


def explain(state: State, action: Action, names: Sequence[str]) -> str:
    """Return why the action is or isn't legal."""
    if state.turn is None:
        return "The game is over (NK-5, NK-6)."
    if isinstance(action, Draw):
        return f"You may always draw instead of playing a card; {counted(len(state.stock), 'card')} left (NK-4)."
    if action.card not in state.hands[state.turn]:
        return f"You can only play a Complete you hold, and {action.card} isn't in your hand (NK-3)."
    shared = [each.name for each in action.card.characteristics if each.mask & state.pile[-1].mask]
    needs = "" if len(shared) >= KIN else "; it needs two"
    return f"{action.card} shares {' and '.join(shared) or 'nothing'} with the top card{needs} (NK-3)."


HAND_IS_EMPTY = f"{WINNERS} wins with no cards left."
STOCK_IS_EMPTY = f"The stock has run out, and the fewest cards win: {WINNERS}."
HAND_NOT_IN_ORDER = "A hand isn't in deck order."
NO_PILE = "The pile has no card (NK-1)."
PILE_NOT_KIN = "Each card of the pile must share two characteristics with the one below (NK-3)."
OVER_TOO_EARLY = "The game can't be over while every player and the stock have cards (NK-5, NK-6)."
TURN_AFTER_THE_END = "It can't be a player's turn once a hand or the stock is empty (NK-5, NK-6)."


def parse(text: str) -> Action:
    """Return the action that a player typed: `draw`, or a Complete by name or initials."""
    typed = typed_words(text.replace("-", " "))
    if typed == ["draw"]:
        return Draw()
    if not typed:
        raise ValueError("Type a Complete, as in Hollow-Red-Circle or HRC, or draw.")
    return Play(Complete.parse(" ".join(typed)))
