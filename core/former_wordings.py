"""Former wordings of messages, as verdicts and news keep them: they are read in the present words, in every language.

Nothing is decided or compared by a sentence. A message that is stored and is written anew gets a line here, with the
same names of its values.
"""

from collections.abc import Mapping

PRESENT: Mapping[str, str] = {
    "a reserve for each of {seats}, and for nobody else": "a reserve for each of {seats}, and for no other seat",
    "nobody has a break": "no player has a break",
    "nobody sits at {by}": "no player sits at {by}",
    "nobody sits at {seat}": "no player sits at {seat}",
    "nobody waits for the referee": "no table waits for the referee",
    "on points 1 to 11 a player may not land on a point that he holds": (
        "on points 1 to 11 a player may not land on a point that they hold"
    ),
    "the cube is {owner}'s: only he may redouble": "the cube is {owner}'s, and no other seat may redouble",
    "this is the Crawford game: nobody may double in it": "this is the Crawford game: neither player may double in it",
    "{start} → {end}": "{start}/{end}",
    "{said}: a double is its thrower's alone; what he cannot use of it is lost": (
        "{said}: a double is its thrower's alone; what the thrower cannot use is lost"
    ),
    "{said}: nobody can use a {point} here, so it is lost": (
        "{said}: neither player can use a {point} here, so it is lost"
    ),
}
"""The present wording of a former pattern."""
