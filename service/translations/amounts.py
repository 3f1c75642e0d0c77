"""Amounts of money as people read them, in the language of a page or a print."""

from decimal import Decimal

from babel import Locale
from babel.numbers import format_currency, format_decimal, get_currency_symbol

from core.tournament.model.money import CURRENCIES, amount_text


def amount_in_words(amount: int, currency: str, language: str) -> str:
    """An amount in the smallest unit with its currency; decimals are written only where they say something.

    >>> amount_in_words(9950, "SEK", "sv"), amount_in_words(100000, "EUR", "en")
    ('99,50\\xa0kr', '€1,000')
    """
    decimals = CURRENCIES[currency]
    pattern = Locale.parse(language).currency_formats["standard"].pattern
    if amount % 10**decimals == 0:
        pattern = pattern.replace("0.00", "0")
    if get_currency_symbol(currency, locale=language).isalpha():
        pattern = pattern.replace("¤0", "¤\xa00").replace("¤#", "¤\xa0#")
    value = Decimal(amount).scaleb(-decimals)
    return str(format_currency(value, currency, format=pattern, locale=language, currency_digits=False))


def share_in_words(share: int, language: str) -> str:
    """A share in hundredths of a per cent.

    >>> share_in_words(5000, "sv"), share_in_words(3333, "en")
    ('50\\xa0%', '33.33%')
    """
    pattern = Locale.parse(language).percent_formats[None].pattern.replace("0%", "0.##%").replace("0\xa0%", "0.##\xa0%")
    return str(format_decimal(Decimal(share).scaleb(-4), format=pattern, locale=language))


def typed_amount(amount: int, currency: str, language: str) -> str:
    """An amount as it is typed into a form, without its currency.

    >>> typed_amount(9950, "SEK", "sv"), typed_amount(10000, "SEK", "sv")
    ('99,50', '100')
    """
    text = amount_text(amount, CURRENCIES[currency])
    return text.replace(".", Locale.parse(language).number_symbols["latn"]["decimal"])
