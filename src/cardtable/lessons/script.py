"""The fields of a lesson's script. rules/lessons/README.md describes the fields for authors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

MAX_STEPS = 60
MAX_ITEMS = 200
"""The maximum number of items in any list in a script."""
MAX_TEXT, MAX_LINE = 2_000, 200


def _printable(text: str) -> str:
    for letter in text:
        if letter != "\n" and not letter.isprintable():
            raise ValueError("has a character that can't be printed")
    return text.strip("\n")


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, dict) else value


def _as_condition(value: Any) -> Any:
    """Return the table for a condition. As a short form, the value may be an action or a list of actions."""
    if isinstance(value, str):
        value = [value]
    return {"actions": value} if isinstance(value, list) else value


Text = Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(_printable)]
"""Markdown text of one or more lines."""
Phrase = Annotated[str, Field(min_length=1, max_length=MAX_LINE, pattern=r"^[^\n]*$"), AfterValidator(_printable)]
Phrases = Annotated[list[Phrase], Field(max_length=MAX_ITEMS)]
Count = Annotated[int, Field(ge=0, le=1_000)]
Number = Annotated[int, Field(ge=-10_000, le=10_000)]


class ScriptPart(BaseModel):
    """A table in a script. The values must have the right types, and unknown fields aren't allowed."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=False)


class ScriptPosition(ScriptPart):
    """A position in a script, from a file or a deal. The author can set zones of a deal and add actions to play."""

    players: Annotated[list[Phrase], Field(max_length=10)] = []
    """The players' names, one per seat. The default is the game's own names, or `Player 1`, `Player 2` and so on."""
    seats: Annotated[int, Field(ge=1, le=10)] | None = None
    """The number of players, for use when their names aren't given."""
    deal: Phrase = "0000-0000"
    options: dict[str, Any] = {}
    lay: dict[str, Any] = {}
    """The zones that the author sets."""
    file: Phrase | None = None
    """The name of a JSON file with a position, in the same folder as the script."""
    actions: Phrases = []
    """The actions played from this position."""

    @model_validator(mode="after")
    def _check(self) -> ScriptPosition:
        if self.file is not None and (self.lay or self.options or "deal" in self.model_fields_set):
            raise ValueError("can't have a file together with deal, options or lay")
        if self.players and self.seats not in (None, len(self.players)):
            raise ValueError("must have as many seats as players")
        return self


class ClaimedRefusal(ScriptPart):
    """A claim that an action is illegal, with the engine's reason."""

    action: Phrase
    ruling: Phrase | None = None
    says: Phrase | None = None
    """A part of the engine's reason."""


class ClaimedEnding(ScriptPart):
    """A claim about the outcome. Only the fields that are set are compared."""

    points: list[Number] | None = None
    winners: list[Phrase] | None = None
    """The winners' names."""
    margin: Number | None = None
    ruling: Phrase | None = None


class Claim(ScriptPart):
    """A statement that the engine checks."""

    action: Phrase | None = None
    """The action that the claim is about. The default is the action played in the step."""
    and_then: Phrases = []
    """Actions to play after `action` and before the comparison. Illegal actions are skipped."""
    tells: Phrases = []
    """Words that the action's log must contain."""
    not_tells: Phrases = []
    refused: Annotated[list[ClaimedRefusal], Field(max_length=MAX_ITEMS), BeforeValidator(_as_list)] = []
    legal: Phrases = []
    """Actions that must be legal before `action` is played."""
    legal_count: Annotated[int, Field(ge=0, le=10_000)] | None = None
    measures: dict[str, Any] = {}
    state: dict[str, Any] = {}
    """The contents of zones after `action` has been played."""
    outcome: ClaimedEnding | None = None
    turn: Phrase | None = None
    """The player whose turn it is after the action, or "nobody" if the game is over."""


class RightAnswers(ScriptPart):
    """A condition that lists or describes the right actions."""

    actions: Phrases = []
    best: Phrase | None = None
    """The name of a measure. The actions with the highest value are right."""
    lowest: Phrase | None = None
    """The name of a measure. The actions with the lowest value are right."""
    measure: Phrase | None = None
    """The name of a measure. An action is right if its value satisfies `is`, `at_least` or `at_most`."""
    is_: Any = Field(default=None, alias="is")
    at_least: Number | None = None
    at_most: Number | None = None
    tells: Phrase | None = None
    """Words that the log of a right action contains."""
    like: Phrase | None = None
    """Words that an action must contain to be considered."""
    and_then: Phrases = []
    """Actions to play after each action, before the measure is calculated. Illegal actions are skipped."""
    any_: Literal[True] | None = Field(default=None, alias="any")
    """Whether every legal action is right."""

    @model_validator(mode="after")
    def _one_condition(self) -> RightAnswers:
        conditions = [self.best, self.lowest, self.measure, self.tells, self.any_, self.actions or None]
        bounds = [each for each in (self.is_, self.at_least, self.at_most) if each is not None]
        if sum(condition is not None for condition in conditions) != 1:
            raise ValueError("must have exactly one of actions, best, lowest, measure, tells and any")
        if (self.measure is None) != (not bounds):
            raise ValueError("must have a measure together with is, at_least or at_most")
        return self


class MetricQuestion(ScriptPart):
    """A question about the value of a measure."""

    of: Phrase
    action: Phrase
    and_then: Phrases = []


