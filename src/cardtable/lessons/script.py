"""What a lesson's script may say, field by field.  The page for its authors is rules/lessons/README.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

MOST_STEPS = 60
MOST_ITEMS = 200
"""Of any list in a script."""
LONGEST_TEXT, LONGEST_LINE = 2_000, 200


def _printable(text: str) -> str:
    for letter in text:
        if letter != "\n" and not letter.isprintable():
            raise ValueError("holds a character that cannot be printed")
    return text.strip("\n")


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, dict) else value


def _actions(value: Any) -> Any:
    """A list of actions is short for a table that lists them."""
    if isinstance(value, str):
        value = [value]
    return {"actions": value} if isinstance(value, list) else value


Text = Annotated[str, Field(max_length=LONGEST_TEXT), AfterValidator(_printable)]
"""Markdown."""
Line = Annotated[str, Field(max_length=LONGEST_LINE, pattern=r"^[^\n]*$"), AfterValidator(_printable)]
Words = Annotated[str, Field(min_length=1, max_length=LONGEST_LINE, pattern=r"^[^\n]*$"), AfterValidator(_printable)]
Lines = Annotated[list[Words], Field(max_length=MOST_ITEMS)]
Count = Annotated[int, Field(ge=0, le=1_000)]
Number = Annotated[int, Field(ge=-10_000, le=10_000)]


class ScriptPart(BaseModel):
    """Any table of a script: nothing is coerced and no unknown field is taken."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=False)


class ScriptPosition(ScriptPart):
    """A deal, or cards laid as the author wishes, or a file; and what has been played since."""

    players: Annotated[list[Words], Field(max_length=10)] = []
    """The names, one a seat; without them the game's own names, or Player 1, Player 2 …"""
    seats: Annotated[int, Field(ge=1, le=10)] | None = None
    """How many, where there are no names."""
    deal: Words = "0000-0000"
    """The deal code."""
    options: dict[str, Any] = {}
    lay: dict[str, Any] = {}
    """Zones of the state, laid as the author wishes."""
    file: Words | None = None
    """A position as JSON, beside the script."""
    actions: Lines = []
    """Played from there on."""

    @model_validator(mode="after")
    def _one_of_both(self) -> ScriptPosition:
        if self.file is not None and (self.lay or self.options or "deal" in self.model_fields_set):
            raise ValueError("takes a file, or a deal with what is laid, not both")
        if self.players and self.seats not in (None, len(self.players)):
            raise ValueError("names players for another number of seats")
        return self


class ClaimedRefusal(ScriptPart):
    """An action that is not open, and the ruling that the engine gives for it."""

    action: Words
    ruling: Words | None = None
    says: Words | None = None
    """A part of the reason that the engine gives."""


class ClaimedEnding(ScriptPart):
    """What must be true of the outcome; only what is named is compared."""

    points: list[Number] | None = None
    winners: list[Words] | None = None
    """By name."""
    margin: Number | None = None
    ruling: Words | None = None


class Claim(ScriptPart):
    """What the engine must bear out."""

    action: Words | None = None
    """As if this were played; on a show and a try it is what is played there, unless another one is named."""
    and_then: Lines = []
    """Played after it by whoever is asked, each where it is open, before anything is compared."""
    tells: Lines = []
    """Each a part of the log of that action."""
    not_tells: Lines = []
    refused: Annotated[list[ClaimedRefusal], Field(max_length=MOST_ITEMS), BeforeValidator(_listed)] = []
    legal: Lines = []
    """Actions that are open before it."""
    legal_count: Annotated[int, Field(ge=0, le=10_000)] | None = None
    measures: dict[str, Any] = {}
    state: dict[str, Any] = {}
    """Zones after it."""
    outcome: ClaimedEnding | None = None
    turn: Words | None = None
    """Whose turn it is after it, by name; "nobody" once the game is over."""


