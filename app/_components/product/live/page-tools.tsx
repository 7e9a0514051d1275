"use client";

import { useEffect } from "react";

/**
 * Listens for evidence marks and copy buttons. What they do is fetched at the first click; without JavaScript a mark
 * leads to its row of the evidence table.
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
