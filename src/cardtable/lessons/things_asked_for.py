"""The things that a question asks a learner to point at, and things like them."""

from __future__ import annotations

from cardtable.engine.zones import Place
from cardtable.lessons.places import is_empty, iter_places, thing_at
from cardtable.lessons.walkthrough import Walkthrough


class ThingsAskedFor:
    """The right answers to the current step of a lesson, which asks for places."""

    def __init__(self, walk: Walkthrough) -> None:
        self._teaching, self._view = walk.situation.teaching, walk.seen.state
        self._right = {thing_at(self._teaching, self._view, place) for place in walk.right_places}
        self._kinds = {type(thing) for thing in self._right}
        self._parts = {self._part(place) for place in walk.right_places}
        inside = (place for place, _ in iter_places(self._teaching, self._view) if self._part(place) in self._parts)
        self._has_wrong_ones = any(self._is_wrong_one(place) for place in inside)
        """Whether something of a kind asked for, in the part of the table that the question is about, is wrong."""

    def _part(self, place: Place) -> tuple[str, int]:
        """Return a zone, or one player's part of it."""
        zone = self._teaching.zones.get(place.zone)
        return place.zone, place.row if zone is not None and zone.depth == 2 and not zone.columns else 0

    def _is_wrong_one(self, place: Place) -> bool:
        thing = thing_at(self._teaching, self._view, place)
        is_of_kind = type(thing) in self._kinds and thing not in self._right
        return is_of_kind and not is_empty(self._teaching, self._view, place)

    def rank(self, place: Place) -> int:
        """Rank a place at which to start pointing: low where the answers are, but high for the answers themselves."""
        thing = thing_at(self._teaching, self._view, place)
        is_bad = thing in self._right or is_empty(self._teaching, self._view, place)
        return 4 * is_bad + 2 * (self._part(place) not in self._parts) + (type(thing) not in self._kinds)

    def are_like(self, place: Place) -> bool:
        """Return whether a place shows a thing of a kind asked for, such as a TriCard, right or wrong.

        If all of them in a hand are right, as in "Point at the Completes", the other cards there are like them, too.
        """
        thing = thing_at(self._teaching, self._view, place)
        is_decoy = not self._has_wrong_ones and self._part(place) in self._parts
        is_thing = not is_empty(self._teaching, self._view, place)
        return thing in self._right or ((type(thing) in self._kinds or is_decoy) and is_thing)
