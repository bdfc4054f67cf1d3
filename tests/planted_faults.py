"""Do the tests bite?  Plants one fault at a time in a copy of the engine and says which test finds it first.

Run as `python tests/planted_faults.py [words of the faults to plant, or of their files]`.  Exits 1 if any fault
survives, and stops at once where the tests fail without a fault, or where the text to be replaced is not found exactly
once.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
COPIED = ("src", "rules", "tests", "pyproject.toml")
SUITE = ("tests/engine", "tests/games", "tests/examples", "tests/test_floors.py")
"""All but the app's and the table's tests; folders that are not there are left out."""
PATIENCE = 300
"""Seconds after which a fault that makes a game endless counts as found."""
ENGINE = "src/cardtable/engine"
RULES = f"{ENGINE}/games/exit_stage_right.py"


KEPT = (
    *("tests/table/test_archive.py", "tests/test_kept_games.py", "tests/table/test_record.py"),
    *("tests/table/test_rescue.py", "tests/reliability/test_power_cut.py", "tests/reliability/test_versions.py"),
    *("tests/reliability/test_failing_disk.py", "tests/reliability/test_two_at_once.py"),
)
LEARNED = ("tests/lessons",)
WATCHED = ("tests/table/test_replay.py", "tests/table/test_statistics.py", "tests/table/test_daily.py")


class Fault(NamedTuple):
    """One text for another."""

    what: str
    file: str
    old: str
    new: str
    suite: tuple[str, ...] = SUITE
    """The tests that should find it."""


def rule(what: str, old: str, new: str) -> Fault:
    """A fault in the rules of Exit Stage Right."""
    return Fault(what, RULES, old, new)


def clash(what: str, old: str, new: str) -> Fault:
    """A fault in the rules of Clash."""
    return Fault(f"Clash: {what}", f"{ENGINE}/games/clash.py", old, new)


def storm(what: str, old: str, new: str) -> Fault:
    """A fault in the rules of Wind City."""
    return Fault(f"Wind City: {what}", f"{ENGINE}/games/wind_city.py", old, new)


def city(what: str, old: str, new: str) -> Fault:
    """A fault in its boards and cards."""
    return Fault(f"Wind City: {what}", f"{ENGINE}/games/wind_city_map.py", old, new)


def keeping(what: str, file: str, old: str, new: str) -> Fault:
    """A fault in how games are kept."""
    return Fault(f"Keeping: {what}", f"src/cardtable/table/{file}.py", old, new, KEPT)


def looking_back(what: str, file: str, old: str, new: str) -> Fault:
    """A fault in replay, statistics or the daily deal."""
    return Fault(f"Looking back: {what}", f"src/cardtable/table/{file}.py", old, new, WATCHED)


def learning(what: str, file: str, old: str, new: str) -> Fault:
    """A fault in how lessons are read, judged and run."""
    return Fault(f"Learning: {what}", f"src/cardtable/lessons/{file}.py", old, new, LEARNED)


LAST_MOVE = """            if at == last and state.hurricane is not None:
                state = _stop(state, action.direction, events)
            if"""
INSURED_NEXT = """        if space not in insured:
            return"""
DREW = """        return None if self.open else (self.seat,)

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws"""
LAID = """        return None if self.open else (self.seat,)

    def tell(self, names: Sequence[str]) -> str:
        card = "a Single" if"""
RIGHT = "    right = [_pass(cells, column, +1) for column in reversed(range(COLUMNS)) if ways[column] == RIGHT]\n"
LEFT = "    left = [_pass(cells, column, -1) for column in range(COLUMNS) if ways[column] == LEFT]\n"
REFILLED = "    events = (Refilled(seat, rows, cards), Shifted(seat, stage, slides))\n"
PEEK = "    next_card = state.draw_deck[0].order % 2 if state.draw_deck else 0\n"
CHOICES = "    return _singles(_held(hands[seat]), _nameable(stage)) + refills\n"
ROUND = "_CLOCKWISE[len(hands)]"
COUNT = '    count = f"{right} right, {left} left"'
FORESEEN = "return tuple(event for event in events if not (isinstance(event, Drew)"
REDEALT = "singles, key = shuffle(unseen(SINGLES, *state.hands, state.draw_deck, state.face_up, *state.face_down), key)"
COMPLETES_REDEALT = "    completes, _ = shuffle(unseen(COMPLETES, *state.stage, state.won, state.lost), key)\n"

LANDS = "                after[target] = Pile(cards[::-1] + below, hidden)\n"
STILL_THERE = "        if face_up or face_down:\n            landing[lane] = pile\n"


def rummy(what: str, old: str, new: str) -> Fault:
    """A fault in the rules of Rummy-like."""
    return Fault(f"Rummy: {what}", f"{ENGINE}/games/rummy_like.py", old, new)


def wind(what: str, old: str, new: str) -> Fault:
    """A fault in the rules of Tradewinds."""
    return Fault(what, f"{ENGINE}/games/tradewinds.py", old, new)


LAZY = "    while False and not any(isinstance(card, Complete) for card in pile["
FEWER = "if (card.mask & showing).bit_count() == 1 else 0"
THREE_PASSES = "other, passed = 1 - seat, not played and seat == dealer"
OWN_PILE = "[pile if owner == seat else face_down(pile) for owner, pile in enumerate(draw_piles)]"
SHOWN_ON_TOP = "own = (*sure, *cards[:free])"

FAULTS = (
    # The shift
    rule("leftmost first to the right", RIGHT, RIGHT.replace("reversed(range(COLUMNS))", "range(COLUMNS)")),
    rule("rightmost first to the left", LEFT, LEFT.replace("range(COLUMNS)", "reversed(range(COLUMNS))")),
    rule("left before right", RIGHT + LEFT, LEFT + RIGHT),
    rule(
        "a jump lands one too far",
        "column] is not None:\n        column += step",
        "column] is not None:\n        column += 2 * step",
    ),
    rule(
        "no jump over two cards", "    while 0 <= column < COLUMNS and cells", "    if 0 <= column < COLUMNS and cells"
    ),
    rule("won and lost swapped", "bottom.arrange(c)), won, lost", "bottom.arrange(c)), lost, won"),
    rule("a named row goes left", "    (_ALL_RIGHT, _ALL_LEFT, _ALL_LEFT),", "    (_ALL_LEFT, _ALL_LEFT, _ALL_LEFT),"),
    # Face down
    rule("face down on one card", "most = COLUMNS - 2", "most = COLUMNS - 1"),
    # Refill
    rule("the centre always stays", '_ALL_STAY if shift == "off-centre" or row in rows', "_ALL_STAY if shift"),
    rule("the old in the centre never stay", 'if shift == "off-centre" or row in rows', "if row in rows"),
    rule("the new in the centre go left", 'if shift == "off-centre" or row in rows', 'if shift == "off-centre"'),
    rule(
        "filled from the bottom up",
        "for row, card in zip(rows, cards, strict=True):",
        "for row, card in zip(reversed(rows), cards, strict=True):",
    ),
    rule(
        "a Single drawn after a refill",
        REFILLED,
        f"{REFILLED}    hands = put(hands, seat, in_order((*hands[seat], *draw_deck[:1])))\n"
        "    draw_deck = draw_deck[1:]\n",
    ),
    rule("`all` ignored", 'if count == "all":', 'if count == "every":'),
    rule("`all` fills from the bottom up", "_REFILL[rows[:most]]", "_REFILL[rows[-most:]]"),
    rule("no refill of one cell", "range(most, 0, -1)", "range(most, 1, -1)"),
    rule(
        "`refill-first` ignored",
        'options.empty_grid == "refill-first" and _is_bare',
        'options.empty_grid == "never" and _is_bare',
    ),
    rule("`refill-first` always", 'if refills and options.empty_grid == "refill-first" and', "if refills and"),
    # Hands and turns
    rule("a hand of 7 for six", "else min(7, LARGEST_HAND[seats])", "else 7"),
    rule("`draw: none` ignored", 'if draw_deck and options.draw == "after-each-single":', "if draw_deck:"),
    rule(
        "a card drawn stays in the deck",
        "draw_deck = draw_deck[0], draw_deck[1:]",
        "draw_deck = draw_deck[0], draw_deck",
    ),
    rule("a card played is lost", "face_up += (card,)", "face_up += ()"),
    rule("hands lie as they were dealt", "hands=tuple(in_order(hand) for hand in hands),", "hands=hands,"),
    rule("every other player is passed over", f"{ROUND}[seat]:", f"{ROUND}[(seat + 1) % len(hands)]:"),
    rule("turns go round the other way", f"{ROUND}[seat]:", f"(*{ROUND}[seat][-2::-1], seat):"),
    rule("a player without cards is asked", "if hands[following]:", "if any(hands):"),
    rule("the wrong one begins", "else options.first - 1", "else options.first % seats"),
    rule("both decks from one key", "singles, key = shuffle(SINGLES, key)", "singles, _ = shuffle(SINGLES, key)"),
    # The end
    rule("a tie is won", "winners=tuple(seats) if margin > 0 else ()", "winners=tuple(seats) if margin >= 0 else ()"),
    rule("a tie is told as a win", 'a win by {margin}" if margin > 0', 'a win by {margin}" if margin >= 0'),
    # What is seen
    rule(
        "the Complete deck is seen",
        "= face_down(draw_deck), face_down(complete_deck)",
        "= face_down(draw_deck), complete_deck",
    ),
    rule("the top of the draw deck is seen", "= face_down(draw_deck),", "= draw_deck[:1] + face_down(draw_deck[1:]),"),
    rule("hands are seen by the next player", "hand if owner == seat else", "hand if seat in (owner, owner + 1) else"),
    rule("face-down Singles are seen", "if on_turn is not None:  # ES-11", "if on_turn is None:  # ES-11"),
    rule("face-down Singles stay hidden", "if on_turn is not None:  # ES-11", "if True:  # ES-11"),
    rule("open hands stay hidden", "if not options.open_hands:  # ES-10", "if True:  # ES-10"),
    rule("a draw is told to everybody", DREW, DREW.replace("None if self.open else (self.seat,)", "None")),
    rule("a face-down Single is told to everybody", LAID, LAID.replace("None if self.open else (self.seat,)", "None")),
    rule(
        "choices in an order that tells the next card",
        CHOICES,
        f"{PEEK}    found = {CHOICES[11:]}    return found[:: 1 - 2 * next_card]\n",
    ),
    rule(
        "an explanation that tells the next card",
        COUNT,
        f'{PEEK}    count = f"{{right}} right, {{left}} left {{next_card}}"',
    ),
    # Redeals and previews
    rule(
        "a determinize in the order of the deck",
        REDEALT,
        REDEALT.replace("singles, key = shuffle(", "singles, key = ("),
    ),
    rule(
        "a determinize that only cuts the deck",
        COMPLETES_REDEALT,
        "    pile = unseen(COMPLETES, *state.stage, state.won, state.lost)\n"
        "    cut = draw_below(key, max(1, len(pile)))[0]\n    completes = pile[cut:] + pile[:cut]\n",
    ),
    rule(
        "a determinize without sorting the hands",
        "hands=tuple(in_order(dealt(hand)) for",
        "hands=tuple(dealt(hand) for",
    ),
    rule("nothing is foreseen", FORESEEN, FORESEEN.replace("in events", "in ()")),
    # Tradewinds
    wind(
        "the wind from the upwind edge",
        "(2, 1, 0) for lane in range(3)),  # North",
        "range(3) for lane in range(3)),  # North",
    ),
    wind("the wind towards the player", "_FROM_DOWNWIND[seat]:", "_FROM_DOWNWIND[(seat + 2) % 4]:"),
    wind("told from the south", "(0, 1, 2) for lane in range(3)),  # East", "range(3) for lane in (2, 1, 0)),  # East"),
    wind("only one Single of a pile flies", "while flying < len(face_up) and", "while False and"),
    wind("the Singles of a pile fly as a block", LANDS, LANDS.replace("[::-1]", "")),
    wind("Singles land in new gaps", STILL_THERE, STILL_THERE.replace("if face_up or face_down", "if True")),
    wind("a pile of backs is flown over", STILL_THERE, STILL_THERE.replace(" or face_down", "")),
    wind(
        "all lines are one",
        STILL_THERE,
        STILL_THERE.replace("landing[lane]", "landing[:]").replace("= pile", "= [pile] * 3"),
    ),
    wind("the wind blows twice", "_FROM_DOWNWIND[seat]:", "_FROM_DOWNWIND[seat] * 2:"),
    wind("nothing is turned up", "if face_down and not face_up:", "if False:"),
    wind("a back that is covered again is turned up", "if face_down and not face_up:", "if face_down:"),
    wind("the lowest back is turned up", "face_up = face_down[:1]", "face_up = face_down[-1:]"),
    wind("the player's own side scores", "sides[collector])\n        for", "sides[seat])\n        for"),
    wind("the player collects", "collector = (seat + 2) % 4  # TW-5", "collector = seat"),
    wind("False scores", "if verdict is TRUE)", "if verdict is not TRUE)"),
    wind("what deducts is lost", "deducted[collector] + deducts)", "deducted[collector])"),
    wind(
        "turns go round to the right",
        "following: Seat | None = (seat + 1) % 4",
        "following: Seat | None = (seat - 1) % 4",
    ),
    wind("a turn too few", "if len(discards) == TURNS:", "if len(discards) == TURNS - 1:"),
    wind("zero is won", "if score > 0 else ()", "if score >= 0 else ()"),
    wind("five is a clear victory", '(6, "a clear victory")', '(5, "a clear victory")'),
    wind("west begins for north", "else SEATS.index(", "else 3 - SEATS.index("),
    wind("`true_cards` ignored", "if true is None else", "if True else"),
    wind("T/F cards from two boxes", "TF_CARDS if true is None", "TF_CARDS * 2 if true is None"),
    wind(
        "one covering triple is never drawn", "draw_below(key, len(COVERINGS))", "draw_below(key, len(COVERINGS) - 1)"
    ),
    wind("Completes lie as they were dealt", "hands=tuple(map(in_order, hands)),", "hands=hands,"),
    wind("a back can be read", "Pile(up, face_down(down)) if down", "Pile(up, face_down(down[1:]) + down[:1]) if down"),
    wind("the hand opposite is seen", "hand if owner == seat else", "hand if seat in (owner, 3 - owner) else"),
    wind("open hands of winds stay hidden", "if not options.open_hands:  # TW-9", "if True:"),
    wind(
        "a determinize with piles in the order of the deck",
        "iter(singles), iter(completes)",
        "iter(in_order(singles)), iter(completes)",
    ),
    wind(
        "the end is not foreseen",
        'seen from its back."""\n    return apply(state, action).events',
        '"""\n    return apply(state, action).events[:1]',
    ),
    # Wind City
    city("east and west do not wrap", "% self.columns", "% (self.columns + 1)"),
    city("the north edge is a row too far", "return space // 100 >= self.rows", "return space // 100 > self.rows"),
    city("houses on stations", "if space not in stations) for section", "if True) for section"),
    city("a narrow coast will do", "needed = (seats - 1) * MOST_BEACH[seats] + 1", "needed = 1"),
    storm("nobody has to go to the coast", "last = counts[0] == most - 1 and not beach", "last = False"),
    storm("three beach houses of five players", "elif beach >= MOST_BEACH[seats]:", "elif beach >= 3:"),
    storm("a choice without a move", "if any(isinstance(card[at - 1], Move) for at in order)", "if order"),
    storm("renewal is never dear", "DEAR_RENEWAL if _is_dear(state, space) else RENEWAL", "RENEWAL"),
    storm("insurance is paid to the bank", "-cost), state.active, cost)", "-cost), state.active, 0)"),
    storm("insured houses fall", "if space not in insured]\n    destroyed", "if space]\n    destroyed"),
    storm("half a two-family house stands", "if space not in fallen])\n        state", "if space])\n        state"),
    storm("it stops after each move", LAST_MOVE, LAST_MOVE.replace("at == last and ", "")),
    storm("it stays on an insured house", "    if state.hurricane in state.insured:\n", "    if not state.trip:\n"),
    storm("it goes on by one space only", INSURED_NEXT, INSURED_NEXT.replace("space not in insured", "True")),
    storm("a station without a step", "or not trip.moved:", "or False:"),
    storm("calm at sea", " and not any(map(plan.is_sea, path))", ""),
    storm("insured houses are not met", "calm = trip.calm and not met and", "calm = trip.calm and not fallen and"),
    storm("northward is ignored", 'state.options.calm_bonus == "any" or row', "state.options.calm_bonus or row"),
    storm("houses behind the hurricane", "if row_of(space) > row_of(at) and space", "if space"),
    storm("houses without a stock", "or not stock(state, seat):", "or False:"),
    storm("houses in the last three rows", "row_of(at) >= rows - TOO_FAR_NORTH", "row_of(at) >= rows - 1"),
    storm("what just suffices is too little", "if owed > state.coins[seat]:", "if owed >= state.coins[seat]:"),
    storm("who is out has a turn", "(seat + at) % seats) not in state.out", "(seat + at) % seats) not in ()"),
    storm("the pile runs out too often", "if run_out == state.options.piles:", "if run_out > state.options.piles:"),
    storm("coins break no tie", "ranks = {seat: (points[seat], state.coins[seat])", "ranks = {seat: (points[seat], 0)"),
    storm("the choice can be read", "card=UNREAD, plan=(), key=Key(0))", "card=UNREAD, key=Key(0))"),
    storm("the card can be read", "card=UNREAD, plan=(), key=Key(0))", "plan=(), key=Key(0))"),
    storm("a determinize with the same choice", "card, plan = ways[at]", "card, plan = ways[at // 84 * 84]"),
    storm("cards are lost", "(*state.discards, state.card)", "state.discards"),
    # Clash: the deal
    clash("one key for deal and draw", "cards, key = shuffle(rest, key)", "cards, _ = shuffle(rest, key)"),
    clash("a dealer opens without a Complete", "    while not any(isinstance(card, Complete) for card in pile[", LAZY),
    clash("what was shown is forgotten", "shown=sure_of(shows),", "shown=(),"),
    clash("what was shown is noted twice", "sure += less(hand, sure)", "sure += hand"),
    clash("what was shown is noted for ever", "        shown = less(shown, cards)\n", "        pass\n"),
    clash("the wrong one deals first", "else options.first - 1", "else options.first % seats"),
    clash(
        "the deal does not alternate", "_deal(state.options, 1 - state.dealer,", "_deal(state.options, state.dealer,"
    ),
    clash("every deal of a match is the same", "scores, state.key)", "scores, Key(1))"),
    # Clash: the plays
    clash(
        "play 1 on one in common", '"1": (card.mask & top).bit_count() == 2', '"1": (card.mask & top).bit_count() == 1'
    ),
    clash(
        "play 1 on one or two in common", "(card.mask & top).bit_count() == 2", "0 < (card.mask & top).bit_count() < 3"
    ),
    clash("play 2 with the Chard that shows", "_chards(held & top & ~showing)", "_chards(held & top)"),
    clash("play 2 whatever the top", "_chards(held & top & ~showing)", "_chards(held & ~showing)"),
    clash("no play 3", '"3": card.mask == showing,', '"3": False,'),
    clash("play 4 without a match", '"4": top == showing,', '"4": (top & showing).bit_count() >= 2,'),
    clash("no three Chards together", "_threes(held) if top == showing else ()", "()"),
    clash("three Chards at any time", "_threes(held) if top == showing else ()", "_threes(held)"),
    clash("play 5 without the Chard", "if third & held:", "if third:"),
    clash("play 5 on one that shows", "if (card.mask & showing).bit_count() == 2 else 0", FEWER),
    clash("play 6 goes on", "ends = last or not piles[COMPLETE_PILE]", "ends = not piles[COMPLETE_PILE]"),
    clash("the opening goes on", "ends = last or not piles[COMPLETE_PILE]", "ends = last"),
    clash("a Chard lies at the bottom", "(card, *piles[pile])", "(*piles[pile], card)"),
    clash("no end without a card", "if card.mask & held), _END)", "if card.mask & held), *[_END][held > 0 :])"),
    # Clash: hands, rounds and scores
    clash("an emptied hand stays empty", "if not over and (ends or not hand):", "if not over and ends:"),
    clash("a hand of eight", "wanted = HAND_SIZE - len(hand)", "wanted = HAND_SIZE + 1 - len(hand)"),
    clash("an emptied hand wins", "over = not hand and not draw_pile", "over = not hand"),
    clash("one pass ends the round", "        if passed:  # CL-7", "        if True:  # CL-7"),
    clash("three passes end the round", "other, passed = 1 - seat, not played", THREE_PASSES),
    clash("the one with more cards scores", "left.index(min(left))", "left.index(max(left))"),
    clash("the round scores one", "scores[winner] + max(left) - min(left)", "scores[winner] + 1"),
    clash("one point too many is asked for", "max(scores) >= target:", "max(scores) > target:"),
    # Clash, and what a seat sees
    clash("the other hand is seen", "hand if owner == seat else face_down(hand)", "hand"),
    clash("one's own pile is seen", "[face_down(pile) for pile in draw_piles]", OWN_PILE),
    clash("the key is seen", "passed, shown, Key(0)", "passed, shown, state.key"),
    clash("draws are told to everybody", '    SECRET = ("cards",)\n', "    SECRET = ()\n"),
    clash("draws are told in their order", "Drew(seat, sort_hand(drawn))", "Drew(seat, drawn)"),
    clash("a hand lies as it was drawn", "return sort_hand(hand + drawn),", "return hand + drawn,"),
    clash(
        "a determinize forgets what was shown", "sure: Hand = less(state.shown, state.hands[dealer])", "sure: Hand = ()"
    ),
    clash("a determinize leaves the shown on top", "own, key = shuffle((*sure, *cards[:free]), key)", SHOWN_ON_TOP),
    clash("a determinize opens without a Complete", "if state.piles[COMPLETE_PILE] or legal(again):", "if True:"),
    clash("the next deal is foreseen", "not isinstance(event, Dealt)", "event is not None"),
    clash("an explanation names one play", 'if plays == ("1",):', 'if "1" in plays:'),
    # Rummy-like: the trick
    rummy("the other two go on top of the deck", "deck=state.deck + under,", "deck=under + state.deck,"),
    rummy(
        "the two lie the other way round",
        "under = drawn[:at] + drawn[at + 1 :]",
        "under = drawn[at + 1 :] + drawn[:at]",
    ),
    rummy("what lies open comes on top", "deck, marks = deck + under, marks", "deck, marks = under + deck, marks"),
    rummy("discards are not shuffled in", "reshuffled = led_pile + discards", "reshuffled = led_pile"),
    rummy("one key for every shuffle", "under, key = shuffle(reshuffled, key)", "under, _ = shuffle(reshuffled, key)"),
    rummy("a Chard need not match", "_plays(borne(hand) & led.mask)", "_plays(borne(hand))"),
    rummy("who discards plays on in the chain", "if not (sat_out[seat] or bust[seat])", "if not bust[seat]"),
    rummy("a bust player keeps the points", "bust = put(state.scores, seat, 0),", "bust = state.scores,"),
    rummy("a bust player leads", "if not state.bust[seat])\n    done", "if seat >= 0)\n    done"),
    rummy("one bust ends the round", "if sum(bust) < SEATS - 1:", "if sum(bust) < 1:"),
    rummy("Chards played are not given back", "insert(hand, card) if card else hand for", "hand for"),
    rummy("two copies are needed to send one", "if len(set(some)) == count or", "if len(set(some)) == count > 1 or"),
    rummy("a pair of one copy is sent", "or some[0].mask & doubled)", "or some[0].mask & held)"),
    rummy("all picked up are sent", "return len(state.picked) - 1", "return len(state.picked)"),
    rummy("the one who picks up learns who played", "picked: Any = in_order(tuple(", "picked: Any = (tuple("),
    # Rummy-like: points, rounds and the match
    rummy("a set of three is a set", "OF_A_KIND = 4  # RM-6", "OF_A_KIND = 2  # RM-6"),
    rummy(
        "a set scores once",
        "sum((card.mask & sets).bit_count() for card in tricards)",
        "(borne(tricards) & sets).bit_count()",
    ),
    rummy(
        "only the caller scores",
        "gains = _points_in_hand(state)",
        "gains = tuple(gain * (at == seat) for at, gain in enumerate(_points_in_hand(state)))",
    ),
    rummy("a tie wins", "state.scores.count(best) == 1 else", "state.scores.count(best) >= 1 else"),
    rummy("one point too many is asked for", "if best >= state.options.target", "if best > state.options.target"),
    rummy("three sets of any TriCards win at once", "if card.mask == sets), None)", "if card.mask & sets), None)"),
    rummy(
        "a win at once is not looked for",
        "    if _winner_at_once(done) is not None:",
        "    if False:",
    ),
    rummy("the caller leads again", "_FROM[seat][1], state.round + 1", "seat, state.round + 1"),
    rummy(
        "every deal of a match is the same", "state.round + 1, scores, state.key)", "state.round + 1, scores, Key(1))"
    ),
    rummy("a round ends at the first short deck", "return bool(state.reshuffled) and len", "return len"),
    rummy("a round never ends without a call", "if _is_out_of_tricards(done):", "if False:"),
    # Rummy-like: who knows what
    rummy("the other hands are seen", "hands[owner] = known + _BACKS", "_ = known + _BACKS"),
    rummy("TriCards are seen", "tricards[owner] = own[owner] + _BACKS", "_ = own[owner] + _BACKS"),
    rummy("the deck is seen", "card if mark & mine else FACE_DOWN", "card if mark & mine or not mark else FACE_DOWN"),
    rummy("what is picked up is seen", "if picked and seat != state.turn:", "if picked and seat is None:"),
    rummy("the leader forgets what went under", "tuple([mark | mine for mark in marks[:DRAWN]])", "marks[:DRAWN]"),
    rummy("what may have been played stays sure", "if not card.mask & led.mask or", "if True or"),
    rummy("what may have been sent stays sure", "if at >= count and sure[at - count] is card", "if at >= 0"),
    rummy(
        "what was sent away stays sure",
        "now[seat] = less(held, cards) if owner == to",
        "now[seat] = held if owner == to",
    ),
    rummy("nobody knows what they sent", "now[where] = in_order(now[where] + cards)", "now[where] = now[where]"),
    rummy("what was sent is told to all", "        return (self.seat, self.to)", "        return None"),
    rummy(
        "a determinize plays what does not match",
        "        (state.played, mask),",
        "        (state.played, EVERY_MASK),",
    ),
    rummy("a determinize forgets who sat out", "EVERY_MASK & ~mask if out else", "EVERY_MASK if out else"),
    rummy("a determinize forgets what is sure", "and not _is_as_known(again, seen.known[seat])", "and False"),
    rummy("a determinize forgets how the match was won", "_shown_at_the_end(again) == _shown_at_the_end(seen)", "True"),
    rummy(
        "a determinize favours what is left", "rest, key = shuffle(less(rest, found), key)", "rest = less(rest, found)"
    ),
    rummy("a scoring is foreseen", "isinstance(event, Scored | WonAtOnce)", "isinstance(event, WonAtOnce)"),
    # Keeping
    keeping(
        "an action is told before it is kept",
        "session",
        "            self.journal.acting(self, action, step.state)\n",
        "            pass\n",
    ),
    keeping(
        "what is taken back stays kept",
        "session",
        "            self.journal.taking_back(self, self._taken[-1].before)\n",
        "            pass\n",
    ),
    keeping("the power may go off too soon", "archive", '"synchronous = FULL"', '"synchronous = OFF"'),
    keeping("anybody may write", "archive", "    if row is None or row[2] != holder:", "    if row is None:"),
    keeping(
        "whoever comes takes a game",
        "shelf",
        "        if not take_over and self.is_open_elsewhere(entry):",
        "        if False:",
    ),
    keeping(
        "a dead program holds its games",
        "sitting",
        "    except Timeout:\n        return True",
        "    except Timeout:\n        return False",
    ),
    keeping(
        "damage is not noticed", "archive", "kept != (total := crc32(said.encode(), total))", "kept != (total := kept)"
    ),
    keeping("a damaged file is not looked through", "archive", '        if found != "ok":', '        if found == "":'),
    keeping(
        "what failed is not written again",
        "shelf",
        "write = Archive.rewrite if self.fault else one_more",
        "write = one_more",
    ),
    keeping(
        "a fault stays for ever",
        "shelf",
        'archive.rewrite(self.number, holder, standing)\n            self.fault = ""',
        "archive.rewrite(self.number, holder, standing)",
    ),
    keeping(
        "hints and given actions are forgotten",
        "record",
        "session.undone, session.hinted, session.given = record.undone, record.hinted, record.given",
        "session.undone = record.undone",
    ),
    keeping("a changed record is taken", "record", 'body["sum"] != _fields(record)["sum"]', 'body["sum"] == ""'),
    keeping(
        "a newer archive is read",
        "archive_schema",
        "    if version > SCHEMA_VERSION:",
        "    if version > SCHEMA_VERSION + 9:",
    ),
    keeping(
        "no copy before a migration",
        "archive_schema",
        "            _keep_a_copy(path, version)\n",
        "            pass\n",
    ),
    # Looking back
    looking_back(
        "a running game is shown from any seat",
        "replay",
        "yield from (seat for seat in seats if seat in own or _knows_no_more(session, length, seat))",
        "yield from seats",
    ),
    looking_back(
        "a game is played on where others have hands",
        "replay",
        "if self.session.turn is not None and not self.session.alone:",
        "if False:",
    ),
    looking_back("what was given is not marked", "replay", "        session.given = self.at\n", ""),
    looking_back(
        "one goes back too far",
        "replay",
        "before = bisect_left(starts, self.at) - 1",
        "before = bisect_left(starts, self.at) - 2",
    ),
    looking_back(
        "helped games are counted with the others",
        "statistics",
        "return not (entry.undone or entry.hinted or entry.given)",
        "return not (entry.undone or entry.hinted)",
    ),
    looking_back(
        "a streak is not broken",
        "statistics",
        "(at for at, won in enumerate(reversed(wins)) if not won)",
        "(at for at, won in enumerate(reversed(wins)) if won and at < 0)",
    ),
    looking_back(
        "the last game ended first",
        "statistics",
        "key=lambda each: (_stamp(each.touched), each.id)",
        "key=lambda each: (each.id,)",
    ),
    looking_back(
        "every day has another version", "daily", 'f"cardtable daily {VERSION} ', 'f"cardtable daily {VERSION + 1} '
    ),
    looking_back(
        "yesterday's streak is lost at midnight", "daily", "today - _DAY if today > date.min else today", "today"
    ),
    looking_back("any game may call itself the daily", "daily", "return daily.day if is_it and", "return daily.day if"),
    # Learning
    learning(
        "what is refused is not looked at", "scene", "            if wrong in self.legal:\n", "            if False:\n"
    ),
    learning(
        "a claim of the log always holds", "scene", "            if words not in log:\n", "            if False:\n"
    ),
    learning(
        "a measure always holds",
        "scene",
        "if (value := self.measure_of(name).of(played)) != wanted or",
        "if (value := self.measure_of(name).of(played)) is None or",
    ),
    learning(
        "an outcome always holds",
        "scene",
        "            if claimed is not None and claimed != is_:",
        "            if False:",
    ),
    learning("the state always holds", "scene", "            if not says(value, wanted):", "            if False:"),
    learning(
        "the least is the best",
        "scene",
        "(max if right.best else min)(values.values(), default=0)",
        "min(values.values(), default=0)",
    ),
    learning(
        "a wrong answer says what is hidden",
        "scene",
        "            if each in self.game.legal(state):\n                view = self.game.view(state, self.turn)\n",
        "            if each in self.game.legal(state):\n                view = state\n",
    ),
    learning("rulings that are not there", "checker", "        return bool(ruling(number))\n", "        return True\n"),
    # Below the rules
    Fault("a constant of the generator", f"{ENGINE}/chance.py", "return word ^ word >> 31", "return word ^ word >> 30"),
    Fault("the first card is never last", f"{ENGINE}/chance.py", "_mix(word) % (last + 1)", "_mix(word) % last"),
    Fault("illegal actions are taken", f"{ENGINE}/game.py", "if action not in game.legal(state):", "if False:"),
    Fault("nothing is ever new", f"{ENGINE}/game.py", "return foreseen != tuple(", "return () == tuple("),
    Fault("secrets are told", f"{ENGINE}/game.py", "or viewer in event.eyes:", "or viewer is not None:"),
)


