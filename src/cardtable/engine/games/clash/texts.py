"""The labels, reasons and results of Clash, and the parser for typed actions."""

from __future__ import annotations

from cardtable.engine.cards import CHARACTERISTICS, Card, Chard, Complete, quote_typed
from cardtable.engine.game import WINNERS, OptionText, Preset, UnclearAction
from cardtable.engine.games.clash.model import (
    PILE_OF,
    Action,
    EndTurn,
    Hand,
    HandCard,
    Options,
    PlayChard,
    PlayComplete,
    PlayLast,
    PlayPair,
    PlayThree,
)
from cardtable.engine.games.clash.words import foretell_second_pass, name_gain
from cardtable.engine.phrases import capitalized, counted, join_words, typed_words

# Labels
SEAT_NAMES = ("South", "North")
OPTION_TEXTS = {
    "target": OptionText(
        "Target",
        "Points needed to win the match, or 0 for a single round, in which opening is a slight disadvantage.",
        labels={0: "a single round"},
    ),
    "first": OptionText("First dealer", "The player who deals and opens the first round.", unset="drawn at random"),
}
PRESETS = (
    Preset("By the book", "A match to ten points.", Options()),
    Preset("Single round", "One round; opening it is a slight disadvantage.", Options(target=0)),
)


def _name_characteristics(mask: int) -> str:
    """Return text such as `Red and Circle`."""
    return " and ".join(each.name for each in CHARACTERISTICS if each.mask & mask)


# Why an action isn't legal
GAME_OVER = "The game is over (CL-8)."
MUST_OPEN = "Open the round with one Complete and nothing else (CL-2)."
NOT_ONE_OF_EACH = "Three Chards together must be a pattern, a colour and a shape (CL-3)."
PILES_DONT_MATCH = "You can play three Chards together only when all four piles match (CL-3)."


def refuse_kind(card: Card, kind: type[Card]) -> str:
    """Refuse a card of the wrong kind."""
    return f"{card} isn't a {kind.kind} (CL-3)."


def refuse_missing_card(card: Card) -> str:
    """Refuse a card that the player doesn't have."""
    return f"You don't have {card}."


def refuse_complete(shared: int) -> str:
    """Refuse a lone Complete. `shared` is the mask of the characteristics that it shares with the top Complete."""
    shares = f"only {_name_characteristics(shared)}" if shared else "nothing with the top Complete"
    return f"It shares {shares}, and the top Chards don't make it (CL-3)."


def refuse_chard_without_match(card: Chard) -> str:
    """Refuse a Chard played by itself that doesn't match the top Complete."""
    return f"{card} doesn't match the top Complete; alone, it can only go last (CL-3, CL-4)."


def refuse_top_chard(card: Chard) -> str:
    """Refuse a Chard played by itself when its pile already shows an equal Chard."""
    return f"{card} is already on top of its pile; alone, it can only go last (CL-3, CL-4)."


def refuse_pair(shared: int) -> str:
    """Refuse a pair. `shared` is the mask of the characteristics that its Complete shares with the top Chards."""
    matches = {0: "It matches none of the top Chards", 3: "It matches all three top Chards"}.get(
        shared.bit_count(), f"Of the top Chards, it matches only {_name_characteristics(shared)}"
    )
    return f"{matches}; to go with a Chard, it must match exactly two (CL-3)."


def refuse_partner(complete: Complete, third: int) -> str:
    """Refuse a pair with the wrong Chard. `third` is the mask of the correct Chard."""
    return f"The Chard played with {complete} must be {_name_characteristics(third)} (CL-3)."


# Why an action is legal
PLAYS = {
    1: "a sharing Complete",
    2: "a matching Chard",
    3: "the made Complete",
    4: "a free play",
    5: "a pair",
    6: "a last Chard",
}
"""The names of the plays, keyed by their numbers in the source rules (CL-3, CL-4)."""
OPENING = "Open with one Complete and draw one card; that is your whole turn (CL-2)."


def justify_complete(card: Complete, plays: tuple[int, ...], shared: int) -> str:
    """Explain a Complete played by itself, naming every play that allows it (CL-10).

    `shared` is the mask of the characteristics that this Complete shares with the top Complete.
    """
    match plays:
        case (1, 3):
            return f"{card} is {PLAYS[3]}, and a sharing one (CL-3)."
        case (1, 4):
            return f"{card} is {PLAYS[4]}, and {PLAYS[1]} (CL-3)."
        case (3,):
            return f"{card} is {PLAYS[3]}: the top Chards make it (CL-3)."
        case (4,):
            return f"{card} is {PLAYS[4]}: all four piles match (CL-3)."
    return f"{card} is {PLAYS[1]}, with {_name_characteristics(shared)} (CL-3)."  # in two lines of 40 columns


def justify_chard(card: Chard) -> str:
    """Explain a Chard that is played by itself and lets the turn continue."""
    return f"{card} is {PLAYS[2]}; your turn goes on (CL-3)."


def justify_three(cards: Hand) -> str:
    """Explain three Chards played together."""
    return f"{join_words(map(str, cards))} are {PLAYS[4]}: all four piles match (CL-3)."


def justify_pair(chard: Chard, complete: Complete, shared: int) -> str:
    """Explain a pair. `shared` is the mask of the characteristics that the Complete shares with the top Chards."""
    return f"{chard} and {complete} are {PLAYS[5]}: {_name_characteristics(shared)} are on top (CL-3)."


