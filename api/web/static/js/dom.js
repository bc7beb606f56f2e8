/* Small helpers: find and make elements, say something to a screen reader. */
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An element with attributes (functions become listeners) and children. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.flat(9).filter((one) => one != null && one !== false));
  return made;
}

/** Puts children in place of those that an element has; empty ones are left out. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(9).filter((one) => one != null && one !== false));
}

/** Moves the focus over cells that lie in rows of so many columns, by the arrows, Home and End; only that cell can be
 * reached by the tabulator. */
export function moveOver(event, cells, columns) {
  const at = cells.indexOf(event.target);
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  const next = event.key === "Home" ? 0 : event.key === "End" ? cells.length - 1 : at + steps[event.key];
  if (at < 0 || !(next >= 0 && next < cells.length)) return;
  event.preventDefault();
  for (const one of cells) one.tabIndex = one === cells[next] ? 0 : -1;
  cells[next].focus();
}

const styles = new Map();

/** A sheet of styles beside the page's own, read when it is first needed; resolves when it holds. It comes last, so that
 * it prevails, or before another sheet of the page. */
export function addStyle(name, before = "") {
  if (!styles.has(name)) {
    styles.set(name, new Promise((loaded) => {
      const link = el("link", { rel: "stylesheet", href: new URL(`../${name}`, import.meta.url).href, load: loaded, error: loaded });
      document.head.insertBefore(link, before ? $(`head > link[href*="${before}"]`) : null);
    }));
  }
  return styles.get(name);
}

/** Tells a screen reader what happened. */
export function say(text) {
  $("#status").textContent = text;
}

/** Scrolls to the top of an element, unless that is in sight. */
export function bringUp(element) {
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) element.scrollIntoView();
}

/** A value kept in a cookie for a year, so that the server draws the page with it. */
export function keep(name, value) {
  document.cookie = `zolik_${name}=${encodeURIComponent(value)};path=/;max-age=31536000;samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;
}

/** A value kept in a cookie; empty if there is none. */
export function kept(name) {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`zolik_${name}=`));
  return found ? decodeURIComponent(found.slice(found.indexOf("=") + 1)) : "";
}
