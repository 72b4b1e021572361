// Returns whether matching words are readable: inside the window and not covered.
const wanted = new RegExp(arguments[0], "i");
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const text = texts.currentNode;
  const holder = text.parentElement;
  if (!wanted.test(text.data) || !holder.checkVisibility({ checkVisibilityCSS: true })) continue;
  const range = document.createRange();
  range.selectNodeContents(text);
  const { left, right, top, bottom, width, height } = range.getBoundingClientRect();
  const [x, y] = [Math.max(left + 2, 0), top + height / 2];
  if (!width || right < 0 || bottom < 0 || x > innerWidth || y < 0 || y > innerHeight) continue;
  const hit = document.elementFromPoint(x, y);
  if (hit && (holder.contains(hit) || hit.contains(holder))) return true;
}
return false;
