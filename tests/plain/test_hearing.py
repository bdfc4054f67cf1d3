"""What players hear after the keyboard has been passed to them in plain mode."""

from __future__ import annotations

import re

from cardtable.table.session import Session
from tests.games.wind_city_positions import state, with_card
from tests.plain.transcripts import output_of
from tests.tui.boards.wind_city_boards import sit_at

ONE_NORTH = with_card("N1:2 S2:1 E1:1 W1:1 H:4")


def at_one_keyboard() -> Session:
    """Return a game of three players, who pass the keyboard on, in which Ann can renew two houses."""
    position = state("A7! C6!", "E5 F6 D9", "B8", at="D5", card=1, options=ONE_NORTH)
    return sit_at(position, persons=(0, 1, 2))


def on_turn(output: str, name: str) -> list[str]:
    """Return the first lines that a player hears after pressing Enter, up to those about the table."""
    after = output.rsplit(f"; {name} presses Enter.\n", maxsplit=1)[-1]
    news, *_ = re.split(r"^(?:The hurricane is|.+ \d+ coins|A stop on|Goal: )", after, flags=re.MULTILINE)
    return news.splitlines()


def test_nobody_hears_again_what_was_read_out_to_everybody() -> None:
    typed = ("", "4", "renew c6", "done", "offer", "f6 d9", "done", "done", "", "3", "done", "no", "")
    output = output_of(at_one_keyboard(), *typed)
    for line in (
        "Ann offers insurance.",
        "Bob insures F6 with Ann for 3.",
        "Bob insures D9 with Ann for 3.",
        "Ann shows card 1: west 1.",
        "Bob sells no insurance.",
    ):
        assert output.count(f"{line}\n") == 1, line
    asked = output.partition("but Bob may buy insurance.\n")[2]
    assert asked.startswith("Ann renews C6 for 2.\nAnn's insurance ends on A7.\n")
    assert on_turn(output, "Cleo") == ["Since your last turn:", "Bob's insurance ends on F6 and D9."]
    assert "chooses a plan" not in "\n".join(on_turn(output, "Cleo"))


def test_before_the_keyboard_is_taken_the_log_has_what_everybody_may_know() -> None:
    output = output_of(at_one_keyboard(), "", "4", "done", "no", "log", "")
    told = output.split("Bob presses Enter.\n")[1].splitlines()
    assert told[:3] == [
        "Ann chooses a plan in secret.",
        "Ann's insurance ends on C6 and A7.",
        "Ann sells no insurance.",
    ]
    assert told[-2] == "Bob draws a card."


def test_after_an_undo_the_card_is_read_again() -> None:
    first, again = output_of(at_one_keyboard(), "", "4", "undo", "quit").split("Undone: 4.")
    (card,) = re.findall("^Your card is 1. Action 1: .*", first, re.MULTILINE)
    assert again.count(card) == 1


def test_what_everybody_heard_before_an_undo_does_not_hide_what_only_its_player_hears_after_it() -> None:
    public = ("", "4", "done", "offer")
    agreed = ("undo", "yes", "")
    private = (*agreed, *agreed, *agreed, "3", "renew a7", "renew c6", "no", "")
    output = output_of(at_one_keyboard(), *public, *private)
    assert on_turn(output, "Bob") == ["So far:", "Ann renews A7 for 2.", "Ann renews C6 for 2."]


def test_players_who_continue_a_game_hear_all_that_the_others_have_done() -> None:
    session = at_one_keyboard()
    output_of(session, "", "4", "done", "no", "quit")
    again = on_turn(output_of(session, "", "quit"), "Bob")
    assert "Ann shows card 1: west 1." in again
