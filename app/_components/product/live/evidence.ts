const EDGE = 8;

/** Shows the row of the evidence table for a mark in a popover next to the mark. */
export function openEvidence(mark: HTMLAnchorElement): void {
  const panel = document.getElementById("evidence-panel");
  const row = document.querySelector<HTMLTableRowElement>(mark.hash);
  if (!panel || !row) return;
  const link = document.createElement("a");
  link.href = mark.hash;
  link.textContent = "All evidence";
  link.addEventListener("click", () => panel.hidePopover());
  panel.replaceChildren(...[...row.cells].map(lineOf), link);
  panel.setAttribute("aria-label", mark.getAttribute("aria-label") ?? "Evidence");
  panel.showPopover();
  place(panel, mark.getBoundingClientRect());
  panel.focus({ preventScroll: true });
}

function place(panel: HTMLElement, at: DOMRect): void {
  const { width, height } = panel.getBoundingClientRect();
  const right = document.documentElement.clientWidth - width - EDGE;
  const below = at.bottom + EDGE + height <= innerHeight || at.top < height + EDGE;
  panel.style.left = `${scrollX + Math.max(EDGE, Math.min(at.left - EDGE, right))}px`;
  panel.style.top = `${scrollY + (below ? at.bottom + EDGE : at.top - height - EDGE)}px`;
}

function lineOf(cell: HTMLTableCellElement): HTMLElement {
  const line = document.createElement("div");
  line.dataset.label = cell.dataset.label ?? "";
  const text = document.createElement("span");
  text.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
  line.append(text);
  return line;
}
