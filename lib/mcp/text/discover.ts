import { countOf } from "@/lib/format/list";
import { capitalised, humanise } from "@/lib/format/words";
import type { DiscoverAnswer } from "@/lib/schemas/discover";
import { nextLine, text } from "./lines";

export function discoverText({ total, count, readAs, excluded, next, results, facets }: DiscoverAnswer): string {
  const page = (readAs?.compare ?? readAs?.cost ?? readAs?.llm)?.page;
  const [is, are] = readAs?.spelledAlike ? ["is spelled alike", "are spelled alike"] : ["matches", "match"];
  return text(
    total === 0
      ? "No product matches. Loosen a filter, or change q."
      : `${countOf(total, "product")} ${total === 1 ? is : are}; ${count} here.`,
    readAs &&
      `${readAs.sentence}${readAs.spelledAlike ? "" : " With literal=true the words are searched for as written."}`,
    readAs?.answer && `Answer: ${readAs.answer}`,
    page && `${readAs?.compare ? "Compare" : "Page of it"}: ${page}`,
    excluded > 0 && `${excluded} more are left out because it is not known whether they match.`,
    ...Object.entries(facets).map(([name, counts]) => facetLine(name, counts)),
    nextLine(next, "products"),
    ...results.map(({ slug, answer, reason, links }) =>
      [`- [${slug}] ${answer}`, reason && `${capitalised(reason)}.`, `Cite: ${links.page}`].filter(Boolean).join(" "),
    ),
  );
}

type Counts = DiscoverAnswer["facets"]["category"];

/** Nothing where all of what matches is alike. */
function facetLine(name: string, counts: Counts): string | null {
  if (counts.length < 2) return null;
  const parts = counts.map(({ value, count }) => `${value ?? "not known"} ${count}`);
  return `By ${humanise(name).toLowerCase()}: ${parts.join(", ")}`;
}