def main(words: list[str]) -> int:
    """Plant the faults, tell what found each, and say how many survived."""
    chosen = [fault for fault in FAULTS if all(word in f"{fault.what} {fault.file}" for word in words)]
    for fault in chosen:
        check(fault)
    with tempfile.TemporaryDirectory() as folder:
        for suite in dict.fromkeys(fault.suite for fault in chosen):
            found, took = found_by(None, Path(folder), suite)
            if found:
                raise SystemExit(f"The tests fail without a fault: {found}")
            say(f"{took:4.0f} s  {f'no fault, {suite[0]} and on':48} all pass")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda fault: tell(fault, Path(folder)), chosen))
    survived = results.count("")
    say(f"{len(results) - survived} of {len(results)} faults found")
    return 1 if survived else 0


def check(fault: Fault) -> None:
    """The text to be replaced is there exactly once."""
    times = (ROOT / fault.file).read_text("utf-8").count(fault.old)
    if times != 1:
        raise SystemExit(f"{fault.what!r}: its text is found {times} times in {fault.file}, not once:\n{fault.old}")


def tell(fault: Fault, folder: Path) -> str:
    found, took = found_by(fault, folder)
    say(f"{took:4.0f} s  {fault.what:48} {found or 'SURVIVED'}")
    return found


