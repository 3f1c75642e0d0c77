"""Requirements of an operation on its callers."""

from typing import NamedTuple

from marshmallow import Schema

from service.web.http.request_body import Body

EVERYBODY = None
"""The role of operations that need no token."""


class Requirements(NamedTuple):
    """Requirements of an operation on a request, enforced and documented.

    `published`: with the role, or public if the tournament is published. `public_list`: with the role, or public if the
    club's rating list or series is. `resumes`: takes `Last-Event-ID`. `at_match`:
    the body names a match of the tournament, and a link that leads to it is enough.
    """

    role: str | None
    body: Body | None = None
    query: Schema | None = None
    if_match: bool = False
    key: bool = False
    waits: bool = False
    published: bool = False
    public_list: bool = False
    resumes: bool = False
    at_match: bool = False
