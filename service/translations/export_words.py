"""The words on printed things, in English and Swedish."""

import re
from typing import NamedTuple

from core.tournament.standings.tie_breaks import tie_break_of

LANGUAGES = ("en", "sv")

_WORDS: dict[str, tuple[str, str]] = {
    # rounds
    "final": ("Final", "Final"),
    "semi_final": ("Semi-finals", "Semifinaler"),
    "quarter_final": ("Quarter-finals", "Kvartsfinaler"),
    "round_of": ("Round of {}", "{} kvar"),
    "round_of_16": ("Round of 16", "Åttondelsfinaler"),
    "round_of_32": ("Round of 32", "Sextondelsfinaler"),
    "bronze": ("Bronze match", "Bronsmatch"),
    "reset": ("Deciding match, if needed", "Omspel vid behov"),
    "grand_final": ("Grand final", "Stor final"),
    "round": ("Round {}", "Rond {}"),
    "winner": ("Winner", "Vinnare"),
    "group_stage": ("Group stage", "Gruppspel"),
    "groups": ("Group stage", "Gruppspel"),
    "still_in": ("Still in", "Kvar"),
    # brackets
    "main": ("Main bracket", "Huvudträd"),
    "lower": ("Lower bracket", "Nedre trädet"),
    "consolation": ("Consolation", "Tröstturnering"),
    "last_chance": ("Last chance", "Sista chansen"),
    "group": ("Group {}", "Grupp {}"),
    # seats
    "winner_of": ("Winner of {}", "Vinnaren i {}"),
    "loser_of": ("Loser of {}", "Förloraren i {}"),
    "bye": ("bye", "står över"),
    "seed": ("seed {}", "oskr. {}"),
    # results
    "walkover": ("w.o.", "w.o."),
    "no_show": ("w.o.", "w.o."),
    "double_no_show": ("–", "–"),
    "forfeit": ("ret.", "uppg."),
    "adjudicated": ("adj.", "dom"),
    # tables and lists
    "standings": ("Standings", "Ställning"),
    "crosstable": ("Cross-table", "Korstabell"),
    "by_table": ("By table", "Efter bord"),
    "by_name": ("By name", "Efter namn"),
    "bracket": ("Bracket", "Lottningsträd"),
    "rounds": ("Rounds", "Ronder"),
    "rank": ("Rank", "Plac."),
    "number": ("No.", "Nr"),
    "name": ("Name", "Namn"),
    "played": ("Played", "Sp."),
    "won": ("Won", "V"),
    "lost": ("Lost", "F"),
    "byes": ("Byes", "Står över"),
    "walkovers": ("W.o.", "W.o."),
    "games": ("Games", "Partier"),
    "points": ("Points", "Poäng"),
    "score": ("Score", "Summa"),
    "table": ("Table", "Bord"),
    "table_": ("Table {}", "Bord {}"),
    "opponent": ("Opponent", "Motståndare"),
    "result": ("Result", "Resultat"),
    "withdrawn": ("withdrawn", "utgått"),
    "shared": ("shared", "delad"),
    "match": ("Match {}", "Match {}"),
    "open": ("open for entries", "anmälan öppen"),
    "running": ("in progress", "pågår"),
    "finished": ("finished", "avslutad"),
    "entrants": ("{} entrants", "{} deltagare"),
    "matches_played": ("{} of {} matches played", "{} av {} matcher spelade"),
    "as_of": ("after event {}", "efter händelse {}"),
    "nothing": ("There is nothing to show yet.", "Det finns inget att visa än."),
    "white": ("White", "Vit"),
    "black": ("Black", "Svart"),
    "seat1": ("Seat 1", "Plats 1"),
    "seat2": ("Seat 2", "Plats 2"),
}  # fmt: skip
_FORMATS = {
    "round_robin": "Alla möter alla", "single_elimination": "Utslagning", "double_elimination": "Dubbel utslagning",
    "elimination_by_losses": "Utslagning efter förluster", "swiss": "Schweizer",
    "groups_then_knockout": "Grupper och slutspel", "team_league": "Lagserie",
}  # fmt: skip
"""Swedish names of formats; in English each format has its own name."""
_TIE_BREAKS: dict[str, tuple[str, str, str]] = {
    "points": ("Pts", "P", "Poäng: vad varje match och frirond räknas enligt turneringens poängskala"),
    "wins": ("W", "V", "Vunna matcher"),
    "mini_table": ("Mini", "Mini", "Minitabell mellan de lika: vinster, sedan partiskillnad, sedan poängskillnad"),
    "game_difference": ("G±", "Pa±", "Vunna minus förlorade partier, i alla matcher"),
    "point_difference": ("P±", "P±", "Vunna minus förlorade poäng, i alla matcher"),
    "sonneborn_berger": ("SB", "SB", "Sonneborn-Berger: summan av de besegrades poäng"),
    "head_to_head": ("H2H", "Inb", "Inbördes möten: vinster mellan de lika, om alla har mött varandra"),
    "buchholz": ("Bh", "Bh", "Buchholz: summan av alla motståndares poäng"),
    "buchholz_cut1": ("Bh−1", "Bh−1", "Buchholz utan den lägsta"),
    "median_buchholz": ("MBh", "MBh", "Median-Buchholz: utan den lägsta och den högsta"),
    "progressive": ("Prog", "Prog", "Progressiv poäng: summan av poängen efter varje rond"),
    "koya": ("Koya", "Koya", "Koya: poängen mot dem som har minst hälften av poängen"),
    "opponents_ratings": ("Opp", "Mot", "Summan av motståndarnas rating"),
    "games_won": ("G", "Pa", "Vunna partier, i alla matcher"),
    "points_won": ("P+", "P+", "Vunna poäng i alla partier"),
    "round_reached": ("Came to", "Nådde", "Hur långt spelaren kom i trädet"),
    "lots": ("Lots", "Lott", "Lottning mellan de lika med turneringens offentliga frö"),
}
"""A tie-break's heading in English and Swedish, and what it is called in Swedish; in English it says it itself."""
_KEY = re.compile(r"(?P<stem>.*?)_?(?P<number>[0-9]+)?")


