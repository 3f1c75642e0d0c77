"""Rules of addresses that are compiled for building addresses late: a process builds those of few of its rules.

To compile all of them is most of what it takes to make the application, at each start of a process.
"""

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule


class LateRule(Rule):
    """A rule whose two builders of addresses are each compiled when it first builds one."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled: Callable[..., tuple[str, str]] | None = None
        compile_now = super()._compile_builder

        def build(rule: "LateRule", /, **values: Any) -> tuple[str, str]:
            nonlocal compiled
            compiled = compiled or compile_now(append_unknown)
            return compiled(rule, **values)

        return build
