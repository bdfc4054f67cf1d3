"""The room of the levels: which are open, and what the result of a level tells and saves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardtable.practice.levels import all_levels, load_stars, save_stars
from cardtable.rooms.kit.goto import ToLevels, ToReplay, ToTable
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Leave
from cardtable.rooms.levels import LevelsRoom
from cardtable.rooms.practice import PracticeRoom
from cardtable.rooms.result import result_of
from cardtable.rooms.table import TableRoom

CLOSED = "This level is closed. To open it, win level 1, 2 or 3."


@pytest.fixture
def records() -> Iterator[Records]:
    found = Records()
    yield found
    found.close()


def levels(records: Records) -> LevelsRoom:
    return LevelsRoom(records, lambda: ["Ann"])


def test_a_newcomer_can_play_three_levels(records: Records) -> None:
    room = levels(records)
    response = room.do("play", "3")
    assert isinstance(response, ToTable)
    assert response.session.names == ("Ann",)
    assert response.session.deal_code == all_levels()[2].deal.deal_code
    with pytest.raises(ValueError, match="To open it, win level 1, 2 or 3"):
        room.do("play", "4")
    room.selected = 4
    assert room.can("play") is None
    assert room.command("watch").why_not(room) == CLOSED
    assert room.rows[12].why_closed.endswith("It opens after 10 more wins. Next, win level 1, 2 or 3.")


def test_a_number_that_no_level_has_is_refused(records: Records) -> None:
    for text in ("0", "41", "one"):
        with pytest.raises(ValueError, match="The levels are numbered from 1 to 40"):
            levels(records).do("about", text)


def test_a_star_opens_the_next_level(records: Records) -> None:
    room = levels(records)
    save_stars(records.saved_games.archive, all_levels()[0], 2)
    room.refresh()
    assert [row.level.number for row in room.rows if not row.why_closed] == [1, 2, 3, 4]
    assert (room.total, room.next_level) == ("2 of 120 stars", 2)
    assert [done for _, _, done in room.rows[0].steps] == ["done", "done", ""]


def test_a_solution_is_watched_as_a_replay(records: Records) -> None:
    response = levels(records).do("watch", "1")
    assert isinstance(response, ToReplay)
    assert response.replay.session.outcome is not None


def test_the_result_of_a_level_tells_its_stars_and_saves_them(records: Records) -> None:
    level = all_levels()[0]
    session = level.solved()
    room = TableRoom(session, records.saved_games.save(session))
    assert f"Level {level.number}: you reached the goal, with 3 of 3 stars." in result_of(room).more
    assert load_stars(records.saved_games.archive)[1] == 3
    session.hinted = 1
    strict = next(each for each in all_levels() if "use no hints" in each.goal.sentence)
    hinted = strict.solved()
    hinted.hinted = 1
    missed = result_of(TableRoom(hinted, records.saved_games.save(hinted))).more
    assert f"Level {strict.number}: not yet. What was missed: use no hints." in missed
    assert load_stars(records.saved_games.archive)[strict.number] == 0


def test_a_level_is_named_with_its_goal_and_stars_at_the_table_and_in_the_result() -> None:
    level = all_levels()[2]
    room = TableRoom(level.session(("Ann",)), None)
    assert room.caption == "level 3"
    assert room.aim == f"Level 3, {level.theme}: {level.goal.sentence} {level.stars_sentence}"
    page = result_of(TableRoom(level.solved(), None))
    assert (page.steps, page.level_stars) == (level.steps, 3)
    finished = TableRoom(level.solved(), None)
    assert not finished.grading.is_awaited, "a level needs no par"
    assert finished.share_text.splitlines()[0].endswith(" ★★★, level 3")
    assert not any("of 3 stars" in text and "Level" not in text for text in page.told), "only the level has stars"


def test_a_won_level_leads_to_the_next_and_a_lost_one_can_be_tried_again(records: Records) -> None:
    room = TableRoom(all_levels()[0].solved(), None)
    assert [each.id for each in room.after_the_end[0]] == ["new-deal", "review", "leave"]
    assert room.end_label("new-deal") == "Next level"
    response = room.do("new-deal")
    assert isinstance(response, Leave)
    assert isinstance(response.then, ToTable)
    assert response.then.session.deal_code == all_levels()[1].deal.deal_code
    save_stars(records.saved_games.archive, all_levels()[1], 1)
    response = TableRoom(room.session, records.saved_games.save(room.session)).do("new-deal")
    assert isinstance(response, Leave)
    assert isinstance(response.then, ToTable)
    assert response.then.session.deal_code == all_levels()[2].deal.deal_code
    assert room.end_label("same-deal") == "Same deal"
    last = TableRoom(all_levels()[-1].solved(), None)
    assert last.after_the_end[0][0].id == "new-deal", "not to try again what is won"
    lost = all_levels()[0].session(("Ann",))
    while lost.turn is not None:
        lost.act(lost.look(0).legal[-1])
    room = TableRoom(lost, None)
    assert [each.id for each in room.after_the_end[0]] == ["same-deal", "review", "leave"]
    assert room.end_label("same-deal") == "Try again"


def test_the_practice_room_leads_to_the_levels(records: Records) -> None:
    assert isinstance(PracticeRoom(records, tuple).open("levels"), ToLevels)
