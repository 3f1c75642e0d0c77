"""Messages of the rules in the phone's scripts, in the words of a language.

The scripts say the messages of core, by the same patterns. So the catalogues have them already.
"""

import re
from functools import cache

from core.games import game_of
from service import translations
from service.web.pages import assets

_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)+)"')


@cache
def rule_words(key: str, language: str) -> dict[str, str]:
    """The translations of all texts in the script of a game and in those that it imports, and of the game's endings.

    Texts that are the same in this language are left out.
    """
    catalogue = translations.catalogue(language)
    texts = [*_texts(key), *[each.key for each in game_of(key).outcomes]]
    found = {text: str(catalogue.pgettext(translations.CORE, text)) for text in texts}
    return {text: words for text, words in found.items() if words != text}


def _texts(key: str) -> list[str]:
    waiting = [f"scoring/games/{key.replace('-', '_')}.js"]
    for name in waiting:
        waiting += [each for each in assets.imports_of(name) if each not in waiting]
    return [text for name in waiting for text in _TEXT.findall(assets.assets()[name].content.decode())]
