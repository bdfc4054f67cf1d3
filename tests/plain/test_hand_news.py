"""What plain mode reads out about a hand that has changed."""

from __future__ import annotations

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games import SHIPPED
from cardtable.engine.walk import turns
from cardtable.plain.hand_news import HandNews
from cardtable.plain.view import view_of
from cardtable.table.session import Session
from tests.plain.transcripts import output_of
from tests.table.sittings import truth

RM, ES = SHIPPED["rummy-like"], SHIPPED["exit-stage-right"]


def told(before: str, now: str) -> list[str]:
    seen = Session(RM, RM.options(), ("Ann", "Bo", "Cy"), DealCode(5)).look(0)
    news = HandNews()
    news.note(seen, (f"Your Chards: {before}.", "Your TriCards: Hollow-Red-Circle."))
    return list(news.tell(seen, f"Your Chards: {now}."))


def test_only_what_came_and_what_left_is_named() -> None:
    assert told("2 Green, 1 Circle", "3 Green, 1 Circle") == ["You got Green; now you have 3 Green."]
    assert told("2 Partial, 1 Circle", "1 Partial") == [
        "You gave away Partial and Circle; you have 1 Partial and no Circle left."
    ]
    assert told("1 Red", "3 Blue") == [
        "You got 3 Blue; now you have 3 Blue.",
        "You gave away Red; you have no Red left.",
    ]


def test_the_whole_hand_is_read_out_after_a_deal_and_after_an_undo() -> None:
    session = Session(RM, RM.options(), ("Ann", "Bo", "Cy"), DealCode(5), (0, 0, 0))
    view, news = view_of(RM), HandNews()
    for seat in range(3):
        news.note(session.look(seat), view.hand(session.look(seat)))
    for state, action, _ in turns(RM, truth(session), Key(3)):
        if state.round == 2:
            break
        session.act(action)
    dealt = session.look(session.turn)
    assert list(news.tell(dealt, view.hand(dealt)[0])) == [view.hand(dealt)[0]]
    session = Session(ES, ES.options(), ("Player 1",), DealCode(5))
    hand = session.look(0).state.hands[0]
    output = output_of(session, "1", "undo")
    assert f"\nYour hand again: {', '.join(map(str, hand))}.\n" in output.partition("Undone: ")[2]
