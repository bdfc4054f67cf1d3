"""A game as a PettingZoo AEC environment."""

from __future__ import annotations

import secrets
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from cardtable.engine.chance import CODE_BITS, DealCode, Key, draw_below
from cardtable.engine.game import Event, IllegalAction, start
from cardtable.formats.computers import thinking_key
from cardtable.lab.environments.encoding import Encoding
from cardtable.lab.environments.settings import EnvironmentSettings, rewards
from cardtable.lab.environments.text import screen_text
from cardtable.players.at_table import default_simulations
from cardtable.players.from_text import player_from_text
from cardtable.table.seen import Seen

RENDER_MODES = ("ansi",)


def make_env(settings: EnvironmentSettings, render_mode: str | None = None) -> OrderEnforcingWrapper:
    """Return an environment that raises a helpful error if it is used before `reset`."""
    return OrderEnforcingWrapper(CardtableEnv(settings, render_mode))


class CardtableEnv(pettingzoo.AECEnv):  # type: ignore[misc]  # the library isn't installed where types are checked
    """A game with agents called `player_0`, `player_1` and so on, in seat order.

    Opponents, who are computer players, move at the other seats. An illegal action raises IllegalAction with the
    reason.
    """

    def __init__(self, settings: EnvironmentSettings, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"The render mode must be 'ansi' or None, not {render_mode!r}.")
        self.settings, self.render_mode = settings, render_mode
        self.encoding = Encoding(settings.game, settings.options, settings.seats)
        self.metadata = {
            "name": f"cardtable_{settings.game.id.replace('-', '_')}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self._seat_of = {f"player_{seat}": seat for seat in range(settings.seats) if seat not in settings.opponents}
        self.possible_agents = list(self._seat_of)
        self._opponents = {seat: player_from_text(name, settings.game) for seat, name in settings.opponents.items()}
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(len(self.encoding.actions)) for agent in self.possible_agents
        }
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.state_space = _box(np.tile(self.encoding.high, settings.seats))
        self._key: Key | None = None
        self._moves = 0

    def _observation_space(self) -> gymnasium.spaces.Dict:
        actions = len(self.encoding.actions)
        return gymnasium.spaces.Dict(
            {
                "observation": _box(self.encoding.high),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the game with the number `seed`. Without a seed, deal the next game of the last seed's sequence."""
        settings, self.deal = self.settings, self._next_deal(seed)
        self.position, self._events = start(settings.game, settings.options, settings.seats, self.deal.key())
        self._moves = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._play_opponents()
        self._ask()

    def _next_deal(self, seed: int | None) -> DealCode:
        if seed is not None:
            code = DealCode(int(seed) % (1 << CODE_BITS))  # NumPy's integers are too small for keys
            self._key = code.key()
            return code
        key = Key(secrets.randbits(64)) if self._key is None else self._key
        number, self._key = draw_below(key, 1 << CODE_BITS)
        return DealCode(number)

    def _ask(self) -> None:
        """Select the agent to move and note its legal actions. If the game has ended, there are none."""
        seat = None if any(self.truncations.values()) else self.settings.game.turn(self.position)
        self.agent_selection = self.agents[0] if seat is None else f"player_{seat}"
        self._legal = [] if seat is None else self.encoding.legal_ids(self.position)
        nothing = self.encoding.mask(())
        self.infos = {agent: {"action_mask": nothing} for agent in self.agents}
        self.infos[self.agent_selection] = {"action_mask": self.encoding.mask(self._legal)}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and action mask. The mask is all zeros when it isn't the agent's turn."""
        mask = self.infos[agent]["action_mask"] if agent in self.infos else self.encoding.mask(())
        return {"observation": self.encoding.observe(self.position, self._seat_of[agent]), "action_mask": mask}

    def state(self) -> Any:
        """Return the observations of all seats in one array, in seat order."""
        seats = range(self.settings.seats)
        return np.concatenate([self.encoding.observe(self.position, seat) for seat in seats])

    def step(self, action: int | None) -> None:
        """Play an action for the agent to move. Raise IllegalAction if the action isn't legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen, self._events = self._action(action), ()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._play(chosen)
        self._play_opponents()
        self._ask()
        self._accumulate_rewards()

    def _play(self, action: Any) -> None:
        events: list[Event] | None = None if self.render_mode is None else []
        self.position = self.settings.game.advance(self.position, action, events)
        self._events += tuple(events or ())
        self._moves += 1
        self._end()

    def _play_opponents(self) -> None:
        """Let the computer players move until an agent has to move. They choose the same actions as at the table."""
        game = self.settings.game
        while (seat := game.turn(self.position)) in self._opponents and not any(self.truncations.values()):
            assert seat is not None, "it has a player"
            names, legal = game.default_names(self.settings.seats), game.legal(self.position)
            seen = Seen(game, seat, names, seat, game.view(self.position, seat), legal, (), None, "", "", 0)
            key = thinking_key(self.deal, self._moves)
            self._play(self._opponents[seat].choose(seen, key, default_simulations(game)).action)

    def _action(self, action: int | None) -> Any:
        """Return the action with this id. Raise IllegalAction if the action isn't legal."""
        actions = self.encoding.actions
        if action is None or not 0 <= action < len(actions):
            raise IllegalAction(f"An action must be a number from 0 to {len(actions) - 1}, not {action}.")
        if action not in self._legal:
            raise IllegalAction(self._why_not(actions[action]))
        return actions[action]

    def _why_not(self, action: Any) -> str:
        game = self.settings.game
        return game.explain(self.position, action, game.default_names(self.settings.seats))

    def _end(self) -> None:
        """End the game for all agents if the game is over or has reached the limit on moves."""
        outcome = self.settings.game.outcome(self.position)
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            won = rewards(outcome, self.settings.rewards)
            self.rewards = {agent: won[self._seat_of[agent]] for agent in self.agents}
        elif self._moves >= self.settings.max_moves:
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """Return the last events and the position as text, as the agent to move sees them."""
        if self.render_mode is None:
            gymnasium.logger.warn("The environment renders nothing, because its render mode is None.")
            return None
        game = self.settings.game
        return screen_text(game, self.position, self._events, game.turn(self.position))

    def close(self) -> None:
        """Do nothing, because an environment holds no open resources."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _box(high: Any) -> gymnasium.spaces.Box:
    return gymnasium.spaces.Box(np.zeros_like(high), high, dtype=np.float32)
