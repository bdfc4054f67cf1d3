"""Rummy-like in words, for plain mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from cardtable.engine.cards import Card, Chard, characteristics_of, is_hidden
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like import GAME, outlook
from cardtable.engine.games.rummy_like.model import (
    KINDS,
    Action,
    Call,
    Chards,
    Discard,
    Draw,
    GoBust,
    Lead,
    Play,
    Send,
    State,
    TriCards,
)
from cardtable.engine.games.rummy_like.scoring import kinds_of, points_of, sets_of
from cardtable.engine.games.rummy_like.trick import chain, gets_chard_back, seat_to_move
from cardtable.engine.games.rummy_like.words import effect, many_of, name_call, name_matches, tell
from cardtable.engine.phrases import address, join_words, read_number, typed_words
from cardtable.plain.view import MoveList, View, cards_in_words, count_cards, scores_in_words
from cardtable.table.seen import Seen

TWO_NUMBERS = "Type two of these numbers, or two kinds. To send two of a kind, type it twice."


def _board(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    return (
        *([address(f"TriCard led by {seen.player(state.leader)}: {state.led}.")] if state.led else []),
        *_players(seen),
        *_known_in_deck(seen),
        *([f"TriCards discarded: {cards_in_words(state.discards)}."] if state.discards else []),
        *([f"TriCards led earlier: {cards_in_words(state.led_pile)}."] if state.led_pile else []),
        *([outlook.round_end(state)] if seen.turn is not None else []),
    )


def _score(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    single = "A single round" if state.round == 1 else f"Round {state.round}, after a tie"
    goal = f"Round {state.round} of a match to {state.options.target}" if state.options.target else single
    return (address(f"{goal}: {scores_in_words(seen.players, state.scores)}."),)


def _players(seen: Seen) -> Iterator[str]:
    """Yield lines that count TriCards for each player and the deck, and give each player's part in this trick."""
    counts = [count_cards(hand, "TriCard") for hand in seen.state.tricards]
    is_even = len(set(counts)) == 1
    in_deck = count_cards(seen.state.deck, "TriCard")
    yield f"Everyone has {counts[0]}, and the deck has {in_deck}." if is_even else f"The deck has {in_deck}."
    for seat, name in enumerate(seen.players):
        facts = [*([] if is_even else [f"has {counts[seat]}"]), *_facts(seen, seat)]
        if facts:
            yield address(f"{name} {join_words(facts)}.")
    if seen.turn is None:  # everybody may see the hands once the game is over
        for seat, name in enumerate(seen.names):
            if seat != seen.viewer and not any(map(is_hidden, seen.state.chards[seat])):
                yield f"{name}'s Chards: {_by_kind(seen.state.chards[seat])}."
                yield f"{name}'s TriCards: {cards_in_words(seen.state.tricards[seat])}."


def _facts(seen: Seen, seat: Seat) -> Iterator[str]:
    """Yield text about a player's part in this trick, and about the Chards known to be in that player's hand."""
    state: State = seen.state
    if state.bust[seat]:
        yield "is bust"
    elif state.sat_out[seat]:
        yield "has discarded a TriCard"
    elif state.played[seat] is not None:
        yield "has played a Chard"
    elif state.phase == "send" and seat == state.turn:
        yield f"has picked up {count_cards(state.picked, 'Chard')}"
    known = [card for card in state.chards[seat] if not is_hidden(card)]
    if seat == seen.viewer or seen.is_open:
        return
    if known:
        yield f"is known to hold {cards_in_words(known)}"


def _known_in_deck(seen: Seen) -> Iterator[str]:
    deck = seen.state.deck
    if seen.is_open and not any(map(is_hidden, deck)):
        yield from [f"TriCards in the deck, from the top: {cards_in_words(deck)}."] * bool(deck)
        return
    for at, card in enumerate(deck, 1):
        if not is_hidden(card):
            yield f"You know that card {at} from the top is {card}."