def justify_last(card: Chard, *, is_match: bool, is_on_top: bool) -> str:
    """Explain a Chard played last in the turn. If it couldn't have been played as a matching Chard, also say why."""
    if is_match and not is_on_top:
        return f"{card}, as {PLAYS[6]}, ends your turn (CL-4)."
    reason = "is already on top of its pile" if is_match else "doesn't match the top Complete"
    return f"{card} {reason}, so it goes as {PLAYS[6]} (CL-4)."


def justify_end(played: int, draws: int) -> str:
    """Explain the end of a turn in which cards were played."""
    return f"End your turn: {counted(played, 'card')} played, {draws or 'none'} to draw (CL-5)."


def justify_pass(other: str, ahead: int, *, can_play: bool) -> str:
    """Explain a pass that doesn't end the round. `ahead` is the other player's card count minus this player's."""
    reason = "" if can_play else "You have nothing to play. "
    return f"{reason}{capitalized(foretell_second_pass(other, ahead))} (CL-5, CL-7)."


def justify_second_pass(other: str, ahead: int) -> str:
    """Explain a pass that ends the round. `ahead` is the other player's card count minus this player's."""
    return f"You pass too; that ends the round, and {name_gain(other, ahead)} (CL-7)."


# The outcome
def describe_outcome(scores: tuple[int, ...]) -> str:
    """Return a sentence about how a match or a single round ended."""
    return f"{WINNERS} wins {max(scores)}–{min(scores)}." if max(scores) > min(scores) else "Nobody wins."


# Faults in a position from outside
WRONG_ZONES = "Clash has two hands, two face-down piles, two scores and four piles on the table."
WRONG_PLAYERS = "Clash is for two players."
WRONG_PILE = "A card on the table is on the wrong pile for its kind or category (CL-1)."
EMPTY_PILE = "A category pile has no Chard (CL-1)."
UNSORTED_HAND = "A hand isn't sorted: Chards first, then Completes."
WRONG_HAND_SIZE = "A hand must have seven cards, or all that are left (CL-5)."
WRONG_HAND_SIZE_IN_TURN = "This turn didn't begin with seven cards in hand, or all that were left (CL-5)."
SHOWN_CARD_MISSING = "The dealer no longer has all the cards listed as shown (CL-2)."
UNSORTED_SHOWN_CARDS = "The list of shown cards isn't in deck order."
WRONG_COUNTS = "Rounds are counted from 1; scores and the cards played this turn are counted from 0."
SECOND_SINGLE_ROUND = "Without a target there is only one round (CL-8)."
WRONG_DEALER = "With these options, the other player deals this round (CL-8)."
MATCH_SHOULD_BE_OVER = "A player already has enough points to win, so the match must be over (CL-8)."
ROUND_SHOULD_BE_OVER = "A player has no cards left, so the round must be over (CL-6)."
WRONG_START = "Before the opening it must be the dealer's turn, with a Complete in hand and nothing played (CL-2)."
TOO_MANY_PLAYED = "More cards were played this turn than are on the table (CL-2)."
ROUND_NOT_OVER = "A round ends only when a player has no cards left or both players pass (CL-7)."
WRONG_FINAL_SCORES = "The final scores don't agree with the cards left at the end of the last round (CL-8)."


def reject_too_many_left(at_start: int) -> str:
    """Reject a position in which a player has more cards than at the start of a round."""
    return f"A player has at most {at_start} cards; the dealer has one fewer after the opening (CL-2)."


def reject_high_scores(most: int) -> str:
    """Reject scores that are too high for the completed rounds. `most` is the maximum number of points per round."""
    return f"The scores are too high: each round before this one could be worth at most {most} points (CL-6)."


def reject_early_end(target: int) -> str:
    """Reject a finished match in which nobody has reached the target."""
    return f"The match is over, but nobody has {counted(target, 'point')} (CL-8)."


# Typed actions
def parse(text: str) -> Action:
    """Return the action that a player typed. Raise ValueError with a message for the player if the text is invalid."""
    words = typed_words(text.replace("+", " + ").replace(",", " + "))
    if words in (["end"], ["pass"], ["end", "turn"]):
        return EndTurn()
    if "last" in words and "+" not in words:
        return PlayLast(Chard.parse(" ".join(word for word in words if word != "last")))
    parts = " ".join("+" if word in ("and", "with") else word for word in words).split("+")
    cards = sorted((_read_card(part.strip()) for part in parts), key=PILE_OF.__getitem__)
    match cards:
        case [Complete() as card]:
            return PlayComplete(card)
        case [Chard() as card]:
            return PlayChard(card)
        case [Chard() as chard, Complete() as complete]:
            return PlayPair(chard, complete)
        case [Chard() as pattern, Chard() as colour, Chard() as shape]:
            return PlayThree(pattern, colour, shape)
        case _:
            raise UnclearAction("You can play a Chard with a Complete, or three Chards: 'Red + HRC', 'H + R + C'.")


def _read_card(text: str) -> HandCard:
    if not text:
        raise UnclearAction(
            "Type a card ('Red' or 'HRC'), cards joined by + ('Red + HRC'), a Chard and 'last', or 'end'."
        )
    for kind in (Chard, Complete):
        try:
            return kind.parse(text)
        except ValueError:
            pass
    raise ValueError(f"There is no Chard or Complete called {quote_typed(text)}.")
