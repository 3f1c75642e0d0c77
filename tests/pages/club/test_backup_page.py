"""The backup of a club by a page: made by a worker, downloaded, and restored to the same standings elsewhere."""

from dataclasses import replace

import pytest
from click.testing import CliRunner
from rq import Queue
from rq.serializers import JSONSerializer

from service.backups import backup_archive
from service.commands.restore import restore
from service.commands.verify import verify
from service.exports import ExportOptions
from service.handlers.tournament import exports
from service.jobs import JOBS, Jobs
from service.store.maintenance import club_backups
from tests.support.api import new_house
from tests.support.signed_in import later, signed_in
from workers.club_backups import back_up_club

PAGE = "/clubs/vasa/backup"


@pytest.fixture
def organiser(api, worker_context):
    api.deps = replace(api.deps, jobs=Jobs(worker_context.queue))
    made = api.client.application.extensions
    made["brade"] = made["brade"]._replace(deps=api.deps)
    return signed_in(api, "Anna", "organiser")


@pytest.fixture
def waiting(worker_context):
    return Queue("jobs", connection=worker_context.queue, serializer=JSONSerializer)


@pytest.fixture
def work(worker_context, waiting, judge):
    """Have a worker do the jobs that wait."""

    def work():
        judge()
        for job in waiting.jobs:
            if job.func_name == JOBS["back_up_club"].function:
                back_up_club(worker_context, *job.args)
        waiting.empty()

    return work


def page(browser):
    answer = browser.client.get(PAGE)
    assert answer.status_code == 200
    return answer


def download(browser, work):
    assert browser.fill(PAGE).status_code == 303
    work()
    answer = browser.client.get(f"{PAGE}/file")
    assert answer.status_code == 200
    answer.get_data()
    answer.close()  # it was sent from a file
    return answer


def played(api):
    """A published tournament of three with a result; its id."""
    cup = api.tournament(3, published=True, name="Höstbräde")
    assert api.post(f"/v1/tournaments/{cup}/start").status_code == 200
    match = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][0]["id"]
    sent = {"match": match, "results": [{"winner": "white", "outcome": "jan"}] * 3}
    assert api.post(f"/v1/tournaments/{cup}/results", sent, role="scorer").status_code == 202
    return cup


def standings(deps, cup):
    names = ("standings.html", "standings.csv", "crosstable.csv", "matches.csv", "bracket.svg")
    return [exports.export(deps, None, cup, name, ExportOptions()) for name in names]


def test_a_downloaded_backup_restores_to_the_same_standings_byte_for_byte(
    api, organiser, work, judge, store, tmp_path, monkeypatch
):
    api.found("solna")
    other = api.post(
        "/v1/clubs/solna/tournaments",
        {
            "name": "Solna",
            "game": "swedish",
            "length": {"games": 3},
            "format": "swiss",
            "settings": {"rounds": 3},
        },
        role="solna organiser",
    ).json["id"]
    friendly, cup = api.friendly(), played(api)
    judge()
    before = standings(api.deps, cup)
    answer = download(organiser, work)
    assert answer.mimetype == "application/gzip"
    assert (
        'filename="brade-vasa-' in answer.headers["Content-Disposition"]
        or "filename=brade-vasa-" in (answer.headers["Content-Disposition"])
    )
    file = tmp_path / "downloaded.gz"
    file.write_bytes(answer.data)
    header, _streams = backup_archive.contents(str(file))
    assert {"c_vasa", friendly, cup, f"{cup}.1"} <= set(header.heads)
    assert not {"c_solna", other} & set(header.heads)
    store.client.flushall()
    monkeypatch.setenv("BRADE_STORE_URL", store.url)
    assert CliRunner().invoke(verify, [str(file)], catch_exceptions=False).exit_code == 0
    assert CliRunner().invoke(restore, [str(file)], catch_exceptions=False).exit_code == 0
    judge()
    again = new_house(store, tmp_path)
    assert standings(again, cup) == before
    assert again.repository.match(friendly).players == {"white": "Anna", "black": "Bertil"}
    assert again.repository.club("vasa").people.named("Anna").password


def test_the_page_goes_from_nothing_to_being_made_to_ready(api, organiser, work):
    answer = page(organiser)
    assert "Make a backup</button>" in answer.text
    assert organiser.client.get(f"{PAGE}/file").status_code == 404
    organiser.fill(PAGE)
    answer = page(organiser)
    assert "The backup is being made" in answer.text
    assert int(answer.headers["Refresh"]) > 0
    assert organiser.client.get(f"{PAGE}/file").status_code == 404
    work()
    answer = page(organiser)
    assert f'href="{PAGE}/file"' in answer.text
    assert "Refresh" not in answer.headers


def test_a_second_press_makes_no_second_backup_until_a_while_has_passed(api, organiser, waiting, work):
    organiser.fill(PAGE)
    organiser.fill(PAGE)
    assert len(waiting) == 1
    work()
    organiser.fill(PAGE)
    assert len(waiting) == 0
    later(api, club_backups.BETWEEN_SECONDS * 1000)
    organiser.fill(PAGE)
    assert len(waiting) == 1


def test_a_backup_that_did_not_come_can_be_asked_for_again(api, organiser, waiting):
    organiser.fill(PAGE)
    later(api, club_backups.MOST_SECONDS * 1000 + 1)
    assert "Make a backup</button>" in page(organiser).text
    organiser.fill(PAGE)
    assert len(waiting) == 2


def test_where_no_worker_takes_it_the_page_says_so(api, organiser):
    api.deps = replace(api.deps, jobs=None)
    made = api.client.application.extensions
    made["brade"] = made["brade"]._replace(deps=api.deps)
    answer = organiser.fill(PAGE)
    assert answer.status_code == 503
    assert "No backup can be made just now" in answer.text
    assert "Make a backup</button>" in page(organiser).text


def test_an_altered_log_is_left_out_and_the_page_says_so(api, organiser, store, work, judge):
    cup = played(api)
    judge()
    key = next(each for each in store.client.scan_iter(match=f"*:log:{cup}", _type="stream"))
    last = store.client.xrevrange(key, count=1)[0][0]
    store.client.xdel(key, last)
    data = download(organiser, work).data
    assert data
    assert "Part of the record was damaged" in page(organiser).text


def test_the_file_is_its_owners_alone(api, organiser, work):
    download(organiser, work)
    files = list((api.deps.settings.data / "exports").glob("vasa.backup.gz"))
    assert [file.stat().st_mode & 0o077 for file in files] == [0]


@pytest.mark.parametrize("role", ["viewer", "scorer", "referee"])
def test_only_organisers_make_and_download_backups(api, organiser, work, role):
    download(organiser, work)
    person = signed_in(api, "Bo", role)
    assert person.client.get(PAGE).status_code == 403
    assert person.client.get(f"{PAGE}/file").status_code == 403
    assert person.fill(PAGE).status_code == 403


def test_organisers_of_another_club_cannot_download_it(api, organiser, work):
    download(organiser, work)
    api.found("solna")
    other = signed_in(api, "Olle", "organiser", "solna")
    assert other.client.get(f"{PAGE}/file").status_code in (401, 403, 404)
    assert other.fill(PAGE).status_code in (401, 403, 404)
