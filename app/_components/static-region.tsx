"use client";

import { createElement, type HTMLAttributes } from "react";
import { processWide } from "@/lib/access/process-wide";
import { REGIONS, type Regions } from "./static-regions";

export type RegionProps = HTMLAttributes<HTMLElement> & {
  tag: "div" | "section" | "header" | "nav" | "script";
  type?: string;
  place: number;
};

/** The HTML from the server, by place. It is read before React can remove it, and every render uses the same object. */
const sent: { __html: string }[] = [];

/** Renders the content of `Static`: on the server from memory, in the browser from the existing document. */
export function Region({ tag, place, ...attributes }: RegionProps) {
  const known = { ...attributes, "data-static": place };
  if (typeof window === "undefined") {
    const drawn = processWide<Regions>(REGIONS, () => {
      throw new Error("Only what was handed over can be drawn.");
    });
    return createElement(tag, known, drawn.get(place));
  }
  // Throws if the document differs. The page then shows its error message.
  sent[place] ??= { __html: (document.querySelector(`[data-static="${place}"]`) as Element).innerHTML };
  return createElement(tag, { ...known, dangerouslySetInnerHTML: sent[place] });
}
