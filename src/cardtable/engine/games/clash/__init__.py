"""Clash: two players race to get rid of their cards on shared piles.  Rules: rules/clash.md (CL)."""

from __future__ import annotations

from operator import attrgetter

from cardtable.engine.game import Game
from cardtable.engine.games.clash import explain, hidden, model, rules, story, texts, tips, validation, words
from cardtable.engine.games.info import INFO
from cardtable.engine.tellings import in_full

_INFO = INFO["clash"]

GAME = Game(
    id=_INFO.id,
    title=_INFO.title,
    summary=_INFO.summary,
    page="clash.md",
    prefix="CL",
    rules_version=1,
    together=_INFO.together,
    seats=_INFO.seats,
    seat_names=texts.SEAT_NAMES,
    options=model.Options,
    option_texts=texts.OPTION_TEXTS,
    presets=texts.PRESETS,
    state=model.State,
    actions=(
        model.PlayComplete,
        model.PlayChard,
        model.PlayThree,
        model.PlayPair,
        model.PlayLast,
        model.EndTurn,
    ),
    moments=(model.RoundEnded,),
    hands=("hands",),  # CL-12
    notes=("shown",),
    setup=rules.setup,
    box=rules.box,
    round_number=attrgetter("round"),
    standing=attrgetter("scores"),
    check_state=validation.check_state,
    legal=rules.legal,
    advance=rules.advance,
    outcome=rules.outcome,
    view=hidden.view,
    deal_unseen=hidden.deal_unseen,
    preview=hidden.preview,
    explain=explain.explain,
    rules_section=explain.rules_section,
    describe=in_full(words.tell),
    tell_story=story.tell_story,
    race=story.race,
    tips=tips.tips,
    finds_moves=_INFO.finds_moves,
    parse=texts.parse,
)
