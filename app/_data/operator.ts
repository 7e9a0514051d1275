import type { Metadata } from "next";
import { requireOperator } from "@/lib/auth/session";

/** Returns the metadata of an operator's page. Other users get the metadata of a missing page. */
export function deskMetadata(title: string): () => Promise<Metadata> {
  return async () => {
    await requireOperator();
    return { title, robots: { index: false, follow: false }, referrer: "same-origin" };
  };
}
