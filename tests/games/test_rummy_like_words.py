"""Typed actions, explanations, previews and log lines of Rummy-like."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtable.engine.cards import FACE_DOWN, Chard, TriCard
from cardtable.engine.game import reveals, seen_by
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import (
    Call,
    Discard,
    Draw,
    Drew,
    GoBust,
    Lead,
    Led,
    PickedUp,
    Play,
    Played,
    Scored,
    Send,
    Sent,
)
from cardtable.engine.games.rummy_like.outlook import foresee, score_warning
from cardtable.engine.games.rummy_like.words import effect, with_articles
from tests.builders import chards, codes, explain, tricards
from tests.games.rummy_like_positions import LED, PLAIN_TRICARDS, A, B, C, after, events_of, refusal, state


# Typed actions and explanations
def test_typed_actions_are_parsed() -> None:
    for text, action in {
        "draw": Draw(), "D": Draw(), "score": Call(), "call": Call(), "bust": GoBust(), "r": Play(Chard("red")),
        "red": Play(Chard("red")), "lead hrc": Lead(TriCard("hollow-red-circle")),
        "HRC": Lead(TriCard("hollow-red-circle")), "lead hollow red circle": Lead(TriCard("hollow-red-circle")),
        "discard hrc": Discard(TriCard("hollow-red-circle")), "send r": Send(chards("R")),
        "send t, p": Send(chards("P T")), "send partial and triangle": Send(chards("P T")),
    }.items():  # fmt: skip
        assert GAME.parse(text) == action


@pytest.mark.parametrize("text", ["", "send", "lead", "discard", "send r r r", "lead red", "send hrc", "r b", "lead x"])
def test_invalid_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
        GAME.parse(text)


def test_an_action_of_another_phase_is_refused_with_what_to_do_now() -> None:
    assert refusal(state(), "lead HBT") == "Draw three TriCards first (RM-2)."
    drawn = state(drawn="HGS HBC FRT")
    assert refusal(drawn, "draw") == "Now lead one of the three TriCards you drew (RM-2)."
    assert refusal(drawn, "lead PGS") == "Partial-Green-Square isn't one of the three TriCards you drew (RM-2)."
    assert refusal(LED, "draw") == "Hollow-Red-Circle was led: play a Chard that matches it (RM-3)."
    picked = after(LED, "H", "C", "C")
    assert refusal(picked, "draw") == "Now choose Chards to send (RM-5)."
    assert refusal(picked, "send H") == "Send 2 Chards, not 1 (RM-5)."
    assert refusal(picked, "send H S") == "You don't have Square."
    assert refusal(picked, Send(chards("P H"))) == "Name the Chards in deck order (RM-5)."


def test_saying_score_at_another_time_tells_when_it_is_possible() -> None:
    told = 'You can say "Score" only when it\'s your turn to lead, before you draw, and with a set of four (RM-6).'
    for position in (LED, after(LED, "H", "C", "C"), after(state(deck="HGS HBC FRT"), "draw")):
        assert refusal(position, "score") == told


def test_explanations_of_sending_name_the_consequences() -> None:
    picked = after(LED, "H", "H", "C")
    assert codes(picked.picked) == "H H C"
    assert explain(GAME, picked, Send(chards("P F"))) == "Send 2 Chards; this keeps your four Hollows (RM-5)."
    assert explain(GAME, picked, Send(chards("H P"))) == "Send 2 Chards; this breaks up your four Hollows (RM-5)."
    other = after(LED, "H", "C", "C")
    assert explain(GAME, other, Send(chards("H P"))) == "Send 2 Chards; this doesn't break up a set of four (RM-5)."


def test_explanations_of_the_phases() -> None:
    assert explain(GAME, LED, Play(Chard("hollow"))) == "Hollow matches Hollow-Red-Circle (RM-3)."
    caller = state(leader=C, turn=C)
    assert explain(GAME, caller, Call()) == 'With a set of four, "Score" ends the round, and you score 2 points (RM-6).'
    own = state(drawn="HGS HBC FBS", own=(PLAIN_TRICARDS[0], PLAIN_TRICARDS[1], "FRC FGS FGT"))
    lead = explain(GAME, own, Lead(TriCard("hollow-green-square")))
    assert lead == "You can match it with Hollow (RM-2)."


# Previews and revealing actions
def test_drawing_reveals_cards_but_leading_and_playing_do_not() -> None:
    position = state(deck="HGS HBC FRT")
    draw = events_of(position, "draw")
    assert reveals(GAME, position, Draw(), draw)
    assert GAME.preview(GAME.view(position, A), Draw()) == (Drew(A, (FACE_DOWN,) * 3),)  # type: ignore[arg-type]  # on purpose
    drawn = after(position, "draw")
    lead = Lead(TriCard("hollow-blue-circle"))
    assert not reveals(GAME, drawn, lead, events_of(drawn, lead))
    assert GAME.preview(GAME.view(drawn, A), lead) == (Led(A, lead.card, tricards("HGS FRT")),)
    assert not reveals(GAME, LED, Play(Chard("hollow")), events_of(LED, "H"))


def test_the_last_chard_played_reveals_nothing_to_its_player() -> None:
    position = state(led="HRC", played=("H", "R", ""), turn=C)
    events = events_of(position, "C")
    assert events == (Played(C, Chard("circle")), PickedUp(A, chards("H R C")))
    assert GAME.preview(GAME.view(position, C), Play(Chard("circle"))) == tuple(seen_by(each, C) for each in events)
    assert not reveals(GAME, position, Play(Chard("circle")), events)


def test_only_sender_and_receiver_see_the_chards_sent() -> None:
    picked = after(LED, "H", "C", "C")
    (sent,) = events_of(picked, "send P F")
    assert sent == Sent(A, chards("P F"), B)
    assert [seen_by(sent, seat) == sent for seat in (A, B, C, None)] == [True, True, False, False]
    assert GAME.describe(sent, ("Ann", "Bo", "Cy")) == "Ann sends Bo a Partial and a Filled."
    assert GAME.describe(seen_by(sent, C), ("Ann", "Bo", "Cy")) == "Ann sends Bo 2 Chards."


@pytest.mark.parametrize(
    ("sent", "text"), [("R", "a Red"), ("R C", "a Red and a Circle"), ("R R", "two Reds"), ("F F", "two Filled")]
)
def test_chards_that_are_sent_have_articles(sent: str, text: str) -> None:
    assert with_articles(chards(sent)) == text


def test_a_preview_never_has_a_scoring() -> None:
    caller = state(leader=C, turn=C)
    assert [type(event).__name__ for event in GAME.preview(GAME.view(caller, C), Call())] == ["Called"]
    assert reveals(GAME, caller, Call(), events_of(caller, "score"))


def test_a_scoring_has_one_log_line() -> None:
    scored = events_of(state(leader=C, turn=C), "score")[1]
    assert (
        GAME.describe(scored, ("Ann", "Bo", "Cy"))
        == "Ann scores 0 with HRS HGC HBS; Bo scores 0 with PBC PBS PBT; Cy scores 2: four Squares on FGS FBS."
    )
    assert isinstance(scored, Scored)
    later = replace(scored, scores=(1, 0, 2))
    assert GAME.describe(later, ("Ann", "Bo", "Cy")).endswith("Cy scores 2: four Squares on FGS FBS (now 2).")


def test_every_set_that_breaks_is_named_with_what_it_would_score() -> None:
    hand, own = chards("P H H H H G G G G"), tricards("PRC PBC FRS")
    sends = state()._replace(phase="send", turn=A, chards=(hand, (), ()), tricards=(own, (), ()), picked=())
    for pair, wanted in (("G G", "loses 0, breaks a set"), ("P", "your only one"), ("P H", "loses 0, breaks a set")):
        assert effect(Send(chards(pair)), foresee(sends, Send(chards(pair)))) == wanted


def test_a_player_is_warned_of_sets_that_others_have_or_may_have() -> None:
    everything, all_but_green = chards("H P F R G B C S T"), chards("H P F R B C S T")
    names = ("You", "Bo", "Cy")
    for known, hand, warning in (
        ({(A, B): "G G G G"}, everything, 'Bo has four Greens and can say "Score" next.'),
        ({(A, C): "S S S S"}, everything, 'Cy has four Squares and can say "Score" when next leading.'),
        ({(A, B): "G G G"}, all_but_green, "Bo has three Greens and may have the fourth; Bo leads next."),
        ({(A, B): "G G G"}, everything, ""),
        ({}, all_but_green, ""),
        ({}, chards("H P F R B C S"), 'Bo might say "Score" next: you have no Green or Triangle.'),
        ({}, chards("H P F R B C"), 'Bo might say "Score" next: you have none of three kinds.'),
    ):
        hands = ("H H H P P P F F F R R R", "H P F R G G G G B B C C", "B B C C S S S S T T T T")
        view = GAME.view(state(hands, known=known, drawn="..."), A)
        assert score_warning(view, A, hand, names) == warning


def test_nobody_is_warned_before_their_own_turn_to_lead() -> None:
    hands = ("H H H P P P F F F R R R", "H P F R G G G B B B C C", "G B C C S S S S T T T")
    view = GAME.view(state(hands, leader=C, turn=A, led="FRT", played=("", "", "T")), A)
    assert score_warning(view, A, chards("H P F"), ("You", "Bo", "Cy")) == ""
