"""The Swedish catalogue against the glossary, and against the rules of Swedish type."""

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from service.translations import FOLDER

ROOT = Path(__file__).parents[3]
VALUE = re.compile(r"%\(\w+\)s|\{\w+\}|%%")
CODE = re.compile(r"`[^`]*`|\"force\"")

ELSEWHERE = {
    "point": "poäng|point|rikta|band",
    "bar": "stapel",
    "head": "slut|inbördes",
    "seat": "annan|färg",
    "game": "spel|vinst|”game",
    "match": "omspel|protokoll",
    "round": "rund|final|runt|kvar|alla möter alla|start|turas",
    "board": "bräde",
    "table": "ställning|tabell|surfplatt|bräd|väntar på dig",
    "void": "gäller inte|struk|ogiltig",
    "log": "protokoll",
    "fact": "förts in|skrivits in|något",
    "entry": "post|rad|återinträde",
    "stream": "ström|sänd",
    "seed": "frö|lottord",
    "bye": "byes",
    "stage": "gruppspel",
    "hall": "hall.crt",
    "viewer": "tittar",
    "disputed": "bestritt",
    "opponent": "spelare|dem|besegrade",
    "meeting": "möte",
    "group": "möts",
    "bear off": "spelat ut",
    "forfeit": "gav upp",
    "walkover": "w.o.",
    "people of the club": "inloggade",
    "placings": "placerade",
    "fold": "övre halva",
    "scorer": "protokoll",
    "sheet": "protokoll|papper",
}
"""Swedish words, as patterns, for an English word in its other meanings and for other forms of the Swedish one."""

AVOIDED = {
    r"\btävling(?!sledar)": "turnering",
    "motspelar": "motståndare",
    r"\bhallen": "lokalen",
    r"\bsalen": "lokalen",
    "medarbetare": "funktionärer",
    r"\bskede": "etapp",
    r"\bformatet?\b": "spelform",
    r"\bpublik": "offentlig",
    "parning": "lottning",
    "incheck|checka": "avprickning",
    "tillbakatag": "återtagen",
    "driftansvarig": "den som driver",
}
"""Words that the catalogue does not use, with the one that it uses."""

THE_SAME = frozenset(
    {
        "webhook",
        "webhooks",
        "android",
        "backgammon",
        "bar",
        "bh",
        "bh−1",
        "buchholz",
        "data",
        "dubblets",
        "export",
        "fallen",
        "final",
        "gammon",
        "jan",
        "kb",
        "koya",
        "match",
        "mb",
        "mbh",
        "min",
        "prog",
        "rating",
        "sb",
        "sonneborn-berger",
        "status",
        "tick-tack",
        "version",
        "walkover",
    }
)
"""Words that are the same in both languages."""


def catalogue():
    path = FOLDER / "sv" / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        for message in read_po(file):
            if message.id:
                english, swedish = ((each,) if isinstance(each, str) else each for each in (message.id, message.string))
                yield from ((english[min(place, 1)], text) for place, text in enumerate(swedish))


@cache
def messages():
    """All messages of the catalogue, English and Swedish."""
    return list(catalogue())


def glossary():
    """The terms with their Swedish words."""
    for line in (ROOT / "docs/development/glossary.md").read_text().splitlines():
        cells = [part.strip() for part in line.strip("|").split("|")]
        if len(cells) == 4 and cells[1] not in ("—", "Swedish") and not set(cells[1]) <= set("-"):
            for term in re.sub(r"\([^)]*\)", "", cells[0]).split(","):
                yield term.strip(), cells[1]


TERMS = dict(glossary())


def plain(text):
    return CODE.sub("", VALUE.sub("", text))


def values(text):
    return set(re.findall(r"%\((\w+)\)s|\{(\w+)\}", text))


def uses(term):
    """The messages with a term, in the singular or the plural: English and Swedish."""
    stem = term.removesuffix("y")
    plural = re.escape(stem) + "(y|ies)" if term != stem else re.escape(term) + "s?"
    pattern = re.compile(rf"(?<![\w/-]){plural}(?![\w-])")
    return [(english, swedish) for text, english, swedish in texts() if stem in text and pattern.search(text)]


@cache
def texts():
    """All messages, each with its plain English text in small letters."""
    return [(plain(english).lower(), english, swedish) for english, swedish in messages()]


def stems(swedish):
    words = (re.sub(r"(ningar|ning|ande|are|ad|an|a|d|e)$", "", part.strip()) for part in swedish.split(","))
    return "|".join(map(re.escape, words))


def test_the_glossary_has_swedish_words():
    assert len(TERMS) > 80
    assert {TERMS[each] for each in ("checker", "tournament", "standings")} == {"bricka", "turnering", "ställning"}


def test_a_term_of_the_glossary_has_its_swedish_word():
    found = []
    for term, swedish_words in TERMS.items():
        wanted = re.compile("|".join(filter(None, (stems(swedish_words), ELSEWHERE.get(term)))))
        found += [f"{term}: {text} → {swedish}" for text, swedish in uses(term) if not wanted.search(swedish.lower())]
    assert found == []


def test_no_word_has_another_one_beside_it():
    found = [
        f"{swedish}: {use}"
        for _, swedish in messages()
        for word, use in AVOIDED.items()
        if re.search(word, swedish, re.IGNORECASE)
    ]
    assert found == []


def test_only_words_that_are_the_same_in_swedish_are_said_as_in_english():
    same = {plain(english).strip().lower() for english, swedish in messages() if english == swedish}
    assert {each for each in same if re.search(r"[a-z]{2}", each)} == THE_SAME


def test_a_translation_has_the_values_of_the_message():
    assert [swedish for english, swedish in messages() if not values(swedish) <= values(english)] == []


@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        (r"(?<!kl\.)(?<!')['\"](?!kl)", "quotation marks are ”…”"),
        (r"\w …$", "no space before …"),
        (r" - ", "a dash is –"),
        (r"\b\d+\.\d+ ?%", "a decimal has a comma"),
        (r"\bkl\. ?\d+:", "a time is kl. 18.30"),
        (r"\b([Nn]i|[Ee]r|[Ee]ra|[Ee]rt) (kan|ska|har) ", "one reader is du"),
    ],
)
def test_swedish_type_is_kept(fault, rule):
    assert [swedish for _, swedish in messages() if re.search(fault, CODE.sub("", swedish))] == [], rule
