"""Players for simulations and tournaments, by name: `medium`, `hard:1200`, `random` or `program ./mybot`."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import join_words
from cardtable.engine.walk import pick_random
from cardtable.formats.computers import (
    LEVELS,
    PROGRAM,
    check_simulations,
    is_program,
    parse_computers,
    parse_program,
    read_level,
)
from cardtable.formats.text import safe_text
from cardtable.players.known_games import knowledge_of
from cardtable.players.levels import ComputerPlayer
from cardtable.players.player import Choice, Player
from cardtable.table.seen import Seen

RANDOM = "random"


class ClosablePlayer(Player, Protocol):
    """A player that may have its own process."""

    def begin_game(self) -> None:
        """Forget the faults of earlier games."""

    def close(self) -> None:
        """End the player's process if there is one."""


class RandomPlayer:
    """A player that chooses a legal action at random."""

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        """Return a random legal action."""
        return Choice(pick_random(seen.state, seen.legal, key))


class _PlayerFromText:
    """A player created from text that may include the number of simulations."""

    def __init__(self, player: Player, simulations: int | None) -> None:
        self._player, self._simulations = player, simulations

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        """Return the player's choice. If the text gave a number of simulations, use it instead of `simulations`."""
        return self._player.choose(seen, key, simulations if self._simulations is None else self._simulations)

    def begin_game(self) -> None:
        if (begin_game := getattr(self._player, "begin_game", None)) is not None:
            begin_game()

    def close(self) -> None:
        if (close := getattr(self._player, "close", None)) is not None:
            close()


def split_players(text: str) -> list[str]:
    """Split a list such as `easy,hard,program ./mybot` into players, each in its simplest form.

    Raise ValueError with a sentence if one of the players isn't available.
    """
    return [check_player(word) for word in text.split(",") if word.strip()]


def check_player(text: str) -> str:
    """Return a player's text in its simplest form. Raise ValueError with a sentence if the player isn't available."""
    words = " ".join(text.split())
    if is_program(words):
        from cardtable.players.program_process import find_program

        command = parse_program(words).program
        if find_program(command, None) is None:
            raise ValueError(f"There's no program '{safe_text(command, 60)}' that can be started.")
        return words
    words = words.lower()
    name, colon, _ = words.partition(":")
    if name not in (RANDOM, *LEVELS) or (colon and name == RANDOM):
        kinds = join_words((*LEVELS, f"{LEVELS[-1]}:1200", RANDOM, f"{PROGRAM} ./mybot"), "or")
        raise ValueError(f"There's no player '{safe_text(text, fallback='?')}'. A player is {kinds}.")
    if colon:
        computer = parse_computers(words)[0]
        assert computer is not None, "it has a level"
        check_simulations(computer.simulations)
    return words


def player_from_text(text: str, game: AnyGame, folder: Path | None = None) -> ClosablePlayer:
    """Return the player that the text describes. A program starts in `folder` at the first request for a choice.

    Raise ValueError with a sentence if the text is invalid.
    """
    words = check_player(text) if folder is None else " ".join(text.split())
    if is_program(words):
        from cardtable.players.programs import ProgramPlayer

        program = parse_program(words)
        own = program.simulations if program.uses_simulations else None
        return _PlayerFromText(ProgramPlayer(program.program, folder), own)
    if words == RANDOM:
        return _PlayerFromText(RandomPlayer(), None)
    name, colon, number = words.partition(":")
    return _PlayerFromText(ComputerPlayer(knowledge_of(game), read_level(name)), int(number) if colon else None)
