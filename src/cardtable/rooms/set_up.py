"""The set-up of a game: the answers about players, options and deal, and the reasons why a game can't start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted, without_rulings
from cardtable.formats.computers import LEVELS, Computers, Level, Levels, names_for
from cardtable.formats.deal_line import MAX_LINE_LENGTH, Deal, parse_deal, unresolve_defaults
from cardtable.formats.options import OptionField, fields_of
from cardtable.formats.text import player_names, safe_text
from cardtable.players.at_table import seat_computers
from cardtable.rooms.command import Command, Room
from cardtable.rooms.goto import Company, ToLearn, ToReplay, ToRules, ToTable
from cardtable.rooms.response import AskText, Leave, Response, Say
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.paths import may_exist
from cardtable.store.powers import is_guest
from cardtable.table.dealing import (
    OPEN_HANDS,
    can_open_hands,
    is_likely_alone,
    open_hands,
    session_from_text,
    set_up_options,
)
from cardtable.table.entries import chosen_names, latest_name
from cardtable.table.replay import Replay
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session, fresh_code

if TYPE_CHECKING:
    from cardtable.store.rows import GameEntry
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.shared_game import Person

CUSTOM_PRESET = "custom"
"""The name for options that match no preset."""
NEW_DEAL = "a new deal"
ALONE_WITHOUT = (OPEN_HANDS, "first")
"""The options that make no difference in a solo game."""
ON_FORM = "The form shows every answer at once, and the deal too."
"""The reason why plain mode's commands have no keys."""
Question: TypeAlias = Literal["rules", "seats", "who", "names"]
QUESTIONS: tuple[Question, ...] = ("rules", "seats", "who", "names")
"""The questions that plain mode asks, in order."""
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
    """The last answers about each game. Answers that are missing come from the latest saved game."""

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


