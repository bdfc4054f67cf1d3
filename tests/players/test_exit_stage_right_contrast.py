"""Reasons why one move of Exit Stage Right is better than another."""

from __future__ import annotations

import re

import pytest

from cardtable.engine.cards import Complete
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import FaceUp, Options, State
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.games.exit_stage_right.player.contrast import Ends, contrast
from cardtable.games.exit_stage_right.player.knowledge import KNOWLEDGE
from cardtable.games.exit_stage_right.player.sure import certain
from cardtable.players import knowledge_of
from cardtable.players.foresight import paired_ends
from tests.builders import play_randomly
from tests.games.exit_stage_right_positions import stage, start, state

CODE = r"[HPF][RGB][CST]"
CODES = rf"{CODE}(?:, {CODE})*(?: and {CODE})?"
CHALLENGE = Options(refill_count="all", empty_grid="refill-first")


@pytest.mark.parametrize(
    ("rows", "hand", "better", "worse", "sentence"),
    [
        (("HGS . . . .",), "H R", "H", "R", "At once, Hollow loses nothing; Red loses HGS."),
        ((". . FRC . .", ". . . . HBT"), "H R", "H", "R", "At once, Hollow wins HBT; Red wins nothing."),
        (("FBS . . . HBT",), "B R", "B", "R", "At once, Blue wins HBT; Red loses FBS."),
        (("HBS . . . HBT",), "H R C", "R", "H", "At once, Red loses HBS; Hollow wins HBT."),
        (("HBS . . . .", "HBT . . . PRS"), "R G", "R", "G", "At once, both lose HBS and HBT; Red also wins PRS."),
        (
            ("HBS . . . PRT",), "R T", "R", "T",
            "At once, both win PRT and lose HBS. The cards move the same way, but Red leaves you Triangle.",
        ),
        (("HBS . . . PRT",), "R B", "B down top", "R", "At once, both win PRT; Red also loses HBS."),
        (("HBS . . . PRS",), "R G", "R", "G", "At once, both lose HBS; Red also wins PRS."),
        (
            ("FBS . . . HRC", ". . HGC . ."), "C C S", "C down top", "S down top",
            (
                "At once, both win HRC. The cards move the same way, but Circle face down leaves you Square, your only "
                "Single for FBS."
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
                "left; Green matches none."
            ),
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
    frc, hbt, new = (Complete.parse(code) for code in ("FRC", "HBT", "PGS"))
    ends = [(_ended(view, won=[frc, hbt]), _ended(view, lost=[frc, hbt]))] * 3
    ends.append((_ended(view, lost=[frc], won=[hbt]), _ended(view, won=[frc], lost=[hbt])))
    assert _told(view, "R", "H", ends) == "In simulations, HBT is won after Red, but not after Hollow."
    by_column = ": Red puts it in column 3, Hollow in column 1."
    ends = [(_ended(view, won=[frc]), _ended(view))] * 3 + [(_ended(view), _ended(view))]
    told = "In simulations, FRC is won 75% of the time after Red, never after Hollow"
    assert _told(view, "R", "H", ends * 5) == f"{told}{by_column}"
    ends = [(_ended(view), _ended(view, lost=[frc]))] * 2 + [(_ended(view, lost=[frc]), _ended(view, lost=[frc]))]
    told = "In simulations, FRC is lost 33% of the time after Red, always after Hollow"
    assert _told(view, "R", "H", ends * 9) == f"{told}{by_column}"
    ends = [(_ended(view, won=[new]), _ended(view, lost=[new]))] * 2
    told = "In simulations, you win 1.0 of the new Completes and lose 0.0 after Red, 0.0 and 1.0 after Hollow."
    assert _told(view, "R", "H", ends) == told
    ends = [(_ended(view, won=[new], lost=[Complete.parse("PGT")]), _ended(view))] * 2
    told = "you win 1.0 more Completes after Red, only 0.0 after Hollow, and you need them to get ahead."
    assert _told(view, "R", "H", ends).endswith(told)


def test_games_near_the_end_are_played_as_well_as_possible() -> None:
    view = GAME.view(state(stage(". FRC . . ."), "H R", won=0, options=CHALLENGE), 0)
    ends = [(_ended(view, won=[Complete.parse("FRC")]), _ended(view))] * 2
    told = contrast(view, GAME.parse("R"), GAME.parse("H"), lambda: ends, is_solved=True)
    places = "Red puts it in column 3, Hollow in column 1"
    assert told == f"With best play, FRC is won after Red, but not after Hollow: {places}."


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
    told = "At once, refilling wins nothing; Hollow wins HBT. But in simulations, HBT is always won later after "
    assert _told(view, "refill top", "H", ends) == f"{told}refilling."


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


def test_by_the_book_a_row_to_keep_to_makes_a_margin_certain() -> None:
    """Check the position after one Single, with a refill that costs no Single."""
    assert KNOWLEDGE.contrast is not None
    view = GAME.view(start(), 0)
    view = GAME.view(GAME.advance(view, GAME.legal(view)[0], None), 0)
    ranked = sorted(GAME.legal(view), key=lambda each: certain(GAME.advance(view, each, None)).at_least)
    refill = ranked[-1]
    single = next(each for each in ranked if isinstance(each, FaceUp))
    best, instead = (certain(GAME.advance(view, each, None)).at_least for each in (refill, single))
    assert best > instead > 0
    told = KNOWLEDGE.contrast(view, refill, single)
    assert "efilling takes no Single: by naming and refilling the " in told
    assert f"you can win by at least {best:g}, whatever cards come" in told
    assert told.endswith(f"after {single}, only by at least {instead:g}.")


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("options", [Options(), CHALLENGE, Options(refill_shift="off-centre")])
def test_a_reason_is_true_and_names_no_hidden_card(options: Options, seats: int) -> None:
    assert KNOWLEDGE.contrast is not None
    for number, (seat, before, action, _) in enumerate(play_randomly(GAME, start(seats, options), 3)):
        view = GAME.view(before, seat)
        legal = GAME.legal(view)
        other = legal[len(legal) // 2]
        if other == action or number % 7:
            continue
        told = KNOWLEDGE.contrast(view, action, other)
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


def _told(view: State, better: str, worse: str, ends: Ends) -> str:
    return contrast(view, GAME.parse(better), GAME.parse(worse), lambda: ends, is_solved=False)


def _ended(view: State, won: list[Complete] | None = None, lost: list[Complete] | None = None) -> State:
    """Return a state with these Completes won and lost."""
    return view._replace(won=(*view.won, *(won or ())), lost=(*view.lost, *(lost or ())))


def check_codes(view: State, told: str) -> None:
    """Check that the reason names only Completes on the stage."""
    on_stage = [card.code for row in view.stage for card in row if card]
    assert set(re.findall(CODE, told)) <= set(on_stage), told
