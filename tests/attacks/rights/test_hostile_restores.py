"""Hostile backups that are looked at and brought back while others import: each side gets its own and nothing else."""

import gzip
import json
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from core.club.authors import shown
from core.club.club import fold as fold_club
from core.eventlog.hash_chain import verify, with_hash
from core.events import ClubCopied, ClubFounded, MatchImported, MatchOpened, MemberAdded, MemberInvited, TokenIssued
from service.auth.authorization import hash_of
from service.store.maintenance import all_streams, club_restores
from tests.attacks.bounds.test_backup_files import AT, CREATED, CUP, FOUNDED, GOOD, OPENED, REFUSED, backup, lines
from tests.pages.club.test_restore_page import PAGE, came, send, with_jobs
from tests.support.signed_in import signed_in
from workers.club_restores import read_backup, restore_backup

NDJSON = "application/x-ndjson"
OURS = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Anna", "black": "Bertil"})
SECRET = "s" * 40


@pytest.fixture
def organiser(api: Any, worker_context: Any) -> Any:
    api.deps = with_jobs(api.client.application, api.deps, worker_context)
    object.__setattr__(worker_context.deps, "clock", lambda: api.deps.clock())
    return signed_in(api, "Åsa Lind", "organiser")


def log_of(match: str) -> bytes:
    """The lines of a match of our club as another installation exported it."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines(match, OURS, by="vasa.scorer"))


def imported(api: Any, data: bytes) -> int:
    path = "/v1/matches/import?club=vasa"
    return int(api.send("POST", path, "organiser", data=data, content_type=NDJSON).status_code)


def whole(api: Any) -> None:
    """Every log of the store is as it was written."""
    for stream in all_streams.heads(api.deps.client):
        proof = verify([with_hash(stream, each) for each in api.deps.log.read(stream)])
        assert proof.broken_at is None, stream


def beside(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_hostile_files_are_refused_while_matches_and_players_are_imported(
    api: Any, organiser: Any, worker_context: Any
) -> None:
    hostile = [name for name, (data, _) in REFUSED.items() if data and not callable(data)]
    states: dict[str, str] = {}

    def look() -> None:
        for name in hostile:
            with suppress(AssertionError):
                send(organiser, PAGE, REFUSED[name][0])  # type: ignore[no-untyped-call]
            found = came(api.deps)  # type: ignore[no-untyped-call]
            read_backup(worker_context, found.id)
            states[name] = came(api.deps).state  # type: ignore[no-untyped-call]

    before = set(api.everything_written())
    looking, ids = beside(look), [f"m_{letter * 10}" for letter in "bcdefghijk"]
    for match in ids:
        assert imported(api, log_of(match)) == 201
        assert api.post("/v1/clubs/vasa/players", [{"name": f"Player {match}"}]).status_code == 201
    looking.join(120)
    assert states == dict.fromkeys(hostile, club_restores.REFUSED)
    assert set(api.everything_written()) - before == set(ids)
    whole(api)


def test_a_copy_with_the_ids_of_our_own_club_touches_none_of_them_while_one_is_imported(
    api: Any, organiser: Any, worker_context: Any, judge: Callable[[], None]
) -> None:
    ours, later = "m_cccccccccc", "m_bbbbbbbbbb"
    assert imported(api, log_of(ours)) == 201
    theirs = [lines(each, OPENED) for each in (ours, later)]
    file = backup(FOUNDED, *theirs, lines(CUP, CREATED))
    send(organiser, PAGE, gzip.compress(file))  # type: ignore[no-untyped-call]
    read_backup(worker_context, came(api.deps).id)  # type: ignore[no-untyped-call]
    assert organiser.fill(f"{PAGE}/club", club="Solna", slug="solna-kopia").status_code == 303
    known = {stream: list(api.deps.log.read(stream)) for stream in ("c_vasa", ours)}
    restoring = beside(lambda: restore_backup(worker_context, came(api.deps).id))  # type: ignore[no-untyped-call]
    assert imported(api, log_of(later)) == 201
    restoring.join(120)
    judge()
    assert list(api.deps.log.read(ours)) == known[ours]
    assert next(iter(api.deps.log.read(later))).event == OURS
    assert list(api.deps.log.read("c_vasa"))[: len(known["c_vasa"])] == known["c_vasa"]
    rows = api.get("/v1/clubs/vasa/matches", role="organiser").json["matches"]
    assert {row["id"] for row in rows} == {ours, later}
    copied = list(api.deps.log.read("c_solna-kopia"))
    assert any(isinstance(each.event, ClubCopied) for each in copied)
    others = set(all_streams.heads(api.deps.client)) - {"c_vasa", "c_solna-kopia", ours, later}
    openings = [next(iter(api.deps.log.read(other))).event for other in others]
    assert {opening.club for opening in openings if isinstance(opening, MatchOpened)} == {"solna-kopia"}
    assert CUP not in others
    whole(api)


def test_keys_and_authors_that_a_file_forges_open_nothing_here(
    api: Any, organiser: Any, worker_context: Any, judge: Callable[[], None]
) -> None:
    """A key in the file, an invitation, and authors of our own club's names: what was here knows none of them."""
    forged = lines(
        "c_solna",
        ClubFounded("solna", "Solna"),
        TokenIssued("eve", "organiser", hash_of(SECRET)),
        MemberAdded("u_eve", "Eve", "organiser"),
        MemberInvited("u_eve", hash_of(SECRET), AT * 2),
        by="operator",
    )
    file = backup(forged, lines("m_dddddddddd", OPENED, by="vasa.organiser"))
    before = {stream: list(api.deps.log.read(stream)) for stream in all_streams.heads(api.deps.client)}
    send(organiser, PAGE, gzip.compress(file))  # type: ignore[no-untyped-call]
    read_backup(worker_context, came(api.deps).id)  # type: ignore[no-untyped-call]
    found = came(api.deps)  # type: ignore[no-untyped-call]
    assert found.state == club_restores.READ, found.detail
    assert organiser.fill(f"{PAGE}/club", club="Solna", slug="solna-kopia").status_code == 303
    restore_backup(worker_context, found.id)
    judge()
    for stream, events in before.items():
        assert list(api.deps.log.read(stream)) == events, stream
    club = fold_club(list(api.deps.log.read("c_solna-kopia")))
    assert club.tokens == {}
    assert club.copied is not None
    assert shown(club.copied.by, club.people.names.get) == "organiser:Åsa Lind", "the log says whose copy it is"
    assert "Lind" not in club.copied.by
    for slug in ("solna", "solna-kopia", "vasa"):
        bearer = {"Authorization": f"Bearer st_{slug}.eve_{SECRET}"}
        for path in ("/v1/clubs/vasa", "/v1/clubs/solna-kopia", "/v1/clubs"):
            assert api.client.get(path, headers=bearer).status_code == 401, (slug, path)
    invited = organiser.__class__(api)
    assert invited.fill("/sign-in/key", key=f"in_solna-kopia.u_eve_{SECRET}").status_code != 303
    assert api.get("/v1/clubs/solna-kopia", role="organiser").status_code == 404, "our token is of our club alone"


