"use client";

import { useEffect } from "react";

/** Leads an anchor of the time when all stood on one page to the page that it has now. */
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
