"use client";

import { createElement, type HTMLAttributes } from "react";
import { processWide } from "@/lib/access/process-wide";
import { REGIONS, type Regions } from "./static-regions";

export type RegionProps = HTMLAttributes<HTMLElement> & {
  tag: "div" | "section" | "header" | "nav" | "script";
  type?: string;
  place: number;
};

/** As the server sent it, by place: read before React could take it away, and the same object at each drawing. */
const sent: { __html: string }[] = [];

/** Draws what `Static` was given: on the server from memory, in the browser as it already stands in the document. */
export function Region({ tag, place, ...attributes }: RegionProps) {
  const known = { ...attributes, "data-static": place };
  if (typeof window === "undefined") {
    const drawn = processWide<Regions>(REGIONS, () => {
      throw new Error("Only what was handed over can be drawn.");
    });
    return createElement(tag, known, drawn.get(place));
  }
  // Throws where the document is another one: the page says then that it could not be drawn.
  sent[place] ??= { __html: (document.querySelector(`[data-static="${place}"]`) as Element).innerHTML };
  return createElement(tag, { ...known, dangerouslySetInnerHTML: sent[place] });
}
