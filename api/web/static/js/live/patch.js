/* Draws anew without flicker: what looks the same stays the element that it is, and the focus stays where it was. */

/** Puts children in place of those that an element has; children equal to those there are left alone. */
export function patch(element, ...children) {
  const wanted = children.flat(9).filter((one) => one != null && one !== false).map((one) => (one.nodeType ? one : document.createTextNode(one)));
  const key = element.contains(document.activeElement) ? keyOf(document.activeElement) : undefined;
  wanted.forEach((one, at) => {
    const old = element.childNodes[at];
    if (!old) element.append(one);
    else if (!old.isEqualNode(one)) merge(old, one);
  });
  while (element.childNodes.length > wanted.length) element.lastChild.remove();
  if (key && document.activeElement === document.body) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

const keyOf = (one) => one.closest("[data-key]")?.dataset.key;

/** Makes an element like another one of its kind, or puts that in its place. */
function merge(old, one) {
  if (old.nodeType !== 1 || one.nodeType !== 1 || old.tagName !== one.tagName || old.dataset.key !== one.dataset.key || old.matches("input, select")) return old.replaceWith(one);
  for (const { name } of [...old.attributes]) if (!one.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of one.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  return patch(old, [...one.childNodes]);
}