class StepPart(ScriptPart):
    """The fields of every kind of step."""

    text: Text = ""
    spoken: Text = ""
    """The text for plain mode, if `text` refers to something that only the screen shows."""
    task: Text = ""
    """The part of the text that tells the learner what to do. Plain mode repeats it after a long table."""
    reads: Phrases = []
    """The first words of the lines that plain mode reads in this step, in place of the lesson's `reads`."""
    point: Phrases = []
    """The cards and places that the learner should look at."""
    claims: Annotated[list[Claim], Field(max_length=MAX_ITEMS), BeforeValidator(_as_list)] = []
    ruling: Phrase | None = None
    """The ruling that the "Why?" command shows."""
    position: ScriptPosition | None = None
    """A new position for the start of this step."""
    seat: Phrase | None = None
    """The player whose view the learner sees in this step."""

    @model_validator(mode="after")
    def _task_in_text(self) -> StepPart:
        if " ".join(self.task.split()) not in " ".join((self.spoken or self.text).split()):
            raise ValueError("has a task that isn't part of its text")
        return self


class TellStep(StepPart):
    """A step that only shows text."""

    kind: Literal["tell"]


class ShowStep(StepPart):
    """A step that plays an action. The text tells the learner what to watch and why."""

    kind: Literal["show"]
    action: Phrase
    then: Text = ""
    """The text to show after the action."""


class TryStep(StepPart):
    """A step that lasts until the learner finds a right action."""

    kind: Literal["try"]
    right: Annotated[RightAnswers, BeforeValidator(_as_condition)]
    hint: Text = ""
    answers: dict[str, Text] = {}
    """Replies to particular actions, whether right or wrong. The replies replace the engine's replies."""
    then: Text = ""
    """The reply to a right action."""
    goes_on: bool = True
    """Whether the game continues after the action. If this is False, the game returns to the step's position."""


class AskStep(StepPart):
    """A question that the learner answers with a choice, with actions, or by pointing at cards and places."""

    kind: Literal["ask"]
    choices: Phrases = []
    answer: Phrase | None = None
    wrong: dict[str, Text] = {}
    """Replies to wrong choices, cards or places."""
    answer_points: Phrases = []
    answer_actions: Annotated[RightAnswers | None, BeforeValidator(_as_condition)] = None
    measure: MetricQuestion | None = None
    """The measure whose value is the right answer."""
    hint: Text = ""
    then: Text = ""

    @model_validator(mode="after")
    def _one_answer(self) -> AskStep:
        if sum((bool(self.choices), bool(self.answer_points), self.answer_actions is not None)) != 1:
            raise ValueError("must have exactly one of choices, answer_points and answer_actions")
        if bool(self.choices) != (self.answer is not None) or (self.choices and self.answer not in self.choices):
            raise ValueError("must have an answer that is one of its choices")
        if len(set(self.choices)) < len(self.choices):
            raise ValueError("has the same choice twice")
        if self.answer_actions is not None and self.wrong:
            raise ValueError("can't have replies to wrong actions")
        wrong_choices = set(self.choices) - {self.answer}
        if unknown := [each for each in self.wrong if self.choices and each not in wrong_choices]:
            raise ValueError(f"has a reply to '{unknown[0]}', which isn't a wrong choice")
        if self.measure is not None and not self.choices:
            raise ValueError("can't have a measure without choices")
        return self


def replies_to(step: StepPart) -> Sequence[str]:
    """Return the possible replies to a wrong choice or to a request for a hint."""
    return (*step.wrong.values(), step.hint) if isinstance(step, AskStep) and step.choices else ()


class FreeStep(StepPart):
    """A step in which the learner plays freely. The position is restored at the end of the step."""

    kind: Literal["free"]
    turns: Count = 0
    """The number of actions that the learner plays. If it is 0, the learner plays until the game ends."""
    others: Literal["me", "random"] = "me"
    """The player who plays the other seats: the learner or a random player."""
    measure: Phrase | None = None
    """The measure that selects the best action for a hint."""
    and_then: Phrases = []
    """Actions to play after each action, before the hint's measure is calculated. Illegal actions are skipped."""
    hint: Text = ""


AnyStep = TellStep | ShowStep | TryStep | AskStep | FreeStep


class Script(ScriptPart):
    """The script of a lesson."""

    title: Phrase
    about: Phrase
    """A one-sentence description of the lesson."""
    rulings: Annotated[Phrases, Field(min_length=1)]
    """The rulings that the lesson teaches."""
    terms: Phrases = []
    """The game terms that the lesson introduces."""
    replaces: Phrases = []
    """The names of earlier lessons. A learner who finished all of them has also finished this lesson."""
    seat: Phrase | None = None
    """The player whose view the learner sees. The default is the player whose turn it is."""
    reads: Phrases = []
    """The first words of the lines that plain mode reads with a question. By default, plain mode reads all lines."""
    unexplained: Phrases = []
    """The zones that the board may leave out because a later lesson explains them."""
    position: ScriptPosition
    steps: Annotated[list[Annotated[AnyStep, Field(discriminator="kind")]], Field(min_length=1, max_length=MAX_STEPS)]


def explained_zones(script: Script) -> frozenset[str]:
    """Return the first word of each name that a lesson points at. The word is usually the name of a zone."""
    return frozenset(text.split()[0] for step in script.steps for text in step.point)
