"""Short reasons why one move of Exit Stage Right is better than another.

A reason begins with what each move certainly does. What happens later comes from simulations of both moves with the
same hidden cards, dealt at random to fit what the player knows. A Complete is named only if something about its place
or about the player's hand explains the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from cardtable.engine.cards import COMPLETES, Complete, Single, is_hidden, matches
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import ROWS, Action, FaceDown, FaceUp, Refill, Shifted, State
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.phrases import capitalized, counted, join_words, plural, signed
from cardtable.engine.zones import unseen
from cardtable.games.exit_stage_right.player.calibration import singles_left
from cardtable.games.exit_stage_right.player.sure import MIN_NAMEABLE, by_the_book, certain, sure_row
from cardtable.players.foresight import NO_REASON, is_clear
from cardtable.players.knowledge import UNSURE, Sure

Ends = Sequence[tuple[State, State]]
"""Pairs of final states of simulations: one after the better move, and one after the worse move on the same deal."""
Values = Sequence[tuple[float, float]]
"""The exact win chance and margin after the better move, and then after the worse one."""
_WORTH_NAMING = 0.1
"""The smallest difference to name, in Completes."""
_MAX_FACTS = 2


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
        """The Completes that the move itself wins and loses."""
        return self.shifted.won, self.shifted.lost

    @property
    def sure(self) -> Sure:
        """The certain facts about the game's result after the move."""
        return UNSURE if len(self.after.hands) > 1 else certain(self.after)

    @property
    def stage(self) -> list[Complete]:
        """The Completes on the stage after the move, without a refill's new ones."""
        return [card for row in self.after.stage for card in row if card is not None and not is_hidden(card)]

    def row_of(self, card: Complete) -> int | None:
        """Return the row of a Complete after the move, or None if it has left the stage."""
        return next((number for number, row in enumerate(self.after.stage) if card in row), None)

    def column_of(self, card: Complete) -> int:
        """Return the column of a Complete that is still on the stage after the move, from 1 to 5."""
        return next(row.index(card) for row in self.after.stage if card in row) + 1

    def company_of(self, card: Complete) -> int:
        """Return the number of Completes in a Complete's row after the move, including that Complete."""
        return sum(each is not None for row in self.after.stage if card in row for each in row)

    def helpers(self, card: Complete) -> list[Single]:
        """Return the Singles left in hand that match a Complete."""
        return [single for single in self.hand if matches(card, single)]


class Clause(NamedTuple):
    """A part of a reason, without its full stop."""

    text: str
    """The comparison of the two moves."""
    fault: str = ""
    """What is wrong with the worse move, without saying what the better move is."""


class _Fact(NamedTuple):
    """A difference between what happens after two moves."""

    gain: float
    """How many more Completes the better move wins (or fewer it loses), on average."""
    clause: Clause


def contrast(
    state: State, better: Action, worse: Action, play_on: Callable[[], Ends], values: Values | None = None
) -> tuple[str, str]:
    """Return sentences about the advantage of the better action, and about what is wrong with the worse one.

    An example of the first is `At once, Red wins PGS; Hollow wins nothing.` The others don't reveal the better action.
    If there are `values`, the games that `play_on` returns were played as well as possible.
    """
    one, other = (_move(state, action, rival) for action, rival in ((better, worse), (worse, better)))
    clauses = [*_at_once(one, other), *_by_spent_single(state, one, other)]
    certainly = [*_certainly(state, one, other, values)]
    how = "in simulations" if values is None else "with best play"
    later = certainly or [
        Clause(f"{how}, {found.text}", found.fault and f"{how}, {found.fault}")
        for found in _later(state, one, other, play_on)
    ]
    if later and one.gain < other.gain:
        later[0] = later[0]._replace(text=f"but {later[0].text}")
    found = [*(clauses or ([] if certainly else _by_shift(one, other))), *later]
    if not found:
        found = [_unexplained(one, other)]
    faults = [clause.fault for clause in found if clause.fault]
    return _sentences(clause.text for clause in found), _sentences(faults)


