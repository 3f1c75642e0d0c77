"""A plugin of pytest that words every message otherwise, before anything is made of one: nothing may depend on words.

`pytest -p tests.support.other_words …`
"""

from collections.abc import Mapping
from typing import Any

from core import messages

_new = messages.Message.__new__


def _worded_otherwise(
    kind: type[messages.Message], pattern: str, values: Mapping[str, Any], code: str = ""
) -> messages.Message:
    return _new(kind, f"¶ {pattern} ¶", values, code)


messages.Message.__new__ = _worded_otherwise  # type: ignore[method-assign,assignment]
