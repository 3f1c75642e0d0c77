"""Size of the controls of a page under a finger: how far around its middle a control is the one that is touched."""

from typing import Any

FINGER = 44
"""Pixels that a control is wide and high where it is touched."""

_SMALL = r"""([within, finger]) => {
  const controls = [...document.querySelectorAll(within)].flatMap((room) => [
    ...room.querySelectorAll("a[href], button, summary, select, input:not([type=hidden])"),
  ]);
  const found = [];
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest(".hidden, .skip")) continue;
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = control.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = (across, down) => {
      const at = document.elementFromPoint(x + across, y + down);
      return at !== null && (control.contains(at) || at.closest("label")?.control === control);
    };
    const reach = (across, down) => {
      let far = 0;
      while (far < finger && hit(across * (far + 1), down * (far + 1))) far += 1;
      return far;
    };
    const [width, height] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
    if (width < finger || height < finger) {
      const name = `${control.tagName.toLowerCase()}.${control.className}`;
      found.push(`${name} “${control.textContent.trim().slice(0, 30)}”: ${width} × ${height}`);
    }
  }
  return found;
}"""


def too_small(page: Any, within: str = "body") -> list[str]:
    """The controls that a finger may miss, with the size of what it hits. They are scrolled into view to be tried."""
    return list(page.evaluate(_SMALL, [within, FINGER]))
