"""The answers in a set-up about players, options and the deal, and the memory of the last answers for each game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cardtable.engine.game import AnyGame
from cardtable.formats.computers import LEVELS, Computers, Level, Levels, names_for
from cardtable.formats.text import player_names, safe_text
from cardtable.rooms.kit.goto import Company
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.paths import may_exist
from cardtable.table.dealing import (
    is_likely_alone,
    set_up_options,
)
from cardtable.table.entries import chosen_names, latest_name
from cardtable.table.session import Session

if TYPE_CHECKING:
    from cardtable.store.rows import GameEntry
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.shared_game import Person

Who: TypeAlias = Literal["people", "one", "company", "each"]
"""Who plays: several people, one person in all seats, one person with computer players, or a choice for each seat."""


@dataclass(frozen=True)
class WhoPlays:
    """The answers about the players of a game."""

    game: AnyGame
    seats: int
    who: Who
    names: tuple[str, ...] = ()
    """The name typed for each seat, or an empty string for a seat without a typed name."""
    level: Level = "medium"
    """The level of all computer players, if one person plays with computer players."""
    levels: Levels = ()
    """The level at each seat, or None for a person. Used only if each seat is chosen separately."""

    @classmethod
    def usual(cls, game: AnyGame, seats: int, names: tuple[str, ...]) -> WhoPlays:
        """Return the default answers for players with these names.

        In a cooperative game, a person who plays alone plays every seat. In other games, the opponents are computer
        players.
        """
        who: Who = "people"
        if is_likely_alone(game, names):
            who = "one" if game.together else "company"
        return cls(game, seats, who, names)

    @classmethod
    def of_saved_game(cls, game: AnyGame, entry: GameEntry, usual_names: tuple[str, ...]) -> WhoPlays:
        """Return the answers that set up a saved game. If it has no chosen names, use the usual names."""
        seats = len(entry.names)
        levels = tuple(next((each for each in LEVELS if each == level), None) for level in entry.levels)
        rivals = set(levels[1:])
        who: Who = "people"
        if any(levels):
            who = "company" if levels[0] is None and len(rivals) == 1 else "each"
        elif entry.has_one_player and seats > 1:
            who = "one"
        standard, computers = player_names(game.seat_names, seats), levels or (None,) * seats
        names = tuple(
            "" if computers[seat] or name == standard[seat] else safe_text(name)
            for seat, name in enumerate(entry.names)
        )
        found = cls(game, seats, who, names if any(names) else usual_names, levels=levels)
        return replace(found, level=rivals.pop() or found.level) if who == "company" else found

    @property
    def has_one_person(self) -> bool:
        """Whether one person plays several seats."""
        return self.who == "one" and self.seats > 1

    @property
    def seat_levels(self) -> Levels:
        """The level at each seat, or None for a person."""
        if self.who == "company" and self.seats > 1:
            return (None, *[self.level] * (self.seats - 1))
        if self.who == "each":
            return tuple(self.levels[seat] if seat < len(self.levels) else None for seat in range(self.seats))
        return (None,) * self.seats

    @property
    def people(self) -> tuple[int, ...]:
        """The seats without a computer player."""
        return tuple(seat for seat, level in enumerate(self.seat_levels) if level is None)

    @property
    def persons(self) -> tuple[int, ...] | None:
        """The number of the person at each seat. None if each seat has a different person."""
        return (0,) * self.seats if self.has_one_person else None

    def player_names(self, computers: Computers) -> tuple[str, ...]:
        """Return the name at each seat. Raise ValueError with a sentence if two names look the same."""
        standard = player_names(self.game.seat_names, self.seats)
        if self.has_one_person:
            return standard
        levels = self.seat_levels
        typed = [self.name_at(seat) if level is None else "" for seat, level in enumerate(levels)]
        if computers:
            return player_names(names_for(computers, typed, standard), self.seats)
        return player_names([name or standard[at] for at, name in enumerate(typed)], self.seats)

    def name_at(self, seat: int) -> str:
        """Return the name typed for a seat, or an empty string if no name was typed."""
        return self.names[seat] if seat < len(self.names) else ""

    def with_name(self, seat: int, name: str) -> WhoPlays:
        """Return the answers with a different name for a seat."""
        names = [*self.names, *[""] * (seat + 1 - len(self.names))]
        names[seat] = safe_text(name)
        return replace(self, names=tuple(names))


@dataclass(frozen=True)
class SetUpAnswers:
    """The initial answers of a set-up. They come from the last game or are the defaults."""

    players: WhoPlays
    options: Any
    deal: str = ""
    """The deal code, or "" for a new deal."""
    left_deal: str = ""
    """The deal code or deal line that the player discarded with Escape. Enter restores it."""

    def like(self, entry: GameEntry) -> SetUpAnswers:
        """Return these answers, with the players taken from a saved game."""
        return replace(self, players=WhoPlays.of_saved_game(self.players.game, entry, self.players.names))

    def in_company(self, company: Company) -> SetUpAnswers:
        """Return these answers, adapted for a person who plays alone or for people who play together."""
        game = self.players.game
        fewest = game.seats[0]
        if company == "together":
            seats = next(number for number in (self.players.seats, *game.seats) if number > 1)
            who: Who = "people"
        else:
            seats, who = fewest, "people" if fewest == 1 else "one" if game.together else "company"
        return replace(self, players=replace(self.players, seats=seats, who=who))


class SetUpMemory:
    """The last answers for each game. Answers that are missing come from the latest saved game."""

    def __init__(
        self, saved_games: LazyArchive, tables: LazyArchive | None = None, person: Person | None = None
    ) -> None:
        """Remember the games saved here. For a guest, `tables` has the shared tables, and `person` sits at them."""
        self._saved_games = saved_games
        self._tables, self._person = tables or saved_games, person
        self._last: dict[str, SetUpAnswers] = {}
        self._played_before: dict[str, GameEntry | None] = {}
        """The latest saved game of each kind when the player left the set-up, to detect games played since then."""

    def start(self, game: AnyGame, usual_names: tuple[str, ...], company: Company | None = None) -> SetUpAnswers:
        """Return the initial answers of a game's next set-up."""
        answers, latest = self._last.get(game.id), self._latest(game)
        if answers is None:
            players = WhoPlays.usual(game, game.seats[0], usual_names or latest_name(self._entries()))
            options = self._options_of(latest) if latest is not None else None
            answers = SetUpAnswers(players, game.options() if options is None else options)
        if latest is not None and latest != self._played_before.get(game.id):
            answers = answers.like(latest)
        return answers if company is None else answers.in_company(company)

    def finish(self, answers: SetUpAnswers) -> None:
        """Remember the answers of a set-up that started a game, but not its deal."""
        self._last[answers.players.game.id] = replace(answers, deal="", left_deal="")

    def leave(self, answers: SetUpAnswers) -> None:
        """Remember the answers of a set-up that the player has left."""
        game = answers.players.game
        self._last[game.id], self._played_before[game.id] = answers, self._latest(game)

    def host(self, session: Session) -> Session:
        """Open a shared table for a new game. Raise RequestError if the game can't be shared."""
        from cardtable.table.shared_game import host, keep_copy_in  # only now, because it takes time to load

        shared = host(self._tables, session, self._person)
        if self._tables is not self._saved_games:
            keep_copy_in(self._saved_games, shared)
        return shared

    def recent_names(self) -> list[str]:
        """Return the names that players have chosen in the saved games, with the latest first."""
        return chosen_names(self._entries())

    def _latest(self, game: AnyGame) -> GameEntry | None:
        """Return the most recently played saved game of this kind, except daily deals, or None if there is none."""
        entries = (entry for entry in self._entries() if entry.kind == game.id and not entry.daily)
        return next((entry for entry in entries if len(entry.names) in game.seats), None)

    def _options_of(self, entry: GameEntry) -> Any:
        """Return a saved game's options as they were set up. None if they are unknown or belong to a position."""
        try:
            return set_up_options(self._saved_games.load(entry.id))
        except (GameNotFound, StorageError, UnreadableGame):
            return None

    def _entries(self) -> list[GameEntry]:
        """Return the saved games that can be read, with the latest first. No database is created."""
        try:
            return self._saved_games.archive.entries() if may_exist(self._saved_games.path) else []
        except StorageError:
            return []
