/* The example game: it knows its cards by ids, gives its position when the player asks, and marks what the hint names. */
"use strict";
const hand = ["8C", "9C", "10C", "JC", "QC", "JK", "2H"].map((card, index) => ({ card, id: `card-${index}` }));

document.getElementById("hand").append(
  ...hand.map(({ card, id }) => {
    const item = document.createElement("li");
    item.id = id;
    item.textContent = card;
    return item;
  }),
);

zolikPanel.position = () => ({ hand, drawn: { from: "stock" } });

document.addEventListener("zolik-hint", ({ detail: { highlight } }) => {
  const laid = [...highlight.melds.flat(), ...highlight.layoffs.flatMap((one) => one.cards)];
  for (const { id } of hand) {
    const item = document.getElementById(id);
    item.classList.toggle("lay", laid.some((one) => one.id === id));
    item.classList.toggle("throw", highlight.discard !== null && highlight.discard.id === id);
  }
});