class SetUpRoom(Room):
    """The set-up of a game, with the answers so far."""

    def __init__(
        self,
        memory: SetUpMemory,
        game: AnyGame,
        names: tuple[str, ...],
        company: Company | None = None,
        *,
        is_heard: bool = False,
    ) -> None:
        """Begin with the answers that `memory` has for the game. `names` are the names of the people who usually play.

        If `is_heard` is true, the set-up asks one question after another and starts with a new deal.
        """
        self._memory = memory
        start = memory.start(game, names, company)
        self.game, self._is_heard = game, is_heard
        self.players, self.options, self.left_deal = start.players, start.options, start.left_deal
        self.deal = "" if is_heard else start.deal
        self.first_options = start.options
        """The initial options of the set-up."""
        self.known_names = [*memory.recent_names(), *names]
        """The names that the set-up suggests."""
        self.has_typed_names = False
        """Whether the player typed names in plain mode to answer who plays."""
        self.is_typing = False
        """Whether the player is typing text in a form, so that letters don't act as commands."""
        self._asked = list[Question]()
        """The questions that have been answered."""
        self.question: Question = next(filter(self.asks, QUESTIONS), "seats")
        """The question that plain mode is asking."""

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players.seats

    # Questions

    def asks(self, question: Question) -> bool:
        """Return whether the answers so far leave a choice for this question."""
        match question:
            case "rules":
                return len(self.game.presets) > 1 or bool(fields_of(self.game))
            case "seats":
                return len(self.game.seats) > 1
            case "who":
                return self.seats > 1
            case "names":
                needs_names = self.seats > 1 and not self.players.has_one_person
                return needs_names and bool(self.players.people) and not self.has_typed_names

    def go_on(self) -> Response | None:
        """Go to the next question or, after the last question, start the game.

        If the game can't start, go back to the rules if they match no preset, otherwise to the players, and raise
        ValueError with the reason.
        """
        self._asked.append(self.question)
        following = filter(self.asks, QUESTIONS[QUESTIONS.index(self.question) + 1 :])
        if (question := next(following, None)) is not None:
            self.question = question
            return None
        try:
            return self.start()
        except ValueError:
            usual = (self.game.options(), *(preset.options for preset in self.game.presets))
            first = 0 if self.options not in usual else 1
            self._asked = [each for each in self._asked if QUESTIONS.index(each) < first]
            self.question = next(filter(self.asks, QUESTIONS[first:]))
            raise

    # Answers

    def set_seats(self, seats: int) -> None:
        """Change the number of players."""
        self.players = replace(self.players, seats=seats)

    def set_name(self, seat: int, name: str) -> None:
        """Change the name for a seat."""
        self.players = self.players.with_name(seat, name)

    def offered_names(self, seat: int) -> tuple[str, ...]:
        """Return the names to offer for a seat: those that no other seat has, and an empty name."""
        others = {name for at, name in enumerate(self.players.names[: self.seats]) if at != seat}
        return tuple(dict.fromkeys(("", *(name for name in self.known_names if name not in others))))

    @property
    def usual_names(self) -> list[str]:
        """The default names of the people: the names typed for their seats or, if there are none, for other seats."""
        found = [self.players.name_at(seat) for seat in self.players.people]
        return found if any(found) else [name for name in self.players.names if name][: len(found)]

    def set_names(self, typed: Sequence[str]) -> None:
        """Change the names of all people. Raise ValueError with a sentence if there are too many names."""
        people = self.players.people
        if len(typed) > len(people):
            raise ValueError(f"Type {counted(len(people), 'name')}, not {len(typed)}.")
        names = dict(zip(people, typed, strict=False))
        self.players = replace(self.players, names=tuple(names.get(seat, "") for seat in range(self.seats)))

    def set_option(self, name: str, value: Any) -> None:
        """Change an option."""
        self.options = replace(self.options, **{name: value})

    def read_deal(self, text: str) -> Deal | DealCode | None:
        """Return the typed deal code or deal line, or None for an empty text. Raise ValueError for other text."""
        return parse_deal(text, self.game) if text.strip() else None

    def set_deal(self, text: str) -> None:
        """Use this deal code or deal line. A deal line also sets the number of players and the options."""
        deal, self.left_deal = self.read_deal(text), ""
        if isinstance(deal, Deal):
            self.options, self.deal = unresolve_defaults(deal), str(deal.deal_code)
            self.set_seats(deal.seats)
            if any(deal.computers):
                self.players = replace(self.players, who="each", levels=deal.computers)
        else:
            self.deal = "" if deal is None else str(deal)

    def keep_left_deal(self, text: str) -> None:
        """Keep a deal that the player discarded, so that the player can restore it."""
        if text != self.deal:
            self.left_deal = safe_text(text, MAX_LINE_LENGTH)

    def keep_left_name(self, text: str) -> None:
        """Suggest a name that the player discarded."""
        if name := safe_text(text):
            self.known_names = list(dict.fromkeys((name, *self.known_names)))

    # What follows from them

    @property
    def about_options(self) -> str:
        """A note on whether the options are the defaults or come from the last game."""
        if self.options == self.game.options() or self.options != self.first_options:
            return "You don't have to change anything."
        return f"The options are as you last left them: {self.preset_name}."

    @property
    def preset_name(self) -> str:
        """The name of the preset that matches the options."""
        return next((preset.name for preset in self.game.presets if preset.options == self.options), CUSTOM_PRESET)

    @property
    def options_in_short(self) -> str:
        """The options and the deal in a single line."""
        return f"{self.preset_name}, {f'deal {self.deal}' if self.deal else NEW_DEAL}"

    @property
    def opens_hands(self) -> bool:
        """Whether one player has several seats and can therefore see every hand."""
        return self.players.has_one_person and can_open_hands(self.game)

    @property
    def open_fields(self) -> list[OptionField]:
        """The options that can still make a difference after the answers so far."""
        return [each for each in fields_of(self.game) if self._is_open(each)]

    def _is_open(self, field: OptionField) -> bool:
        if self.seats == 1 and field.name in ALONE_WITHOUT and getattr(self.options, field.name) is None:
            return False
        return not (self.opens_hands and field.name == OPEN_HANDS)

    @property
    def computers(self) -> Computers:
        """The computer player at each seat."""
        return seat_computers(self.game, self.players.seat_levels)

    @property
    def fault(self) -> str:
        """The reason why the game can't start with these answers. It is empty if it can start."""
        try:
            self.players.player_names(self.computers)
        except ValueError as error:
            return str(error)
        options = self.game.resolve_defaults(self.options, self.seats)
        return without_rulings(" ".join(self.game.validate_options(options, self.seats)))

    @property
    def answers(self) -> SetUpAnswers:
        """The answers so far."""
        return SetUpAnswers(self.players, self.options, self.deal, self.left_deal)

    def start(self) -> Response:
        """Start the game. Raise ValueError with a sentence if the game can't start with these answers.

        Nobody shares a guest's screen, so a guest opens a shared table for several people.
        """
        if is_guest() and len(self.players.people) > 1 and not self.players.has_one_person:
            return self.invite()
        return Leave(ToTable(self._session()))

    def _session(self) -> Session:
        if fault := self.fault:
            raise ValueError(fault)
        code = DealCode.parse(self.deal) if self.deal else fresh_code()
        options = open_hands(self.options) if self.opens_hands else self.options
        names, computers = self.players.player_names(self.computers), self.computers
        self._memory.finish(self.answers)
        return Session(self.game, options, names, code, self.players.persons, computers)

    def _is_free(self) -> bool:
        return not self.is_typing

    def _is_typing(self) -> bool:
        return self.is_typing

    def _asks_questions(self) -> bool:
        return self._is_heard

    @Command("learn the game", keys=("l",), label="Learn it", words=("learn",), exists=_is_free)
    def learn(self) -> Response:
        return ToLearn(self.game.id)

    @Command("read the rules", label="Rules", words=("rules",), exists=_is_free)
    def rules(self) -> Response:
        return ToRules(self.game.id)

    @Command("open a shared table: the others join it from terminals of their own", keys=("i",), label="Invite others",
             words=("invite",), exists=lambda room: room.seats > 1 and not room.is_typing)  # fmt: skip
    def invite(self) -> Response:
        if self.deal:
            raise ValueError("At a shared table, the cards are new ones: you could know those of this deal.")
        if self.deal:
            raise ValueError(
                "At a shared table, the cards are always new: leave out the deal code, which tells them all."
            )
        if len(self.players.people) < 2 or self.players.has_one_person:
            self.players = replace(self.players, who="people")
        return Leave(ToTable(self._memory.host(self._session())))

    @Command("get the cards of another game by its deal code", id="other-deal", words=("deal",), takes="CODE",
             no_key=ON_FORM, exists=_asks_questions)  # fmt: skip
    def other_deal(self, text: str) -> Response:
        match self.read_deal(text):
            case Deal():
                raise ValueError("This is a deal line. To play it, return to the lobby and type play before it.")
            case code:
                self.deal = "" if code is None else str(code)
        return Say(f"The cards will be those of deal code {self.deal}." if self.deal else "The cards will be new ones.")

    @Command("go one question back", words=("back",), no_key=ON_FORM, exists=_asks_questions)
    def back(self) -> Response | None:
        if not self._asked:
            return self.leave()
        self.question = self._asked.pop()
        return None

    @Command("return to the lobby", keys=("q",), also=("escape",), label="Lobby", words=("quit",), exists=_is_free)
    def leave(self) -> Response:
        self._memory.leave(self.answers)
        return Leave()

    @Command("return to the lobby", keys=("esc",), label="Lobby", exists=_is_typing,
             no_words="It is needed only in a form's field, where letters don't act as keys.")  # fmt: skip
    def stop_typing(self) -> Response:
        return self.leave()


def open_game(text: str) -> Response:
    """Open the game in a deal line, a position file or a record file. Raise ValueError if that can't be done."""
    from cardtable.players.at_table import seat_computers  # only now, because it takes time to load

    try:
        session = session_from_text(text, seat_computers)
        return ToReplay(Replay(session)) if session.turn is None else ToTable(session)
    except RequestError as error:
        raise ValueError(str(error)) from None


def ask_for_game() -> AskText:
    """Ask for a deal line or a file, and open its game."""
    return AskText("Deal line, or the file of a position or a record:", open_game)
