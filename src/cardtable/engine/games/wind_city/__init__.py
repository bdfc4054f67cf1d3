"""Wind City: players steer one hurricane and protect their houses from it.  Rules: rules/wind_city.md (WC)."""

from __future__ import annotations

from operator import attrgetter

from cardtable.engine.game import AddedField, Game
from cardtable.engine.games.info import INFO
from cardtable.engine.games.wind_city import texts, words
from cardtable.engine.games.wind_city.account import describe_accounts
from cardtable.engine.games.wind_city.explain import explain, rules_section
from cardtable.engine.games.wind_city.hidden import deal_unseen, preview, view
from cardtable.engine.games.wind_city.houses import points_of, suggested_house
from cardtable.engine.games.wind_city.model import (
    Build,
    Choose,
    Done,
    Insure,
    Moved,
    Offer,
    Options,
    Placed,
    PlaceHouse,
    PlaceHurricane,
    Renew,
    State,
)
from cardtable.engine.games.wind_city.rules import advance, box, legal, outcome, setup
from cardtable.engine.games.wind_city.story import tell_story
from cardtable.engine.games.wind_city.tips import tips
from cardtable.engine.games.wind_city.validation import check_options, check_state, ending_of
from cardtable.engine.tellings import in_full

_INFO = INFO["wind-city"]

GAME = Game(
    id=_INFO.id,
    title=_INFO.title,
    summary=_INFO.summary,
    page="wind_city.md",
    prefix="WC",
    rules_version=1,
    together=_INFO.together,
    seats=_INFO.seats,
    options=Options,
    option_texts=texts.OPTION_TEXTS,
    presets=texts.PRESETS,
    state=State,
    actions=(PlaceHurricane, PlaceHouse, Choose, Renew, Offer, Insure, Build, Done),
    moments=(Moved,),
    hands=(),
    added_fields=(AddedField(2, "ending", None, ending_of),),
    check_options=check_options,
    setup=setup,
    box=box,
    check_state=check_state,
    legal=legal,
    advance=advance,
    outcome=outcome,
    view=view,
    deal_unseen=deal_unseen,
    preview=preview,
    explain=explain,
    rules_section=rules_section,
    describe=in_full(words.tell),
    describe_accounts=describe_accounts,
    tell_story=tell_story,
    tips=tips,
    is_gathered=lambda event: isinstance(event, Placed) and not event.hurricane,
    parse=texts.parse,
    seat_count=lambda state: len(state.houses),
    active=attrgetter("active"),
    asks_openly=lambda state: state.phase == "insure",
    places_pieces=lambda state: state.phase == "houses",
    suggest_piece=suggested_house,
    standing=points_of,
    tie_break=texts.TIE_BREAK,
)
