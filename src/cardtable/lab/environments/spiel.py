"""The games as OpenSpiel games. Importing this module registers the games as `cardtable_clash` and so on."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from cardtable.engine.chance import ALPHABET, CODE_SYMBOLS, Key
from cardtable.engine.game import AnyGame, Seat
from cardtable.engine.games import SHIPPED
from cardtable.lab.environments.encoding import Encoding
from cardtable.lab.environments.missing import require
from cardtable.lab.environments.settings import EnvironmentSettings
from cardtable.lab.environments.spiel_game import Position, parameters_of, settings_of
from cardtable.lab.environments.text import private_text, state_text, view_text

pyspiel: Any = require("pyspiel", "OpenSpiel", "openspiel")

_SYMBOLS = len(ALPHABET)
_BITS_OF_A_SAMPLE = 48
"""The number of random bits to take from a sampler's number, which is a float and has at most 53."""


class CardtableState(pyspiel.State):  # type: ignore[misc]  # the library isn't installed where types are checked
    """A state of one of the games.

    First, chance draws the symbols of the deal code. Then the players move. The position is the only attribute because
    the library copies and saves every attribute.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.position = Position()

    @property
    def settings(self) -> EnvironmentSettings:
        """The settings of the game."""
        settings: EnvironmentSettings = self.get_game().settings
        return settings

    @property
    def encoding(self) -> Encoding:
        """The arrays of the game."""
        encoding: Encoding = self.get_game().encoding
        return encoding

    def current_player(self) -> Any:
        if self.position.state is None:
            return pyspiel.PlayerId.CHANCE
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return self.settings.game.turn(self.position.state)

    def _legal_actions(self, player: Seat) -> list[int]:
        return self.encoding.legal_ids(self.position.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(symbol, 1 / _SYMBOLS) for symbol in range(_SYMBOLS)]

    def _apply_action(self, action: int) -> None:
        if self.position.state is None:
            self.position = self.position.draw(self.settings, action)
        else:
            self.position = self.position.play(self.settings, self.encoding.actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {ALPHABET[action]}" if player == pyspiel.PlayerId.CHANCE else str(self.encoding.actions[action])

    def is_terminal(self) -> bool:
        return self.position.is_over(self.settings)

    def returns(self) -> list[float]:
        return list(self.position.returns(self.settings))

    def resample_from_infostate(self, player: Seat, sampler: Any) -> CardtableState:
        """Return a random state that looks the same to this player as the current state.

        `sampler` returns a random number from 0 to 1.
        """
        sample: CardtableState = self.clone()
        key = Key(int(sampler() * (1 << _BITS_OF_A_SAMPLE)))
        sample.position = self.position.resample(self.settings, player, key)
        return sample

    def __str__(self) -> str:
        if self.position.state is None:
            return "deal " + "".join(ALPHABET[symbol] for symbol in self.position.deal)
        state = self.position.state
        return "\n".join(f"{name}: {text}" for name, text in state_text(state).items())


class CardtableObserver:
    """Observations of one kind: a player's view, all that the player has seen, or a view's public or private part."""

    def __init__(self, settings: EnvironmentSettings, encoding: Encoding, kind: Any) -> None:
        self._settings, self._encoding, self._kind = settings, encoding, kind
        self._is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._is_private and kind.public_info:
            self.tensor = np.zeros(encoding.size, np.float32)
            self.dict = {name: self.tensor[place] for name, place in encoding.slices.items()}

    def set_from(self, state: CardtableState, player: Seat) -> None:
        """Fill the tensor with a player's observation. Before the deal, fill it with zeros."""
        if self.tensor is not None:
            position = state.position
            self.tensor[:] = 0 if position.state is None else self._encoding.observe(position.state, player)

    def string_from(self, state: CardtableState, player: Seat) -> str:
        """Return a player's view as text, or an empty string before the deal."""
        game, position = self._settings.game, state.position
        if position.state is None:
            return ""
        if not self._is_private:
            return view_text(game, position.state, None)
        if not self._kind.public_info:
            return private_text(game, position.state, player)
        if self._kind.perfect_recall:
            return position.information(self._settings, player)
        return view_text(game, position.state, player)


class CardtableGame(pyspiel.Game):  # type: ignore[misc]  # see CardtableState
    """A game with its parameters. Each game is a subclass, because OpenSpiel creates a game from parameters alone."""

    game: ClassVar[AnyGame]
    game_type: ClassVar[Any]

    def __init__(self, parameters: dict[str, Any]) -> None:
        game = self.game
        self.settings = settings = settings_of(game, parameters)
        self.encoding = Encoding(game, settings.options, settings.seats)
        most = float(self.encoding.most_points) if settings.rewards == "points" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.actions),
            max_chance_outcomes=_SYMBOLS,
            num_players=settings.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=None if game.together else 0.0,
            max_game_length=settings.max_moves,
        )
        super().__init__(self.game_type, info, parameters)

    def new_initial_state(self) -> CardtableState:
        return CardtableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return CODE_SYMBOLS

    def make_py_observer(self, kind: Any = None, params: Any = None) -> CardtableObserver:
        return CardtableObserver(self.settings, self.encoding, kind or pyspiel.IIGObservationType(perfect_recall=False))


def register_games() -> None:
    """Register every game that isn't registered yet."""
    known = set(pyspiel.registered_names())
    for game in SHIPPED.values():
        game_type = _type_of(game)
        if game_type.short_name not in known:
            # OpenSpiel frees the creator after Python has ended. Freeing a function then crashes; a class is safe.
            own = {"game": game, "game_type": game_type}
            pyspiel.register_game(game_type, type(game_type.short_name, (CardtableGame,), own))


def _type_of(game: AnyGame) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=f"cardtable_{game.id.replace('-', '_')}",
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.IDENTICAL if game.together else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters_of(game),
    )


register_games()
