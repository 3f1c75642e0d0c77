"""Results reported and confirmed: what is asked, and what is answered."""

from schemas.facts.parts import Results
from schemas.fields import Strict
from schemas.requests.matches import match_id


class Confirming(Strict):
    """A match whose reported result is right."""

    match = match_id(required=True)


class Reporting(Strict):
    """A whole match result of a tournament without its rolls: each game's winner and outcome, in order."""

    match = match_id(required=True)
    results = Results(at_least=1, required=True)
