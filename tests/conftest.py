"""What every test can count on."""

import os

from hypothesis import HealthCheck, settings

# The same examples for everybody; one that fails prints how to run it again.
settings.register_profile(
    "ci", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
# HYPOTHESIS_PROFILE=search looks for new failures: other examples each time, and many of them.
settings.register_profile("search", settings.get_profile("ci"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

pytest_plugins = ["tests.stores", "tests.api"]
