import { unitWords } from "@/lib/format/words";
import type { DiscoverAnswer } from "@/lib/schemas/discover";
import { first, money, text } from "./lines";

const SHOWN = 20;

export function discoverText({ total, count, readAs, excluded, next, results }: DiscoverAnswer): string {
  return text(
    total === 0 ? "No product matches. Loosen a filter, or change q." : `${total} products match; ${count} here.`,
    readAs && `${readAs.sentence} With literal=true the words are searched for as written.`,
    readAs?.compare && `Compare: ${readAs.compare.page}`,
    excluded > 0 && `${excluded} more are left out because it is not known whether they match.`,
    next !== null && `More: the same call with cursor ${next}`,
    ...first(
      results,
      SHOWN,
      ({ slug, name, startingPrice, currency, priceUnit, priceStatus, freeTier, memberCount, links }) => {
        const price =
          startingPrice === null
            ? `price ${priceStatus.replaceAll("_", " ")}`
            : `from ${money(startingPrice, currency)}${priceUnit ? ` ${unitWords(priceUnit)}` : ""}`;
        const family = memberCount ? `family of ${memberCount}, ` : "";
        return `- ${name} [${slug}]: ${family}${price}${freeTier ? ", free plan" : ""}. Cite: ${links.page}`;
      },
    ),
  );
}
