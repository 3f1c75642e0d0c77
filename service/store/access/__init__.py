"""Rate limits, sign-ins and ended sessions, counted in the store for all processes."""
