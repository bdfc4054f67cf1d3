"""What the laws must be told about each game, stated by hand and apart from the game's own code.

The laws try every game known: a new one needs its facts here, one that another package brings too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from cardtable.engine.cards import CHARDS, Card, matches
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.clash import model as clash
from cardtable.engine.games.rummy_like import model as rummy_like
from cardtable.engine.games.wind_city.model import Showed
from cardtable.engine.zones import subtract


class Secret(NamedTuple):
    """A zone that a viewer may not read."""

    pool: str
    """For all that the viewer knows, any card in a zone of a pool may lie in any other place of that pool."""
    cards: tuple[Any, ...]
    """Cards of the deck; or the numbers of a game's own cards, counted from 1, for which 0 stands in a view."""
    loose: bool = False
    """Whether the order of its cards means nothing, as in a hand."""
    only: frozenset[Card] | None = None
    """Where the rules say so, the only faces that may lie here; any card of the pool elsewhere."""


Secrets = Callable[[Any, Seat | None], tuple[Secret, ...]]


class Facts(NamedTuple):
    """Of one game."""

    secrets: Secrets
    """What a seat, or a watcher, may not read: a second statement of what `view` hides."""
    unruled: tuple[str, ...] = ()
    """Refusals, as patterns, that need no ruling."""
    longest: Callable[[Any, int], int | None] = lambda options, seats: None
    """The most actions that a game with these options and seats can have; None where a match may go on and on."""
    masks: tuple[str, ...] = ()
    """Fields of the state that `view` masks with something else than backs and a key of 0."""
    notes: tuple[str, ...] = ()
    """Fields of the state that speak of cards that lie elsewhere."""
    shows: tuple[type[Event], ...] = ()
    """Events that show for a moment what is hidden before and after: cards, or a plan whose order left no trace."""
    remembers: Callable[[Any, Any, Seat | None], bool] = lambda seen, truth, seat: True
    """Whether a truth behind this view is as the seat remembers, where a view tells of cards that lie elsewhere."""
    sweeps: tuple[type[Event], ...] = ()
    """Events by which the table is cleared, so that no later view shows what was laid on it before them."""


def _exit_stage_right(state: Any, seat: Seat | None) -> tuple[Secret, ...]:
    decks = Secret("singles", state.draw_deck), Secret("completes", state.complete_deck)
    if state.options.open_hands:  # ES-10, ES-16
        return decks
    others = [owner for owner in range(len(state.hands)) if owner != seat]
    hands = tuple(Secret("singles", state.hands[owner], loose=True) for owner in others)
    if not any(state.hands):  # ES-11: until the end
        return decks + hands
    return decks + hands + tuple(Secret("singles", state.face_down[owner]) for owner in others)


def _exit_stage_right_longest(options: Any, seats: int) -> int:
    """Each action plays a Single or refills at least one Complete."""
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
    return piles + tuple(Secret("completes", hand, loose=True) for hand in others)


def _clash(state: Any, seat: Seat | None) -> tuple[Secret, ...]:
    hands = tuple(Secret("cards", hand, loose=True) for owner, hand in enumerate(state.hands) if owner != seat)
    return hands + tuple(Secret("cards", pile) for pile in state.draw_piles)


def _clash_longest(options: Any, seats: int) -> int | None:
    """In a round 60 cards are played, one by one and a turn each, with a pass between any two of them; then two."""
    return None if options.target else 60 + 2 * 60 + 2


def _rummy_like(state: Any, seat: Seat | None) -> tuple[Secret, ...]:
    return (*_rummy_like_chards(state, seat), *_rummy_like_tricards(state, seat))


