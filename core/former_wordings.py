"""Former wordings of messages. Stored verdicts keep them; a verdict in a former wording is the same verdict.

A pattern that is stored with verdicts and is written anew gets a line here, with the same names of its values.
"""

from collections.abc import Mapping

FORMER: Mapping[str, str] = {
    "a reserve for each of {seats}, and for no other seat": "a reserve for each of {seats}, and for nobody else",
    "no player has a break": "nobody has a break",
    "no player sits at {by}": "nobody sits at {by}",
    "no player sits at {seat}": "nobody sits at {seat}",
    "no table waits for the referee": "nobody waits for the referee",
    "on points 1 to 11 a player may not land on a point that they hold": (
        "on points 1 to 11 a player may not land on a point that he holds"
    ),
    "the cube is {owner}'s, and no other seat may redouble": "the cube is {owner}'s: only he may redouble",
    "this is the Crawford game: neither player may double in it": "this is the Crawford game: nobody may double in it",
    "{start}/{end}": "{start} → {end}",
    "{said}: a double is its thrower's alone; what the thrower cannot use is lost": (
        "{said}: a double is its thrower's alone; what he cannot use of it is lost"
    ),
    "{said}: neither player can use a {point} here, so it is lost": (
        "{said}: nobody can use a {point} here, so it is lost"
    ),
}
"""The former wording of a present pattern."""

PRESENT: Mapping[str, str] = {former: present for present, former in FORMER.items()}
"""The present wording of a former pattern."""
