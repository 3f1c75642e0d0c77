"""What may be done to a tournament: each decision answers with the events to append, or says why not.

Nothing is recorded here. The outcome of a match is not decided here either: it is a fact of the match's own log.
"""

from core.tournament.decisions.entries import FEWEST, enter, start, withdraw
from core.tournament.decisions.pairing import pair, voided
from core.tournament.decisions.rounds import pair_round

__all__ = ["FEWEST", "enter", "pair", "pair_round", "start", "voided", "withdraw"]