class RightAnswers(ScriptPart):
    """Which of the legal actions are right: those listed, or those that meet a condition."""

    actions: Lines = []
    best: Words | None = None
    """All with the highest of this measure."""
    lowest: Words | None = None
    measure: Words | None = None
    """All of which this measure …"""
    is_: Any = Field(default=None, alias="is")
    """… is just this,"""
    at_least: Number | None = None
    """… or this and more,"""
    at_most: Number | None = None
    """… or this and less."""
    tells: Words | None = None
    """All of which the log says this."""
    like: Words | None = None
    """Only actions with these words in them are compared."""
    and_then: Lines = []
    """Played after each of them by whoever is asked, each where it is open, before anything is measured."""
    any_: Literal[True] | None = Field(default=None, alias="any")
    """Every legal action."""

    @model_validator(mode="after")
    def _one_condition(self) -> RightAnswers:
        ways = [self.best, self.lowest, self.measure, self.tells, self.any_, self.actions or None]
        bounds = [each for each in (self.is_, self.at_least, self.at_most) if each is not None]
        if sum(way is not None for way in ways) != 1:
            raise ValueError("says what is right in just one way: actions, best, lowest, measure, tells or any")
        if (self.measure is None) != (not bounds):
            raise ValueError("needs is, at_least or at_most with a measure, and a measure with those")
        return self


class MetricQuestion(ScriptPart):
    """A question that a measure answers."""

    of: Words
    action: Words
    and_then: Lines = []


class StepPart(ScriptPart):
    """What every kind of step may say."""

    text: Text = ""
    point: Lines = []
    """Cards and places to look at."""
    claims: Annotated[list[Claim], Field(max_length=MOST_ITEMS), BeforeValidator(_listed)] = []
    ruling: Words | None = None
    """The ruling behind it."""
    position: ScriptPosition | None = None
    """A new one, from which this step begins."""
    seat: Words | None = None
    """From which seat one looks in this step."""


class TellStep(StepPart):
    """Something is told."""

    kind: Literal["tell"]


class ShowStep(StepPart):
    """An action is played, and the text gives the reason."""

    kind: Literal["show"]
    action: Words


class TryStep(StepPart):
    """The player acts until it is right."""

    kind: Literal["try"]
    right: Annotated[RightAnswers, BeforeValidator(_actions)]
    hint: Text = ""
    answers: dict[str, Text] = {}
    """What is said to an action, right or wrong, in place of what the engine has to say."""
    then: Text = ""
    """Said when it is right."""
    goes_on: bool = True
    """Whether the game goes on from there; else the position is put back."""


class AskStep(StepPart):
    """A question with choices, or one that is answered by pointing or by naming actions."""

    kind: Literal["ask"]
    choices: Lines = []
    answer: Words | None = None
    wrong: dict[str, Text] = {}
    """What is said to a wrong choice."""
    answer_points: Lines = []
    answer_actions: Annotated[RightAnswers | None, BeforeValidator(_actions)] = None
    measure: MetricQuestion | None = None
    """What the engine must measure for the answer to be right."""
    hint: Text = ""
    then: Text = ""

    @model_validator(mode="after")
    def _one_answer(self) -> AskStep:
        if sum((bool(self.choices), bool(self.answer_points), self.answer_actions is not None)) != 1:
            raise ValueError("has choices, answer_points or answer_actions, one of the three")
        if bool(self.choices) != (self.answer is not None) or (self.choices and self.answer not in self.choices):
            raise ValueError("has an answer that is one of its choices")
        if len(set(self.choices)) < len(self.choices):
            raise ValueError("offers a choice twice")
        if strange := [each for each in self.wrong if each not in self.choices or each == self.answer]:
            raise ValueError(f"has an answer for '{strange[0]}', which is no wrong choice")
        if self.measure is not None and not self.choices:
            raise ValueError("has a measure, which answers only a question with choices")
        return self


class FreeStep(StepPart):
    """The player plays on; afterwards the position is put back."""

    kind: Literal["free"]
    turns: Count = 0
    """So many actions of the player; 0 for as long as the game lasts."""
    others: Literal["me", "random"] = "me"
    """Who plays the other seats."""
    measure: Words | None = None
    """What hints go by."""
    and_then: Lines = []
    """Played after an action by whoever is asked, each where it is open, before hints measure it."""
    hint: Text = ""


Step = Annotated[TellStep | ShowStep | TryStep | AskStep | FreeStep, Field(discriminator="kind")]


class Script(ScriptPart):
    """One lesson."""

    title: Words
    about: Words
    """One sentence."""
    rulings: Annotated[Lines, Field(min_length=1)]
    """Those that it teaches."""
    terms: Lines = []
    """The words of the game that it introduces."""
    replaces: Lines = []
    """The names of earlier lessons: a learner who finished all of them has finished this one."""
    seat: Words | None = None
    """From which seat one looks, by name; else from that on turn."""
    position: ScriptPosition
    steps: Annotated[list[Step], Field(min_length=1, max_length=MOST_STEPS)]
