"""Requests of operators, programs and strangers to the service itself."""

import re

from tests.recorded.recorder import Chapter


def the_service(chapter: Chapter) -> None:
    """Health, measurements, the document and its page, every kind of problem, and a file of each page."""
    for path in ("/healthz", "/readyz", "/metrics"):
        chapter.get(path, "operator")
    tag = chapter.get("/v1/openapi.json", "stranger").headers["ETag"]
    chapter.get("/v1/openapi.json", "stranger", headers={"If-None-Match": tag})
    page = chapter.get("/docs", "stranger").text
    for resource in sorted(set(re.findall(r"/docs/([a-z-]+)", page))):
        chapter.get(f"/docs/{resource}", "stranger")
    chapter.get("/docs/nothing", "stranger")
    page = chapter.get("/problems", "stranger").text
    for kind in sorted(set(re.findall(r"/problems/([a-z-]+)", page))):
        chapter.get(f"/problems/{kind}", "stranger")
    chapter.get("/problems/nothing", "stranger")
    chapter.get("/favicon.ico", "stranger")
    for path in ("/service-worker.js", "/manifest.webmanifest", "/offline", "/phone", "/hall.crt"):
        chapter.get(path, "stranger")
    front = chapter.get("/", "stranger", headers={"Accept-Language": "sv"}).text
    chapter.get("/?lang=en", "stranger")
    for file in sorted(set(re.findall(r'"(/static/[^"]+\.css)"', front))):
        chapter.get(file, "stranger")
    chapter.get("/static/0/nothing.css", "stranger")
    chapter.ask("DELETE", "/v1/session", "stranger", headers={"Sec-Fetch-Site": "cross-site"})
