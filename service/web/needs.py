"""What an operation asks of those who call it."""

from typing import NamedTuple

from marshmallow import Schema

from service.web.bodies import Body

EVERYBODY = None
"""The role of operations that need no token."""


class Needs(NamedTuple):
    """What an operation asks of a request, enforced and documented.

    `published`: with the role, or by everybody if the tournament is published. `resumes`: takes `Last-Event-ID`.
    `at_match`: the body names a match of the tournament, and a link that leads to it will do.
    """

    role: str | None
    body: Body | None = None
    query: Schema | None = None
    if_match: bool = False
    key: bool = False
    waits: bool = False
    published: bool = False
    resumes: bool = False
    at_match: bool = False
