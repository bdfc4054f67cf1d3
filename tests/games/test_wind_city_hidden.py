"""What everyone may see in Wind City (WC-16)."""

from __future__ import annotations

from collections import Counter
from random import Random

from cardtable.engine.chance import Key
from cardtable.engine.game import reveals, seen_by
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.model import Chose, Declined, Done, Drew, Renew
from tests.games.wind_city_positions import LATE, of_type, play_plan, play_typed, space, start_state, state


# Secrets
def test_wc_16_only_the_card_and_the_plan_are_secret() -> None:
    position = state("A11! B11", "A10", "B10", at="E5", card=7)
    for phase, texts in (
        ("plan", ()),
        ("renew", ("1 3",)),
        ("offer", ("1 3", "done")),
        ("insure", ("1 3", "done", "offer")),
    ):
        now = play_typed(position, *texts)[0]
        assert now.phase == phase
        for viewer in (None, 1, 2):
            seen = GAME.view(now, viewer)
            assert (seen.card, seen.plan, set(seen.pile), seen.key) == (0, (), {0}, 0)
            assert seen == now._replace(card=0, plan=(), pile=seen.pile, key=Key(0))
        own = GAME.view(now, 0)
        assert own == now._replace(pile=(0,) * len(now.pile), key=Key(0))
    assert len({GAME.view(play_typed(position, plan)[0], 1) for plan in ("1", "1 3", "4 3 1")}) == 1


def test_wc_16_after_they_are_shown_everyone_sees_them() -> None:
    position = play_plan(state("A11", "J10", at="C6", options=LATE), "2 3")[0]
    assert position.phase == "build"
    assert GAME.view(position, 1) == position._replace(pile=(0,) * len(position.pile), key=Key(0))


def test_wc_16_only_the_player_who_draws_sees_the_card() -> None:
    position = state("A11", "A10", at="E5", phase="offer", plan=(3,))
    _, events = play_typed(position, "no offer")
    (drew,) = of_type(events, Drew)
    assert seen_by(drew, 1) == drew
    assert seen_by(drew, 0) == seen_by(drew, None) == Drew(1, 0)
    assert GAME.describe(drew, ("Ann", "Bo")) == f"Bo draws card {drew.card}."
    assert GAME.describe(Drew(1, 0), ("Ann", "Bo")) == "Bo draws a card."


def test_wc_16_determinize_samples_cards_and_plans_uniformly() -> None:
    position = state("A11", "A10", at="E5", phase="insure", turn=1, plan=(3, 1), pile=(3, 4, 5), card=2)
    seen = GAME.view(position, 1)
    found = Counter(
        (each.card, each.plan) for each in (GAME.determinize(seen, 1, Key(key)) for key in range(4 * 84 * 12))
    )
    assert len(found) == 4 * 84
    assert max(found.values()) < 40
    assert {GAME.determinize(GAME.view(position, 0), 0, Key(key)).pile for key in range(60)} == {
        (3, 4, 5), (3, 5, 4), (4, 3, 5), (4, 5, 3), (5, 3, 4), (5, 4, 3),
    }  # fmt: skip


def test_wc_16_actions_that_reveal_something() -> None:
    position = start_state(2, first=1)
    random = Random(2)
    while position.phase != "plan":
        action = random.choice(GAME.legal(position))
        step = GAME.apply(position, action)
        assert reveals(GAME, position, action, step.events) == (step.state.phase == "plan"), "the player sees the card"
        position = step.state
    choice = GAME.parse("1")
    assert GAME.preview(GAME.view(position, 0), choice) == (Chose(0),)
    assert not reveals(GAME, position, choice, GAME.apply(position, choice).events)
    position = play_typed(position, "1", "offer")[0]
    result = Done()
    assert GAME.preview(GAME.view(position, 1), result) == (Declined(1, has_some=False),)
    assert reveals(GAME, position, result, GAME.apply(position, result).events), "the plan is shown"


# Views
def test_views_have_the_same_renewals() -> None:
    position = play_typed(state("A11! B11", "A10", at="E5"), "3")[0]
    assert GAME.legal(GAME.view(position, 0)) == GAME.legal(position) == (Renew(space("A11")), Done())
