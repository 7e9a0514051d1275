import type { SoldCategory } from "@/app/_data/pricing";
import { site } from "@/app/_data/site";
import { schemaVersion } from "@/lib/operations/views";

/** Shows the file's field names. A value that the purchase determines is replaced by its format. */
export function Manifest({ category }: { category: SoldCategory | undefined }) {
  const slug = category?.slug ?? "…";
  const { name, url } = site();
  const lines = [
    "{",
    '  "manifest": {',
    `    "schemaVersion": "${schemaVersion}",`,
    `    "category": { "slug": "${slug}", "name": "${category?.name ?? "…"}" },`,
    '    "generatedAt": "when this edition of the catalogue was loaded",',
    '    "asOf": "the date of purchase",',
    `    "recordCount": ${category?.records ?? "…"},`,
    `    "pricedCount": ${category?.priced ?? "…"},`,
    '    "sha256": "64 hex digits, over the record lines",',
    '    "license": { "tiers": "owned", "marketData": "restricted", … },',
    `    "attribution": "[${name}](${url}) — …",`,
    `    "schemaUrl": "${url}/api/v2/openapi.json#/components/schemas/PricingRecord"`,
    "  },",
    '  "records": [',
    '    { "slug": …, "name": …, "tiers": […], "priceHistory": […], "evidence": […], … },',
    "    …",
    "  ]",
    "}",
  ];
  return (
    <pre className="quote mt-2">
      <code>{lines.join("\n")}</code>
    </pre>
  );
}
