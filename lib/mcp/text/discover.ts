import { countOf, unknownProducts } from "@/lib/format/list";
import { capitalised } from "@/lib/format/words";
import type { DiscoverAnswer } from "@/lib/schemas/discover";
import { nextLine, text } from "./lines";

export function discoverText({
  total,
  count,
  readAs,
  excluded,
  excludedProducts,
  next,
  results,
  facets,
}: DiscoverAnswer): string {
  const page = (readAs?.compare ?? readAs?.cost ?? readAs?.llm ?? readAs?.changes)?.page;
  const [is, are] = readAs?.spelledAlike ? ["has a similar name", "have similar names"] : ["matches", "match"];
  const matches =
    total === 0
      ? "No product matches. Remove a filter or change q."
      : `${countOf(total, "product")} ${total === 1 ? is : are}; ${count} shown.`;
  const answer = readAs?.answer ?? null;
  const literal =
    readAs?.spelledAlike || total === 0 || answer !== null ? "" : " To search for the exact words, set literal: true.";
  return text(
    answer && `Answer: ${answer}`,
    page && `${readAs?.compare ? "Comparison" : "Page"}: ${page}`,
    readAs?.changes &&
      `All changes: call get_price_history without slug, with since: ${readAs.changes.since}${readAs.changes.category === null ? "" : `, category: ${readAs.changes.category}`}.`,
    readAs && `${readAs.sentence}${literal}`,
    matches,
    excluded > 0 && `${unknownProducts(excluded, excludedProducts)}.`,
    // An answer is not a list to narrow down.
    ...(answer === null
      ? Object.entries(facets).map(([name, counts]) => facetLine(name as keyof typeof FACETS, counts))
      : []),
    nextLine(next, "products"),
    ...results.map(({ slug, answer, caveat, reason, links }) =>
      [`- [${slug}] ${answer}`, caveat, reason && `${capitalised(reason)}.`, `Cite: ${links.page}`]
        .filter(Boolean)
        .join(" "),
    ),
  );
}

const FACETS: Record<keyof DiscoverAnswer["facets"], string> = {
  category: "category",
  pricingModel: "pricing model",
  freeTier: "free plan or self-hosting",
  priceStatus: "price status",
  freePlan: "free plan",
  selfHosted: "self-hosting",
};

type Counts = DiscoverAnswer["facets"]["category"];

/** Returns null if all matches have the same value. */
function facetLine(name: keyof typeof FACETS, counts: Counts): string | null {
  if (counts.length < 2) return null;
  const parts = counts.map(({ value, count }) => `${value ?? "unknown"} ${count}`);
  return `By ${FACETS[name]}: ${parts.join(", ")}`;
}
