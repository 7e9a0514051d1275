import type { DiscoverAnswer } from "@/lib/schemas/discover";
import { first, text } from "./lines";

const SHOWN = 20;

export function discoverText({ total, count, readAs, excluded, next, results }: DiscoverAnswer): string {
  return text(
    total === 0 ? "No product matches. Loosen a filter, or change q." : `${total} products match; ${count} here.`,
    readAs && `${readAs.sentence} With literal=true the words are searched for as written.`,
    readAs?.compare && `Compare: ${readAs.compare.page}`,
    excluded > 0 && `${excluded} more are left out because it is not known whether they match.`,
    next !== null && `More: the same call with cursor ${next}`,
    ...first(results, SHOWN, ({ slug, answer, links }) => `- [${slug}] ${answer} Cite: ${links.page}`),
  );
}
