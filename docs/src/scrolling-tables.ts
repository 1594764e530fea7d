/** Makes the tables that are wider than the page focusable, so that the arrow keys can scroll them. */
function updateTables(): void {
  for (const table of document.querySelectorAll("table"))
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    else table.removeAttribute("tabindex");
}

void document.fonts.ready.then(updateTables);
addEventListener("resize", updateTables);
