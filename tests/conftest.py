"""How hard properties are searched: CARDTABLE_PROFILE is `quick` (for every commit), `ci` or `deep` (at night)."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large)

settings.register_profile("quick", max_examples=20, deadline=None, suppress_health_check=SLOW_IS_FINE)
# The same examples every time: a change is not blamed for what another one broke.
settings.register_profile("ci", settings.get_profile("quick"), max_examples=60, derandomize=True, print_blob=True)
settings.register_profile("deep", settings.get_profile("quick"), max_examples=500, print_blob=True)
settings.load_profile(os.environ.get("CARDTABLE_PROFILE", "quick"))
