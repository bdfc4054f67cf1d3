"""Reasons why one move of Exit Stage Right is better than another."""

from __future__ import annotations

import re

import pytest

from cardtable.engine.cards import Complete, matches
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import COLUMNS, Action, Options, Refill, State
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.games.exit_stage_right.player.contrast import Ends, Values, contrast
from cardtable.games.exit_stage_right.player.knowledge import KNOWLEDGE, tempting
from cardtable.games.exit_stage_right.player.sure import certain, explain_sure_way
from cardtable.players import knowledge_of
from cardtable.players.foresight import paired_ends
from tests.builders import play_randomly
from tests.games.exit_stage_right_positions import stage, start, state

CODE = r"[HPF][RGB][CST]"
CODES = rf"{CODE}(?:, {CODE})*(?: and {CODE})?"
CHALLENGE = Options(refill_count="all", empty_grid="refill-first")
SAME_WAY = "The cards move the same way; simulations go a little better with Circle in hand."


@pytest.mark.parametrize(
    ("rows", "hand", "better", "worse", "sentence"),
    [
        (("HGS . . . .",), "H R", "H", "R", "At once, Hollow loses nothing; Red loses HGS."),
        ((". . FRC . .", ". . . . HBT"), "H R", "H", "R", "At once, Hollow wins HBT; Red wins nothing."),
        (("FBS . . . HBT",), "B R", "B", "R", "At once, Blue wins HBT; Red loses FBS."),
        (("HBS . . . HBT",), "H R C", "R", "H", "At once, Red loses HBS; Hollow wins HBT."),
        (
            ("HBS . . . .", "HBT . . . PRS"),
            "R G",
            "R",
            "G",
            "At once, Red and Green both lose HBS and HBT; Red also wins PRS.",
        ),
        (
            ("HBS . . . PRT",), "R T", "R", "T",
            "At once, Red and Triangle both win PRT and lose HBS.",
        ),
        (("HBS . . . PRT",), "R B", "B down top", "R", "At once, both win PRT; Red also loses HBS."),
        (("HBS . . . PRS",), "R G", "R", "G", "At once, Red and Green both lose HBS; Red also wins PRS."),
        (
            ("FBS . . . HRC", ". . HGC . ."), "C C S", "C down top", "S down top",
            (
                "At once, Circle face down and Square face down both win HRC. The cards move the same way, but Circle "
                "face down leaves you Square, your only Single for FBS."
            ),
        ),
        (
            ("HBS FBS . . .",), "B B S", "B down top", "S down top",
            (
                "The cards move the same way, but Blue face down leaves you Square; you have another Blue, but only "
                "one Square."
            ),
        ),
        (
            ("HBS FRT . . .",), "G S S", "G down top", "S down top",
            (
                "The cards move the same way, but Green face down leaves you Square, which matches 1 of the Completes "
                "on the stage; Green matches none."
            ),
        ),
        (
            (". . FRC . .",), "H H P P", "H", "P",
            "The cards move the same way; simulations go a little better with Partial in hand.",
        ),
        ((". . FRC . .",), "H R", "R", "H", "Red sends 1 right; Hollow sends 1 left."),
        (
            (". . FRC . .",), "H R", "H", "R",
            "No single reason stands out: Hollow does better in simulations on the whole.",
        ),
    ],
)  # fmt: skip
def test_certain_facts_come_first_for_both_moves(
    rows: tuple[str, ...], hand: str, better: str, worse: str, sentence: str
) -> None:
    """Check the words if games after both moves end in the same way."""
    view = GAME.view(state(stage(*rows), hand, won=0, options=CHALLENGE), 0)
    after, instead = (GAME.advance(view, GAME.parse(each), None) for each in (better, worse))
    assert _told(view, better, worse, [(after, instead)] * 2) == sentence