def found_by(fault: Fault | None, folder: Path, suite: tuple[str, ...] = SUITE) -> tuple[str, float]:
    """The first test that fails on a copy with this fault, or nothing; and after how many seconds."""
    copy = Path(tempfile.mkdtemp(dir=folder))
    for name in COPIED:
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
    if fault is not None:
        path = copy / fault.file
        path.write_text(path.read_text("utf-8").replace(fault.old, fault.new), "utf-8")
    started = os.times().elapsed
    found = first_failure(copy, fault.suite if fault else suite, Path(fault.file).name if fault else "")
    shutil.rmtree(copy)
    return found, os.times().elapsed - started


def first_failure(copy: Path, suite: tuple[str, ...], touched: str = "") -> str:
    """What pytest reports first, run in this folder; tests that are near the file touched come first."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(copy / "src"), str(copy)))}
    environment |= {"CARDTABLE_PROFILE": "quick", "CARDTABLE_WRITE_GOLDENS": "", "PYTHONDONTWRITEBYTECODE": "1"}
    nearest_first = sorted(suite, key=lambda part: not (copy / part / f"test_{touched}").exists())
    there = [part for part in nearest_first if (copy / part).exists()]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, "--hypothesis-seed=1", *there],
            cwd=copy, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "(never ends)"
    if done.returncode == 0:
        return ""
    told = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", done.stdout, re.MULTILINE)
    return told[1] if told else done.stdout[-300:] + done.stderr[-300:]


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
