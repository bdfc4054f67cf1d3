"""Exercises of Rummy-like: passing, leading, playing, discarding; what a scoring brings, and whom a lead hits."""

from __future__ import annotations

from cardtable.engine.cards import CHARDS, TRICARDS, Chard, TriCard, characteristics_of, in_order
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import play, start
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.choices import legal
from cardtable.engine.games.rummy_like.model import (
    HAND_SIZE,
    KINDS,
    OF_A_KIND,
    SEATS,
    Call,
    Discard,
    Lead,
    Options,
    Scored,
    State,
)
from cardtable.engine.games.rummy_like.scoring import kinds_of, sets_of
from cardtable.engine.games.rummy_like.words import list_cards
from cardtable.engine.zones import subtract
from cardtable.lessons.drill import Dice, Drill, Question
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

YOU, NEXT, LAST = range(SEATS)
NUMBERS = 4
"""To choose the right one from."""


# Positions
def _follows(state: State) -> bool:
    """What the leader plays comes back, so only the others are asked."""
    return state.phase == "play" and state.turn != state.leader and not _discards(state)


def _discards(state: State) -> bool:
    led, picked, hand = state.led, state.picked, state.chards[state.turn or 0]
    return led is not None and not picked and not characteristics_of(hand) & led.mask


def _is_sound(state: State) -> bool:
    return not GAME.validate_state(state)


def before_a_call(seats: int, key: Key) -> State:
    """You hold a set and are to lead; the player on your left holds two."""
    state = start(GAME, Options(first=1), seats, key).state
    kinds, key = shuffle(KINDS, key)
    rest, _ = shuffle(subtract(CHARDS, kinds[:3] * OF_A_KIND), key)
    yours, theirs = kinds[:1] * OF_A_KIND, kinds[1:3] * OF_A_KIND
    hands = (yours + rest[:8], theirs + rest[8:12], rest[12:])
    return state._replace(chards=tuple(map(in_order, hands)))


def after_two_discards(seats: int, key: Key) -> State:
    """You are to lead; the player on your left could match neither of the last two leads."""
    state = start(GAME, Options(first=1), seats, key).state
    cards, key = shuffle(TRICARDS, key)
    first = cards[0]
    second = next(card for card in cards if (card.mask & first.mask).bit_count() == 1)
    missing = first.mask | second.mask
    hit = next(card for card in cards[1:] if card is not second and not card.mask & ~missing)
    near = tuple(card for card in cards if (card.mask & missing).bit_count() == 2)[:2]
    drawn, key = shuffle((hit, *near), key)
    rest = subtract(cards, (first, second, *drawn))
    own, theirs, last, discards, deck = rest[:3], rest[3:4], rest[4:7], rest[7:9], rest[9:]
    return state._replace(
        phase="lead",
        chards=_hands(missing, key),
        tricards=tuple(map(in_order, (own, theirs, last))),
        deck=deck,
        deck_marks=(0,) * len(deck),
        drawn=drawn,
        drawn_marks=(1 << YOU,) * len(drawn),
        led_pile=(first, second),
        discards=discards,
    )


def _hands(missing: int, key: Key) -> tuple[tuple[Chard, ...], ...]:
    """The player on your left holds none of these kinds."""
    chards, key = shuffle(CHARDS, key)
    theirs = tuple(card for card in chards if not card.mask & missing)[:HAND_SIZE]
    rest = subtract(chards, theirs)
    return tuple(map(in_order, (rest[:HAND_SIZE], theirs, rest[HAND_SIZE:])))


# Questions
def _what_it_brings(scene: Situation, throw: Dice) -> Question:
    """What the sets of the player on your left score, once you call."""
    state, name = scene.state, scene.names[NEXT]
    scored = next(event for event in scene.played(Call()).events if isinstance(event, Scored))
    own, sets = scored.tricards[NEXT], sets_of(state.chards[NEXT])
    gain = scored.gains[NEXT]
    lowest = max(0, gain - throw(NUMBERS))
    told = f"You call. {name} shows {list_cards(own)}, and every {list_cards(kinds_of(sets))}."
    return Question(
        f"{told} How many points does that bring {name}?",
        tuple(str(number) for number in range(lowest, lowest + NUMBERS)),
        str(gain),
        f"{'; '.join(_told(card, sets) for card in own)}. Together: {gain}.",
    )


def _told(card: TriCard, sets: int) -> str:
    scoring = kinds_of(card.mask & sets)
    return f"{card.code} bears {list_cards(scoring)}: {len(scoring)}" if scoring else f"{card.code} bears neither"


def _whom_it_hits(scene: Situation, throw: Dice) -> Question | None:
    """Which of your leads the player on your left cannot match; None unless it is just one."""
    state, name = scene.state, scene.names[NEXT]
    hits = [card for card in state.drawn if _cannot_be_matched(state, card)]
    if len(hits) != 1:
        return None
    first, second = state.led_pile
    missing = kinds_of(first.mask | second.mask)
    others = ", ".join(f"{card.code} asks for {_foreign(card, missing)}" for card in state.drawn if card is not hits[0])
    told = f"{name} could match neither {first.code} nor {second.code} in the last two tricks, and got no Chards since."
    return Question(
        f"{told} Which lead can {name} not match, for sure?",
        tuple(card.code for card in state.drawn),
        hits[0].code,
        f"{name} has no {list_cards(missing, 'or')}, and {hits[0].code} asks for nothing else. {others}, too.",
    )


def _foreign(card: TriCard, missing: tuple[Chard, ...]) -> str:
    return list_cards(kinds_of(card.mask & ~characteristics_of(missing)))


def _cannot_be_matched(state: State, card: TriCard) -> bool:
    """Whether the player on your left has to discard, by the engine."""
    led = play(GAME, state, Lead(card)).state
    return isinstance(legal(play(GAME, led, legal(led)[0]).state)[0], Discard)


DRILLS = (
    Drill(
        "Which Chards do you send on, to keep what matches your TriCards most often? A set counts twice.",
        RightAnswers(best="served"), SEATS, 60, lambda state: state.phase == "send", rare=2,
    ),
    Drill(
        "Which TriCard do you lead, to ask for the kinds that are worth the most to you?",
        RightAnswers(best="asked_for"), SEATS, 60, lambda state: state.phase == "lead", rare=2,
    ),
    Drill(
        "Which Chard do you play, to keep what matches your TriCards most often? A set counts twice.",
        RightAnswers(best="served"), SEATS, 60, _follows,
    ),
    Drill(
        "Which TriCard do you discard, so that your Chards match the others most often? A set counts twice.",
        RightAnswers(best="served"), SEATS, 120, _discards,
    ),
    Drill("", None, SEATS, fits=_is_sound, lay=before_a_call, ask=_what_it_brings),
    Drill("", None, SEATS, fits=_is_sound, lay=after_two_discards, ask=_whom_it_hits),
)  # fmt: skip
