"""The one form that all errors have."""

from schemas.problems import KINDS


def is_problem(answer, status, code):
    assert answer.mimetype == "application/problem+json"
    words = answer.json
    assert (answer.status_code, words["status"], words["code"]) == (status, status, code), words
    assert words["type"] == f"/problems/{code}"
    assert words["title"] == KINDS[code].title
    assert words["detail"]
    assert words["request_id"] == answer.headers["X-Request-Id"]
    return words
