import * as z from "zod";
import { plainFilters } from "@/lib/discovery/page";
import { defineOperation } from "@/lib/operations/define";
import { today } from "@/lib/operations/views";

const MAX_COMPLETIONS = 20;

/** Completes slugs. It has no endpoint, but the client is charged as for one. */
export const completeSlug = defineOperation({
  name: "complete_slug",
  summary: "Complete a product slug",
  description: "Slugs that match a text, best match first.",
  tag: "Service",
  http: { method: "GET", path: "/api/complete", cache: "no-store" },
  access: "open",
  errors: [],
  input: z.strictObject({
    text: z
      .string()
      .max(120)
      .refine((text) => !text.includes("\0"), "holds a NUL character"),
  }),
  output: z.array(z.string()),
  async handler({ catalog, now }, { text }) {
    const asked = text.trim().toLowerCase();
    if (asked === "") return [];
    const found = await catalog.find(plainFilters(asked, today(now)), MAX_COMPLETIONS);
    const near = found.length < MAX_COMPLETIONS ? await catalog.nearest(asked) : [];
    const slugs = [...new Set([...found, ...near])];
    const starting = slugs.filter((slug) => slug.startsWith(asked));
    return [...starting, ...slugs.filter((slug) => !slug.startsWith(asked))].slice(0, MAX_COMPLETIONS);
  },
  examples: [],
});
