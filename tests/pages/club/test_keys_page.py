"""Keys of programs and links to tables by a page: made and shown once, listed without secrets, taken back."""

import html
import re

import pytest

from service.auth.link_tokens import HOURS
from tests.support.operations import SeatedTournament
from tests.support.signed_in import Browser, later, signed_in

PAGE = "/clubs/vasa/keys"
HOUR = 3600 * 1000


@pytest.fixture
def seated(api):
    return SeatedTournament(api)


@pytest.fixture
def organiser(api):
    return signed_in(api, "Anna", "organiser")


def page(browser):
    answer = browser.client.get(PAGE)
    assert answer.status_code == 200
    return html.unescape(answer.text)


def made(browser, note="Platta vid bord 3", role="scorer"):
    answer = browser.fill(PAGE, note=note, role=role)
    assert answer.status_code == 201
    return re.search(r"<code>(st_[^<]+)</code>", answer.text)[1]


def test_a_key_is_shown_once_opens_its_role_and_is_listed_without_its_secret(api, organiser):
    key = made(organiser)
    answer = Browser(api).client.get("/v1/clubs/vasa", headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 200
    text = page(organiser)
    begins, _line, secret = key.partition("_")[2].partition("_")
    assert f"<code>st_{begins}</code>" in text
    assert secret not in text
    assert "Platta vid bord 3" in text
    assert "made <time" in text


def test_a_key_that_is_taken_back_opens_nothing_any_more(api, organiser):
    key = made(organiser)
    id_ = key.partition(".")[2].partition("_")[0]
    path = f"{PAGE}/{id_}/revocation"
    assert f'action="{path}"' in page(organiser)
    answer = organiser.fill(path)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{PAGE}?revoked=1")
    assert organiser.fill(path).status_code == 303
    assert f'action="{path}"' not in page(organiser)
    refused = Browser(api).client.get("/v1/clubs/vasa", headers={"Authorization": f"Bearer {key}"})
    assert refused.status_code == 401


def test_the_last_key_of_an_organiser_stays_and_the_page_says_why(api, organiser):
    owners = [token for token in api.deps.repository.club("vasa").tokens.values() if token.role == "organiser"]
    answers = [organiser.fill(f"{PAGE}/{owner.token}/revocation") for owner in owners]
    assert [answer.status_code for answer in answers] == [303] * (len(owners) - 1) + [409]
    assert "last organiser token" in answers[-1].text


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"note": " ", "role": "scorer"},
        {"note": "a", "role": "king"},
        {"note": "x" * 101, "role": "scorer"},
        {"note": "a\u202eb", "role": "scorer"},
    ],
)
def test_what_does_not_fit_is_marked_and_makes_no_key(api, organiser, sent):
    before = api.deps.repository.club("vasa").version
    answer = organiser.fill(PAGE, **sent)
    assert answer.status_code == 422
    assert 'class="wrong"' in answer.text
    assert api.deps.repository.club("vasa").version == before


def test_links_that_are_out_are_listed_by_place_until_they_end_and_taken_back(api, seated, organiser):
    assert "No link to a table" in page(organiser)
    path = f"/v1/tournaments/{seated.tournament}/links"
    link = [api.post(path, {"tables": ["1"]}, role="referee").json["links"][0]["link"] for _ in range(2)][1]
    api.post(path, {"tables": ["2"]}, role="referee")
    text = page(organiser)
    assert text.count(f'name="tournament" value="{seated.tournament}"') == 2
    assert "2 links" in text
    assert link not in text
    answer = organiser.fill(f"{PAGE}/links/revocation", tournament=seated.tournament, place="table:1")
    assert answer.status_code == 303
    assert Browser(api).post("/v1/session", {"link": link}).status_code == 401
    text = page(organiser)
    assert 'value="table:1"' not in text
    assert 'value="table:2"' in text
    later(api, HOURS * HOUR)
    assert organiser.sign_in("Anna").status_code == 200
    assert "No link to a table" in page(organiser)


def test_links_to_a_friendly_match_are_listed_with_its_players(api, organiser):
    match = api.friendly(players={"white": "Åsa", "black": "Göran"})
    assert api.post(f"/v1/matches/{match}/links", {}, role="referee").status_code == 201
    assert "Åsa – Göran" in page(organiser)
    assert organiser.fill(f"{PAGE}/links/revocation", tournament="", place=f"match:{match}").status_code == 303
    assert "Åsa – Göran" not in page(organiser)


@pytest.mark.parametrize("role", ["viewer", "scorer", "referee"])
def test_the_page_is_for_organisers_alone(api, role):
    person, before = signed_in(api, "Bo", role), api.deps.repository.club("vasa").version
    assert person.client.get(PAGE).status_code == 403
    token = next(iter(api.deps.repository.club("vasa").tokens))
    for path, sent in (
        (PAGE, {"note": "mine", "role": "organiser"}),
        (f"{PAGE}/{token}/revocation", {}),
        (f"{PAGE}/links/revocation", {"tournament": "", "place": "*"}),
    ):
        assert person.fill(path, **sent).status_code == 403, path
    assert api.deps.repository.club("vasa").version == before
