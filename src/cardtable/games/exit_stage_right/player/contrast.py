"""Short reasons why one move of Exit Stage Right is better than another.

A reason begins with what each move certainly does. What happens later comes from simulations of both moves with the
same hidden cards, dealt at random to fit what the player knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from cardtable.engine.cards import Complete, Single, is_hidden, matches
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import ROWS, Action, FaceDown, FaceUp, Refill, Shifted, State
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.phrases import capitalized, join_words
from cardtable.games.exit_stage_right.player.sure import by_the_book, certain, safest_row
from cardtable.players.foresight import is_clear
from cardtable.players.knowledge import UNSURE, Sure

Ends = Sequence[tuple[State, State]]
"""Pairs of final states of simulations: one after the better move, and one after the worse move on the same deal."""
_WORTH_NAMING = 0.15
"""The smallest difference to name, in Completes."""
_MOST_FACTS = 2


class _Move(NamedTuple):
    """An action with all its certain consequences."""

    action: Action
    name: str
    shifted: Shifted
    after: State
    hand: tuple[Single, ...]
    """The Singles that are left in the player's hand after the move, not counting new ones."""

    @property
    def gain(self) -> int:
        """The number of Completes won minus the number lost."""
        return len(self.shifted.won) - len(self.shifted.lost)

    @property
    def fates(self) -> tuple[Sequence[Complete], Sequence[Complete]]:
        """The Completes won and lost at once."""
        return self.shifted.won, self.shifted.lost

    @property
    def sure(self) -> Sure:
        """The certain facts about the game's result after the move."""
        return UNSURE if len(self.after.hands) > 1 else certain(self.after)


class _Fact(NamedTuple):
    """A difference between what happens after two moves."""

    gain: float
    """How many more Completes the better move wins (or fewer it loses), on average."""
    clause: str
    why: str = ""
    """The reason for the difference, to add if this is the only fact."""


def contrast(state: State, better: Action, worse: Action, play_on: Callable[[], Ends], *, is_solved: bool) -> str:
    """Return sentences about the advantage of the better action. An example is `At once, Red wins PGS; Hollow doesn't.`

    `is_solved` is true if the games that `play_on` returns were played as well as possible.
    """
    one, other = (_move(state, action, rival) for action, rival in ((better, worse), (worse, better)))
    clauses = [*_at_once(one, other), *_by_spent_single(one, other)]
    certainly = [] if is_solved else [*_certainly(one, other)]
    how = "with best play" if is_solved else "in simulations"
    later = certainly or [f"{how}, {found}" for found in _later(state, one, other, play_on)]
    if later and one.gain < other.gain:
        later[0] = f"but {later[0]}"
    clauses += later
    return " ".join(f"{capitalized(clause)}." for clause in clauses or [_by_shift(one, other)])


def _move(state: State, action: Action, rival: Action) -> _Move:
    hand = list(state.hands[state.turn or 0])
    if not isinstance(action, Refill):
        hand.remove(action.card)
    after = GAME.advance(state, action, None)
    return _Move(action, _name(action, rival), foresee(state, action), after, tuple(hand))


def _name(action: Action, rival: Action) -> str:
    """Return a name for an action, as the subject of a sentence. The name distinguishes the action from its rival."""
    match action:
        case FaceUp(card):
            return f"{card} face up" if isinstance(rival, FaceDown) and rival.card is card else str(card)
        case FaceDown(card, row):
            is_same_row = isinstance(rival, FaceDown) and rival.row == row
            return f"{card} face down" if is_same_row else f"naming the {ROWS[row]} row"
        case Refill(rows):
            return f"refilling {join_words(ROWS[row] for row in rows)}" if isinstance(rival, Refill) else "refilling"


# Certain facts
def _at_once(one: _Move, other: _Move) -> Iterator[str]:
    """Yield a clause about the Completes that each move wins and loses at once, if there are any."""
    common = [[card for card in cards if card in rivals] for cards, rivals in zip(one.fates, other.fates, strict=True)]
    found = [f"both {_does(common, ('win', 'lose'))}"] if any(common) else []
    for move, rival in ((one, other), (other, one)):
        own = [[card for card in cards if card not in known] for cards, known in zip(move.fates, common, strict=True)]
        if any(own):
            found.append(f"{move.name}{' also' if any(common) else ''} {_does(own)}")
        elif not any(common) and any(rival.fates):
            found.append(f"{move.name} {_nothing(rival)}")
    if found:
        yield f"at once, {'; '.join(found)}"


