/* A button beside each piece of code copies it. */
"use strict";
const { copy, copied } = document.currentScript.dataset;
for (const code of document.querySelectorAll("pre > code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = copied;
    setTimeout(() => { button.textContent = copy; }, 2000);
  });
  const box = document.createElement("div");
  box.className = "code";
  code.parentElement.replaceWith(box);
  box.append(code.parentElement, button);
}
