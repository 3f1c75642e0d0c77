"""SVG as text: elements whose values are always escaped, and whose colours are always classes."""

from html import escape

Attribute = str | float | int | None


def element(name: str, *inside: str, **attributes: Attribute) -> str:
    """An element around text that is SVG already. `cls` is the class; `_` in a name is `-`; `None` is left out.

    >>> element("circle", cx=1.25, r=2, cls="a<b", data_point=7)
    '<circle cx="1.2" r="2" class="a&lt;b" data-point="7"/>'
    """
    attributes_text = "".join(
        f' {_NAMES.get(key) or key.replace("_", "-")}="{_written(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{attributes_text}>{''.join(inside)}</{name}>" if inside else f"<{name}{attributes_text}/>"


_NAMES = {"cls": "class", "viewBox": "viewBox"}


def _written(value: str | float) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return escape(value) if isinstance(value, str) else str(value)


def text(content: str, x: float, y: float, cls: str, anchor: str = "middle") -> str:
    """Words whose middle line is at `y`."""
    return element("text", escape(content), x=float(x), y=float(y), text_anchor=anchor, dy="0.35em", cls=cls)


def text_element(name: str, content: str) -> str:
    """A title or a description."""
    return element(name, escape(content, quote=False))


def group(*inside: str, **attributes: Attribute) -> str:
    """A group, also an empty one: what stands for a point is there whether men stand on it or not."""
    return element("g", *(inside or ("",)), **attributes)


def polygon(points: list[tuple[float, float]], cls: str) -> str:
    """A closed shape."""
    corners = " ".join(f"{_written(float(x))},{_written(float(y))}" for x, y in points)
    return element("polygon", points=corners, cls=cls)
