"""The worked round in the source rules of Rummy-like, played with hands that fit every sentence."""

from __future__ import annotations

from cardtable.engine.cards import Chard
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import Call, Scored
from cardtable.engine.games.rummy_like.scoring import points_of, sets_of
from tests.builders import chards, codes, tricards
from tests.games.rummy_like_positions import A, B, C, after, choices, events_of, hand, refusal, state

ROUND = state(
    ("H H H G G G C C P T T B", "R R R B B B C F S S P T", "H G C R F F F S S P P T"),
    ("HRC FRS PGC", "PBC HBS PGT", "FGS FBS FGT"),
    deck="HGC PRC PGS PRS HBC FGC FBT HRT PRT",
)


def worth(seat: int, kind: str) -> int:
    """Return the points for a set of this kind."""
    return points_of(ROUND.tricards[seat], Chard.parse(kind).mask)


def test_the_hands_at_the_start() -> None:
    """A could score 2 with Circles, B nothing with Reds but 2 with Blues, C 3 with Filled and 2 with Squares."""
    assert worth(A, "C") == 2
    assert max(worth(A, each) for each in "HPFRGBST") == 2  # Red, which A doesn't have
    assert (hand(ROUND, B).count("R"), worth(B, "R")) == (3, 0)
    assert (hand(ROUND, B).count("B"), worth(B, "B")) == (3, 2)
    assert (hand(ROUND, C).count("F"), worth(C, "F")) == (3, 3)
    assert (hand(ROUND, C).count("S"), worth(C, "S")) == (2, 2)


def test_the_whole_round() -> None:
    # The first turn: A draws three TriCards, leads Hollow-Green-Circle and plays a Hollow Chard face down.
    first = after(ROUND, "draw", "lead HGC", "H")
    # B has no Hollow or Green, so B must play a Circle Chard (RM-11).
    assert choices(first) == ["Circle"]
    # C plays a Hollow that they don't need; A now has three Chards that A wanted, and every Hollow.
    picked = after(first, "C", "H")
    assert codes(picked.picked) == "H H C"
    assert codes(card for card in picked.chards[A] + picked.picked if card.code == "H") == "H H H H"
    # A keeps all three, and sends a Patterned, which is Partial (DK-1), and a Triangle.
    sent = after(picked, "send P T")
    assert codes(sent.picked) == "P T"
    # B keeps the Patterned and sends the Triangle to C, who must take it.
    second = after(sent, "send T")
    assert hand(second, A) == "H H H H G G G B C C C T"
    assert hand(second, B) == "P P F R R R B B B S S T"
    assert hand(second, C) == "P P F F F R G C S S T T"
    # Next, B draws three TriCards and leads Patterned-Red-Square; C plays the Patterned Chard.
    assert second.turn == B
    led = after(second, "draw", "lead PRS", "P", "P")
    # A has no matching Chard and must discard a TriCard: of the three, the Filled-Red-Square.
    assert choices(led) == ["discard Hollow-Red-Circle", "discard Partial-Green-Circle", "discard Filled-Red-Square"]
    assert refusal(led, "T") == "Triangle doesn't match Partial-Red-Square (RM-3)."
    discarded = after(led, "discard FRS")
    assert codes(discarded.discards) == "FRS"
    # A collects nothing: B picks up the two Chards, and one goes to C.
    assert (discarded.turn, codes(discarded.picked)) == (B, "P P")
    third = after(discarded, "send T")
    # The source doesn't give C's lead; C gets the fourth Filled, and A gets neither the last Green nor the last Circle.
    assert third.turn == C
    fourth = after(third, "draw", "lead FBT", "T", "T", "F", "send T T", "send T")
    assert hand(fourth, A) == "H H H H G G G B C C C T"
    assert hand(fourth, C).count("F") == 4
    # On A's next turn A calls "Score".
    assert fourth.turn == A
    assert "score" in choices(fourth)
    assert not sets_of(fourth.chards[B])
    scored = next(event for event in events_of(fourth, Call()) if isinstance(event, Scored))
    # A scores 1 for the Hollows with Hollow-Red-Circle, B nothing, C 3 for the Filled with all of their TriCards.
    assert scored.gains == scored.scores == (1, 0, 3)
    assert scored.sets == (chards("H"), (), chards("F"))
    assert scored.tricards[A] == tricards("HRC PGC")
    # Nobody has ten points, so the player on the caller's left leads another round.
    again = after(fourth, Call())
    assert (again.round, again.turn, again.scores) == (2, B, (1, 0, 3))
    assert GAME.outcome(again) is None


def test_the_two_ways_to_win() -> None:
    """Ten points win, and three sets of one TriCard win regardless of points."""
    ten = state(
        ("F F F F H H H P P P R R", "H P R R G G G B B B C C", "G B C C S S S S T T T T"),
        ("FRC FGS FBS", "PBC PBS PBT", "HRC HRS HGC"),
        scores=(7, 9, 0),
    )
    ended = GAME.outcome(after(ten, "score"))
    assert ended is not None
    assert (ended.points, ended.winners, ended.ruling) == ((10, 9, 1), (A,), "RM-7")
    chance = state(
        ("H H H H R R R R C C C", "P P P F F F F G G G B", "P G B B S S S S T T T T"),
        ("HRC FGS FBS", "PBS PGS PBT", ""),
        led="PBC", picked="C B", turn=B, leader=B, bust=[C], scores=(0, 9, 0),
    )  # fmt: skip
    ended = GAME.outcome(after(chance, "send C"))
    assert ended is not None
    assert (ended.points, ended.winners, ended.ruling) == ((0, 9, 0), (A,), "RM-8")
