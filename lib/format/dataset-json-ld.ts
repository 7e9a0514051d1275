import type { Dataset, WithContext } from "schema-dts";
import type { CoverageReport } from "@/lib/catalog/report";
import { GROUP_LABELS } from "./coverage";
import { formatNumber } from "./money";

interface Site {
  name: string;
  url: string;
}

export function datasetId({ url }: Pick<Site, "url">): string {
  return `${url}/coverage#dataset`;
}

/** Describes the whole catalogue, for search engines that list datasets. */
export function dataset(report: CoverageReport, site: Site): WithContext<Dataset> {
  const { name, url } = site;
  const { asOf, totals, sources, contentHash } = report;
  const days = sources.flatMap(({ oldest }) => oldest ?? []).sort();
  const [oldest = asOf] = days;
  const page = `${url}/coverage`;
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    "@id": datasetId(site),
    name: `${name}: software prices`,
    description: `List prices, tiers, extra costs, contract terms and price history of ${formatNumber(totals.products)} software products, from ${formatNumber(totals.observations)} dated observations of ${formatNumber(totals.sources)} public sources. Every figure includes its source, date and licence.`,
    url: page,
    version: contentHash.slice(0, 12),
    dateModified: asOf,
    temporalCoverage: `${oldest}/${asOf}`,
    isAccessibleForFree: true,
    license: `${url}/license`,
    measurementTechnique: `${url}/methodology`,
    creator: { "@type": "Organization", name, url },
    keywords: ["software prices", "SaaS pricing", "LLM API prices", "price history"],
    variableMeasured: [...GROUP_LABELS],
    distribution: [
      {
        "@type": "DataDownload",
        name: "All products, paginated",
        encodingFormat: "application/json",
        contentUrl: `${url}/api/v2/discover`,
      },
      {
        "@type": "DataDownload",
        name: "Price changes",
        encodingFormat: "application/feed+json",
        contentUrl: `${url}/changes.json`,
      },
    ],
  };
}