def _nothing(rival: _Move) -> str:
    """Return a phrase about a move that wins and loses nothing, unlike its rival."""
    return "does neither" if all(rival.fates) else f"{'wins' if rival.shifted.won else 'loses'} nothing"


def _does(fates: Sequence[Sequence[Complete]], verbs: Sequence[str] = ("wins", "loses")) -> str:
    """Return a phrase about Completes won and lost, such as `wins FGS and loses PBT`."""
    found = [
        f"{verb} {join_words(card.code for card in cards)}" for verb, cards in zip(verbs, fates, strict=True) if cards
    ]
    return join_words(found)


def _by_spent_single(one: _Move, other: _Move) -> Iterator[str]:
    """Yield a clause about the Single that the better move keeps, if both moves have the same effect on the stage."""
    first, second = one.action, other.action
    if isinstance(first, Refill) or isinstance(second, Refill) or one.shifted.slides != other.shifted.slides:
        return
    spare, needed = first.card, second.card
    stage = [card for row in other.after.stage for card in row if card is not None]
    only = [card for card in stage if matches(card, needed) and not any(matches(card, each) for each in other.hand)]
    few, many = (sum(matches(card, single) for card in stage) for single in (spare, needed))
    keeps = f"the cards move the same way, but {one.name} leaves you {needed}"
    if only:
        yield f"{keeps}, your only Single for {only[0].code}"
    elif spare in one.hand and needed not in other.hand:
        yield f"{keeps}; you have another {spare}, but only one {needed}"
    elif few < many:
        yield f"{keeps}, which matches {many} of the Completes left; {spare} matches {few or 'none'}"
    else:
        yield keeps


def _certainly(one: _Move, other: _Move) -> Iterator[str]:
    """Yield a clause about the result that only the better move makes certain, whatever cards come."""
    best, instead = one.sure.at_least, other.sure.at_least
    if instead >= best:
        return
    if by_the_book(one.after.options):
        row, takes = safest_row(one.after), isinstance(other.action, Refill)
        is_free = isinstance(one.action, Refill) and not takes
        free = f"{one.name} takes no Single: " if is_free else ""
        why = ": Completes in other rows can all be lost" if takes else ""
        plan = f"{free}by naming and refilling the {ROWS[row]} row, {_result(best)}, whatever cards come"
        yield f"{plan}; after {other.name}, {_result(instead, is_second=True)}{why}"
    elif instead <= 0 < best:
        plan = "" if one.after.options.empty_grid == "refill-first" else " if you don't refill any more"
        yield f"after {one.name}, you win{plan}, whatever cards come; after {other.name}, a win isn't certain"


def _result(margin: float, *, is_second: bool = False) -> str:
    """Return a phrase about a margin that is certain, such as `you can win by at least 3`."""
    if margin > 0:
        return f"{'only ' if is_second else 'you can win '}by at least {margin:g}"
    return f"you can keep the loss to {-margin:g}" if margin else "you can at least end level"


def _by_shift(one: _Move, other: _Move) -> str:
    """Return a clause about the numbers of Completes that move right and left, or about the lack of a clear reason."""
    if one.shifted.net > other.shifted.net:
        return f"{one.name} {_sends(one.shifted)}; {other.name} {_sends(other.shifted)}"
    return f"no single reason stands out: {one.name} does better in simulations on the whole"


def _sends(shifted: Shifted) -> str:
    """Return the movements of a shift, such as `sends 1 right and 2 left`."""
    ways = [f"{count} {way}" for count, way in ((shifted.right, "right"), (shifted.left, "left")) if count]
    return f"sends {join_words(ways)}" if ways else "moves nothing"


# Simulations
def _later(state: State, one: _Move, other: _Move, play_on: Callable[[], Ends]) -> Iterator[str]:
    """Yield a clause about the largest differences between games that continue after each move, if any are clear."""
    ends = play_on()
    facts = sorted(_facts(state, one, other, ends), reverse=True)
    total = fmean(len(a.won) - len(a.lost) - len(b.won) + len(b.lost) for a, b in ends)
    explained, found = float(one.gain - other.gain), list[str]()
    for fact in facts[:_MOST_FACTS]:
        if not found or explained < total / 2:
            found.append(fact.clause)
            explained += fact.gain
    if found:
        yield "; ".join(found) + (facts[0].why if len(found) == 1 else "")


