import { Decimal } from "decimal.js";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { type Ladder, regionalMeter } from "../shared/cloud-rates";
import type { Meter } from "../shared/meters";
import type { AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { slugOf } from "../shared/text";

export const Item = z.object({
  currencyCode: z.string(),
  /** The number of `unitOfMeasure` from which the price applies. */
  tierMinimumUnits: z.number().min(0),
  retailPrice: z.number().min(0),
  armRegionName: z.string(),
  meterName: z.string().min(1),
  productName: z.string().min(1),
  skuName: z.string().min(1),
  serviceName: z.string().min(1),
  unitOfMeasure: z.string().min(1),
  type: z.string(),
});
export type Item = z.infer<typeof Item>;

export const Page = z.object({
  BillingCurrency: z.literal("USD"),
  Items: z.array(z.unknown()),
  NextPageLink: z.string().nullable(),
});

const page = (path: string): string => `https://azure.microsoft.com/en-us/pricing/details/${path}/`;
const azure = (slug: string, name: string, path: string): Subject => ({
  slug,
  name,
  vendor: "Microsoft Azure",
  domain: "azure.microsoft.com",
  pricingPage: page(path),
});

/** The list's name of a service → the product. */
export const SERVICES: Readonly<Record<string, Subject>> = {
  "API Management": azure("azure-api-management", "Azure API Management", "api-management"),
  "Azure DNS": azure("azure-dns", "Azure DNS", "dns"),
  "Event Grid": azure("azure-event-grid", "Azure Event Grid", "event-grid"),
  "Event Hubs": azure("azure-event-hubs", "Azure Event Hubs", "event-hubs"),
  Functions: azure("azure-functions", "Azure Functions", "functions"),
  "Logic Apps": azure("azure-logic-apps", "Azure Logic Apps", "logic-apps"),
  "Notification Hubs": azure("azure-notification-hubs", "Azure Notification Hubs", "notification-hubs"),
  "Service Bus": azure("azure-service-bus", "Azure Service Bus", "service-bus"),
  SignalR: azure("azure-signalr-service", "Azure SignalR Service", "signalr-service"),
};

export const REGIONS = ["eastus", "westeurope"] as const;
const LEAD = "eastus";

const SCALE: Readonly<Record<string, number>> = { "": 1, K: 1_000, M: 1_000_000, B: 1_000_000_000 };
const MEASURES: readonly [says: RegExp, unit: string][] = [
  [/^hours?$/i, "hour"],
  [/^gb$/i, "GB"],
  [/^gb\/month$/i, "GB-month"],
  [/^gb seconds?$/i, "GB-second"],
  [/^seconds?$/i, "second"],
  [/^\/month$/i, "month"],
  [/^\/day$/i, "day"],
  [/^\/hour$/i, "hour"],
];
/** If the measure is a bare number, the meter's name gives the counted unit. */
const COUNTED: readonly [says: RegExp, unit: string][] = [
  [/\boperations?$/i, "operation"],
  [/\bexecutions?$/i, "execution"],
  [/\bmessages?$/i, "message"],
  [/\bqueries$/i, "query"],
  [/\bcalls$/i, "call"],
  [/\bevents$/i, "event"],
  [/\bpushes$/i, "push"],
  [/\bactions?(?: executions?)?$/i, "action"],
];

/** Reads "10K" of "Standard Operations" as 10,000 operations, "1 GB/Month" as a GB-month. */
export function measureOf(unitOfMeasure: string, meterName: string): { unit: string; per: number } | null {
  const [, count, scale = "", rest = ""] = /^(\d+)\s?([KMB](?![a-z]))?\s*(.*)$/i.exec(unitOfMeasure) ?? [];
  const factor = SCALE[scale.toUpperCase()];
  if (!count || factor === undefined) return null;
  const known =
    rest === "" ? COUNTED.find(([says]) => says.test(meterName)) : MEASURES.find(([says]) => says.test(rest));
  return known ? { unit: known[1], per: Number(count) * factor } : null;
}

function meterNameOf(meterName: string): string {
  const [first = "", ...words] = meterName
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .split(" ");
  return first.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join("");
}

/** Returns the usage prices of each region in the list on `day`, and for each price the page that shows it. */
export function azureList(items: readonly Item[], { day, url }: { day: Day; url: string }): AdapterResult {
  const rejects: Reject[] = [];
  const models = new Map<string, { first: Item; subject: Subject; meters: Map<string, Item[]> }>();
  for (const item of items) {
    const subject = SERVICES[item.serviceName];
    const row = `${item.productName}, ${item.skuName}, ${item.meterName}`;
    if (!subject || item.type !== "Consumption" || item.currencyCode !== "USD") {
      rejects.push({ row, reason: subject ? "no price by use in dollars" : "service outside the table" });
      continue;
    }
    const id = `${subject.slug} ${modelOf(item)}`;
    const model = models.get(id) ?? { first: item, subject, meters: new Map() };
    model.meters.set(item.meterName, [...(model.meters.get(item.meterName) ?? []), item]);
    models.set(id, model);
  }
  const readings = [...models.values()].flatMap(({ first, subject, meters }): Reading<RatesFact>[] => {
    const read = [...meters].flatMap(([meterName, own]): Meter[] => {
      const row = `${first.productName}, ${first.skuName}, ${meterName}`;
      const meter = meterOf(meterName, own);
      if (typeof meter !== "string") return [meter];
      rejects.push({ row, reason: meter });
      return [];
    });
    if (read.length === 0) return [];
    return [
      {
        subject,
        trust: "A",
        observedAt: day,
        evidence: { url },
        fact: {
          kind: "rates",
          model: modelOf(first),
          name: first.productName === first.skuName ? first.skuName : `${first.productName}, ${first.skuName}`,
          currency: "USD",
          meters: read.sort((a, b) => (a.name < b.name ? -1 : 1)),
        },
      },
    ];
  });
  return { readings, rejects };
}

const modelOf = ({ productName, skuName }: Item): string => `${slugOf(productName)}/${slugOf(skuName)}`;

function meterOf(meterName: string, items: readonly Item[]): Meter | string {
  const units = [...new Set(items.map(({ unitOfMeasure }) => unitOfMeasure))];
  const [unitOfMeasure = ""] = units;
  if (units.length > 1) return "measured differently in two regions";
  const measure = measureOf(unitOfMeasure, meterName);
  if (!measure) return `unit that is not stated: ${unitOfMeasure}`;
  const regions = new Map<string, Map<number, number>>();
  for (const { armRegionName, tierMinimumUnits, retailPrice } of items) {
    const steps = regions.get(armRegionName) ?? new Map<number, number>();
    const same = steps.get(tierMinimumUnits);
    if (same !== undefined && same !== retailPrice) return "two prices for the same use";
    regions.set(armRegionName, steps.set(tierMinimumUnits, retailPrice));
  }
  const ladders = [...regions].flatMap(([region, steps]): Ladder[] => {
    const isFree = [...steps.values()].every((price) => price === 0);
    if (isFree || !steps.has(0)) return [];
    return [
      {
        region,
        steps: [...steps].map(([from, price]) => ({ from: new Decimal(from).times(measure.per).toNumber(), price })),
      },
    ];
  });
  return (
    regionalMeter({ name: meterNameOf(meterName), ...measure }, ladders, LEAD) ??
    "every price is 0 or begins later: unknown, not free"
  );
}
