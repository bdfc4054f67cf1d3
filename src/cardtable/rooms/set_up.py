"""The set-up of a game: the answers about players, options and the deal, and the reasons why a game can't start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted, without_rulings
from cardtable.formats.computers import Computers
from cardtable.formats.deal_line import MAX_LINE_LENGTH, Deal, parse_deal, unresolve_defaults
from cardtable.formats.options import OptionField, fields_of
from cardtable.formats.text import safe_text
from cardtable.players.at_table import seat_computers
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.goto import Company, ToLearn, ToReplay, ToRules, ToTable
from cardtable.rooms.kit.response import AskText, Leave, Response, Say
from cardtable.rooms.kit.set_up_answers import SetUpAnswers, SetUpMemory
from cardtable.store.powers import is_guest
from cardtable.table.dealing import (
    OPEN_HANDS,
    can_open_hands,
    open_hands,
    session_from_text,
)
from cardtable.table.replay import Replay
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session, fresh_code

if TYPE_CHECKING:
    pass

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
        """Whether the player typed names in plain mode when asked who plays."""
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
        """Return the typed deal code or deal line, or None if nothing was typed. Raise ValueError for other text."""
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
            raise ValueError("At a shared table, the cards are always new. Leave out the deal code: it reveals them.")
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
