"""The hidden fields of a form, which a reader sends with what they fill in."""

import re


def hidden(html: str) -> dict[str, str]:
    """The hidden fields of a page's first form."""
    inputs = re.findall(r"<input[^>]*type=\"?hidden\"?[^>]*>", html)
    found = {}
    for each in inputs:
        name, value = re.search(r'name="([^"]*)"', each), re.search(r'value="([^"]*)"', each)
        if name and value:
            found.setdefault(name[1], value[1])
    return found
