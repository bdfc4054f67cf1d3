"""Exit Stage Right: a team moves Completes off the right side of the stage.  Rules: rules/exit_stage_right.md (ES)."""

from __future__ import annotations

from cardtable.engine.game import Game
from cardtable.engine.games.exit_stage_right import explain, hidden, rest, rules, story, texts, tips, validation, words
from cardtable.engine.games.exit_stage_right.model import FaceDown, FaceUp, Options, Refill, State
from cardtable.engine.games.info import INFO
from cardtable.engine.tellings import in_full

__all__ = ["GAME"]

_INFO = INFO["exit-stage-right"]

GAME = Game(
    id=_INFO.id,
    title=_INFO.title,
    summary=_INFO.summary,
    page="exit_stage_right.md",
    prefix="ES",
    rules_version=1,
    together=_INFO.together,
    seats=_INFO.seats,
    options=Options,
    option_texts=texts.OPTION_TEXTS,
    presets=texts.PRESETS,
    state=State,
    actions=(FaceUp, FaceDown, Refill),  # ES-19: players have no action for telling others about their hands
    resolve_defaults=rules.resolve_defaults,
    check_options=validation.check_options,
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
    trophies=texts.trophies,
    tips=tips.tips,
    name_action=texts.name_action,
    parse=texts.parse,
    is_settled=rules.is_settled,
    plan_rest=rest.plan_rest,
    explain_rest=rest.explain_rest,
    standing=rules.standing,
    score_text=texts.score_text,
    turn_sign=texts.turn_sign,
)
