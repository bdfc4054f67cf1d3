"""One sentence on the advantage of one move of Exit Stage Right over another."""

from __future__ import annotations

import re

import pytest

from cardtable.engine.cards import COMPLETES
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options, State
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.games.exit_stage_right.player.contrast import contrast
from tests.builders import play_randomly
from tests.games.exit_stage_right_positions import stage, start, state

CODE = r"[HPF][RGB][CST]"
AT_ONCE = re.compile(
    rf"(?P<one>.+) (wins|keeps) (?P<cards>{CODE}(?:, {CODE})*(?: and {CODE})?)(?: on the stage)?; .+ loses (it|them)\."
)


@pytest.mark.parametrize(
    ("rows", "hand", "better", "worse", "sentence"),
    [
        (("HGS . . . .",), "H R", "H", "R", "Hollow keeps HGS on the stage; Red loses it."),
        ((". . FRC . .", ". . . . HBT"), "H R", "H", "R", "Hollow wins HBT; Red doesn't."),
        (("FBS . . . HBT",), "B R", "B", "R", "Blue wins HBT; Red loses FBS."),
        (
            ("FBS . . . HRC", ". . HGC . ."), "C C S", "C down top", "S down top",
            "You'll need that Square for FBS.",
        ),
        (
            ("HBS FRC . . .",), "G S T", "G down top", "S down top",
            "You'll need that Square for HBS.",
        ),
        (
            ("HBS FBS . . .",), "B B S", "B down top", "S down top",
            "You have another Blue, but only one Square.",
        ),
        ((". . FRC . .",), "H R", "R", "H", "Red sends 1 right; Hollow sends 1 left."),
        (
            (". FRC . . .",), "H R", "R", "H",
            "Hollow leaves FRC at the left edge, where it can be lost next; Red doesn't.",
        ),
        ((), "H R", "refill top middle", "H", "Refilling brings 2 new Completes to win; Hollow moves nothing."),
        (
            (), "H R", "refill top", "refill top middle",
            "Refilling top keeps 1 Complete in the deck until you can win more of them.",
        ),
        (
            (), "H R", "H", "refill top",
            "Hollow moves nothing, so nothing is lost; refilling brings 1 Complete that may be lost.",
        ),
    ],
)  # fmt: skip
def test_the_better_move_is_told_apart(
    rows: tuple[str, ...], hand: str, better: str, worse: str, sentence: str
) -> None:
    view = GAME.view(state(stage(*rows), hand, won=0), 0)
    found = contrast(view, GAME.parse(better), GAME.parse(worse))
    assert found == sentence


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("options", [Options(), Options(refill_count="all"), Options(refill_shift="off-centre")])
def test_a_sentence_is_true_and_names_no_hidden_card(options: Options, seats: int) -> None:
    for seat, before, action, _ in play_randomly(GAME, start(seats, options), 3):
        view = GAME.view(before, seat)
        legal = GAME.legal(view)
        other = legal[len(legal) // 2]
        if other == action:
            continue
        for one, rival in ((action, other), (other, action)):
            told = contrast(view, one, rival)
            assert told[0].isupper()
            assert len(told) <= 200
            assert re.fullmatch(r"[^.]+\.", told)
            check_codes(view, told)
            if match := AT_ONCE.fullmatch(told):
                named = [card for card in COMPLETES if card.code in match["cards"]]
                assert set(named) <= set(foresee(view, rival).lost)
                assert not set(named) & set(foresee(view, one).lost)


def check_codes(view: State, told: str) -> None:
    """Check that the sentence names only Completes on the stage."""
    on_stage = [card.code for row in view.stage for card in row if card]
    assert set(re.findall(CODE, told)) <= set(on_stage), told
