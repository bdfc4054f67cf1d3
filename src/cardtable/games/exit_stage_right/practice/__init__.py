"""Playing alone: the daily deal, and the games in the Practice room."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import MAX_HAND, MIN_HAND, Options
from cardtable.table.practised import Practice

_DAILY_BY_THE_BOOK = Options(
    hand_size=7,
    draw="after-each-single",
    refill_count="up-to",
    refill_shift="all-but-new",
    empty_grid="allowed",
    open_hands=True,
    first=None,
)
"""The options of the first daily deals, all written out, so that changes to the game's defaults don't affect them."""
_DAILY_CHALLENGE = replace(_DAILY_BY_THE_BOOK, refill_count="all", empty_grid="refill-first")
"""The options since `CHALLENGE_SINCE`. The earlier options allow a sure way to win, which leaves little to decide."""
CHALLENGE_SINCE = date(2026, 11, 29)
_HANDS = 9, 9, 8, 8, 7, 7, 6
"""The hand size on each day of the week since `CHALLENGE_SINCE`, Monday first. A smaller hand is harder to win with."""
BY_THE_BOOK, CHALLENGE = GAME.presets


def _daily_options(day: date) -> Options:
    return _DAILY_BY_THE_BOOK if day < CHALLENGE_SINCE else replace(_DAILY_CHALLENGE, hand_size=_HANDS[day.weekday()])


def _daily_rules(day: date) -> str:
    return BY_THE_BOOK.name if day < CHALLENGE_SINCE else f"{CHALLENGE.name}, {_HANDS[day.weekday()]} Singles"


PRACTICE = Practice(
    daily_options=_daily_options,
    daily_rules=_daily_rules,
    presets=(CHALLENGE, BY_THE_BOOK),
    hand_sizes=range(MIN_HAND, MAX_HAND[1] + 1),
    sure=BY_THE_BOOK,
    sure_lesson="a-sure-way",
    sure_way="one full row, whatever your cards are",
    theme_rules="You play by the rules of Challenge.",
)