def _rummy_like_chards(state: Any, seat: Seat | None) -> Iterator[Secret]:
    """Hands but for what the seat is sure of (RM-15); what was played or picked up matches, who sat out cannot."""
    fitting = frozenset(card for card in CHARDS if state.led and matches(card, state.led))
    others = frozenset(CHARDS) - fitting
    sure = state.known[seat] if seat is not None else ((), (), (), ())
    for owner in (owner for owner in range(3) if owner != seat):
        bound = others if state.sat_out[owner] else None
        known = subtract(sure[owner], fitting) if state.played[owner] else sure[owner]
        shown = _rummy_like_sets_shown(state, owner)
        yield Secret("chards", subtract(state.chards[owner], (*shown, *subtract(known, shown))), loose=True, only=bound)
        if state.played[owner]:
            yield Secret("chards", (state.played[owner],), only=fitting)
    if state.picked and seat != state.turn:
        playing = [each for each in range(3) if not (state.sat_out[each] or state.bust[each])]
        first = state.turn == min(playing, key=lambda each: (each - state.leader) % 3)
        yield Secret("chards", subtract(state.picked, sure[3]), loose=True, only=fitting if first else None)


def _rummy_like_sets_shown(state: Any, owner: Seat) -> tuple[Card, ...]:
    """The Chards with which somebody has won at once (RM-8), or scored at the end of the match (RM-6)."""
    hand, own = state.chards[owner], state.tricards[owner]
    if state.turn is not None or state.at_once not in (None, owner):
        return ()
    return tuple(card for card in hand if hand.count(card) == 4 and any(matches(card, each) for each in own))


def _rummy_like_is_shown(state: Any, owner: Seat, card: Card) -> bool:
    """Whether everybody has seen this TriCard in a hand, when the match ended."""
    if state.turn is not None or state.at_once not in (None, owner):
        return False
    return state.at_once is None or all(matches(card, each) for each in state.chards[owner])


def _rummy_like_remembers(seen: Any, truth: Any, seat: Seat | None) -> bool:
    """What a player is sure of is in that hand, or has just been played from it (RM-15)."""
    if seat is None:
        return True
    played = [() if card is None else (card,) for card in truth.played]
    places = [*((*hand, *card) for hand, card in zip(truth.chards, played, strict=True)), truth.picked]
    return not any(subtract(sure, place) for sure, place in zip(seen.known[seat], places, strict=True))


def _rummy_like_tricards(state: Any, seat: Seat | None) -> Iterator[Secret]:
    """TriCards that have lain open are apart from those that have not, and everybody knows where they are (RM-14)."""
    for owner in (owner for owner in range(3) if owner != seat):
        cards = tuple(card for card in state.tricards[owner] if not _rummy_like_is_shown(state, owner, card))
        yield Secret("tricards", cards, loose=True)
    marked = zip((*state.deck, *state.drawn), (*state.deck_marks, *state.drawn_marks), strict=True)
    for card, mark in marked:
        if seat is None or not mark >> seat & 1:
            yield Secret("seen before" if mark & 8 else "tricards", (card,))


def _next_of_kin(state: Any, seat: Seat | None) -> tuple[Secret, ...]:
    hands = (Secret("cards", hand, loose=True) for owner, hand in enumerate(state.hands) if owner != seat)
    return (*hands, Secret("cards", state.stock))


FACTS: dict[str, Facts] = {
    "next-of-kin": Facts(secrets=_next_of_kin, longest=lambda options, seats: 2 * 26),  # examples/next_of_kin
    "rummy-like": Facts(
        secrets=_rummy_like,
        unruled=(r"There is no \S+ in this hand\.",),
        masks=("chards", "tricards", "picked", "known"),
        notes=("reshuffled", "known"),
        remembers=_rummy_like_remembers,
        shows=(rummy_like.Scored, rummy_like.WonAtOnce),
        sweeps=(rummy_like.Dealt,),
    ),
    "wind-city": Facts(secrets=_wind_city, masks=("pile", "card", "plan"), shows=(Showed,)),
    "tradewinds": Facts(
        secrets=_tradewinds,
        unruled=(r"There is no \S+ in this hand\.",),
        longest=lambda options, seats: 24,
    ),
    "clash": Facts(
        secrets=_clash,
        unruled=(r"There is no \S+ in this hand\.",),
        longest=_clash_longest,
        notes=("shown",),
        shows=(clash.Showed,),
        sweeps=(clash.Dealt,),
    ),
    "exit-stage-right": Facts(
        secrets=_exit_stage_right,
        unruled=(r"There is no \S+ in this hand\.",),
        longest=_exit_stage_right_longest,
    ),
}