def test_what_happens_later_is_counted_in_games_after_both_moves() -> None:
    view = GAME.view(state(stage(". FRC . . .", ". HBT . . ."), "H R", won=0, options=CHALLENGE), 0)
    frc, new = (Complete.parse(code) for code in ("FRC", "PGS"))
    by_column = ": Red puts it in column 3, Hollow in column 1."
    ends = [(_ended(view, won=[frc]), _ended(view))] * 3 + [(_ended(view), _ended(view))]
    told = "In simulations, FRC is won 75% of the time after Red, never after Hollow"
    assert _told(view, "R", "H", ends * 5) == f"{told}{by_column}"
    ends = [(_ended(view), _ended(view, lost=[frc]))] * 2 + [(_ended(view, lost=[frc]), _ended(view, lost=[frc]))]
    told = "In simulations, FRC is lost 33% of the time after Red, always after Hollow"
    assert _told(view, "R", "H", ends * 9) == f"{told}{by_column}"
    ends = [(_ended(view, won=[new]), _ended(view, lost=[new]))] * 2
    told = "In simulations, the Completes still to come bring +1.0 on average after Red, -1.0 after Hollow."
    assert _told(view, "R", "H", ends) == told


def test_a_complete_is_named_only_if_something_explains_its_fate() -> None:
    """Check a Complete that stands further left after the better move, which nothing in hand helps."""
    view = GAME.view(state(stage(". FRC . . .", ". HBT . . ."), "C R", won=0, options=CHALLENGE), 0)
    ends = [(_ended(view, won=[Complete.parse("HBT")]), _ended(view))] * 2
    assert _told(view, "R", "C", ends) == SAME_WAY
    view = GAME.view(state(stage(". . . HBT ."), "H S", won=0, options=CHALLENGE), 0)
    ends = [(_ended(view, won=[Complete.parse("HBT")]), _ended(view))] * 2
    told = "HBT is won after refilling, but not after Hollow: refilling keeps Hollow, your only Single for it."
    assert _told(view, "refill top middle bottom", "H", ends) == f"In simulations, {told}"
    view = GAME.view(state(stage(". . . HBT ."), "R S", won=0, options=CHALLENGE), 0)
    told = (
        "none of your Singles matches it, but after refilling, another Complete is in its row, so you can name that row"
    )
    assert _told(view, "refill top middle bottom", "R", ends).endswith(f": {told}.")


def test_games_near_the_end_are_played_as_well_as_possible() -> None:
    view = GAME.view(state(stage(". FRC . . ."), "H R", won=0, options=CHALLENGE), 0)
    ends = [(_ended(view, won=[Complete.parse("FRC")]), _ended(view))] * 2
    places = "Red puts it in column 3, Hollow in column 1"
    told = f"FRC is won after Red, but not after Hollow: {places}."
    assert _told(view, "R", "H", ends, [(0.5, 0.0), (0.4, 0.0)]).endswith(f" With best play, {told}")
    sure = "With best play, you always win after Red; after Hollow, a win is impossible."
    assert _told(view, "R", "H", ends, [(1.0, 1.0), (0.0, 0.0)]).endswith(sure)


def test_a_move_that_does_less_at_once_says_what_it_keeps() -> None:
    """Check Completes that the other move wins, and Completes that are lost after the other move, too."""
    view = GAME.view(state(stage("HBS . . . HBT"), "H R C", won=0, options=CHALLENGE), 0)
    hbs, hbt = Complete.parse("HBS"), Complete.parse("HBT")
    ends = [(_ended(view, won=[hbt], lost=[hbs]), _ended(view, won=[hbt], lost=[hbs]))] * 2
    told = _told(view, "R", "H", ends)
    assert told.startswith("At once, Red loses HBS; Hollow wins HBT. But in simulations, ")
    assert "HBS is always lost after Hollow, too" in told
    view = GAME.view(state(stage(". . . . HBT"), "H R C", won=0, options=CHALLENGE), 0)
    ends = [(_ended(view, won=[hbt]), _ended(view, won=[hbt]))] * 2
    told = "At once, refilling wins nothing; Hollow wins HBT. But in simulations, HBT is always won after refilling."
    assert _told(view, "refill top", "H", ends) == told


@pytest.mark.parametrize(
    ("options", "rows", "won", "better", "worse", "sentence"),
    [
        (
            Options(refill_count="all"), (), 1, "H", "refill top middle bottom",
            (
                "After Hollow, you win if you don't refill any more, whatever cards come; after refilling, a win isn't "
                "certain."
            ),
        ),
        (
            CHALLENGE, ("HBS . . . .",), 26, "H", "R",
            "At once, Hollow loses nothing; Red loses HBS.",
        ),
    ],
)  # fmt: skip
def test_a_certain_win_is_said_to_be_certain(
    options: Options, rows: tuple[str, ...], won: int, better: str, worse: str, sentence: str
) -> None:
    view = GAME.view(state(stage(*rows), "H R G B C", won=won, options=options), 0)
    assert _told(view, better, worse, [(view, view)] * 2) == sentence


