import { beforeAll, describe, expect, test } from "vitest";
import table from "@/db/catalog/often-compared.json";
import { daysBetween } from "@/lib/catalog/day";
import { decimal } from "@/lib/catalog/money";
import { CURRENT_WITHIN_DAYS, isAlike } from "@/lib/catalog/peers";
import { isPriced, lacksPrice, startingPrice } from "@/lib/catalog/starting-price";
import { alternativeReason } from "@/lib/format/alternatives";
import { formatMoney } from "@/lib/format/money";
import { OftenCompared } from "@/lib/schemas/catalog";
import type { PricingRecord } from "@/lib/schemas/record";
import { shippedCatalog } from "./catalogue";

const DAY = "2026-11-21";
const VIEW = { asOf: DAY, now: new Date(DAY) };
const LOOKED_AT = 12;

const { catalog, records } = shippedCatalog(DAY);
const bySlug = new Map(records.map((record) => [record.slug, record]));
const of = (slug: string) => bySlug.get(slug) as PricingRecord;
const rows = table.map((row) => OftenCompared.parse(row));

describe("what is often compared", () => {
  test("names products that exist and are known today, and says on whose word", () => {
    const named = rows.flatMap(({ product, comparedWith }) => [product, ...comparedWith]);
    expect(named.filter((slug) => !bySlug.has(slug))).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(new Set(rows.map(({ source, licence }) => `${source}, ${licence}`))).toEqual(
      new Set(["editors' own choice, own work"]),
    );
  });

  test.each(rows.map((row) => [row.product, row.comparedWith] as const))(
    "%s stands beside every one of its row, in its order",
    async (slug, comparedWith) => {
      const found = await catalog.alternatives(slug, VIEW);
      expect(found.slice(0, comparedWith.length).map((one) => one.slug)).toEqual(comparedWith);
      expect(found.map(({ named }) => named)).toEqual(found.map((_, place) => place < comparedWith.length));
    },
  );
});