def _unexplained(one: _Move, other: _Move) -> Clause:
    """Return a clause that admits that no single reason is known."""
    if one.shifted.slides == other.shifted.slides and not isinstance(other.action, Refill) and other.hand != one.hand:
        return Clause(f"the cards move the same way; simulations go a little better with {other.action.card} in hand")
    return Clause(f"{NO_REASON}: {one.name} does better in simulations on the whole")


def _sentences(clauses: Iterator[str] | Sequence[str]) -> str:
    return " ".join(f"{capitalized(clause)}." for clause in clauses)


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
            return f"refilling {_rows(rows)}" if isinstance(rival, Refill) else "refilling"


def _rows(rows: Sequence[int]) -> str:
    return join_words(ROWS[row] for row in rows)


def _codes(cards: Sequence[Complete]) -> str:
    return join_words(card.code for card in cards)


# Certain facts
def _at_once(one: _Move, other: _Move) -> Iterator[Clause]:
    """Yield a clause about the Completes that each move itself wins and loses, if there are any."""
    common = [[card for card in cards if card in rivals] for cards, rivals in zip(one.fates, other.fates, strict=True)]
    own = {
        move: [[card for card in cards if card not in known] for cards, known in zip(move.fates, common, strict=True)]
        for move in (one, other)
    }
    both = "both" if any(own[other]) else f"{one.name} and {other.name} both"  # the rival may not have been named yet
    found = [f"{both} {_does(common, ('win', 'lose'))}"] if any(common) else []
    for move, rival in ((one, other), (other, one)):
        if any(own[move]):
            found.append(f"{move.name}{' also' if any(common) else ''} {_does(own[move])}")
        elif not any(common) and any(rival.fates):
            found.append(f"{move.name} {_nothing(rival)}")
    if found:
        lost, missed = own[other][1], len(own[one][0])
        faults = [f"{other.name} loses {_codes(lost)} at once"] if lost else []
        faults += [f"you can win {counted(missed, 'Complete')} more at once"] if missed > len(own[other][0]) else []
        yield Clause(f"at once, {'; '.join(found)}", "; ".join(faults))


def _nothing(rival: _Move) -> str:
    """Return a phrase about a move that wins and loses nothing, unlike its rival."""
    return "does neither" if all(rival.fates) else f"{'wins' if rival.shifted.won else 'loses'} nothing"


def _does(fates: Sequence[Sequence[Complete]], verbs: Sequence[str] = ("wins", "loses")) -> str:
    """Return a phrase about Completes won and lost, such as `wins FGS and loses PBT`."""
    return join_words(f"{verb} {_codes(cards)}" for verb, cards in zip(verbs, fates, strict=True) if cards)


def _by_spent_single(state: State, one: _Move, other: _Move) -> Iterator[Clause]:
    """Yield a clause about the Single that the better move keeps, if both moves have the same effect on the stage."""
    first, second = one.action, other.action
    if isinstance(first, Refill) or isinstance(second, Refill) or one.shifted.slides != other.shifted.slides:
        return
    spare, needed = first.card, second.card
    only = [card for card in other.stage if matches(card, needed) and not other.helpers(card)]
    on_stage = [card for row in state.stage for card in row if card is not None]
    to_come = unseen(COMPLETES, on_stage, state.won, state.lost)
    counts = [
        [sum(matches(card, each) for card in cards) for cards in (other.stage, to_come)] for each in (spare, needed)
    ]
    (few, fewer), (many, more) = counts
    keeps = f"the cards move the same way, but {one.name} leaves you {needed}"
    spends = f"it spends {needed}"
    if only:
        yield Clause(f"{keeps}, your only Single for {only[0].code}", f"{spends}, your only Single for {only[0].code}")
    elif few < many:
        on = f"which matches {many} of the Completes on the stage"
        yield Clause(f"{keeps}, {on}; {spare} matches {few or 'none'}", f"{spends}, {on}")
    elif spare in one.hand and needed not in other.hand:
        yield Clause(f"{keeps}; you have another {spare}, but only one {needed}", f"{spends}, and you have only one")
    elif few == many and fewer < more:
        on = f"which matches {more} of the {len(to_come)} Completes still to come"
        yield Clause(f"{keeps}, {on}; {spare} matches {fewer or 'none'}", f"{spends}, {on}")


