"""The part of a set-up form that asks who plays: people, computer players, or one person in all seats."""

from __future__ import annotations

from dataclasses import replace

from cardtable.engine.phrases import counted, join_words
from cardtable.formats.computers import LEVELS, Level
from cardtable.formats.text import player_names
from cardtable.rooms.kit.set_up_answers import Who, WhoPlays
from cardtable.rooms.set_up import SetUpRoom
from cardtable.table.dealing import can_open_hands
from cardtable.tui.widgets.form import FormRow, choice_row

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


def changed(players: WhoPlays, row: FormRow) -> WhoPlays:
    """Return the answers after the player has changed a row."""
    if row.id == WHO:
        levels = players.levels or (players.seat_levels if row.value == "each" else ())
        return replace(players, who=row.value, levels=levels)
    if row.id == LEVEL:
        return replace(players, level=row.value)
    if row.id.startswith(NAME):
        return players.with_name(int(row.id.removeprefix(NAME)), row.value)
    seat_levels = list(players.seat_levels)
    seat_levels[int(row.id.removeprefix(SEAT))] = row.value
    return replace(players, levels=tuple(seat_levels))


def player_rows(room: SetUpRoom) -> list[FormRow]:
    """Return the rows of the form."""
    players = room.players
    rows = [_who_row(players)] if players.seats > 1 else []
    if players.seats > 1 and players.who == "company":
        choices = [(level, level) for level in LEVELS]
        label = "Its level" if players.seats == 2 else "Their level"
        rows.append(choice_row(LEVEL, label, ABOUT_LEVELS[players.level], choices, players.level))
    standard = player_names(players.game.seat_names, players.seats)
    for seat, level in enumerate(players.seat_levels):
        if players.who == "each":
            rows.append(_seat_row(players, seat, standard[seat], level))
        if level is None and not players.has_one_person:
            rows.append(_name_row(players, seat, standard[seat], room.offered_names(seat)))
    return rows


def _who_row(players: WhoPlays) -> FormRow:
    seats = players.seats
    rival = "the computer" if seats == 2 else "computer players"
    choices: list[tuple[Who, str]] = [
        ("company", f"me {'with' if players.game.together else 'against'} {rival}"),
        ("people", f"{seats} people"),
        ("one", f"me for {'both' if seats == 2 else 'all'}"),
        ("each", "choose for each seat"),
    ]
    row = choice_row(WHO, "Who's playing", _about_who(players), choices, players.who)
    # Several people are likely to type their names here, and a `q` among them shouldn't leave the form.
    return replace(row, when_typed=NO_NAMES_HERE) if players.who in ("people", "each") else row


def _about_who(players: WhoPlays) -> str:
    match players.who:
        case "company":
            others = counted(players.seats - 1, "computer player")
            return (
                f"You play with {others}. Your cards stay on the screen."
                if players.game.together
                else (f"You play against {others}. Your cards stay on the screen.")
            )
        case "people":
            return f"{players.seats} people share this keyboard. Secrets stay hidden while you pass it on."
        case "one":
            which = "both players" if players.seats == 2 else f"all {players.seats} players"
            sees = ", and you see every hand" if can_open_hands(players.game) else ""
            return f"You play {which} yourself{sees}. The keyboard stays with you."
        case "each":
            return "The lines below say who plays each seat. If all are computer players, you watch."


def _seat_row(players: WhoPlays, seat: int, standard: str, level: Level | None) -> FormRow:
    choices: list[tuple[Level | None, str]] = [
        (None, "someone here"),
        *((each, f"computer, {each}") for each in LEVELS),
    ]
    about = "Someone at this keyboard." if level is None else ABOUT_LEVELS[level]
    return replace(choice_row(f"{SEAT}{seat}", standard, about, choices, level), when_typed=NO_NAMES_HERE)


def _name_row(players: WhoPlays, seat: int, standard: str, known: tuple[str, ...]) -> FormRow:
    is_only_person = players.seat_levels.count(None) == 1
    about = f"Type a name, or leave it empty {'to be called You' if is_only_person else f'for {standard}'}."
    if len(known) > 1:
        about = f"{about} Left and right: {join_words((name for name in known if name), 'or')}."
    has_label = players.seats > 1 and players.who == "people"
    label = standard if has_label else "  name" if players.who == "each" else YOUR_NAME
    return FormRow(f"{NAME}{seat}", label, about, text=players.name_at(seat), empty="(no name)", offers=known)
