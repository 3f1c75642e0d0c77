"""The words on printed things, such as tables, brackets and files. Their translations are in the catalogues."""

import re
from collections.abc import Sequence
from string import Formatter
from typing import NamedTuple

from core.messages import rendered, term
from core.tournament.brackets.placement import places_of
from core.tournament.brackets.round_names import ROUND_WORDS
from core.tournament.model.result_words import kind_cell
from core.tournament.standings.tie_breaks import tie_break_of
from service.translations import CORE, OFFERED, catalogue, phrase, translated

_HYPHEN = re.compile(r"(?<![^ (])-(?=\d)")
_WORDS: dict[str, str] = {
    # rounds
    **ROUND_WORDS,
    "round_of": phrase("Round of {players}"),
    "round": phrase("Round {number}"),
    "winner": phrase("Winner"),
    "group_stage": phrase("Group stage"),
    "groups": phrase("Group stage"),
    "swiss": phrase("Swiss"),
    "stage_1": phrase("Stage 1"),
    "stage_2": phrase("Stage 2"),
    "stage_3": phrase("Stage 3"),
    "play_off": phrase("Play-off"),
    "still_in": phrase("Still in"),
    # series
    "evenings": phrase("Evenings"),
    "series_ended": phrase("Final table"),
    "series_running": phrase("After {number} of {of} evenings"),
    "best_of": phrase("The best {number} results count. Those in parentheses do not."),
    "evening_factor": phrase("counts {factor} times"),
    "evening_running": phrase("not over yet"),
    # brackets
    "main": phrase("Main bracket"),
    "lower": phrase("Lower bracket"),
    "consolation": phrase("Consolation"),
    "last_chance": phrase("Last chance"),
    "placement": phrase("Placement"),
    "placement_range": phrase("Places {first}–{last}"),
    "placement_round": phrase("Places {first}–{last}, round {number}"),
    "group": phrase("Group {name}"),
    "in_group": phrase("Group"),
    # seats
    "winner_of": phrase("Winner of {match}"),
    "loser_of": phrase("Loser of {match}"),
    "seed": phrase("seed {number}"),
    "place_of_swiss": phrase("place {number}"),
    # tables and lists
    "standings": phrase("Standings"),
    "standings_before": phrase("Standings before round {number}"),
    "crosstable": phrase("Cross-table"),
    "prizes": phrase("Prizes"),
    "prize": phrase("Prize"),
    "prize_won": phrase("Has won"),
    "pairings": phrase("Pairings"),
    "by_table": phrase("By table"),
    "by_name": phrase("By name"),
    "bracket": phrase("Bracket"),
    "rounds": phrase("Rounds"),
    "rank": phrase("Rank"),
    "number": phrase("No."),
    "name": phrase("Name"),
    "played": phrase("Played"),
    "won": phrase("Won"),
    "lost": phrase("Lost"),
    "byes": phrase("Byes"),
    "walkovers": phrase("W.o."),
    "games": phrase("Games"),
    "points": phrase("Points"),
    "score": phrase("Score"),
    "penalty": phrase("Penalty"),
    "unplayed_virtual_opponent": phrase("A round not played counts as a virtual opponent's score (FIDE 2009 to 2023)"),
    "unplayed_zero": phrase("A round not played counts nothing in Buchholz (US Chess)"),
    "penalties_count": phrase("Each penalty point of a referee takes {points} off"),
    "table": phrase("Table"),
    "board": phrase("board {number} of the meeting"),
    "table_": phrase("Table {name}"),
    "opponent": phrase("Opponent"),
    "result": phrase("Result"),
    "withdrawn": phrase("withdrawn"),
    "shared": phrase("shared"),
    "match": phrase("Match {name}"),
    "open": phrase("open for entries"),
    "running": phrase("in progress"),
    "finished": phrase("finished"),
    "called_off": phrase("called off"),
    "entrants": phrase("{count} entrants"),
    "matches_played": phrase("{played} of {count} matches played"),
    "nothing": phrase("There is nothing to show yet."),
    "match_of_round": phrase("{round}, match {number}"),
    "timetable": phrase("Timetable"),
    "expected_time": phrase("An expected time, which moves with the plan"),
    "no_time_yet": phrase("no time yet"),
    "no_rulings": phrase("No decision was recorded."),
    # the text for a newspaper
    "newspaper": phrase("Text for the newspaper"),
    "paper_leads": phrase("In the lead: {names}."),
    "paper_ended": phrase("The tournament was ended before all matches were played."),
    "paper_shared": phrase("{names} share the first place."),
    "paper_won": phrase("{name} won {tournament}."),
    "paper_match": phrase("The last match, against {loser}, ended {score}."),
    "paper_counted": phrase("Next came {second}. {what}: {value} to {other}."),
    "paper_level": phrase("{first} and {second} were level. It was decided by: {what}, {value} to {other}."),
    "paper_and": phrase("{others} and {last}"),
    # prints
    "page_of": phrase("Page {page} of {pages}"),
    "sheet_of_poster": phrase("Sheet {number} of {count}: row {row}, column {column}"),
    "reasons": phrase("What decided between equals"),
    "participants": phrase("Participants"),
    "club": phrase("Club"),
    "rating": phrase("Rating"),
    "grid": phrase("Who meets whom in which round (Berger grid)"),
    "slips": phrase("Result slips"),
    "begins_with": phrase("{name} begins with {number}"),
    "game": phrase("Game"),
    "ending": phrase("Ending"),
    "signature": phrase("Signature, {seat}"),
    "watch": phrase("Watch the match"),
    "certificate": phrase("Certificate"),
    "certificates": phrase("Certificates"),
    "organiser": phrase("Organiser"),
    "referee": phrase("Referee"),
    "place_1": phrase("First place"),
    "place_2": phrase("Second place"),
    "place_3": phrase("Third place"),
    "place": phrase("Place {number}"),
    "places": phrase("Shared place {number}"),
    "programme": phrase("Programme"),
    "times": phrase("Times"),
    "round_minutes": phrase("Minutes of a round"),
    "late_players": phrase("Players who are late"),
    "late_after": phrase("{number} minutes late: a game or point to the opponent"),
    "late_every": phrase("{number} further minutes late: one more each"),
    "disturbed_board": phrase("A disturbed board"),
    "laid_out_by_players": phrase("The players may lay it out again on the phone without a referee, if they agree."),
    "late_lost": phrase("{number} minutes late: the match is lost"),
    "fee": phrase("Entry fee"),
    "fee_again": phrase("Fee of a re-entry or buy-back"),
    "contact": phrase("Contact"),
    "rulings": phrase("Rulings"),
    "time": phrase("Time"),
    "about": phrase("About"),
    "decision": phrase("Decision"),
    "reason": phrase("Reason"),
    "booklet": phrase("The whole tournament"),
    "whole_round": phrase("Everything for the round"),
    # seats
    "white": phrase("White"),
    "black": phrase("Black"),
    "seat1": phrase("Seat 1"),
    "seat2": phrase("Seat 2"),
}
_HEADINGS = {
    "points": phrase("Pts"),
    "wins": phrase("W"),
    "mini_table": phrase("Among tied"),
    "game_difference": phrase("G±"),
    "point_difference": phrase("P±"),
    "sonneborn_berger": phrase("SB"),
    "head_to_head": phrase("H2H"),
    "buchholz": phrase("Bh"),
    "buchholz_cut1": phrase("Bh−1"),
    "median_buchholz": phrase("MBh"),
    "progressive": phrase("Prog"),
    "koya": phrase("Koya"),
    "opponents_ratings": phrase("Opp"),
    "opponents_average_rating": phrase("Opp avg"),
    "games_won": phrase("G"),
    "points_won": phrase("P+"),
    "round_reached": phrase("Came to"),
    "lots": phrase("Lots"),
    "penalty": phrase("Pen."),
}
"""Tie-breaks at the head of a column, and penalties."""
_KEY = re.compile(r"(?P<stem>.*?)_?(?P<number>[0-9]+)?")