def _certainly(state: State, one: _Move, other: _Move, values: Values | None) -> Iterator[Clause]:
    """Yield a clause about the result that only the better move makes certain, whatever cards come."""
    best, instead = one.sure.at_least, other.sure.at_least
    if values is not None:
        (wins, _), (chance, _) = values
        if wins == 1 > chance:
            left = f"you can win {_share(chance)} of the time" if chance else "a win is impossible"
            after = f"after {other.name}, {left}"
            yield Clause(
                f"with best play, you always win after {one.name}; {after}", f"{after}; before, it was certain"
            )
    elif instead < best and by_the_book(state.options):
        yield _by_sure_way(state, one, other)
    elif instead <= 0 < best:
        plan = "" if state.options.empty_grid == "refill-first" else " if you don't refill any more"
        doubt = f"after {other.name}, a win isn't certain"
        yield Clause(f"after {one.name}, you win{plan}, whatever cards come; {doubt}", f"{doubt} any more")


def _by_sure_way(state: State, one: _Move, other: _Move) -> Clause:
    """Return a clause about what the worse move costs a player who follows the sure way to win."""
    row = sure_row(one.after, _rows_of(one.action))
    others_row = sure_row(other.after, () if row is None else (row,))
    best, instead = signed(one.sure.at_least), signed(other.sure.at_least)
    way = "without another refill, you reach" if row is None else f"the sure way through the {ROWS[row]} row reaches"
    through = "" if others_row in (row, None) or row is None else f" (through the {ROWS[others_row]} row)"
    unit = "Complete" if best in ("+1", "-1") else "Completes"
    left, cost = singles_left(state), _sure_cost(state, one, other, row)
    if isinstance(one.action, Refill) and not isinstance(other.action, Refill):
        reached = f"{best} {unit} with {counted(left, 'Single')}, only {instead} with {left - 1}{through}"
    else:
        reached = f"{best} {unit} after {one.name}, only {instead} after {other.name}{through}"
    why = "new Completes can be lost" if isinstance(other.action, Refill) else f"{other.name} spends {_one_of(left)}"
    fault = f"{why}: on the sure way, {best} was certain, and now only {instead} is"
    return Clause(": ".join(filter(None, [cost, f"{way} at least {reached}"])), fault)


def _rows_of(action: Action) -> Sequence[int]:
    """Return the rows that an action names or refills."""
    return (action.row,) if isinstance(action, FaceDown) else action.rows if isinstance(action, Refill) else ()


def _sure_cost(state: State, one: _Move, other: _Move, row: int | None) -> str:
    """Return a clause about what the worse move gives up on the sure way through a row, or an empty string."""
    left = singles_left(state)
    if isinstance(other.action, Refill):
        extra = [each for each in other.action.rows if each != row]
        if not extra or row is None:
            return f"with {counted(left, 'Single')} to play, new Completes can all be lost"
        cards, fewer = (sum(card is not None for card in move.after.stage[row]) for move in (one, other))
        if cards >= MIN_NAMEABLE > fewer:
            return f"after {other.name}, the {ROWS[row]} row has too few Completes to be named"
        go = f"{plural(len(extra), 'row')} {'goes' if len(extra) == 1 else 'go'} left"
        return f"each time you name the {ROWS[row]} row, the {_rows(extra)} {go} and can be lost"
    if isinstance(one.action, Refill):
        return f"{other.name} spends {_one_of(left)}, and {one.name} spends none"
    sent = [move.card for move in other.shifted.moves if move.source.row == row and not move.goes_right]
    kept = {move.card for move in one.shifted.moves if move.goes_right}
    away = [card for card in sent if card in kept]
    return f"{other.name} sends {_codes(away)} left" if away else ""


def _one_of(singles: int) -> str:
    return "your last Single" if singles == 1 else f"one of your {singles} Singles"


def _by_shift(one: _Move, other: _Move) -> list[Clause]:
    """Return a clause about the numbers of Completes that move right and left, if the better move sends more right."""
    if one.shifted.net <= other.shifted.net:
        return []
    return [
        Clause(
            f"{one.name} {_sends(one.shifted)}; {other.name} {_sends(other.shifted)}",
            f"{other.name} {_sends(other.shifted)}",
        )
    ]


