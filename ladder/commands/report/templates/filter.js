"use strict";
const rows = [...document.querySelectorAll("#list tbody tr")];
const filter = document.getElementById("filter");
const count = document.getElementById("count");

// Shows the games that have all the words, and how many there are.
function show() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    shown += row.hidden ? 0 : 1;
  }
  count.textContent = `${shown} of ${rows.length}`;
}

filter.addEventListener("input", show);
show();
