import type { Metadata } from "next";
import type { categoryPage } from "@/app/_data/browse";
import { categoryPath, listPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { isEnough } from "@/lib/catalog/listing";
import { countOf, spreadSentence } from "@/lib/format/list";
import { formatMoney } from "@/lib/format/money";
import { unitWords } from "@/lib/format/words";

export function categoryMetadata(found: Awaited<ReturnType<typeof categoryPage>>): Metadata {
  if (!found) return { title: "Not in the catalogue", robots: { index: false } };
  const { category, figures, query, page } = found;
  const { spread } = figures;
  const narrowed = [query.free, query.model, query.max, query.sort].some((part) => part !== undefined);
  const address = listPath(categoryPath(category.slug), { page: page === 1 ? undefined : page });
  const headline =
    spread && isEnough(spread)
      ? `${category.name} pricing: median ${formatMoney(spread.median, spread.currency)} ${unitWords(spread.unit)}`
      : `${category.name} pricing`;
  const description = `${countOf(figures.products, "product")}. ${spread ? `${spreadSentence(spread)} ` : ""}Each price with source, date and confidence.`;
  return {
    title: page === 1 ? headline : `${headline}, page ${page}`,
    description,
    alternates: { canonical: `${site().url}${narrowed ? categoryPath(category.slug) : address}` },
    ...(narrowed ? { robots: { index: false, follow: true } } : {}),
    openGraph: { title: headline, description, url: `${site().url}${categoryPath(category.slug)}` },
  };
}
