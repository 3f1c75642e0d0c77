"""Rules of addresses, found and compiled with less work than werkzeug does.

The rule of an address is remembered: the facts of a match come to the same address hundreds of times.

Converters of addresses (`service.web.http.url_converters`) are patterns alone, so an address always has the same rule.
"""

from collections.abc import Callable
from typing import Any

from flask import Request
from werkzeug.routing import Map, MapAdapter, Rule

Found = dict[tuple[str, str], tuple[Rule, dict[str, Any]]]
_MOST, _LONGEST = 2000, 200


class RememberedAddresses(MapAdapter):
    """The addresses as one request sees them. `found` is what earlier requests found."""

    def __init__(self, url_map: Map, request: Request, found: Found) -> None:
        self._found = found
        super().__init__(
            url_map,
            request.host.lower(),
            _text(request.environ, "SCRIPT_NAME"),
            url_map.default_subdomain,
            request.scheme,
            _text(request.environ, "PATH_INFO"),
            request.method,
            _text(request.environ, "QUERY_STRING"),
        )

    def match(self, *args: Any, **options: Any) -> Any:
        """See `werkzeug.routing.MapAdapter.match`. Only the rule of the request's own address is remembered."""
        if args or options != {"return_rule": True}:
            return super().match(*args, **options)
        place = (self.default_method, self.path_info)
        if (known := self._found.get(place)) is None:
            rule, values = super().match(return_rule=True)
            known = rule, dict(values)
            if len(self.path_info) <= _LONGEST:
                if len(self._found) >= _MOST:
                    self._found.clear()
                self._found[place] = known
        return known[0], known[1].copy()


def _text(environ: dict[str, Any], name: str) -> str:
    """A part of the address, which WSGI gives as bytes in the disguise of Latin-1."""
    return str(environ.get(name, "").encode("latin-1").decode(errors="replace"))


class LateRule(Rule):
    """A rule whose two builders of addresses are each compiled when it first builds one.

    A process builds addresses of few of its rules. To compile all of them is most of what it takes to make the
    application, at each start of a process.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled: Callable[..., tuple[str, str]] | None = None
        compile_now = super()._compile_builder

        def build(rule: "LateRule", /, **values: Any) -> tuple[str, str]:
            nonlocal compiled
            compiled = compiled or compile_now(append_unknown)
            return compiled(rule, **values)

        return build
