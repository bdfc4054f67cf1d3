"""A process that plays random moves from one seat of a shared table: `shared_player.py FOLDER CODE NAME ACKNOWLEDGED`.

Each move is written to the file ACKNOWLEDGED once it is saved. When it is somebody else's turn, the process sometimes
tries to play for them, which must fail. The process ends when the game is over.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from time import sleep

from cardtable.players.at_table import choose
from cardtable.rooms.kit.response import Response
from cardtable.rooms.kit.turns import Act, ComputerThinks, FollowOthers, Played, WaitForOthers, YourTurn
from cardtable.rooms.table import TableRoom
from cardtable.store import shared_games
from cardtable.store.archive import GameStatus
from cardtable.store.errors import Behind, StorageError, TakenOver
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.table.shared_game import Person, Table, join, table_of

CHEATS = 0.1
"""How likely an attempt to play for somebody else is, at each look at the table."""
CHEATED = "cheated"


def sit_down(saved_games: LazyArchive, code: str, name: str) -> Session | None:
    """Return the session at the person's own seat, or None if the game is over."""
    while True:
        try:
            return join(saved_games, code, Person(name))
        except RequestError as refusal:  # the system may not have released the lock of a killed process yet
            if "over" in str(refusal):
                return None
        sleep(0.01)


def cheat(table: Table, session: Session) -> bool:
    """Try to play an action for the seat whose turn it is elsewhere. Return whether that worked."""
    turn = session.turn
    assert turn is not None, "the game goes on"
    seat = table.person_at(turn)
    if seat is None or turn in table.own or table.number is None:
        return False
    action = session.game.legal(session.view_at(turn, len(session.actions)))[0]
    status = GameStatus((*map(str, session.actions), str(action)), 0, 0, turn, None)
    archive, holder = table.saved_games.archive, table.saved_games.holder
    try:
        shared_games.append(archive, table.number, holder, table.place_of(session), status)
    except (Behind, TakenOver, StorageError):
        return False
    return True


def play(room: TableRoom, random: Random) -> Response | None:
    """Follow the others, or move if it is this person's turn or a computer player thinks here."""
    session, table = room.session, room.table
    assert table is not None, "the table is shared"
    room.look_for_news()
    match room.next_step():
        case FollowOthers():
            return room.follow()
        case Act(action):
            return room.act(action)
        case ComputerThinks() if session.computer is not None and session.turn is not None:
            return room.act(choose(session.look(session.turn), session.computer, session.thinking_key()).action)
        case YourTurn():
            return room.act(random.choice(session.look(session.turn).legal))
        case WaitForOthers() if not session.is_waiting and random.random() < CHEATS and cheat(table, session):
            raise AssertionError(CHEATED)
    return None


def main(folder: Path, code: str, name: str, acknowledged: Path) -> None:
    """Play until the game is over."""
    saved_games = LazyArchive(folder / "archive.sqlite3")
    if (session := sit_down(saved_games, code, name)) is None:
        return
    room, random = TableRoom(session, table_of(session)), Random()
    with acknowledged.open("a") as file:
        while session.turn is not None:
            response = play(room, random)
            if not isinstance(response, Played):
                sleep(0.005)
                continue
            for number in range(response.before, len(session.actions)):
                file.write(f"{number} {session.actions[number]}\n")
            file.flush()
            sleep(0.02)  # so that more happens to the processes during the game
    room.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], Path(sys.argv[4]))