def _sends(shifted: Shifted) -> str:
    """Return the movements of a shift, such as `sends 1 right and 2 left`."""
    ways = [f"{count} {way}" for count, way in ((shifted.right, "right"), (shifted.left, "left")) if count]
    return f"sends {join_words(ways)}" if ways else "moves nothing"


# Simulations
def _later(state: State, one: _Move, other: _Move, play_on: Callable[[], Ends]) -> Iterator[Clause]:
    """Yield a clause about the largest differences between games that continue after each move, if any are clear."""
    ends = play_on()
    found = [*_excuses(one, other, ends)] if one.gain <= other.gain else []
    facts = sorted(_facts(state, one, other, ends), key=lambda fact: -fact.gain)
    total = fmean(len(a.won) - len(a.lost) - len(b.won) + len(b.lost) for a, b in ends)
    explained = max(0.0, float(one.gain - other.gain))
    for fact in facts[:_MAX_FACTS]:
        if explained < total / 2 or (not found and fact.gain > total / 3):
            found.append(fact.clause)
            explained += fact.gain
    if found:
        yield Clause(
            "; ".join(clause.text for clause in found), "; ".join(filter(None, [each.fault for each in found]))
        )


def _excuses(one: _Move, other: _Move, ends: Ends) -> Iterator[Clause]:
    """Yield clauses about Completes that the worse move loses later as well, or that the better move wins later."""
    for cards, rival, move, at, fate in (
        (one.shifted.lost, other.shifted.lost, other, 1, "lost"),
        (other.shifted.won, one.shifted.won, one, 0, "won"),
    ):
        shares = {card: fmean(card in getattr(pair[at], fate) for pair in ends) for card in cards if card not in rival}
        if found := [card for card, share in shares.items() if share > 1 / 2]:
            how_often = join_words(dict.fromkeys(_share(shares[card]) for card in found))
            times = f"always {fate}" if how_often == _share(1) else f"{fate} {how_often} of the time"
            told = f"{_codes(found)} {'is' if len(found) == 1 else 'are'} {times} after {move.name}"
            only = Clause(", too") if at else _only(one, other, ends)
            yield Clause(f"{told}{only.text}", only.fault)


def _only(one: _Move, other: _Move, ends: Ends) -> Clause:
    """Return how often the Complete that only the better move wins immediately is won after the worse move as well."""
    won = [card for card in one.shifted.won if card not in other.shifted.won]
    share = fmean(card in end.won for card in won for _, end in ends) if len(won) == 1 else 1
    if share in (0, 1):
        return Clause("")
    told = f"{won[0].code} is won only {_share(share)} of the time after {other.name}"
    return Clause(f", {won[0].code} only {_share(share)} after {other.name}", told)


def _facts(state: State, one: _Move, other: _Move, ends: Ends) -> Iterator[_Fact]:
    """Yield the clear differences in favour of the better move: the fate of each Complete, and of all the new ones.

    A Complete counts only if its place, its row or the hand explains the difference.
    """
    for card in [card for row in state.stage for card in row if card is not None and not is_hidden(card)]:
        gains = [_later_gain(card, one, a) - _later_gain(card, other, b) for a, b in ends]
        if _is_worth_naming(gains) and (clause := _fate(card, one, other, ends)):
            yield _Fact(fmean(gains), clause)
    new = [[_new(state, end) for end in side] for side in zip(*ends, strict=True)]
    if _is_worth_naming([a - b for a, b in zip(*new, strict=True)]):
        more, less = map(fmean, new)
        brings = f"the Completes still to come bring {_signed(more)} on average after {one.name}"
        fault = f"the Completes still to come bring only {_signed(less)} on average"
        yield _Fact(more - less, Clause(f"{brings}, {_signed(less)} after {other.name}", fault))


def _signed(number: float) -> str:
    return signed(round(number, 1))


def _is_worth_naming(gains: Sequence[float]) -> bool:
    return fmean(gains) >= _WORTH_NAMING and is_clear(gains)


