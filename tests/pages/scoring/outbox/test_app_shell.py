"""The service worker, its offline page and the web manifest, as they are sent."""

import json
import re

from service.web.pages import assets
from service.web.pages.app_shell.page import shell_files
from tests.support.pages.served_tournament import OPERATOR


def test_the_service_worker_names_the_files_of_this_version_and_may_read_only_from_here(client):
    answer = client.get("/service-worker.js")
    assert (answer.status_code, answer.mimetype, answer.headers["Cache-Control"]) == (
        200,
        "text/javascript",
        "no-cache",
    )
    assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]
    shell = json.loads(re.match(r"const SHELL = (.*);\n", answer.get_data(as_text=True))[1])
    assert shell["folder"] == f"/static/{assets.stamp()}/"
    assert {
        assets.address(name) for name in ("shared/brade.css", "shared/requests.js", "scoring/outbox/store.js")
    } <= set(shell["files"])
    for file in shell["files"]:
        assert client.get(file).headers["Cache-Control"].endswith("immutable"), file


def test_the_shell_has_each_module_that_one_of_its_modules_imports():
    names = shell_files()
    assert {import_ for name in names for import_ in assets.imports_of(name)} <= set(names)


def test_the_offline_page_is_kept_for_later_readers_and_names_no_person(client):
    known = client.get("/offline", headers={"Authorization": f"Bearer {OPERATOR}"})
    assert known.get_data() == client.get("/offline").get_data()


def test_the_manifest_installs_the_whole_service_with_pictures_of_their_sizes(client):
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    described = answer.get_json(force=True)
    assert (described["scope"], described["start_url"], described["display"]) == ("/", "/", "standalone")
    for icon in described["icons"]:
        picture = client.get(icon["src"])
        assert picture.content_type.startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(picture.get_data()[at : at + 4], "big") for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"