class Language(NamedTuple):
    """One of the languages: `say` a word by its key, `name` whatever a format calls its rounds and brackets."""

    key: str

    def word(self, key: str, *values: object) -> str:
        """The word of that key with its values. Raises `KeyError`."""
        return _WORDS[key][LANGUAGES.index(self.key)].format(*values)

    def name(self, key: str) -> str:
        """The name of a round or a bracket; a key without a translation is read as it is written.

        >>> [Language("sv").name(key) for key in ("semi_final", "round_3", "lower_round_2", "plate")]
        ['Semifinaler', 'Rond 3', 'Nedre trädet rond 2', 'Plate']
        """
        if key in _WORDS:
            return self.word(key)
        found = _KEY.fullmatch(key)
        assert found is not None, "the pattern takes anything"
        stem, number = found["stem"], found["number"]
        if stem in _WORDS and number:
            word = self.word(stem, number)
            return word if number in word else f"{word} {number}"
        for split in range(len(stem), 0, -1):
            if stem[split - 1 : split] == "_" and stem[: split - 1] in _WORDS and stem[split:] in _WORDS:
                return f"{self.word(stem[: split - 1])} {self.word(stem[split:], number or '').strip().lower()}"
        words = " ".join(filter(None, (stem.replace("_", " ").strip(), number)))
        return words[:1].upper() + words[1:]

    def format(self, key: str, name: str) -> str:
        """The name of a format, whose English name is `name`."""
        return _FORMATS.get(key, name) if self.key == "sv" else name

    def heading(self, code: str) -> str:
        """A tie-break at the head of a column."""
        return _TIE_BREAKS[code][LANGUAGES.index(self.key)] if code in _TIE_BREAKS else code

    def tie_break(self, code: str) -> str:
        """The name of a tie-break.

        >>> Language("sv").heading("wins"), Language("sv").tie_break("wins"), Language("en").tie_break("wins")
        ('V', 'Vunna matcher', 'Matches won')
        """
        return _TIE_BREAKS[code][2] if self.key == "sv" and code in _TIE_BREAKS else tie_break_of(code).name

    def section(self, name: str) -> str:
        """The name of a part of the tournament with a table of its own; one with a mere letter is a group."""
        return self.word("group", name) if len(name) < 3 else name


def language(key: str) -> Language:
    """The language of that key. Raises `KeyError`."""
    if key not in LANGUAGES:
        raise KeyError(key)
    return Language(key)
