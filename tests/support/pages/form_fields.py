"""Forms of pages as a browser without scripts sends them."""

import html
import re


def fields_of(text: str) -> dict[str, str]:
    """The fields that a browser would send of a page's form without a press."""
    found = {}
    for tag in re.findall(r"<input [^>]*>", text):
        name, value = (re.search(rf' {each}="([^"]*)"', tag) for each in ("name", "value"))
        if name and (("checkbox" not in tag and "radio" not in tag) or " checked" in tag):
            found[name[1]] = html.unescape(value[1])
    for name, body in re.findall(r'<select id="[^"]*" name="([^"]*)"[^>]*>(.*?)</select>', text, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', body)
        found[name] = html.unescape(chosen[1]) if chosen else re.search(r'value="([^"]*)"', body)[1]
    for name, body in re.findall(r'<textarea id="[^"]*" name="([^"]*)"[^>]*>([^<]*)', text):
        found[name] = html.unescape(body)
    return found
