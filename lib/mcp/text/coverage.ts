import type * as z from "zod";
import { FRESHNESS_WORDS } from "@/lib/format/age-words";
import { groupName } from "@/lib/format/coverage";
import { countOf } from "@/lib/format/list";
import type { NotFound } from "@/lib/operations/pricing";
import type { CoverageAnswer } from "@/lib/schemas/coverage";
import type { Group } from "@/lib/schemas/record";
import { citeLine, nextLine, text } from "./lines";
import { missingLine } from "./pricing";

type Body = CoverageAnswer & { notFound: z.infer<typeof NotFound>[]; next: string | null };

export function coverageText({ products, notFound, next, freshnessRule }: Body): string {
  return text(
    ...notFound.map(missingLine),
    freshnessRule,
    nextLine(next, "products"),
    ...products.map(({ name, slug, available, missing, members = [], groups, links }) =>
      text(
        `${name} [${slug}]: ${available} of ${available + missing.length} groups have data.`,
        members.length > 0 && `Products in this family: ${members.join(", ")}.`,
        ...Object.entries(groups).flatMap(([group, entry]) => {
          if (!entry?.available) return [];
          const facts = [
            `${countOf(entry.count, "entry", "entries")}, ${FRESHNESS_WORDS[entry.freshness]}`,
            entry.observedAt && `checked ${entry.observedAt}`,
            entry.verifiedAt && `verified ${entry.verifiedAt.slice(0, 10)}`,
            `source ${entry.source}`,
            entry.confidence === null ? null : `confidence ${entry.confidence.toFixed(2)}`,
            entry.license === "restricted" && "restricted",
          ];
          return [`- ${groupName(group)}: ${facts.filter(Boolean).join(", ")} [fields: ${group}]`];
        }),
        missing.length > 0 && `No data: ${missing.map((group: Group) => groupName(group)).join(", ")}.`,
        citeLine(links.page),
      ),
    ),
  );
}
