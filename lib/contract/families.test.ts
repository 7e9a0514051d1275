import { beforeAll, describe, expect, test } from "vitest";
import { neverRetracted } from "@/lib/catalog/ledger";
import { unitBasis } from "@/lib/catalog/units";
import { answerSentence } from "@/lib/format/answer";
import { productMarkdown } from "@/lib/format/markdown";
import { priceSummary } from "@/lib/format/rate-texts";
import { call } from "@/lib/http/testing";
import { currentClient } from "@/lib/mcp/testing";
import type { Catalog, View } from "@/lib/operations/catalog";
import type { Runtime } from "@/lib/operations/run";
import type { Product } from "@/lib/schemas/catalog";
import type { DiscoverAnswer } from "@/lib/schemas/discover";
import type { PricingAnswer, PricingRecord } from "@/lib/schemas/record";
import { shipped } from "./catalogue";
import { shippedService } from "./shipped-service";

let runtime: Runtime;
let products: Product[];
let families: PricingRecord[];
let catalog: Catalog;
let view: View;

beforeAll(async () => {
  const { files } = shipped();
  const service = await shippedService({ checkOutput: false });
  ({ runtime, catalog } = service);
  view = { asOf: service.now.toISOString().slice(0, 10), now: service.now };
  // A product with all data retracted is not a product of today.
  const standing = new Set(neverRetracted(files.observations).map(({ product }) => product));
  products = files.products.filter(({ slug }) => standing.has(slug));
  const slugs = products.filter(({ kind }) => kind === "family").map(({ slug }) => slug);
  const found = await catalog.records(slugs, view);
  families = [...found.values()].flatMap((lookup) => (lookup.status === "found" ? [lookup.record] : []));
}, 300_000);
const get = async <T>(address: string): Promise<T> => (await call(address, {}, runtime)).json() as Promise<T>;

describe("every family of the catalogue", () => {
  test("lists each product of its vendor once, priced ones first", () => {
    expect(families.length).toBeGreaterThan(40);
    for (const { slug, name, members = [] } of families) {
      const sold = products.filter((product) => product.vendor.name === name && product.slug !== slug);
      expect(members.map((member) => member.slug).sort(), slug).toEqual(sold.map((product) => product.slug).sort());
      const known = members.map(({ priceStatus }) => ["published", "not_applicable"].includes(priceStatus));
      expect(known, slug).toEqual([...known].sort((a, b) => Number(b) - Number(a)));
    }
  });

  test("has a price where one of them has, and its range spans theirs in one currency and unit", () => {
    for (const { slug, members = [], priceRange, priceStatus, tiers } of families) {
      const priced = members.filter((member) => ["published", "not_applicable"].includes(member.priceStatus));
      if (priced.length > 0) expect(priceStatus, slug).toBe("published");
      if (!priceRange.products || tiers) continue;
      const alike = members.filter(
        ({ startingPrice, currency, priceUnit }) =>
          startingPrice && currency === priceRange.currency && unitBasis(priceUnit) === unitBasis(priceRange.unit),
      );
      const prices = alike.map(({ startingPrice }) => startingPrice ?? 0);
      expect([priceRange.low, priceRange.high], slug).toEqual([Math.min(...prices), Math.max(...prices)]);
      expect(alike, slug).toHaveLength(priceRange.products);
    }
  });

  test("says its price in sentences and in Markdown, never that there is none", () => {
    for (const record of families.filter(({ priceStatus }) => priceStatus === "published")) {
      for (const text of [answerSentence(record), productMarkdown(record).split("## ")[0] ?? ""]) {
        expect(text, record.slug).not.toMatch(/not yet checked|No price|Not published/);
      }
    }
  });

  test("names the price of a flagship that is priced by usage", async () => {
    const twilio = families.find(({ slug }) => slug === "twilio");
    expect(twilio && answerSentence(twilio)).toMatch(/^Twilio SMS costs from \$0\.0083 per message; 5 products\. /);
    const named = families.filter(({ flagship, priceRange }) => flagship !== undefined && priceRange.products);
    for (const { slug, flagship, members = [], answer } of named) {
      const lookup = await catalog.record(flagship ?? "", view);
      const summary = lookup.status === "found" ? priceSummary(lookup.record) : null;
      expect(members.find((member) => member.slug === flagship)?.priceSummary ?? null, slug).toBe(summary);
      if (summary !== null) expect(answer, slug).toContain(summary);
    }
  });

  test("answers alike on REST and MCP, in full and in short, and the short form is small", async () => {
    const client = await currentClient(runtime);
    for (const { slug } of families.filter(({ members = [] }) => members.length > 1)) {
      for (const depth of ["full", "summary"]) {
        const body = await get<PricingAnswer>(`/api/v2/pricing/${slug}?depth=${depth}`);
        const { structuredContent } = await client.callTool({ name: "get_pricing", arguments: { slug, depth } });
        expect(structuredContent, `${slug} ${depth}`).toEqual(body);
        expect(JSON.stringify(body).length, `${slug} ${depth}`).toBeLessThan(depth === "full" ? 150_000 : 12_000);
      }
    }
    await client.close();
  });

  test("is found first by its name", async () => {
    for (const { slug, name } of families.filter(({ members = [] }) => members.length > 1)) {
      const { results } = await get<DiscoverAnswer>(`/api/v2/discover?q=${encodeURIComponent(name)}&limit=1`);
      expect(results[0]?.slug, name).toBe(slug);
    }
  });

  test.each([
    [/^Azure /, "Microsoft Azure"],
    [/^Google Cloud ./, "Google Cloud"],
    [/^(?:AWS|Amazon (?:EC2|S3|RDS|SQS|SNS|SES)) /, "Amazon Web Services"],
  ])("holds what bears its name: %s", (bears, name) => {
    const strays = products.filter((product) => bears.test(product.name) && product.vendor.name !== name);
    expect(strays.map(({ slug, vendor }) => `${slug} of ${vendor.name}`)).toEqual([]);
  });
});