class Language(NamedTuple):
    """One of the languages: `say` a word by its key, `name` whatever a format calls its rounds and brackets."""

    key: str

    def word(self, key: str, *values: str | int) -> str:
        """The word of that key with its values, in their order. Raises `KeyError`."""
        return self._translated(_WORDS[key], values)

    def cell(self, kind: str) -> str:
        """A kind of result or bye where there is little room; empty for a match that was played."""
        return translated(kind_cell(kind), self.key)

    def _translated(self, pattern: str, values: Sequence[str | int] = ()) -> str:
        fields = [field for _, field, _, _ in Formatter().parse(pattern) if field]
        return rendered(str(catalogue(self.key).pgettext(CORE, pattern)), dict(zip(fields, values, strict=False)))

    def name(self, key: str) -> str:
        """The name of a round or a bracket; a key without a translation is read as it is written.

        >>> [Language("sv").name(key) for key in ("semi_final", "round_3", "lower_round_2", "plate")]
        ['Semifinaler', 'Rond 3', 'Nedre trädet rond 2', 'Plate']
        """
        if key in _WORDS:
            return self.word(key)
        if places := places_of(key):
            return self.word("placement_round" if places.round else "placement_range", *places)
        matched = _KEY.fullmatch(key)
        assert matched is not None, "the pattern takes anything"
        stem, number = matched["stem"], matched["number"]
        if stem in _WORDS and number:
            word = self.word(stem, number)
            return word if number in word else f"{word} {number}"
        for split in range(len(stem), 0, -1):
            if stem[split - 1 : split] == "_" and stem[: split - 1] in _WORDS and stem[split:] in _WORDS:
                return f"{self.word(stem[: split - 1])} {self.word(stem[split:], number or '').strip().lower()}"
        words = " ".join(filter(None, (stem.replace("_", " ").strip(), number)))
        return words[:1].upper() + words[1:]

    def format(self, name: str) -> str:
        """The name of a format, whose English name is `name`."""
        return translated(term(name), self.key)

    def game(self, name: str) -> str:
        """The name of a game, whose English name is `name`."""
        return translated(term(name), self.key)

    def heading(self, code: str) -> str:
        """A tie-break at the head of a column."""
        return self._translated(_HEADINGS[code]) if code in _HEADINGS else code

    def tie_break(self, code: str) -> str:
        """The name of a tie-break.

        >>> Language("sv").heading("wins"), Language("sv").tie_break("wins"), Language("en").tie_break("wins")
        ('V', 'Vunna matcher', 'Matches won')
        """
        return translated(tie_break_of(code).name, self.key)

    def tie_break_title(self, code: str) -> str:
        """The name of a tie-break without what explains it.

        >>> Language("sv").tie_break_title("points"), Language("en").tie_break_title("wins")
        ('Poäng', 'Matches won')
        """
        return translated(tie_break_of(code).title, self.key)

    def section(self, name: str) -> str:
        """The name of a part of the tournament with a table of its own: a group by its letters, or a stage."""
        return self.word("group", name) if len(name) < 3 else self.name(name)


def language(key: str) -> Language:
    """The language of that key. Raises `KeyError`."""
    if key not in OFFERED:
        raise KeyError(key)
    return Language(key)


def signed(numbers: str) -> str:
    """Numbers with a minus sign, which is as wide as a plus, in the place of the hyphen.

    >>> signed("-3 = 2 + (-5)")
    '−3 = 2 + (−5)'
    """
    return _HYPHEN.sub("−", numbers)
