"""The encoding of each game."""

from __future__ import annotations

from cardtable.environments.games import clash, exit_stage_right, rummy_like, tradewinds, wind_city
from cardtable.environments.parts import GameEncoding

ENCODINGS: dict[str, GameEncoding] = {
    each.game.id: each
    for each in (
        *(exit_stage_right.ENCODING, tradewinds.ENCODING, rummy_like.ENCODING),
        *(wind_city.ENCODING, clash.ENCODING),
    )
}
