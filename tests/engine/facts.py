"""Facts about each game that the laws need, written by hand and independent of the game's code.

The laws check every available game, so each needs its facts here, including games of installed packages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from cardtable.engine.cards import CHARDS, Card, matches
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.clash import model as clash
from cardtable.engine.games.rummy_like import model as rummy_like
from cardtable.engine.games.wind_city.model import Showed
from cardtable.engine.zones import subtract


class Secret(NamedTuple):
    """A zone that a viewer may not see."""

    pool: str
    """The pool that its cards belong to; a viewer can't tell the cards of a pool apart."""
    cards: tuple[Any, ...]
    """Cards of the deck, or numbers of the game's own cards, from 1; a view has 0 for a hidden number."""
    unordered: bool = False
    """Whether the order of its cards means nothing, as in a hand."""
    allowed: frozenset[Card] | None = None
    """The only cards that the rules allow here; None for any card of the pool."""


Secrets = Callable[[Any, Seat | None], tuple[Secret, ...]]


class Facts(NamedTuple):
    """Facts about one game."""

    secrets: Secrets
    """Return the zones that a seat or a spectator may not see: a second definition of what `view` hides."""
    unruled_refusals: tuple[str, ...] = ()
    """Patterns of refusals that don't cite a ruling."""
    max_actions: Callable[[Any, int], int | None] = lambda options, seats: None
    """Return the most actions of a game with these options and seats, or None if there is no limit."""
    masked_fields: tuple[str, ...] = ()
    """Fields of the state that `view` masks differently, not just with hidden cards or a key of 0."""
    notes: tuple[str, ...] = ()
    """Fields of the state that repeat cards from other fields."""
    momentary_events: tuple[type[Event], ...] = ()
    """Events that show something that is hidden before and after them: cards, or the order of a plan."""
    remembers: Callable[[Any, Any, Seat | None], bool] = lambda seen, truth, seat: True
    """Return whether a full state agrees with what a seat's view remembers about hidden cards."""
    clearing_events: tuple[type[Event], ...] = ()
    """Events that clear the table, so that later views don't show the cards played before."""


def _exit_stage_right(state: Any, seat: Seat | None) -> tuple[Secret, ...]:
    decks = Secret("singles", state.draw_deck), Secret("completes", state.complete_deck)
    if state.options.open_hands:  # ES-10, ES-16
        return decks
    others = [owner for owner in range(len(state.hands)) if owner != seat]
    hands = tuple(Secret("singles", state.hands[owner], unordered=True) for owner in others)
    if not any(state.hands):  # ES-11: until the end
        return decks + hands
    return decks + hands + tuple(Secret("singles", state.face_down[owner]) for owner in others)


def _exit_stage_right_longest(options: Any, seats: int) -> int:
    """Return the number of Singles to play plus the number of Completes to refill."""
    singles = 36 if options.draw == "after-each-single" else seats * options.hand_size
    return int(singles) + 24


def _wind_city(state: Any, seat: Seat | None) -> tuple[Secret, ...]:
    if state.phase in ("plan", "renew", "offer", "insure") and seat != state.active:  # WC-16
        return Secret("cards", (state.card,)), Secret("cards", state.pile)
    return (Secret("cards", state.pile),)


def _tradewinds(state: Any, seat: Seat | None) -> tuple[Secret, ...]:
    piles = tuple(Secret("singles", pile.face_down) for pile in state.grid)
    if state.options.open_hands:  # TW-9
        return piles
    others = (hand for owner, hand in enumerate(state.hands) if owner != seat)
    return piles + tuple(Secret("completes", hand, unordered=True) for hand in others)


def _clash(state: Any, seat: Seat | None) -> tuple[Secret, ...]:
    hands = tuple(Secret("cards", hand, unordered=True) for owner, hand in enumerate(state.hands) if owner != seat)
    return hands + tuple(Secret("cards", pile) for pile in state.draw_piles)


def _clash_longest(options: Any, seats: int) -> int | None:
    """Return the limit of a single round: 60 cards, each followed by an end of turn and a pass, then two more."""
    return None if options.target else 60 + 2 * 60 + 2


def _rummy_like(state: Any, seat: Seat | None) -> tuple[Secret, ...]:
    return (*_rummy_like_chards(state, seat), *_rummy_like_tricards(state, seat))


