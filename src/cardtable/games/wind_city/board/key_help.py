"""The keys and signs of the Wind City board, for the help screen."""

from __future__ import annotations

from typing import Any

from cardtable.engine.games.wind_city.model import Offer, Phase
from cardtable.games.wind_city.board.area import space_of

FINISH = "Finish"
"""The key bar's label for the keys that end a choice of several actions."""
_VERBS: dict[Phase, str] = {
    "hurricane": "Place", "houses": "Place", "renew": "Renew", "offer": "Offer", "insure": "Insure", "build": "Build",
}  # fmt: skip
KEY_HELP = (
    ("arrows", "go from space to space, or from action to action"),
    ("1-5", "choose this action of the card next, or drop it again"),
    ("»1«", "your house in danger, or #1# in ASCII; while you insure, the right arrow goes to these first"),
    ("shaded", "land that the next unknown card may take the hurricane to; darker if at least half of the cards can"),
    ("> *", "the player who must choose; the player whose turn it is, while another one chooses"),
    ("1 [1] 11", "player 1's house; insured; a two-family house (1 1 on a large screen)"),
    ("1:40/140", "on a small screen: player 1's coins and points"),
    ("end: 7 N", "on a small screen: 7 steps north would end the game; with !, perhaps this turn"),
    ("<@> x ~", "the hurricane; a weather station, which pays 5; the sea"),
    ("^ *1* [1]>", "the hurricane's way: over a house that it destroys, past an insured house"),
    ("(@) *@*", "where it would stop; where it would stop and destroy a house"),
    ("mouse", "click a space or an action to go there; click it again to choose it"),
)  # fmt: skip


def enter_verb(phase: Phase, action: Any) -> str:
    """Return the key bar's description of what Enter does with an action."""
    if isinstance(action, Offer):
        return _VERBS[phase] if action.open else "Go on"
    return FINISH if space_of(action) is None else _VERBS[phase]