def _hand(seen: Seen) -> tuple[str, ...]:
    if seen.viewer is None:
        return ()
    state: State = seen.state
    phase = state.phase if seen.viewer == seen.turn else None
    return (
        *_held(seen, seen.viewer),
        *([f"You drew: {cards_in_words(state.drawn)}."] if phase == "lead" else []),
        *([f"You played: {state.played[seen.viewer]}."] if state.played[seen.viewer] else []),
        *([f"You have just picked up: {cards_in_words(state.picked)}."] if phase == "send" else []),
    )


def _held(seen: Seen, seat: Seat) -> tuple[str, ...]:
    state: State = seen.state
    hand = state.chards[seat] + _picked(seen, seat)
    return (
        f"Your Chards: {_by_kind(hand)}.",
        f"Your TriCards: {cards_in_words(state.tricards[seat])}.",
        *([_sets(seen, sets_of(hand), state.tricards[seat])] if sets_of(hand) else []),
    )


def _picked(seen: Seen, seat: Seat) -> Chards:
    return seen.state.picked if seen.state.phase == "send" and seat == seen.state.turn else ()


def _sets(seen: Seen, sets: int, tricards: TriCards) -> str:
    """Return a line about these sets and, if the viewer's own sets are worth anything, about when to call "Score"."""
    is_own = seen.viewer == seen.reader
    when = ' You can say "Score" when you next lead, before you draw.' if is_own and points_of(tricards, sets) else ""
    return f"Your sets of four: {cards_in_words(kinds_of(sets))}.{when}"


def _news(seen: Seen) -> tuple[str, ...]:
    return () if seen.viewer is None else (*_held(seen, seen.viewer), *_warnings(seen, seen.viewer))


def _warnings(seen: Seen, seat: Seat) -> tuple[str, ...]:
    """Return a line about another player's set, if there may be one."""
    warning = outlook.score_warning(seen.state, seat, seen.state.chards[seat] + _picked(seen, seat), seen.players)
    return (warning,) if warning and not seen.is_open and seen.turn is not None else ()


def _by_kind(hand: Sequence[Card]) -> str:
    """Return the number of each kind of card, such as `3 Hollow, 1 Red`."""
    return ", ".join(f"{hand.count(kind)} {kind}" for kind in KINDS if kind in hand)


# Moves


def _question(seen: Seen) -> str:
    state: State = seen.state
    if seen.turn is None:
        return ""
    asked = outlook.question(state, seen.names, str(state.led))
    match state.phase:
        case "draw":
            call = ', or say "Score". (To hear the score, type scores.)' if len(seen.legal) > 1 else "."
            return f"{asked}: draw three TriCards{call}"
        case "play" if gets_chard_back(state) and any(isinstance(each, Play) for each in seen.legal):
            return f"{asked}. It comes back to you, because the first to play picks up all the Chards."
        case _:
            return f"{asked}."


def _list_moves(seen: Seen) -> MoveList:
    """Return the list of moves. Chards to send are numbered by kind, because there are too many pairs to number."""
    kinds = _kinds_to_pair(seen)
    if not kinds:
        return MoveList(seen.legal)
    numbered = list(enumerate(kinds, 1))
    return MoveList(
        (),
        (
            *(f"{number} {kind}: {_effect(seen, Send((kind,)))}" for number, kind in numbered),
            TWO_NUMBERS,
        ),
        (f"{'; '.join(_briefly(seen, number, kind) for number, kind in numbered)}. Type two of these numbers.",),
        f"two of the numbers from 1 to {len(kinds)}, or a move in words",
    )


def _in_lessons(seen: Seen) -> tuple[str, ...]:
    """Return lines on how to send two Chards. They are the same as on a player's turn, but without effects."""
    kinds = [f"{number} {kind}" for number, kind in enumerate(_kinds_to_pair(seen), 1)]
    return (f"{'; '.join(kinds)}. {TWO_NUMBERS}",) if kinds else ()


def _briefly(seen: Seen, number: int, kind: Chard) -> str:
    effect = _brief_effect(seen, Send((kind,)))
    return f"{number} {kind}: {effect}" if effect else f"{number} {kind}"


def _kinds_to_pair(seen: Seen) -> Chards:
    """Return the kinds of Chards that the viewer holds, or nothing unless two Chards must be sent."""
    if not seen.legal or not isinstance(seen.legal[0], Send) or len(seen.legal[0].cards) == 1:
        return ()
    return kinds_of(characteristics_of(card for action in seen.legal for card in action.cards))