def test_by_the_book_the_cost_on_the_sure_way_is_told() -> None:
    """Check every pair of moves after one of which more is certain, in several positions."""
    assert KNOWLEDGE.contrast is not None
    told = set[str]()
    for before in [each for _, each, _, _ in play_randomly(GAME, start(1, Options()), 3)][2:30:9]:
        view = GAME.view(before, 0)
        least = {action: certain(GAME.advance(view, action, None)).at_least for action in GAME.legal(view)}
        best = max(least, key=lambda action: least[action])
        for worse in [each for each in least if least[each] < least[best]][::5]:
            *_, sentence = KNOWLEDGE.contrast(view, best, worse).split(". ")
            numbers = re.search(r" at least ([+-]?\d+) .*, only ([+-]?\d+) (after|with) ", sentence)
            assert numbers is not None, sentence
            assert [int(numbers[1]), int(numbers[2])] == [least[best], least[worse]]
            told |= {word for word in ("each time you name", "spends one of", "sends") if word in sentence.lower()}
    assert len(told) > 1


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("options", [Options(), CHALLENGE, Options(refill_shift="off-centre")])
def test_a_reason_is_true_and_names_no_hidden_card(options: Options, seats: int) -> None:
    assert KNOWLEDGE.contrast is not None
    assert KNOWLEDGE.fault is not None
    for number, (seat, before, action, _) in enumerate(play_randomly(GAME, start(seats, options), 3)):
        view = GAME.view(before, seat)
        legal = GAME.legal(view)
        other = legal[len(legal) // 2]
        if other == action or number % 7:
            continue
        told, fault = KNOWLEDGE.contrast(view, action, other), KNOWLEDGE.fault(view, action, other)
        check_codes(view, fault)
        check_causes(view, action, other, f"{told} {fault}")
        assert told[0].isupper()
        assert re.fullmatch(r"([^.]|\.\d)+\.( [A-Z]([^.]|\.\d)+\.)*", told)
        check_codes(view, told)
        at_once = told.partition(". ")[0] if told.startswith("At once") else ""
        one, rival = (foresee(view, each) for each in (action, other))
        for verb, cards in (("win", (*one.won, *rival.won)), ("lose", (*one.lost, *rival.lost))):
            named = " ".join(re.findall(rf"{verb}s? ({CODES})", at_once))
            assert set(re.findall(CODE, named)) == {card.code for card in cards}


def test_reasons_agree_with_the_simulations_and_depend_only_on_the_view() -> None:
    """Check a position in which only Red keeps the Complete that two Singles can win."""
    assert KNOWLEDGE.contrast is not None
    full = state(stage(". . . FRC ."), "R R H H H", won=0, draw="B B B B", options=CHALLENGE)
    red, hollow = GAME.parse("R"), GAME.parse("H")
    view = GAME.view(full, 0)
    told = KNOWLEDGE.contrast(view, red, hollow)
    ends = paired_ends(knowledge_of(GAME), view, red, hollow, 200)
    frc = Complete.parse("FRC")
    share, instead = (sum(frc in end.won for end in side) / len(ends) for side in zip(*ends, strict=True))
    assert f"FRC is won {share:.0%} of the time after Red, {instead:.0%} after Hollow" in told
    shuffled = full._replace(complete_deck=tuple(reversed(full.complete_deck)))
    assert KNOWLEDGE.contrast(GAME.view(shuffled, 0), red, hollow) == told


def test_what_is_wrong_with_an_answer_tells_no_better_move() -> None:
    """Check that the sentences don't name the better move, nor where a Complete would stand after it."""
    assert KNOWLEDGE.fault is not None
    found = 0
    for seat, before, action, _ in list(play_randomly(GAME, start(1, CHALLENGE), 5))[::5]:
        view = GAME.view(before, seat)
        for better in GAME.legal(view)[::6]:
            if better != action and (told := KNOWLEDGE.fault(view, better, action)):
                found += 1
                word = "refill" if isinstance(better, Refill) else str(better.card)
                is_shared = word in ("refill" if isinstance(action, Refill) else str(action.card))
                assert is_shared or not re.search(rf"\b{word}", told, re.IGNORECASE), told
    assert found > 3


def test_a_move_that_wins_more_at_once_than_both_is_named() -> None:
    view = GAME.view(state(stage("HGS . . . HBT", ". FRC . . PBC"), "R B C", won=0, options=CHALLENGE), 0)
    legal, (red, circle) = GAME.legal(view), map(GAME.parse, ("R", "C"))
    assert tempting(view, legal, red, circle) == (GAME.parse("B"), "win more")
    assert tempting(view, legal, GAME.parse("B"), circle) is None


def test_a_move_that_wins_nothing_is_said_to_lose_less() -> None:
    view = GAME.view(state(stage("HGS . . . .", "FRC . PBC . ."), "H P G", won=0, options=CHALLENGE), 0)
    legal = [GAME.parse(each) for each in ("H", "P", "G")]
    gains = {str(each): foresee(view, each) for each in legal}
    assert [(len(each.won), len(each.lost)) for each in gains.values()] == [(0, 1), (0, 2), (0, 1)]
    assert tempting(view, legal[:2], legal[1], legal[1]) == (legal[0], "lose less")


def test_the_sure_way_is_explained_once_to_a_reader_who_may_not_know_it() -> None:
    text = "The sure way through the top row. the sure way through the top row, the sure way through the top row"
    told = "the sure way (name the top row again and again, and refill it when its centre is empty)"
    first, *rest = explain_sure_way(text).split("the sure way")
    assert first == "The sure way through the top row. "
    assert f"the sure way{rest[0]}".startswith(told)
    assert len(rest) == 2


def _told(view: State, better: str, worse: str, ends: Ends, values: Values | None = None) -> str:
    return contrast(view, GAME.parse(better), GAME.parse(worse), lambda: ends, values)[0]


def _ended(view: State, won: list[Complete] | None = None, lost: list[Complete] | None = None) -> State:
    """Return a state with these Completes won and lost."""
    return view._replace(won=(*view.won, *(won or ())), lost=(*view.lost, *(lost or ())))


def check_codes(view: State, told: str) -> None:
    """Check that the reason names only Completes on the stage."""
    on_stage = [card.code for row in view.stage for card in row if card]
    assert set(re.findall(CODE, told)) <= set(on_stage), told


def check_causes(view: State, better: Action, worse: Action, told: str) -> None:
    """Check that places, Singles in hand and full rows that explain the fate of a Complete are as the reason says."""
    after = {each: GAME.advance(view, each, None) for each in (better, worse)}
    hands = {each: list(view.hands[view.turn or 0]) for each in after}
    for each, hand in hands.items():
        if not isinstance(each, Refill):
            hand.remove(each.card)

    def of(code: str, each: Action) -> tuple[int, int, int]:
        """Return the column of a Complete, the number of cards in its row, and of the Singles that match it."""
        card = Complete.parse(code)
        row = next(row for row in after[each].stage if card in row)
        return row.index(card) + 1, COLUMNS - row.count(None), sum(matches(card, single) for single in hands[each])

    fate = rf"({CODE}) is [^;.]*?: "
    for code, column, other in re.findall(rf"{fate}[^;.]* puts it in column (\d), [^;.]* in column (\d)", told):
        assert (of(code, better)[0], of(code, worse)[0]) == (int(column), int(other))
    for code, column in re.findall(rf"{fate}it is then in column (\d)", told):
        assert of(code, worse)[0] == int(column)
    for code in re.findall(rf"{fate}[^;.]* keeps \w+, your only Single for it", told):
        assert (of(code, better)[2], of(code, worse)[2]) == (1, 0)
    for code, more, fewer in re.findall(rf"{fate}[^;.]* leaves you (\d) Singles? for it, [^;.]* (\d)", told):
        assert (of(code, better)[2], of(code, worse)[2]) == (int(more), int(fewer))
    for code in re.findall(rf"{fate}none of your Singles matches it", told):
        assert of(code, better)[2] == of(code, worse)[2] == 0
    for code in re.findall(rf"{fate}[^;.]*another Complete is in its row", told):
        assert of(code, better)[1] > 1 == of(code, worse)[1]
