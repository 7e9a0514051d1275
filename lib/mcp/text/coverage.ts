import type * as z from "zod";
import { groupName } from "@/lib/format/coverage";
import type { NotFound } from "@/lib/operations/pricing";
import type { CoverageAnswer } from "@/lib/schemas/coverage";
import type { Group } from "@/lib/schemas/record";
import { citeLine, text } from "./lines";

export function coverageText(body: CoverageAnswer & { notFound: z.infer<typeof NotFound>[] }): string {
  const products = body.products.map(({ name, available, missing, groups, links }) => {
    const known = Object.entries(groups).flatMap(([group, entry]) => {
      if (!entry?.available) return [];
      const dated = entry.observedAt ? `, seen ${entry.observedAt}` : "";
      const believed = entry.confidence === null ? "" : `, confidence ${entry.confidence.toFixed(2)}`;
      const state = entry.license === "restricted" ? ", restricted" : "";
      return [`- ${groupName(group)}: ${entry.count}, ${entry.freshness}${dated}${believed}${state} [${group}]`];
    });
    return text(
      `${name}: ${available} of ${available + missing.length} groups have data.`,
      ...known,
      missing.length > 0 && `Nothing known: ${missing.map((group: Group) => groupName(group)).join(", ")}.`,
      citeLine(links.page),
    );
  });
  const unknown = body.notFound.map(
    ({ slug, suggestions }) =>
      `${slug}: not found${suggestions.length > 0 ? `; nearest: ${suggestions.join(", ")}` : ""}.`,
  );
  return [...unknown, ...products].join("\n");
}
