/** Put a text on the clipboard, or one that is awaited: also where a page over plain http has no clipboard of its own. */
export async function copied(text) {
  if (navigator.clipboard && globalThis.ClipboardItem) { // given before it is there: Safari takes nothing later
    const plain = Promise.resolve(text).then((known) => new Blob([known], { type: "text/plain" }));
    return navigator.clipboard.write([new ClipboardItem({ "text/plain": plain })]);
  }
  const known = await text;
  if (navigator.clipboard) return navigator.clipboard.writeText(known);
  const field = document.createElement("textarea");
  field.value = known;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("not copied");
  return undefined;
}