def test_a_file_that_says_it_imported_our_match_is_a_statement_of_the_copy_alone(
    api: Any, organiser: Any, worker_context: Any, judge: Callable[[], None]
) -> None:
    ours = "m_cccccccccc"
    assert imported(api, log_of(ours)) == 201
    head = all_streams.heads(api.deps.client)[ours]
    file = backup(
        lines("c_solna", ClubFounded("solna", "Solna"), MatchImported(ours, head.version, head.hash)),
        lines("m_dddddddddd", OPENED),
    )
    send(organiser, PAGE, gzip.compress(file))  # type: ignore[no-untyped-call]
    read_backup(worker_context, came(api.deps).id)  # type: ignore[no-untyped-call]
    assert came(api.deps).state == club_restores.READ  # type: ignore[no-untyped-call]
    assert organiser.fill(f"{PAGE}/club", club="Solna", slug="solna-kopia").status_code == 303
    restore_backup(worker_context, came(api.deps).id)  # type: ignore[no-untyped-call]
    judge()
    rows = api.get("/v1/clubs/vasa/matches", role="organiser").json["matches"]
    assert {row["id"] for row in rows} == {ours}
    assert all_streams.heads(api.deps.client)[ours] == head
    whole(api)


@pytest.mark.parametrize("name", ["../../x.gz", "/etc/passwd", "x\r\nSet-Cookie: a=b.gz", "a" * 4000, ""])
def test_the_name_of_a_file_is_never_used(api: Any, organiser: Any, tmp_path: Path, name: str) -> None:
    send(organiser, PAGE, gzip.compress(GOOD), name=name)  # type: ignore[no-untyped-call]
    kept = {path.name for path in (api.deps.settings.data / "restores").iterdir()}
    found = came(api.deps)  # type: ignore[no-untyped-call]
    assert kept <= ({f"{found.id}.gz"} if found else set())
    assert not list(tmp_path.glob("x.gz"))
