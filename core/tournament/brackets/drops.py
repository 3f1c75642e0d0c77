"""Drop strings: one line that says which losers enter a lower bracket in which of its rounds (DS1–DS9).

`A.B.|.C.` is four rounds. The losers of the main bracket's first round, A, begin. Those of B meet the winners. In the
third round no player enters. Those of C enter in the fourth. The notation is that of the blog tourneygeek;
`docs/formats/drop-strings.md` says how it is read here.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.errors import Invalid
from core.messages import quoted, say, term

MAIN = "ABCDEFGHIJKLMNOPQRSTUVW"
"""The letters of the main bracket's rounds; X is the champion match, and no main bracket has so many rounds."""
CONSOLATION = MAIN.lower()
"""The letters of the consolation's rounds, whose losers enter a last chance."""
NEWCOMERS_NONE, CHAMPION = "|", "X"
AUTO = "auto"
"""Instead of a drop string: the usual one for so many entrants."""
_LONGEST = 200


class Size(NamedTuple):
    """One round of a lower bracket: the letters that enter, how many play in it, and how many are left after it."""

    letters: str
    players: int
    advancing: int

    @property
    def matches(self) -> int:
        """The matches that two players play."""
        return self.players // 2


def read_drops(text: str, field: str, *, champion: bool = False, from_consolation: bool = False) -> tuple[str, ...]:
    """The letters that enter in each round, as far as that can be read without knowing how many entered (DS1–DS4).

    `champion`: the string may end with the champion match. `from_consolation`: small letters name rounds of the
    consolation. Raises `Invalid` for `field`, naming everything that is wrong.

    >>> read_drops("AB.C.D.|.|.", "consolation")
    ('AB', 'C', 'D', '', '')
    """
    compact = text.replace(" ", "")
    if len(compact) > _LONGEST:
        raise Invalid(
            {field: [say("{count} characters are too many: at most {longest}", count=len(compact), longest=_LONGEST)]}
        )
    if not compact:
        raise Invalid({field: [say("no round stands here: write a drop string such as 'A.B.|.'")]})
    if not compact.endswith("."):
        raise Invalid({field: [say("every round ends with a dot: write {text}", text=quoted(compact + "."))]})
    tokens = compact[:-1].split(".")
    if champion and tokens[-1] == CHAMPION:
        tokens.pop()
    known = MAIN + CONSOLATION if from_consolation else MAIN
    problems = [
        say("round {number}: {wrong}", number=number, wrong=wrong)
        for number, token in enumerate(tokens, 1)
        if (wrong := _wrong(token, known, champion))
    ]
    if not problems:
        problems = _disorder(tokens)
    if problems:
        raise Invalid({field: problems})
    return tuple("" if token == NEWCOMERS_NONE else token for token in tokens)


