"""The part of a set-up form that asks who plays: people, computer players, or one person for all seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted, join_words
from cardtable.formats.computers import LEVELS, Computers, Level, Levels, names_for
from cardtable.formats.text import player_names, safe_text
from cardtable.table.dealing import can_open_hands, is_likely_alone
from cardtable.tui.widgets.form import Row, choice_row

if TYPE_CHECKING:
    from cardtable.store.rows import GameEntry

Who: TypeAlias = Literal["people", "one", "company", "each"]
"""Several people; one person in all seats; one person with computer players; or a choice for each seat."""
WHO = "who"
LEVEL = "level"
NAME = "name"
SEAT = "seat"
YOUR_NAME = "Your name"
NO_NAMES_HERE = "Names go on the lines below. To start, or to read the rules, press home first."
ABOUT_LEVELS = {
    "easy": "Plays like a beginner, and makes mistakes.",
    "medium": "Plays soundly and at once.",
    "hard": "Thinks ahead, for up to a second a move.",
}


@dataclass(frozen=True)
class WhoPlays:
    """The answers about the players of a game."""

    game: AnyGame
    seats: int
    who: Who
    names: tuple[str, ...] = ()
    """The name typed for each seat, or empty strings."""
    level: Level = "medium"
    """The level of all computer players, if one person plays with them."""
    levels: Levels = ()
    """The level at each seat, or None for a person, if that is chosen for each seat."""

    @classmethod
    def usual(cls, game: AnyGame, seats: int, names: tuple[str, ...]) -> WhoPlays:
        """Return the usual answers for players with these names.

        Someone alone plays against computer players or, where everybody plays together, all seats.
        """
        who: Who = "people"
        if is_likely_alone(game, names):
            who = "one" if game.together else "company"
        return cls(game, seats, who, names)

    @classmethod
    def of_saved_game(cls, game: AnyGame, entry: GameEntry, usual_names: tuple[str, ...]) -> WhoPlays:
        """Return the answers with which a saved game was set up; without any chosen name, the usual ones."""
        seats = len(entry.names)
        levels = tuple(next((each for each in LEVELS if each == level), None) for level in entry.levels)
        rivals = set(levels[1:])
        who: Who = "people"
        if any(levels):
            who = "company" if levels[0] is None and len(rivals) == 1 else "each"
        elif entry.alone and seats > 1:
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
        """True if one person plays several seats."""
        return self.who == "one" and self.seats > 1

    @property
    def seat_levels(self) -> Levels:
        """The level of the computer player at each seat, or None for a person."""
        if self.who == "company" and self.seats > 1:
            return (None, *[self.level] * (self.seats - 1))
        if self.who == "each":
            return tuple(self.levels[seat] if seat < len(self.levels) else None for seat in range(self.seats))
        return (None,) * self.seats

    @property
    def persons(self) -> tuple[int, ...] | None:
        """The number of the person at each seat, or None if each seat has its own."""
        return (0,) * self.seats if self.has_one_person else None

    def player_names(self, computers: Computers) -> tuple[str, ...]:
        """Return the name at each seat; raise ValueError with a sentence if two look the same."""
        standard = player_names(self.game.seat_names, self.seats)
        if self.has_one_person:
            return standard
        levels = self.seat_levels
        typed = [self._name(seat) if level is None else "" for seat, level in enumerate(levels)]
        if computers:
            return player_names(names_for(computers, typed, standard), self.seats)
        return player_names([name or standard[at] for at, name in enumerate(typed)], self.seats)

    def _name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else ""

    def with_name(self, seat: int, name: str) -> WhoPlays:
        """Return the answers with another name for a seat."""
        names = [*self.names, *[""] * (seat + 1 - len(self.names))]
        names[seat] = safe_text(name)
        return replace(self, names=tuple(names))

    def changed(self, row: Row) -> WhoPlays:
        """Return the answers after a change to one of the rows."""
        if row.id == WHO:
            levels = self.levels or (self.seat_levels if row.value == "each" else ())
            return replace(self, who=row.value, levels=levels)
        if row.id == LEVEL:
            return replace(self, level=row.value)
        if row.id.startswith(NAME):
            return self.with_name(int(row.id.removeprefix(NAME)), row.value)
        changed = list(self.seat_levels)
        changed[int(row.id.removeprefix(SEAT))] = row.value
        return replace(self, levels=tuple(changed))

    # The rows

    def rows(self, known_names: Sequence[str]) -> list[Row]:
        """Return the rows of the form; `known_names` are names from earlier games."""
        rows = [self._who_row()] if self.seats > 1 else []
        if self.seats > 1 and self.who == "company":
            choices = [(level, level) for level in LEVELS]
            label = "Its level" if self.seats == 2 else "Their level"
            rows.append(choice_row(LEVEL, label, ABOUT_LEVELS[self.level], choices, self.level))
        standard = player_names(self.game.seat_names, self.seats)
        for seat, level in enumerate(self.seat_levels):
            if self.who == "each":
                rows.append(self._seat_row(seat, standard[seat], level))
            if level is None and not self.has_one_person:
                rows.append(self._name_row(seat, standard[seat], known_names))
        return rows

    def _who_row(self) -> Row:
        seats = self.seats
        rival = "the computer" if seats == 2 else "computer players"
        choices: list[tuple[Who, str]] = [
            ("company", f"me {'with' if self.game.together else 'against'} {rival}"),
            ("people", f"{seats} people"),
            ("one", f"me for {'both' if seats == 2 else 'all'}"),
            ("each", "choose for each seat"),
        ]
        row = choice_row(WHO, "Who plays", self._about_who(), choices, self.who)
        # Several people are likely to type their names here, and a `q` among them shouldn't leave the form.
        return replace(row, when_typed=NO_NAMES_HERE) if self.who in ("people", "each") else row

    def _about_who(self) -> str:
        match self.who:
            case "company":
                others = counted(self.seats - 1, "computer player")
                return (
                    f"You play with {others}. Your cards stay on the screen."
                    if self.game.together
                    else (f"You play against {others}. Your cards stay on the screen.")
                )
            case "people":
                return f"{self.seats} people share this keyboard. Secrets stay hidden while you pass it on."
            case "one":
                which = "both players" if self.seats == 2 else f"all {self.seats} players"
                sees = ", and you see every hand" if can_open_hands(self.game) else ""
                return f"You play {which} yourself{sees}. The keyboard stays with you."
            case "each":
                return "The lines below say who plays each seat. If all are computer players, you watch."

    def _seat_row(self, seat: int, standard: str, level: Level | None) -> Row:
        choices: list[tuple[Level | None, str]] = [
            (None, "someone here"),
            *((each, f"computer, {each}") for each in LEVELS),
        ]
        about = "Someone at this keyboard." if level is None else ABOUT_LEVELS[level]
        return replace(choice_row(f"{SEAT}{seat}", standard, about, choices, level), when_typed=NO_NAMES_HERE)

    def _name_row(self, seat: int, standard: str, known_names: Sequence[str]) -> Row:
        known = self._names_for(seat, known_names)
        is_only_person = self.seat_levels.count(None) == 1
        about = f"Type a name, or leave it empty {'to be called You' if is_only_person else f'for {standard}'}."
        if len(known) > 1:
            about = f"{about} Left and right: {join_words((name for name in known if name), 'or')}."
        has_label = self.seats > 1 and self.who == "people"
        label = standard if has_label else "  name" if self.who == "each" else YOUR_NAME
        return Row(f"{NAME}{seat}", label, about, text=self._name(seat), empty="(no name)", offers=known)

    def _names_for(self, seat: int, known_names: Sequence[str]) -> tuple[str, ...]:
        """Return the names to offer for a seat: those from earlier games that no other seat has, and no name."""
        others = {name for at, name in enumerate(self.names[: self.seats]) if at != seat}
        return tuple(dict.fromkeys(("", *(name for name in known_names if name not in others))))
