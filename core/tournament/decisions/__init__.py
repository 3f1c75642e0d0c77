"""Decisions on a tournament: each one returns the events to append, or raises the reason why not.

No event is recorded here. The result of a match is not decided here either: it is a fact of the match's own log.
"""

from core.tournament.decisions.announcement import amend, end, ensure_amendable, publish, set_entry_form
from core.tournament.decisions.avoidance import allow, avoid
from core.tournament.decisions.byes import away_until, set_byes, within_rule
from core.tournament.decisions.calling_off import call_off, delete, ensure_takes_place, reinstate
from core.tournament.decisions.entries import FEWEST, Entrant, change_entry, check_in, enter, start, withdraw
from core.tournament.decisions.lineups import line_up
from core.tournament.decisions.manual_pairing import pair_by_hand
from core.tournament.decisions.pairing import pair, voided
from core.tournament.decisions.places.again import (
    buy_back,
    no_buy_back,
    no_re_entry,
    re_enter,
    take_buy_back_back,
    take_re_entry_back,
)
from core.tournament.decisions.places.alternates import (
    MOST_ALTERNATES,
    place_is_kept,
    replace,
    set_alternates,
    unplayed_of,
)
from core.tournament.decisions.places.bye_player import ByePlayer, bye_player, leave_to_bye_player
from core.tournament.decisions.rounds import pair_round, publish_round, set_round_time, unpair
from core.tournament.decisions.seating import seat, seat_by_hand, set_tables
from core.tournament.decisions.seeding import METHODS, say_words, seed_of_words, seed_players, take_ratings

__all__ = [
    "FEWEST",
    "METHODS",
    "MOST_ALTERNATES",
    "ByePlayer",
    "Entrant",
    "allow",
    "amend",
    "avoid",
    "away_until",
    "buy_back",
    "bye_player",
    "call_off",
    "change_entry",
    "check_in",
    "delete",
    "end",
    "ensure_amendable",
    "ensure_takes_place",
    "enter",
    "leave_to_bye_player",
    "line_up",
    "no_buy_back",
    "no_re_entry",
    "pair",
    "pair_by_hand",
    "pair_round",
    "place_is_kept",
    "publish",
    "publish_round",
    "re_enter",
    "reinstate",
    "replace",
    "say_words",
    "seat",
    "seat_by_hand",
    "seed_of_words",
    "seed_players",
    "set_alternates",
    "set_byes",
    "set_entry_form",
    "set_round_time",
    "set_tables",
    "start",
    "take_buy_back_back",
    "take_ratings",
    "take_re_entry_back",
    "unpair",
    "unplayed_of",
    "voided",
    "withdraw",
    "within_rule",
]