describe("alternatives to every product of the catalogue", () => {
  const all = new Map<string, Awaited<ReturnType<typeof catalog.alternatives>>>();
  beforeAll(async () => {
    for (const { slug } of records) all.set(slug, await catalog.alternatives(slug, VIEW));
  }, 120_000);

  /** Returns every faulty pair. */
  const faulty = (isFaulty: (self: PricingRecord, other: PricingRecord, named: boolean) => boolean): string[] =>
    [...all].flatMap(([slug, found]) =>
      found.flatMap((one) => (isFaulty(of(slug), of(one.slug), one.named) ? `${slug}: ${one.slug}` : [])),
    );

  test("exist, each once, and are neither the product nor of its vendor or family", () => {
    const twice = [...all].filter(([, found]) => new Set(found.map((one) => one.slug)).size < found.length);
    expect(twice).toEqual([]);
    expect(
      faulty((self, other) => {
        const vendors = [other?.vendor.name, ...(other?.kind === "family" ? [other.name] : [])];
        return (
          other === undefined || other === self || vendors.includes(self.vendor.name) || vendors.includes(self.name)
        );
      }),
    ).toEqual([]);
  });

  test("are of the same category and on offer, unless a person named them; no family stands beside its own products", () => {
    expect(
      faulty(
        (self, { category, kind, verification }, named) =>
          !named &&
          (category.slug !== self.category.slug ||
            kind === "family" ||
            daysBetween(verification.observedAt, DAY) > CURRENT_WITHIN_DAYS),
      ),
    ).toEqual([]);
    const beside = [...all].filter(([, found]) => {
      const families = new Set(found.flatMap((one) => (of(one.slug).kind === "family" ? of(one.slug).name : [])));
      return found.some((one) => !one.named && families.has(of(one.slug).vendor.name));
    });
    expect(beside).toEqual([]);
  });

  test("with a price, or free to run, come before those of which no price is known", () => {
    const hasPrice = (slug: string) =>
      isPriced(of(slug)) ||
      startingPrice(of(slug)).startingPrice === 0 ||
      (of(slug).freeTier?.licences.length ?? 0) > 0;
    const late = [...all].filter(([, found]) => {
      const own = found.filter(({ named }) => !named).map((one) => hasPrice(one.slug));
      return own.includes(false) && own.lastIndexOf(true) > own.indexOf(false);
    });
    expect(late.map(([slug]) => slug)).toEqual([]);
  });

  /** Returns the lowest price of the paid tiers with one billing, in the unit and currency of the starting price. */
  function lowestBilled(record: PricingRecord, field: "priceMonthly" | "priceAnnual"): number | null {
    const own = startingPrice(record);
    if (record.members) return null;
    const prices = (record.tiers ?? []).flatMap((tier) =>
      !tier.isFree && tier.retiredOn === null && isAlike(tier, own) ? (tier[field] ?? []) : [],
    );
    const stated = record.startingPrice;
    if (prices.length === 0 && stated && stated.billing === (field === "priceMonthly" ? "monthly" : "annual"))
      prices.push(stated.amount);
    return prices.length > 0 ? Math.min(...prices) : null;
  }

  const DIFFERENCE = /((?:[$€£₹¥]|[A-Z]{2,3}\$?\s?)[\d,.]+) (more|less)(, billed yearly)?/;

  test("have a reason whose only figure is the difference of two prices with the same billing", () => {
    let differences = 0;
    const wrong: string[] = [];
    for (const [slug, found] of all) {
      for (const { slug: other, named } of found.slice(0, LOOKED_AT)) {
        const reason = alternativeReason(of(slug), of(other), named);
        const [own, price] = [startingPrice(of(slug)), startingPrice(of(other))];
        const isWhole = /^\S.*[^;, ]$/.test(reason) && reason.startsWith("often compared") === named;
        const [, figure, word, yearly] = DIFFERENCE.exec(reason) ?? [];
        const isSame = reason.includes("same starting price");
        if (!isWhole) wrong.push(`${slug}: ${other}: ${reason}`);
        if (figure === undefined && !isSame) continue;
        differences += 1;
        const field = yearly || reason.includes("price, billed yearly") ? "priceAnnual" : "priceMonthly";
        const [ours, theirs] = [lowestBilled(of(slug), field), lowestBilled(of(other), field)];
        const more = ours === null || theirs === null ? null : decimal(theirs).minus(ours);
        const isRight =
          more !== null &&
          isAlike(own, price) &&
          (isSame
            ? more.isZero()
            : figure === formatMoney(more.abs().toNumber(), price.currency) && more.isPositive() === (word === "more"));
        if (!isRight) wrong.push(`${slug}: ${other}: ${reason}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(differences).toBeGreaterThan(300);
  });

  test("are as much more expensive as the product is less, in the same billing", () => {
    const wrong: string[] = [];
    for (const [slug, found] of all) {
      for (const { slug: other } of found.slice(0, LOOKED_AT)) {
        const [there, back] = [
          alternativeReason(of(slug), of(other), false),
          alternativeReason(of(other), of(slug), false),
        ];
        const [, figure, word, yearly] = DIFFERENCE.exec(there) ?? [];
        const [, opposite, otherWord, alsoYearly] = DIFFERENCE.exec(back) ?? [];
        if (figure !== opposite || yearly !== alsoYearly || (figure !== undefined && word === otherWord))
          wrong.push(`${there} / ${back}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("of Slack: Microsoft Teams is compared by the prices billed yearly", () => {
    expect(alternativeReason(of("slack"), of("microsoft-teams"), true)).toContain("$3.25 less, billed yearly");
  });
});

/** Checked by a person: well-known rivals are among the first six. */
test.each([
  ["slack", "microsoft-teams discord google-chat"],
  ["microsoft-teams", "slack zoom google-meet"],
  ["zoom", "google-meet microsoft-teams webex"],
  ["notion", "confluence clickup coda obsidian evernote"],
  ["jira", "linear asana clickup monday-com"],
  ["asana", "monday-com clickup jira trello"],
  ["salesforce", "hubspot microsoft-dynamics-365-sales pipedrive zoho-crm"],
  ["hubspot", "salesforce pipedrive zoho-crm"],
  ["figma", "sketch penpot canva adobe-creative-cloud"],
  ["canva", "figma adobe-creative-cloud"],
  ["github", "gitlab bitbucket azure-devops"],
  ["datadog", "new-relic dynatrace grafana-cloud splunk"],
  ["sentry", "datadog rollbar bugsnag"],
  ["mailchimp", "brevo constant-contact klaviyo mailerlite"],
  ["shopify", "bigcommerce woocommerce wix"],
  ["stripe", "paypal adyen square"],
  ["zendesk", "intercom freshdesk zoho-desk help-scout"],
  ["intercom", "zendesk freshdesk crisp"],
  ["dropbox", "google-drive onedrive box"],
  ["google-workspace", "microsoft-365-business zoho-mail"],
  ["1password", "bitwarden lastpass"],
  ["openai-api", "anthropic-api gemini-api mistral-api deepseek-api"],
  ["anthropic-api", "openai-api gemini-api"],
  ["chatgpt", "claude google-gemini perplexity microsoft-copilot"],
  ["github-copilot", "cursor windsurf"],
  ["aws", "microsoft-azure google-cloud"],
  ["vercel", "netlify cloudflare-pages render"],
  ["snowflake", "databricks google-cloud-bigquery amazon-redshift"],
  ["quickbooks-online", "xero freshbooks wave"],
  ["docusign", "pandadoc adobe-acrobat-pro zoho-sign"],
])("%s has among its first six %s", async (slug, rivals) => {
  const first = (await catalog.alternatives(slug, VIEW)).slice(0, 6).map((one) => one.slug);
  expect(rivals.split(" ").filter((rival) => !first.includes(rival))).toEqual([]);
});

test("only what has no price lacks one, and it has something priced to turn to in nearly every category", async () => {
  const lacking = records.filter(lacksPrice);
  expect(lacking.length).toBeGreaterThan(500);
  expect(lacking.filter((record) => startingPrice(record).startingPrice !== null)).toEqual([]);
  const without = [];
  for (const { slug, category } of lacking) {
    const found = await catalog.alternatives(slug, VIEW);
    if (!found.some(({ priced }) => priced)) without.push(category.slug);
  }
  expect(without.length / lacking.length).toBeLessThan(0.1);
});
