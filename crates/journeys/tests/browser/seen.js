// Returns the visible controls: inside the window, not covered, with matching words on them,
// in their name or in their tooltip.
const wanted = new RegExp(arguments[0], "i");
const seen = [];
for (const control of document.querySelectorAll(
  "button, a, summary, label, select, [role=tab], [role=menuitem]",
)) {
  if (!control.checkVisibility({ checkVisibilityCSS: true }) || control.disabled) continue;
  const { left, top, width, height } = control.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + Math.min(height / 2, 22)];
  if (!width || !height || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
  const hit = document.elementFromPoint(x, y);
  if (!hit || !(control.contains(hit) || hit.contains(control))) continue;
  // The labels of a picture are ignored.
  const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
  const words = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const holder = text.parentElement;
    if (!holder.closest("svg") && holder.checkVisibility()) words.push(text.data);
  }
  const parts = [words.join(" "), control.getAttribute("aria-label") ?? "", control.title];
  const name = parts.map((part) => part.replace(/\s+/g, " ").trim());
  if (name.some((part) => part && wanted.test(part))) seen.push([name.filter(Boolean)[0], x, y]);
}
return seen;
