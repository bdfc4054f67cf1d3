"""Rummy-like: three players collect sets of Chards that match their TriCards.  Rules: rules/rummy_like.md (RM)."""

from __future__ import annotations

from operator import attrgetter

from cardtable.engine.game import AddedField, Game
from cardtable.engine.games.info import INFO
from cardtable.engine.games.rummy_like import explain, hidden, model, rules, story, texts, tips, validation, words
from cardtable.engine.tellings import in_full

_INFO = INFO["rummy-like"]

GAME = Game(
    id=_INFO.id,
    title=_INFO.title,
    summary=_INFO.summary,
    page="rummy_like.md",
    prefix="RM",
    rules_version=1,
    together=_INFO.together,
    seats=_INFO.seats,
    options=model.Options,
    option_texts=texts.OPTION_TEXTS,
    presets=texts.PRESETS,
    state=model.State,
    actions=(model.Draw, model.Call, model.Lead, model.Play, model.Discard, model.GoBust, model.Send),
    moments=(model.Scored,),
    hands=("chards", "tricards"),
    notes=("reshuffled", "known"),
    added_fields=(AddedField(2, "phase", "over", validation.phase_of),),
    unasked=(model.Draw,),
    setup=rules.setup,
    box=rules.box,
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
    tips=tips.tips,
    parse=texts.parse,
    is_one_choice=lambda first, second: isinstance(first, model.Lead) and isinstance(second, model.Play),
    seat_count=lambda state: len(state.chards),
    round_number=attrgetter("round"),
    standing=attrgetter("scores"),
)
