"""Answers about values that never change, memoized for as long as the same value is asked about."""

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

Value = TypeVar("Value")
Answer = TypeVar("Answer")
_VALUES = 16
"""Values of which an answer is memoized."""


class _Same(Generic[Value]):
    """A value that is equal to itself alone: its parts are too many to be compared."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def memoized(answer: Callable[[Value], Answer], values: int = _VALUES) -> Callable[[Value], Answer]:
    """A function that computes its answer once for each value, such as a tournament. The value never changes.

    Of answers that take much memory fewer `values` are kept.
    """
    cached = lru_cache(maxsize=values)(lambda same: answer(same.value))
    return lambda value: cached(_Same(value))
