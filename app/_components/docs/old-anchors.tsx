"use client";

import { useEffect } from "react";

/** Redirects anchors of the former single-page reference to their current pages. */
export function OldAnchors({ ids, path }: { ids: readonly string[]; path: string }) {
  useEffect(() => {
    const lead = () => {
      const id = location.hash.slice(1);
      if (ids.includes(id)) location.replace(`${path}/${id}`);
    };
    lead();
    addEventListener("hashchange", lead);
    return () => removeEventListener("hashchange", lead);
  }, [ids, path]);
  return null;
}
