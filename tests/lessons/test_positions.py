"""Tests of written positions: the author's cards are where they should be, and no card is lost."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.formats.position import cards_in_state, dump_position
from cardtable.games import GAMES
from cardtable.lessons.bad_script import BadScript
from cardtable.lessons.reading import loads
from cardtable.lessons.situation import Situation, matches_claim
from tests.lessons.scripts import as_toml

ZONES: dict[str, list[dict[str, Any]]] = {
    "exit-stage-right": [
        {"stage": [". . HRC . .", "FGS FRS . . .", ". . . . PBT"]},
        {"hands": ["red red blue hollow circle"], "draw_deck": "green ..."},
        {"hands": ["R G"], "won": "HRC HGC", "lost": 3, "complete_deck": "2"},
        {"hands": ["R G B H C P"], "draw_deck": "R G", "face_down": ["F F"]},
        {"complete_deck": "HRC ...", "won": 4},
    ],
    "tradewinds": [
        {"turn": "West"},
        {"grid": ["R G? B??", ". HPf C", "T S Tr"], "hands": {"West": "HRC"}, "turn": "West"},
        {"covering": "PGS FBT HRC", "sides": ["+ - -", "+ + +", "- - -", "- + +"], "collected": {"North": "R G"}},
        {"grid": ["RG . .", ". . .", ". . ."], "hands": ["", "", "", "HRC FGS"], "turn": "West", "left": 5},
    ],
    "clash": [
        {"piles": "hollow red circle FGS", "hands": ["R G B H C", "R G B H C"]},
        {"piles": "H R C FGS", "hands": ["R G B H C T HRC", "4"], "draw_piles": ["HGC 3", "5"], "turn": 1},
        {"hands": ["R G", "R H"]},
        {"scores": [3, 4], "round": 2},
    ],
    "rummy-like": [
        {"chards": ["H H H P P P F F F R R R", "H P F R G G G B B B C C", "G B C C S S S S T T T T"]},
        {"tricards": ["HRS HGC HBS", "PBC PBS PBT", "FRC FGS FBS"], "leader": 1},
        {"led": "HRC", "played": "R . .", "leader": 1, "turn": 2, "chards": ["", "", ""]},
        {"deck": "HRC FGS ...", "scores": [1, 2, 3]},
        {
            "chards": ["", "H H C 9", ""],
            "known": {"1": {"2": "H H"}, "3": {"2": "C", "1": ""}},
            "deck": "HRC FGS PBT 4",
            "known_tricards": {"1": "PBT", "3": "HRC PBT"},
        },
    ],
    "wind-city": [
        {"houses": ["E4 F5+", "G6! H7"], "hurricane": "A1", "card": 3},
        {"houses": ["E4", "G6"], "coins": [3, 9], "active": 2, "hurricane": "C2"},
    ],
}
CASES = [(game_id, zones) for game_id, positions in ZONES.items() for zones in positions]


def situation_with(game_id: str, zones: dict[str, Any], deal: str = "0000-0000", **others: Any) -> Situation:
    """Return the situation of a lesson whose position has these zones."""
    position = {"deal": deal, "lay": zones, **others}
    script = {"title": "A", "about": "B", "rulings": ["DK-1"], "position": position, "steps": [{"kind": "tell"}]}
    return loads(as_toml(script), "01-test.toml", GAMES[game_id]).situation()


@pytest.mark.parametrize(("game_id", "zones"), CASES, ids=str)
def test_no_card_is_lost(game_id: str, zones: dict[str, Any]) -> None:
    """Each position is valid with any deal, and the same deal gives the same position."""
    game = GAMES[game_id]
    for deal in ("0000-0000", "K7QF-2M9X", "ZZZZ-ZZZZ"):
        state = situation_with(game_id, zones, deal).state
        assert game.validate_state(state) == ()
        assert Counter(cards_in_state(game, state)) == Counter(game.box(state))
        assert situation_with(game_id, zones, deal).state == state


def test_the_authors_cards_are_where_they_should_be() -> None:
    es = situation_with("exit-stage-right", ZONES["exit-stage-right"][2]).state
    assert matches_claim(es.hands, ["R G"])
    assert matches_claim(es.won, "HRC HGC")
    assert (len(es.lost) >= 3, len(es.complete_deck), es.draw_deck) == (True, 2, ())
    tw = situation_with("tradewinds", ZONES["tradewinds"][1]).state
    assert matches_claim(tw.grid[4].face_up, "H P")
    assert matches_claim(tw.grid[4].face_down, "F")
    assert matches_claim(tw.hands[3], "HRC")
    clash = situation_with("clash", ZONES["clash"][1]).state
    assert all(matches_claim(pile[0], code) for pile, code in zip(clash.piles, ("H", "R", "C", "FGS"), strict=True))
    assert matches_claim(clash.draw_piles[0][0], "HGC")
    rummy = situation_with("rummy-like", ZONES["rummy-like"][1]).state
    assert matches_claim(rummy.tricards, ["HRS HGC HBS", "PBC PBS PBT", "FRC FGS FBS"])
    rummy = situation_with("rummy-like", ZONES["rummy-like"][4]).state
    assert matches_claim(rummy.known, [["", "H H", "", ""], ["", "", "", ""], ["", "C", "", ""]])
    assert rummy.deck_marks == (0b100, 0, 0b101, 0, 0, 0, 0)
    city = situation_with("wind-city", ZONES["wind-city"][0])
    assert matches_claim(city.teaching.format_field("houses", city.state.houses), ["E4 F5", "G6 H7"])
    assert city.state.card == 3


@given(
    st.sampled_from(CASES),
    st.dictionaries(
        st.sampled_from(
            [
                "stage",
                "hands",
                "won",
                "turn",
                "piles",
                "grid",
                "card",
                "coins",
                "played",
                "led",
                "houses",
                "left",
                "sides",
                "known",
                "known_tricards",
            ]
        ),
        st.sampled_from(
            ["", "R", "HRC", "1", 0, 7, -1, [], ["R"], ["", ""], {}, {"Ann": "R"}, [[]], [[1]], True, "..."]
        ),
    ),
)
def test_a_position_is_valid_or_refused(case: tuple[str, dict[str, Any]], more: dict[str, Any]) -> None:
    """Whatever the author writes, the position is valid or raises BadScript."""
    game_id, zones = case
    try:
        state = situation_with(game_id, {**zones, **more}).state
    except BadScript:
        return
    assert GAMES[game_id].validate_state(state) == ()
    assert Counter(cards_in_state(GAMES[game_id], state)) == Counter(GAMES[game_id].box(state))


def test_players_know_only_tricards_in_the_deck_or_just_drawn() -> None:
    zones = {"tricards": ["HRS HGC HBS", "PBC PBS PBT", "FRC FGS FBS"]}
    situation_with("rummy-like", {**zones, "drawn": "HRC FGC PGT", "known_tricards": {"2": "FGC"}})
    with pytest.raises(BadScript, match="can't have Partial-Blue-Square, which isn't in the deck"):
        situation_with("rummy-like", {**zones, "known_tricards": {"2": "PBS"}})


def test_a_position_may_come_from_a_file() -> None:
    game = GAMES["clash"]
    state = situation_with("clash", ZONES["clash"][0]).state
    script = {
        "title": "A",
        "about": "B",
        "rulings": ["CL-1"],
        "position": {"file": "x.json"},
        "steps": [{"kind": "tell"}],
    }
    files = {"x.json": dump_position(game, state)}
    assert loads(as_toml(script), "01-file.toml", game, files.__getitem__).situation().state == state
    with pytest.raises(BadScript, match="the position is for Clash"):
        loads(as_toml(script), "01-file.toml", GAMES["tradewinds"], files.__getitem__).situation()


def test_the_position_of_a_step_keeps_players_deal_and_options() -> None:
    """A step without its own players, deal and options uses those of the first position."""
    first = {"players": ["Ann", "Bob"], "deal": "K7QF-2M9X", "options": {"hand_size": 5}}
    steps = [{"kind": "tell", "position": {"lay": {"won": 3}}}, {"kind": "tell", "position": {"players": ["Cleo"]}}]
    script = {"title": "A", "about": "B", "rulings": ["ES-1"], "position": first, "steps": steps}
    lesson = loads(as_toml(script), "01-test.toml", GAMES["exit-stage-right"])
    opening, second, third = lesson.situation(), lesson.situation(0), lesson.situation(1)
    assert (second.names, second.state.hands) == (opening.names, opening.state.hands)
    assert (len(second.state.won), third.names) == (3, ("Cleo",))


def test_the_actions_of_a_position_are_played() -> None:
    state = situation_with("exit-stage-right", ZONES["exit-stage-right"][0], actions=["refill bottom"]).state
    assert len(state.complete_deck) == 27 - 4 - 1
