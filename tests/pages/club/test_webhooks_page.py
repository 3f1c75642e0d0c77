"""Webhooks by pages: added with a secret that is shown once, stopped, resumed, replayed, removed."""

import html
import re

import pytest

from service.handlers.club.webhooks import stop
from tests.support.signed_in import signed_in
from tests.web.feeds.conftest import Hook, hook  # noqa: F401 - the fixture

PAGE = "/clubs/vasa/webhooks"


@pytest.fixture
def organiser(api):
    return signed_in(api, "Anna", "organiser")


def page(browser, path=PAGE):
    answer = browser.client.get(path)
    assert answer.status_code == 200
    return html.unescape(answer.text)


def test_a_webhook_is_added_its_secret_is_shown_once_and_it_is_removed(hook, organiser):  # noqa: F811
    assert "News are sent nowhere" in page(organiser)
    answer = organiser.fill(PAGE, url=hook.receiver.url, note="Webbplatsen")
    assert answer.status_code == 201
    hook.secret = re.search(r"<code>(whsec_[^<]+)</code>", answer.text)[1]
    text = page(organiser)
    assert hook.secret not in text
    assert "Webbplatsen" in text
    path = re.search(rf'action="({PAGE}/w_[a-z0-9]+)/removal"', text)[1]
    hook.judge()
    hook.happens()
    assert hook.work() == 1
    hook.receiver.sent[0].verified(hook.secret)
    for _ in range(2):
        assert organiser.fill(f"{path}/removal").headers["Location"] == f"{PAGE}?removed=1"
    assert "News are sent nowhere" in page(organiser)


def test_the_last_messages_are_shown_with_their_errors_and_sent_once_more(hook, organiser):  # noqa: F811
    hook.add()
    path = f"{PAGE}/{hook.id}"
    assert "Nothing was sent yet" in page(organiser, path)
    hook.happens(2)
    hook.receiver.answers = [500]
    hook.work()
    text = page(organiser, path)
    assert "the answer is 500" in text
    assert "1 message waits" in text
    assert "is announced" in text
    key = re.search(r'name="key" value="([^"]+)"', text)[1]
    for _ in range(2):
        assert organiser.fill(f"{path}/deliveries/2/replay", key=key).status_code == 303
    assert hook.work() == 1
    assert hook.receiver.sent[-1].id == hook.receiver.sent[-2].id


def test_a_stopped_webhook_is_told_at_the_desk_and_resumed_by_the_page(hook, organiser):  # noqa: F811
    tournament = hook.api.tournament(2)
    hook.add()
    desk = f"/desk/{tournament}"
    assert "webhook stopped" not in page(organiser, desk)
    stop(hook.context.deps, "vasa", hook.id, "failing")
    text = page(organiser, desk)
    assert "webhook stopped" in text
    assert "the website" in text
    assert "it took no message for three days" in page(organiser)
    assert organiser.fill(f"{PAGE}/{hook.id}/resumption").status_code == 303
    assert "webhook stopped" not in page(organiser, desk)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "https://"),
        ("x" * 600, "https://"),
        ("http://vasa.example", "begins with https://"),
        ("https://10.0.0.1", "public"),
    ],
)
def test_an_address_that_does_not_fit_is_marked_and_nothing_is_added(api, organiser, url, reason):
    before = api.deps.repository.club("vasa").version
    answer = organiser.fill(PAGE, url=url, note="x")
    assert answer.status_code == 422
    assert reason in html.unescape(answer.text)
    assert 'class="wrong"' in answer.text
    assert api.deps.repository.club("vasa").version == before


def test_only_organisers_see_webhooks(api, hook):  # noqa: F811
    hook.add()
    referee = signed_in(api, "Rut", "referee")
    for path in (PAGE, f"{PAGE}/{hook.id}"):
        assert referee.client.get(path).status_code == 403
    assert referee.fill(f"{PAGE}/{hook.id}/removal").status_code == 403
    assert isinstance(hook, Hook)
