"""Pages as tests read them: their text, and the hidden fields of their forms."""

import html
import re

from werkzeug.test import TestResponse


def words(page: TestResponse) -> str:
    """The text of a page, without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.get_data(as_text=True))).split())


def hidden(page: TestResponse, form: str = 'name="version"') -> dict[str, str]:
    """The hidden fields of a page's first form that holds this text, without its players."""
    forms = [part.split("</form>")[0] for part in page.get_data(as_text=True).split("<form")[1:]]
    wanted = next(each for each in forms if form in each)
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', wanted)
    return {name: html.unescape(value) for name, value in fields if name != "player"}