def _rummy_like_chards(state: Any, seat: Seat | None) -> Iterator[Secret]:
    """Yield hands without the Chards the seat knows (RM-15), and the Chards played or picked up."""
    matching = frozenset(card for card in CHARDS if state.led and matches(card, state.led))
    others = frozenset(CHARDS) - matching
    known = state.known[seat] if seat is not None else ((), (), (), ())
    for owner in (owner for owner in range(3) if owner != seat):
        certain = subtract(known[owner], matching) if state.played[owner] else known[owner]
        shown = _rummy_like_sets_shown(state, owner)
        hidden = subtract(state.chards[owner], (*shown, *subtract(certain, shown)))
        yield Secret("chards", hidden, unordered=True, allowed=others if state.sat_out[owner] else None)
        if state.played[owner]:
            yield Secret("chards", (state.played[owner],), allowed=matching)
    if state.picked and seat != state.turn:
        playing = [each for each in range(3) if not (state.sat_out[each] or state.bust[each])]
        first = state.turn == min(playing, key=lambda each: (each - state.leader) % 3)
        yield Secret("chards", subtract(state.picked, known[3]), unordered=True, allowed=matching if first else None)


def _rummy_like_sets_shown(state: Any, owner: Seat) -> tuple[Card, ...]:
    """Return the Chards of an instant win (RM-8), or those that scored at the end of the match (RM-6)."""
    hand, own = state.chards[owner], state.tricards[owner]
    if state.turn is not None or state.at_once not in (None, owner):
        return ()
    return tuple(card for card in hand if hand.count(card) == 4 and any(matches(card, each) for each in own))


def _rummy_like_is_shown(state: Any, owner: Seat, card: Card) -> bool:
    """Return whether a TriCard in this hand was shown at the end of the match."""
    if state.turn is not None or state.at_once not in (None, owner):
        return False
    return state.at_once is None or all(matches(card, each) for each in state.chards[owner])


def _rummy_like_remembers(seen: Any, truth: Any, seat: Seat | None) -> bool:
    """Return whether the Chards that a player knows are in those hands or were just played from them (RM-15)."""
    if seat is None:
        return True
    played = [() if card is None else (card,) for card in truth.played]
    places = [*((*hand, *card) for hand, card in zip(truth.chards, played, strict=True)), truth.picked]
    return not any(subtract(known, place) for known, place in zip(seen.known[seat], places, strict=True))


def _rummy_like_tricards(state: Any, seat: Seat | None) -> Iterator[Secret]:
    """Yield TriCards; those that were face up before are a pool of their own (RM-14)."""
    for owner in (owner for owner in range(3) if owner != seat):
        cards = tuple(card for card in state.tricards[owner] if not _rummy_like_is_shown(state, owner, card))
        yield Secret("tricards", cards, unordered=True)
    marked = zip((*state.deck, *state.drawn), (*state.deck_marks, *state.drawn_marks), strict=True)
    for card, mark in marked:
        if seat is None or not mark >> seat & 1:
            yield Secret("seen before" if mark & 8 else "tricards", (card,))


def _next_of_kin(state: Any, seat: Seat | None) -> tuple[Secret, ...]:
    hands = (Secret("cards", hand, unordered=True) for owner, hand in enumerate(state.hands) if owner != seat)
    return (*hands, Secret("cards", state.stock))


class FactsByGame(dict[str, Facts]):
    """The facts about each game, by its id."""

    def __missing__(self, game_id: str) -> Facts:
        pytest.fail(f"The laws need facts about {game_id}: say what is hidden in FACTS in tests/engine/facts.py.")


FACTS = FactsByGame(
    {
        "next-of-kin": Facts(secrets=_next_of_kin, max_actions=lambda options, seats: 2 * 26),  # examples/next_of_kin
        "rummy-like": Facts(
            secrets=_rummy_like,
            unruled_refusals=(r"You don't have \S+\.",),
            masked_fields=("chards", "tricards", "picked", "known"),
            notes=("reshuffled", "known"),
            remembers=_rummy_like_remembers,
            momentary_events=(rummy_like.Scored, rummy_like.WonAtOnce),
            clearing_events=(rummy_like.Dealt,),
        ),
        "wind-city": Facts(secrets=_wind_city, masked_fields=("pile", "card", "plan"), momentary_events=(Showed,)),
        "tradewinds": Facts(
            secrets=_tradewinds,
            unruled_refusals=(r"You don't have \S+\.",),
            max_actions=lambda options, seats: 24,
        ),
        "clash": Facts(
            secrets=_clash,
            unruled_refusals=(r"You don't have \S+\.",),
            max_actions=_clash_longest,
            notes=("shown",),
            momentary_events=(clash.Showed,),
            clearing_events=(clash.Dealt,),
        ),
        "exit-stage-right": Facts(
            secrets=_exit_stage_right,
            unruled_refusals=(r"You don't have \S+\.",),
            max_actions=_exit_stage_right_longest,
        ),
    }
)
