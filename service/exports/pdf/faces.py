"""The fonts of a print, chosen by the letters that occur in it, and boxes for letters that no font has."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal, NamedTuple

from service.exports.fonts import (
    BOLD,
    EAST_ASIAN,
    FAMILY,
    ITALIC,
    OTHER_SCRIPTS,
    REGULAR,
    SEMIBOLD,
    folder,
    font_file,
    letters,
    letters_by_font,
    widths,
)
from service.exports.svg.text_metrics import printable

if TYPE_CHECKING:
    import typst

TAGGED: Literal["ua-1"] = "ua-1"
"""PDF/UA, by which screen readers read a document. It asks that every letter has a drawing."""
_OF_TYPST = ("DejaVu Sans Mono", "Libertinus Serif")
"""Fonts that come with typst, for signs that the others do not have."""
_LAST = ("Noto Sans Symbols", "Noto Emoji")
_HANGUL, _KANA, _HAN = "Noto Sans CJK KR", "Noto Sans CJK JP", "Noto Sans CJK SC"
"""The same Chinese letters as Korea, Japan and China draw them."""
_BEGIN, _END = "\u0002", "\u0003"
"""Signs around the number of a letter that is drawn as a box. `printable` leaves no such sign in a text."""
_JOINER = "\u200d"
_MOST = 300
"""So many signs are tried in a font for a document, at 2 ms each."""

Packages = tuple[str, ...]


def whole(text: str) -> str:
    """A text as it is set: on one line, with composed letters."""
    return unicodedata.normalize("NFC", printable(text))


class Faces(NamedTuple):
    """Fonts of a print of some packages, and their families in the order in which a letter is looked for."""

    packages: Packages
    fonts: "typst.Fonts"
    families: tuple[str, ...]

    def written(self, text: str) -> str:
        """A text as it is set, without marks that a font before that of their letter has.

        Typst draws such a mark of the first font and leaves out the letter.
        """
        set_ = whole(text)
        return "".join(map(self._with_its_marks, _signs(set_))) if any(map(_is_mark, set_)) else set_

    def boxed(self, texts: Iterable[str]) -> Callable[[str], str]:
        """The function that writes a text so that each of its letters has a drawing, for all of these texts."""
        known = {*widths(REGULAR), *(letter for package in self.packages for letter in letters(package))}
        signs = sorted(
            {sign for text in texts for sign in _signs(self.written(text)) if len(sign) > 1 or sign not in known}
        )
        shown = {sign: self._shown(sign, known, is_tried=place < _MOST) for place, sign in enumerate(signs)}
        return lambda text: "".join(shown.get(sign, sign) for sign in _signs(self.written(text)))

    def _with_its_marks(self, sign: str) -> str:
        if len(sign) == 1:
            return sign
        fonts = [widths(REGULAR).keys(), *(font for package in self.packages for font in letters_by_font(package))]
        home = next((place for place, font in enumerate(fonts) if sign[0] in font), 0)
        return "".join(
            letter
            for letter in sign
            if unicodedata.category(letter) == "Cf" or not any(letter in font for font in fonts[:home])
        )

    def _shown(self, sign: str, known: set[str], *, is_tried: bool) -> str:
        if _is_drawn(sign, self.packages, self.families) if is_tried else known.issuperset(sign):
            return sign
        parts = [letter for letter in sign if not _is_mark(letter)]
        return "".join(
            letter
            if letter in known or (len(sign) > 1 and is_tried and _is_drawn(letter, self.packages, self.families))
            else f"{_BEGIN}{ord(letter):04X}{_END}"
            for letter in parts
        )


def faces_for(texts: Iterable[str]) -> Faces:
    """The fonts of a print with these texts. Most prints need the first one only."""
    others = {letter for text in texts for letter in text} - widths(REGULAR).keys()
    wide = {letter for letter in others if unicodedata.east_asian_width(letter) in "WF"}
    packages: list[str] = [OTHER_SCRIPTS] if others else []
    if wide and not wide <= letters(OTHER_SCRIPTS):
        packages.append(EAST_ASIAN)
    names = [unicodedata.name(letter, "") for letter in wide]
    hangul, kana = (any(word in name for name in names) for word in ("HANGUL", "KATAKANA"))
    kana = kana or any("HIRAGANA" in name for name in names)
    first = (_KANA if kana else _HANGUL if hangul else _HAN) if EAST_ASIAN in packages else ""
    fonts = _fonts(tuple(packages))
    return Faces(tuple(packages), fonts, (FAMILY, *_families(tuple(packages), first), *_OF_TYPST))


@cache
def _families(packages: Packages, first: str) -> tuple[str, ...]:
    """The families of packages: letters before signs, and East Asian letters as one country draws them."""
    found = [name for name in _fonts(packages).families() if name.startswith("Noto") and "CJK" not in name]
    return (
        *sorted(name for name in found if name not in _LAST),
        *([first] if first else []),
        *(each for each in _LAST if each in found),
    )


@cache
def _fonts(packages: Packages) -> "typst.Fonts":
    """The fonts of typst and of packages, and the first one in four weights, of which its folder has each twice."""
    import typst

    with TemporaryDirectory() as place:
        for weight in (REGULAR, SEMIBOLD, BOLD, ITALIC):
            file = font_file(weight)
            Path(place, file.name).symlink_to(file)
        folders = [place, *(str(folder(package)) for package in packages)]
        return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=folders)


def _signs(text: str) -> Iterator[str]:
    """Signs that are drawn as one: a letter with its marks, and letters that a joiner joins."""
    sign = ""
    for letter in text:
        if sign and not (_is_mark(letter) or sign.endswith(_JOINER)):
            yield sign
            sign = ""
        sign += letter
    if sign:
        yield sign


def _is_mark(letter: str) -> bool:
    """True for accents, vowel signs and signs of direction, which stand with another letter."""
    return unicodedata.category(letter) in ("Mn", "Me", "Mc", "Cf")


@lru_cache(4096)
def _is_drawn(sign: str, packages: Packages, families: tuple[str, ...]) -> bool:
    """True if a font has the sign."""
    import typst

    quoted = ", ".join(f'"{name}"' for name in families)
    source = f'#set document(title: "1")\n#set text(font: ({quoted}))\n#sys.inputs.sign'.encode()
    try:
        typst.Compiler(source, font_paths=_fonts(packages), sys_inputs={"sign": sign}).compile(
            format="pdf", pdf_standards=TAGGED
        )
    except typst.TypstError:
        return False
    return True
