"""Fixtures of tests of a club: a tournament at its tables, and links to them."""

import pytest

from tests.support.operations import SeatedTournament
from tests.support.ratings.decided import begin, decide


@pytest.fixture
def seated(api):
    return SeatedTournament(api)


@pytest.fixture
def links(api, seated):
    """Make links as a referee."""

    def make(expect=201, **words):
        answer = api.post(f"/v1/tournaments/{seated.tournament}/links", words, role="referee")
        assert answer.status_code == expect, answer.json
        return answer.json.get("links")

    return make


@pytest.fixture
def cup(api):
    """A tournament of three with all three matches played; the side white won them."""
    tournament, matches = begin(api)
    for match in matches:
        decide(api, tournament, match)
    return tournament, matches