def unreadable(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """The problems of the drop strings of settings, by their names. An empty one and `auto` have none."""
    problems: dict[str, list[str]] = {}
    for name, text in texts.items():
        if text not in ("", AUTO):
            try:
                read_drops(text, name, from_consolation=name == "last_chance")
            except Invalid as wrong:
                problems |= wrong.problems
    return problems


def _wrong(token: str, known: str, champion: bool) -> str | None:
    """The error in one token alone."""
    if token == NEWCOMERS_NONE:
        return None
    if not token:
        return say(
            "nothing stands before its dot; write {none} if no player enters in it",
            none=quoted(NEWCOMERS_NONE),
        )
    if CHAMPION in token:
        return (
            say("{champion} is the champion match and stands alone at the end", champion=quoted(CHAMPION))
            if champion
            else say(
                "{champion} is the champion match of a double elimination; a consolation has none",
                champion=quoted(CHAMPION),
            )
        )
    strange = [letter for letter in token if letter not in known]
    if strange and set(strange) <= set(CONSOLATION):
        return say(
            "{letter} is a round of the consolation; the main bracket's have capital letters",
            letter=quoted(strange[0]),
        )
    if strange:
        return say(
            "{token} is neither {none} nor letters of rounds",
            token=quoted(token),
            none=quoted(NEWCOMERS_NONE),
        )
    return None


def _disorder(tokens: Sequence[str]) -> list[str]:
    """Letters that stand twice or after a later one, and a first round without anybody."""
    problems = []
    if tokens[0] == NEWCOMERS_NONE:
        problems.append(
            say(
                "round 1: no player is there yet; begin with letters and not with {none}",
                none=quoted(NEWCOMERS_NONE),
            )
        )
    seen: dict[str, int] = {}
    for number, token in enumerate(tokens, 1):
        for letter in "" if token == NEWCOMERS_NONE else token:
            later = [other for other in seen if other.isupper() is letter.isupper() and other > letter]
            if letter in seen:
                problems.append(
                    say(
                        "round {number}: the losers of {letter} enter in round {earlier} already",
                        number=number,
                        letter=quoted(letter),
                        earlier=seen[letter],
                    )
                )
            elif later:
                problems.append(
                    say(
                        "round {number}: {letter} is an earlier round than {later}: put it before",
                        number=number,
                        letter=quoted(letter),
                        later=quoted(later[-1]),
                    )
                )
            seen.setdefault(letter, number)
    return problems


def fitted(
    rounds: Sequence[str], field: str, losers: Mapping[str, int], *, entrants: int, every: bool = False
) -> tuple[Size, ...]:
    """The number of players in each round if the rounds named by letters have so many losers (DS5–DS8).

    With `every` all of these losers must enter. Raises `Invalid` for `field`, which says what would be right.
    """
    problems, sizes, advancing = [], [], 0
    span = tuple(losers) or term("none")
    for number, letters in enumerate(rounds, 1):
        problems += [
            say(
                "round {number}: {letter} is no round whose losers can enter with {entrants} entrants; such are {span}",
                number=number,
                letter=quoted(letter),
                entrants=entrants,
                span=span,
            )
            for letter in letters
            if letter not in losers
        ]
        players = advancing + sum(losers.get(letter, 0) for letter in letters)
        advancing = players - players // 2
        sizes.append(Size(letters, players, advancing))
    missing = [letter for letter in losers if every and letter not in "".join(rounds)]
    problems += [
        say("the losers of {letter} enter nowhere: everybody may lose once", letter=quoted(letter))
        for letter in missing
    ]
    if not problems and advancing > 1:
        ended = NEWCOMERS_NONE + "."
        more = ended * (advancing - 1).bit_length()
        problems.append(
            say(
                "{left} of {entrants} entrants are left after round {count}: add {more} at the end",
                left=advancing,
                entrants=entrants,
                count=len(rounds),
                more=quoted(more),
            )
        )
    if problems:
        raise Invalid({field: problems})
    return tuple(sizes)


def derived(losers: Mapping[str, int]) -> str:
    """The usual string for so many losers of each round: no more players are left than enter (DS9).

    The first two rounds enter together where the first has no more losers than the second, as in a field that does
    not fill its bracket.

    >>> derived({"A": 16, "B": 8, "C": 4, "D": 2, "E": 1}), derived({"A": 8, "B": 8, "C": 4, "D": 2})
    ('A.B.|.C.|.D.|.E.', 'AB.|.C.|.D.|.')
    """
    waiting = [(letter, count) for letter, count in losers.items() if count]
    tokens: list[str] = []
    advancing = 0
    while waiting or advancing > 1:
        if waiting and (advancing <= waiting[0][1] or not tokens):
            letter, count = waiting.pop(0)
            if not tokens and waiting and count <= waiting[0][1]:
                other, more = waiting.pop(0)
                letter, count = letter + other, count + more
            tokens.append(letter)
            advancing += count
        else:
            tokens.append(NEWCOMERS_NONE)
        advancing -= advancing // 2
    return "".join(f"{token}." for token in tokens)
