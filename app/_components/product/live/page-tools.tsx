"use client";

import { useEffect } from "react";

/**
 * Handles clicks on evidence marks and copy buttons. Their code loads at the first click. Without JavaScript a mark is
 * a link to its row of the evidence table.
 */
export function PageTools() {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const copy = target?.closest<HTMLElement>("[data-copy]");
      if (copy) import("./copy").then(({ copyText }) => copyText(copy));
      const mark = target?.closest<HTMLAnchorElement>("a.mark");
      const changed = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (!mark || changed || !("popover" in mark)) return;
      event.preventDefault();
      import("./evidence").then(({ openEvidence }) => openEvidence(mark));
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
  return null;
}
