// The head of a page: the open tab is in view, and what the head says is renewed with the page.

/** Scroll each row of tabs that is longer than the window to the one that is open. */
function showOpenTab() {
  for (const each of document.querySelectorAll(".head-tabs [aria-current]")) {
    const row = each.closest(".head-tabs");
    row.scrollLeft = each.offsetLeft - (row.clientWidth - each.offsetWidth) / 2;
  }
}

/** Put a head in that was just asked for, unless the reader is in the old one with the keyboard. */
export function renewHead(fresh) {
  const head = document.getElementById("head");
  if (!fresh || head.contains(document.activeElement)) return;
  head.replaceWith(fresh);
  showOpenTab();
}

showOpenTab();
