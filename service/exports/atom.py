"""A feed for feed readers (RFC 4287) of news: an entry for each item, in a language."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

MEDIA = "application/atom+xml"
MOST_ENTRIES = 50
_NAMESPACE = "http://www.w3.org/2005/Atom"
_EPOCH = 0


class Entry(NamedTuple):
    """An item: its number in the club, its time (Unix ms), its sentence by language, and the address of its page."""

    number: int
    at: int
    text: Mapping[str, str]
    page: str


class Feed(NamedTuple):
    """The subject of a feed: the id that it keeps, its title, and the address of its page."""

    uid: str
    title: str
    page: str


def atom(feed: Feed, entries: Sequence[Entry], lang: str) -> bytes:
    """The feed; entries are the newest first. Equal input gives equal bytes.

    An entry keeps its id, so a reader shows it once. Texts hold no control characters: what is typed has none.
    """
    root = Element("feed", {"xmlns": _NAMESPACE, "xml:lang": lang})
    _about(root, f"urn:brade:{feed.uid}", feed.title, max((each.at for each in entries), default=_EPOCH), feed.page)
    SubElement(SubElement(root, "author"), "name").text = "brade"
    for each in entries:
        entry = SubElement(root, "entry")
        _about(entry, f"urn:brade:{feed.uid}:{each.number}", each.text[lang], each.at, each.page)
    return tostring(root, encoding="utf-8", xml_declaration=True)


def _about(element: Element, uid: str, title: str, at: int, page: str) -> None:
    SubElement(element, "id").text = uid
    SubElement(element, "title").text = title
    SubElement(element, "updated").text = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
    SubElement(element, "link", {"href": page})