def _later_gain(card: Complete, move: _Move, end: State) -> int:
    """Return 1 if a Complete is won after the move's own shift, -1 if it is lost then, and 0 otherwise."""
    if card in move.shifted.won or card in move.shifted.lost:
        return 0
    return (card in end.won) - (card in end.lost)


def _new(state: State, end: State) -> int:
    """Return how many of the Completes that aren't on the stage yet are won by the end, minus the number lost."""
    known = {card for row in state.stage for card in row} | {*state.won, *state.lost}
    return sum(card not in known for card in end.won) - sum(card not in known for card in end.lost)


def _fate(card: Complete, one: _Move, other: _Move, ends: Ends) -> Clause | None:
    """Return a clause about a Complete that fares better after the better move, or None if nothing explains why."""
    won = [fmean(card in end.won for end in side) for side in zip(*ends, strict=True)]
    lost = [fmean(card in end.lost for end in side) for side in zip(*ends, strict=True)]
    if card in one.shifted.won:
        clause = _is(card, "won only" if won[1] else "won", won[1], other)
        return Clause(clause, clause)
    if card in other.shifted.lost and card not in one.shifted.lost and won[0]:
        helpers = one.helpers(card)
        kept = f": you keep {counted(len(helpers), 'Single')} for it" if helpers else ""
        return Clause(f"{_is(card, 'won', won[0], one)}{kept}")
    if card in (*one.shifted.lost, *other.shifted.won, *other.shifted.lost) or not (cause := _cause(card, one, other)):
        return None
    shares, fate = (won, "won") if won[0] - won[1] >= lost[1] - lost[0] else (lost, "lost")
    clause = f"{_is(card, fate, shares[0], one)}, {_share(shares[1])} after {other.name}"
    if sorted(shares) == [0, 1]:
        there, elsewhere = (one, other) if shares[0] else (other, one)
        clause = f"{card.code} is {fate} after {there.name}, but not after {elsewhere.name}"
    fault = _is(card, f"{fate} only" if fate == "won" and shares[1] else fate, shares[1], other)
    if one.shifted.slides == other.shifted.slides and not isinstance(one.action, Refill):
        return Clause(clause, fault)  # the Single that the better move keeps has already been named
    return Clause(f"{clause}: {cause.text}", f"{fault}: {cause.fault}")


def _cause(card: Complete, one: _Move, other: _Move) -> Clause | None:
    """Return the reason why a Complete does better after a move: its place, its row or the Singles kept in hand."""
    columns = [move.column_of(card) for move in (one, other)]
    if columns[0] > columns[1]:
        place = f"it is then in column {columns[1]}"
        return Clause(f"{one.name} puts it in column {columns[0]}, {other.name} in column {columns[1]}", place)
    helpers, fewer = one.helpers(card), other.helpers(card)
    if len(helpers) > len(fewer):
        kept = next(single for single in helpers if helpers.count(single) > fewer.count(single))
        if not fewer:
            return Clause(f"{one.name} keeps {kept}, your only Single for it", "none of your other Singles matches it")
        keeps = f"{one.name} leaves you {counted(len(helpers), 'Single')} for it, {other.name} {len(fewer)}"
        return Clause(keeps, f"it leaves you only {counted(len(fewer), 'Single')} for it")
    company, alone = one.company_of(card), other.company_of(card)
    if company >= MIN_NAMEABLE > alone:
        needs = "" if helpers else "none of your Singles matches it, but "
        alone_needs = "and none of your Singles matches it" if not fewer else "so its row can't be named"
        return Clause(
            f"{needs}after {one.name}, another Complete is in its row, so you can name that row",
            f"it is alone in its row, {alone_needs}",
        )
    return None


def _is(card: Complete, fate: str, share: float, move: _Move) -> str:
    """Return a clause about how often a Complete has this fate after a move."""
    found = f"{_share(share)} {fate}" if share in (0, 1) else f"{fate} {_share(share)} of the time"
    return f"{card.code} is {found} after {move.name}"


def _share(share: float) -> str:
    """Return a share of games, such as `62%`. Only `always` and `never` are exact."""
    if share in (0, 1):
        return "always" if share else "never"
    return f"{min(0.99, max(0.01, share)):.0%}"
