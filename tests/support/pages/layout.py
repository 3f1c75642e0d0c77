"""Layout of a page in a browser: no text outside its box, nothing wider than the window, things that are seen whole."""

from typing import Any

from tests.support.store import eventually

_OUTSIDE = r"""(within) => {
  const shown = (element) => {
    const seen = { visibilityProperty: true, opacityProperty: false, contentVisibilityAuto: true };
    if (!element.checkVisibility(seen)) return false;
    for (let each = element; each; each = each.parentElement) {
      if (getComputedStyle(each).clipPath !== "none") return false; // for screen readers alone
    }
    return true;
  };
  const name = (element) => {
    const cls = element.getAttribute("class");
    return element.tagName.toLowerCase() + (cls ? `.${cls.trim().replace(/\s+/g, ".")}` : "");
  };
  const inside = (text, box) => (
    text.left >= box.left - 1 && text.right <= box.right + 1
    && text.top >= box.top - 4 && text.bottom <= box.bottom + 4);
  const found = [];
  for (const root of document.querySelectorAll(within)) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest("svg, option, script, style, template") || !shown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const texts = [...range.getClientRects()];
      if (!texts.length) continue;
      for (let box = parent; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.display === "inline" || style.display === "contents") continue;
        if (["auto", "scroll"].includes(style.overflowX) || ["auto", "scroll"].includes(style.overflowY)) break;
        const out = texts.find((text) => !inside(text, box.getBoundingClientRect()));
        if (out && !(style.overflowX === "hidden" && style.textOverflow === "ellipsis")) {
          found.push(`“${node.data.trim().slice(0, 40)}” is outside ${name(box)}`);
        }
        const ends = ["absolute", "fixed"].includes(style.position) || ["hidden", "clip"].includes(style.overflowX);
        if (out || ends) break;
      }
    }
  }
  return found;
}"""

_WHOLE = r"""(selector) => [...document.querySelectorAll(selector)].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
}).length"""


def text_outside(page: Any, within: str = "body") -> list[str]:
    """Texts that stick out of a box around them, or are cut off without a sign of it; each with that box.

    What scrolls, and what ends in an ellipsis, is in order.
    """
    return list(page.evaluate(_OUTSIDE, within))


def overflow(page: Any, within: str = "body") -> list[str]:
    """The texts outside their boxes, and the window if the page is wider."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return text_outside(page, within) + ([f"the page is {wide} px wider than the window"] if wide > 0 else [])


def whole(page: Any, selector: str) -> int:
    """The number of elements that are seen whole without scrolling."""
    page.evaluate("scrollTo(0, 0)")
    return int(page.evaluate(_WHOLE, selector))


def ensure_height(locator: Any, pixels: float) -> None:
    """Wait until an element is at least so high: while it is drawn anew it has no box."""
    eventually(lambda: (locator.bounding_box() or {"height": 0})["height"] >= pixels, what=f"a height of {pixels} px")