/** The product that each text means; of several, the one that the catalogue has. */
const MEANT: Record<string, readonly string[]> = {
  quickbooks: ["quickbooks-online"],
  office: ["microsoft-365-business", "microsoft-365"],
  "office 365": ["microsoft-365-business", "microsoft-365"],
  "microsoft office": ["microsoft-365-business", "microsoft-365"],
  "microsoft 365": ["microsoft-365-business", "microsoft-365"],
  microsoft: ["microsoft"],
  adobe: ["adobe"],
  photoshop: ["adobe-photoshop", "adobe-creative-cloud"],
  lightroom: ["adobe-lightroom", "adobe-creative-cloud"],
  premiere: ["adobe-premiere-pro", "adobe-creative-cloud"],
  acrobat: ["adobe-acrobat-pro"],
  s3: ["amazon-s3"],
  aws: ["aws"],
  lambda: ["lambda", "aws-lambda"],
  bedrock: ["amazon-bedrock"],
  dynamodb: ["amazon-dynamodb"],
  gcp: ["google-cloud"],
  bigquery: ["google-cloud-bigquery"],
  azure: ["microsoft-azure"],
  "g suite": ["google-workspace"],
  gsuite: ["google-workspace"],
  "google apps": ["google-workspace"],
  google: ["google"],
  meet: ["google-meet"],
  gemini: ["google-gemini"],
  "gemini advanced": ["google-ai-pro", "google-gemini"],
  "chatgpt plus": ["chatgpt"],
  "chat gpt": ["chatgpt"],
  gpt: ["chatgpt"],
  openai: ["openai"],
  "open ai": ["openai"],
  anthropic: ["anthropic-api"],
  claude: ["claude"],
  "claude pro": ["claude"],
  copilot: ["github-copilot"],
  "m365 copilot": ["microsoft-365-copilot", "microsoft-copilot"],
  jira: ["jira"],
  confluence: ["confluence"],
  atlassian: ["atlassian"],
  teams: ["microsoft-teams"],
  "power bi": ["power-bi"],
  powerbi: ["power-bi"],
  outlook: ["outlook"],
  dynamics: ["microsoft-dynamics-365-sales"],
  salesforce: ["salesforce"],
  sfdc: ["salesforce"],
  "sales cloud": ["salesforce-sales-cloud"],
  pardot: ["salesforce-account-engagement"],
  hubspot: ["hubspot"],
  zoho: ["zoho"],
  intuit: ["intuit"],
  oracle: ["oracle"],
  ibm: ["ibm"],
  jetbrains: ["jetbrains"],
  "twitter api": ["x-api"],
  twitter: ["x-api"],
  zoom: ["zoom"],
  monday: ["monday-com"],
  segment: ["twilio-segment"],
  slack: ["slack"],
};

/** Slugs that only later imports add. They are tested once they exist. */
const EXPECTED: Record<string, string> = {
  ec2: "amazon-ec2",
  rds: "amazon-rds",
  sagemaker: "amazon-sagemaker",
  "hubspot crm": "hubspot-crm",
  gke: "google-kubernetes-engine",
  gce: "google-compute-engine",
};

describe("what people type leads to the product they mean", () => {
  const first = async (q: string) => {
    const { results } = await get<DiscoverAnswer>(`/api/v2/discover?q=${encodeURIComponent(q)}&limit=2`);
    return results.map(({ slug }) => slug);
  };

  test.each(Object.entries(MEANT))("%s", async (word, slugs) => {
    expect(slugs).toContain((await first(word))[0]);
  });

  test.each(Object.entries(EXPECTED))("%s, where the catalogue has it", async (word, slug) => {
    if (products.some((product) => product.slug === slug)) expect((await first(word))[0]).toBe(slug);
  });

  test("both that are called Copilot come first", async () => {
    expect((await first("copilot"))[1]).toMatch(/^microsoft-.*copilot$/);
  });
});