def _facts(state: State, one: _Move, other: _Move, ends: Ends) -> Iterator[_Fact]:
    """Yield the clear differences in favour of the better move: the fate of each Complete, and of all the new ones."""
    for card in [card for row in state.stage for card in row if card is not None and not is_hidden(card)]:
        gains = [_later_gain(card, one, a) - _later_gain(card, other, b) for a, b in ends]
        if _is_worth_naming(gains):
            yield _Fact(fmean(gains), _fate(card, one, other, ends), _by_column(card, one, other))
    new = [[_new(state, end) for end in side] for side in zip(*ends, strict=True)]
    if _is_worth_naming(gains := [a[0] - a[1] - b[0] + b[1] for a, b in zip(*new, strict=True)]):
        (won, lost), (fewer, more) = ([fmean(each) for each in zip(*side, strict=True)] for side in new)
        brings = f"you win {won:.1f} of the new Completes and lose {lost:.1f} after {one.name}"
        yield _Fact(fmean(gains), f"{brings}, {fewer:.1f} and {more:.1f} after {other.name}")
    later = [(len(a.won) - len(one.after.won), len(b.won) - len(other.after.won)) for a, b in ends]
    if len(state.won) <= len(state.lost) and _is_worth_naming([first - second for first, second in later]):
        first, second = (fmean(each) for each in zip(*later, strict=True))
        needs = f"you win {first:.1f} more Completes after {one.name}, only {second:.1f} after {other.name}"
        yield _Fact(0.0, f"{needs}, and you need them to get ahead")


def _is_worth_naming(gains: Sequence[float]) -> bool:
    return fmean(gains) >= _WORTH_NAMING and is_clear(gains)


def _later_gain(card: Complete, move: _Move, end: State) -> int:
    """Return 1 if a Complete is won after the move's own shift, -1 if it is lost then, and 0 otherwise."""
    if card in move.shifted.won or card in move.shifted.lost:
        return 0
    return (card in end.won) - (card in end.lost)


def _new(state: State, end: State) -> tuple[int, int]:
    """Return how many of the Completes that aren't on the stage yet are won by the end, and how many are lost."""
    known = {card for row in state.stage for card in row} | {*state.won, *state.lost}
    return sum(card not in known for card in end.won), sum(card not in known for card in end.lost)


def _fate(card: Complete, one: _Move, other: _Move, ends: Ends) -> str:
    """Return a clause such as `PGS is won 81% of the time after Hollow, 30% after Red`."""
    won = [fmean(card in end.won for end in side) for side in zip(*ends, strict=True)]
    lost = [fmean(card in end.lost for end in side) for side in zip(*ends, strict=True)]
    if card in (*other.shifted.won, *other.shifted.lost):
        return _is(card, "won later", won[0], one)
    if card in one.shifted.lost:
        return f"{_is(card, 'lost', lost[1], other)}, too"
    if card in one.shifted.won:
        return _is(card, "won only" if won[1] else "won", won[1], other)
    shares, fate = (won, "won") if won[0] - won[1] >= lost[1] - lost[0] else (lost, "lost")
    if sorted(shares) == [0, 1]:
        there, elsewhere = (one, other) if shares[0] else (other, one)
        return f"{card.code} is {fate} after {there.name}, but not after {elsewhere.name}"
    return f"{_is(card, fate, shares[0], one)}, {_share(shares[1])} after {other.name}"


def _by_column(card: Complete, one: _Move, other: _Move) -> str:
    """Return a clause about where a Complete stands, if it stands further right after the better move."""
    columns = [row.index(card) for move in (one, other) for row in move.after.stage if card in row]
    if len(columns) < len((one, other)) or columns[0] <= columns[1]:
        return ""
    return f": {one.name} puts it in column {columns[0] + 1}, {other.name} in column {columns[1] + 1}"


def _is(card: Complete, fate: str, share: float, move: _Move) -> str:
    """Return a clause about how often a Complete has this fate after a move."""
    found = f"{_share(share)} {fate}" if share in (0, 1) else f"{fate} {_share(share)} of the time"
    return f"{card.code} is {found} after {move.name}"


def _share(share: float) -> str:
    """Return a share of games, such as `62%`. Only `always` and `never` are exact."""
    if share in (0, 1):
        return "always" if share else "never"
    return f"{min(0.99, max(0.01, share)):.0%}"
