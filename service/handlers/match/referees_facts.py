"""Facts of matches that referees recorded, read without the logs of the matches: a match may be long."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from core.eventlog.log import NEW
from core.events import REFEREES_FACTS, Recorded
from service.bootstrap import Dependencies
from service.store import bulk_read
from service.store.read_models import states
from service.store.read_models.club import club_index


def referees_facts(deps: Dependencies, matches: Sequence[str]) -> Iterator[tuple[str, Recorded]]:
    """The referees' facts of these matches, match by match, each read alone."""

    def find(match_id: str) -> tuple[int, list[int]]:
        last, versions = NEW, []
        for recorded in bulk_read.tail(deps.client, match_id):
            last = recorded.version
            if type(recorded.event) in REFEREES_FACTS:
                versions.append(last)
        return last, versions

    versions = club_index.ruled_versions(deps.client, matches, find)
    wanted = [(match_id, version) for match_id, each in versions.items() for version in each]
    for match_id, recorded in bulk_read.single(deps.client, wanted):
        if type(recorded.event) in REFEREES_FACTS:  # the log of a store that lost facts may have others there
            yield match_id, recorded


def of_tournament(deps: Dependencies, club: str, tournament_id: str) -> list[tuple[str, Recorded]]:
    """The referees' facts in the matches of a tournament, without those that were refused."""
    ruled = club_index.members(deps.client, club, club_index.RULED)
    found = []
    matches = [each for each in ruled if each.startswith(f"{tournament_id}.")]
    for match_id, facts in groupby(referees_facts(deps, matches), itemgetter(0)):
        rows = list(facts)
        refused = states.refusals(deps.client, match_id, rows[0][1].version, rows[-1][1].version)
        found += [row for row in rows if row[1].version not in refused]
    return found
