"""Next of Kin: a small shedding game for Cardtable.  Rules: rules/next_of_kin.md (NK)."""

from __future__ import annotations

from functools import partial

from cardtable.engine.game import Game, events_of
from next_of_kin.hidden import deal_unseen, view
from next_of_kin.model import Draw, Options, Play, State
from next_of_kin.rules import advance, box, legal, outcome, setup, standing
from next_of_kin.validation import check_state
from next_of_kin.words import OPTION_TEXTS, PRESETS, SUMMARY, TITLE, describe, explain, parse

GAME = Game(
    id="next-of-kin",
    title=TITLE,
    summary=SUMMARY,
    page="next_of_kin.md",
    prefix="NK",
    rules_version=1,
    together=False,
    seats=range(2, 5),
    options=Options,
    option_texts=OPTION_TEXTS,
    presets=PRESETS,
    state=State,
    actions=(Play, Draw),
    setup=setup,
    box=box,
    check_state=check_state,
    legal=legal,
    advance=advance,
    outcome=outcome,
    standing=standing,
    view=view,
    deal_unseen=deal_unseen,
    preview=partial(events_of, advance),
    explain=explain,
    describe=describe,
    parse=parse,
)
