"""Tradewinds: a team blows Singles off a grid towards the players they score for.  Rules: rules/tradewinds.md (TW)."""

from __future__ import annotations

from cardtable.engine.game import Game
from cardtable.engine.games.info import INFO
from cardtable.engine.games.tradewinds.explain import explain, rules_section
from cardtable.engine.games.tradewinds.hidden import deal_unseen, preview, view
from cardtable.engine.games.tradewinds.model import Blow, Options, State
from cardtable.engine.games.tradewinds.rules import advance, box, legal, outcome, setup, standing
from cardtable.engine.games.tradewinds.story import tell_story
from cardtable.engine.games.tradewinds.texts import (
    OPTION_TEXTS,
    POINTS_NAME,
    PRESETS,
    SEAT_NAMES,
    VICTORIES,
    parse,
    score_text,
    trophies,
)
from cardtable.engine.games.tradewinds.tips import tips
from cardtable.engine.games.tradewinds.validation import check_state
from cardtable.engine.games.tradewinds.words import tell
from cardtable.engine.tellings import in_full

__all__ = ["GAME"]

_INFO = INFO["tradewinds"]

GAME = Game(
    id=_INFO.id,
    title=_INFO.title,
    summary=_INFO.summary,
    page="tradewinds.md",
    prefix="TW",
    rules_version=1,
    together=_INFO.together,
    seats=_INFO.seats,
    seat_names=SEAT_NAMES,
    options=Options,
    option_texts=OPTION_TEXTS,
    presets=PRESETS,
    state=State,
    actions=(Blow,),  # TW-16: players have no action for telling others about their hands
    setup=setup,
    box=box,
    check_state=check_state,
    legal=legal,
    advance=advance,
    outcome=outcome,
    standing=standing,
    view=view,
    deal_unseen=deal_unseen,
    preview=preview,
    explain=explain,
    rules_section=rules_section,
    describe=in_full(tell),
    tell_story=tell_story,
    trophies=trophies,
    tips=tips,
    parse=parse,
    points_name=POINTS_NAME,
    victories=VICTORIES,
    score_text=score_text,
)