def _spell_out(seen: Seen, text: str) -> str:
    """Return the typed text with the names of two kinds of Chards in place of their numbers."""
    kinds = _kinds_to_pair(seen)
    words = [word for word in typed_words(text.replace("+", " ")) if word not in ("send", "and")]
    if not kinds or not words or all(map(_is_chard, words)):
        return f"send {' '.join(words)}" if kinds else text
    if not any(map(str.isdigit, words)):
        return text
    numbers = [read_number(word) or 0 for word in words]
    if len(numbers) != 2 or not all(0 < number <= len(kinds) for number in numbers):
        raise ValueError(f"Type two of the numbers from 1 to {len(kinds)}.")
    return f"send {' '.join(str(kinds[number - 1]) for number in numbers)}"


def _is_chard(word: str) -> bool:
    with suppress(ValueError):
        return bool(Chard.parse(word))
    return False


def _effect(seen: Seen, action: Action) -> str:
    state: State = seen.state
    found = outlook.foresee(state, action)
    text = effect(action, found)
    match action:
        case Draw():
            return "then you lead one of them"
        case Call():
            return f"{name_call(found.scores)}{'' if found.scores else _why_no_points(found.kept)}"
        case Lead():
            return name_matches(found.matching)
        case GoBust():
            return "you lose all your points and are out of this round"
        case Discard():
            return text or "loses no points"
        case Send():
            return text or "costs you no set"
        case _:
            return text


def _label(seen: Seen, action: Action) -> str:
    """Return the action. If the question already asks for a Chard to send, return only the Chard."""
    return str(action.cards[0]) if isinstance(action, Send) and len(action.cards) == 1 else str(action)


def _brief_effect(seen: Seen, action: Action) -> str:
    return effect(action, outlook.foresee(seen.state, action)) if isinstance(action, Send) else ""


def _foretell(seen: Seen, action: Action) -> tuple[str, ...]:
    """Return the other effects of a legal action: who receives the Chards, and which cards the player has left."""
    state: State = seen.state
    seat = seat_to_move(state)
    match action:
        case Call():
            return ("The round would end, and everyone's sets would score.",)
        case Lead():
            return ("The other two TriCards would go under the deck.",)
        case Discard():
            return (f"Effect: {_effect(seen, action)}.",)
        case Play() if gets_chard_back(state):
            return ("You play first in this trick, so you pick up all Chards played, and this one comes back to you.",)
        case Play(card):
            left = f"You would have {_left(state.chards[seat], (card,))} left"
            return (f"{left}; {seen.names[chain(state)[0]]} picks up all Chards played.",)
        case Send(cards):
            no_use = not outlook.foresee(state, action).is_of_use
            kinds = kinds_of(characteristics_of(cards))
            return (
                f"You would have {_left(state.chards[seat] + state.picked, cards)} left.",
                *([f"None of your TriCards has {join_words(map(str, kinds), 'or')}."] if no_use else []),
            )
        case _:
            return ()


def _left(hand: Chards, leaving: Chards) -> str:
    """Return the number of Chards left in a hand, for each kind that is sent, as in `two Hollows and no Reds`."""
    kinds = kinds_of(characteristics_of(leaving))
    return join_words(many_of(hand.count(kind) - leaving.count(kind), kind) for kind in kinds)


def _why_no_points(sets: Chards) -> str:
    """Return the reason why saying "Score" with these sets would earn no points."""
    return f", because none of your TriCards has {join_words(map(str, sets), 'or')}"


VIEW = View(
    game_id=GAME.id,
    board=_board,
    hand=_hand,
    tell=partial(tell, spoken=True),
    score=_score,
    news=_news,
    question=_question,
    list_moves=_list_moves,
    spell_out=_spell_out,
    in_lessons=_in_lessons,
    rereads_hand=lambda seen: seen.state.phase == "send",  # because players can send any of their Chards
    label=_label,
    effect=_effect,
    brief_effect=_brief_effect,
    foretell=_foretell,
)
