"""The Swedish pages of the recording: no sentence of brade stays English there."""

import re

from babel.messages.pofile import read_po

from service.translations import FOLDER
from tests.recorded.answers import read

UNREAD = re.compile(r"<(script|style|pre|code|textarea)\b.*?</\1>|<(\w+)[^>]* lang=\"en\"[^>]*>.*?</\2>", re.DOTALL)
"""Parts of a page that are for programs, or are marked as English."""


def english_sentences():
    """The messages of at least three words, as the source says them."""
    with (FOLDER / "sv" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        messages = [each for message in read_po(file) for each in ([message.id] if message.string else [])]
    texts = (each for message in messages for each in ([message] if isinstance(message, str) else message))
    return [each for each in texts if len(each.split()) > 2 and not re.search(r"[{%]", each)]


def test_no_sentence_on_a_swedish_page_is_english():
    pages = [UNREAD.sub("", answer) for answer in read().values() if '<html lang="sv"' in answer]
    shown = "\n".join({text for page in pages for text in re.findall(r">([^<>]+)<", page)})
    assert len(pages) > 300
    assert "Väntar på dig" in shown
    assert [each for each in english_sentences() if each in shown] == []
