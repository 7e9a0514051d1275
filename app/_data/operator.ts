import type { Metadata } from "next";
import { requireOperator } from "@/lib/auth/session";

/** Head of an operator's page; everybody else gets that of a page that is not there. */
export function deskMetadata(title: string): () => Promise<Metadata> {
  return async () => {
    await requireOperator();
    return { title, robots: { index: false, follow: false }, referrer: "same-origin" };
  };
}
