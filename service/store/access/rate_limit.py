"""A limit of a rate as callers are told of it: the headers of the IETF draft `draft-ietf-httpapi-ratelimit-headers`."""

from collections.abc import Mapping
from typing import NamedTuple


class RateLimit(NamedTuple):
    """So many (`quota`) in a window of seconds. `left` are left, and after `seconds` there are more."""

    name: str
    quota: int
    window: int
    left: int
    seconds: int

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers `RateLimit-Policy` and `RateLimit`."""
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.quota};w={self.window}',
            "RateLimit": f'"{self.name}";r={self.left};t={self.seconds}',
        }
