import { readFile } from "node:fs/promises";
import path from "node:path";
import { Decimal } from "decimal.js";
import * as z from "zod";
import type { EvidenceFact, RatesFact } from "@/lib/schemas/observation";
import { HttpUrl } from "@/lib/schemas/primitives";
import { type Meter, unitPrice } from "../shared/meters";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "../shared/reading";

const SOURCE = "firstparty-docs";
/** Day on which copies without a date of their own were read. */
const READ_DAY = "2026-11-21";

export const SUBJECTS: Record<string, Subject> = {
  ably: { name: "Ably", vendor: "Ably", domain: "ably.com" },
  circleci: { name: "CircleCI", vendor: "CircleCI", domain: "circleci.com" },
  cloudflare: { name: "Cloudflare", vendor: "Cloudflare", domain: "cloudflare.com" },
  cockroachdb: { name: "CockroachDB Cloud", vendor: "Cockroach Labs", domain: "cockroachlabs.com" },
  "fly-io": { name: "Fly.io", vendor: "Fly.io", domain: "fly.io" },
  railway: { name: "Railway", vendor: "Railway", domain: "railway.com" },
  runpod: { name: "Runpod", vendor: "Runpod", domain: "runpod.io" },
  supabase: { name: "Supabase", vendor: "Supabase", domain: "supabase.com" },
};

const Page = z.object({
  url: HttpUrl,
  licence: z.string(),
  asOf: z.iso.date().nullable(),
  vendorPage: HttpUrl.optional(),
});
export type Page = z.infer<typeof Page> & {
  /** Conditions of all rates on the page, in our words. */
  remark?: string;
};

const Rate = z.object({
  provider: z.string(),
  product: z.string(),
  meter: z.string(),
  unit: z.string(),
  unitPrice: z.number().min(0),
  per: z.number().int().positive(),
  currency: z.literal("USD"),
  included: z.object({ quantity: z.number().positive(), period: z.enum(["month", "day"]) }).optional(),
  region: z.string().optional(),
  /** A condition other than the region. */
  when: z.string().optional(),
  /** Name of the meter in words, if `meter` does not have it. */
  label: z.string().optional(),
  /** The remark of the person who recorded the price. */
  note: z.string().optional(),
  source: z.string(),
});
export type Rate = z.infer<typeof Rate>;

const Rates = z.object({ sources: z.record(z.string(), Page), rates: z.array(Rate) });

export const Changes = z.object({
  changes: z.array(
    z.object({
      provider: z.string(),
      meter: z.string(),
      unit: z.string(),
      date: z.iso.date(),
      old: z.number().nullable(),
      new: z.number().nullable(),
      commit: z.string(),
    }),
  ),
});
export type Change = z.infer<typeof Changes>["changes"][number];

const METER_NAMES: Record<string, string> = {
  egress: "egressGb",
  bandwidth: "egressGb",
  storage: "storageGbMonths",
  diskSize: "storageGbMonths",
  volume: "volumeGbMonths",
  ram: "memoryGbMonths",
  cpu: "vcpuMonths",
};

const UNITS: Record<string, string> = {
  gb: "GB",
  gb_month: "GB-month",
  gb_second: "GB-second",
  gib_second: "GiB-second",
  gb_30day: "GB for 30 days",
  vcpu_second: "vCPU-second",
  vcpu_month: "vCPU-month",
  cpu_ms: "CPU millisecond",
  mau: "user",
  request_unit_4kb: "4 KB request unit",
};

const REGION_WORDS: Record<string, string> = {
  "na-eu": "North America and Europe",
  "oc-kr-tw": "Oceania, Korea and Taiwan",
  other: "elsewhere",
  "apac-oceania-sa": "Asia-Pacific, Oceania and South America",
  "africa-india": "Africa and India",
};

/** Containers are billed by the second, so their meters have different names from those billed by the month. */
const nameOf = ({ meter, unit, product }: Rate) => {
  if (product === "containers" && meter !== "egress")
    return { memory: "memoryGibSeconds", cpu: "vcpuSeconds", disk: "diskGbSeconds" }[meter] ?? meter;
  if (meter === "ram" || meter === "cpu") return METER_NAMES[meter] ?? meter;
  if (unit === "second" && meter.startsWith("gpuSeconds:")) return "computeSeconds";
  return METER_NAMES[meter] ?? meter;
};

const slugged = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Returns the model. Each GPU of a serverless offer is a separate model. */
const modelOf = ({ product, meter }: Rate) =>
  meter.startsWith("gpuSeconds:") ? `${product}/${slugged(meter.slice("gpuSeconds:".length))}` : product;

/** Returns the prices of one rate: included use is free, and use beyond it has the price. */
export function ratePrices({ unitPrice: price, included, region, when }: Rate): Meter["prices"] {
  const value = unitPrice(new Decimal(price), 1);
  const where = region === undefined ? (when ?? null) : (REGION_WORDS[region] ?? region);
  if (included === undefined) return [{ unitPrice: value, from: 0, upTo: null, when: where }];
  if (included.period === "day")
    return [
      {
        unitPrice: value,
        from: 0,
        upTo: null,
        when: [where, `beyond ${included.quantity.toLocaleString("en-US")} a day`].filter(Boolean).join(", "),
      },
    ];
  return [
    { unitPrice: 0, from: 0, upTo: included.quantity, when: where },
    { unitPrice: value, from: included.quantity, upTo: null, when: where },
  ];
}

function metersOf(rates: readonly Rate[]): Meter[] {
  const meters = new Map<string, Meter>();
  for (const rate of rates) {
    const name = nameOf(rate);
    const prices = ratePrices(rate);
    const before = meters.get(name);
    if (before) {
      before.prices.push(...prices);
      if (rate.included) before.tierMode = "graduated";
      continue;
    }
    meters.set(name, {
      name,
      unit: UNITS[rate.unit] ?? rate.unit.replaceAll("_", "-"),
      per: rate.per,
      mode: "standard",
      tierMode: rate.included?.period === "month" ? "graduated" : null,
      prices,
    });
  }
  return [...meters.values()];
}

const labelOf = ({ label, meter }: Rate) =>
  label ??
  (meter.startsWith("gpuSeconds:")
    ? meter.slice("gpuSeconds:".length)
    : meter.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`));

/** Returns remarks in the notes on single rates that PLAN_NOTES lacks. */
const remarksOn = (rates: readonly Rate[]): string =>
  rates
    .flatMap((rate) => (rate.note && rate.note !== "Pro plan overage" ? [`${labelOf(rate)}: ${rate.note}.`] : []))
    .join(" ");

/** Copies that are known to be old although they have no date. */
const OLD_COPIES: Record<string, string> = {
  "cf-workers-ai": "Copy without a date, probably of early 2025.",
  supabase: "Copy without a date, probably older than 2026.",
};
const UNDATED = "Copy without a date: the price may have changed since it was taken.";
const PLAN_NOTES: Record<string, string> = {
  "cf-workers": "Included volumes are those of the paid Workers plan.",
  supabase: "Included volumes and prices are those of the Pro plan.",
};

const licenceOf = ({ licence }: Page) =>
  /^(?:none|unclear)/.test(licence) ? "none: facts" : licence.replace(/^CC BY /, "CC-BY-").split(" ")[0];

export function evidenceOf(key: string, page: Page): { evidence: EvidenceFact; trust: "A" | "B" | "C" } {
  const age = page.asOf === null ? (OLD_COPIES[key] ?? UNDATED) : undefined;
  const note = [PLAN_NOTES[key], page.remark, age].filter(Boolean).join(" ");
  const licence = licenceOf(page);
  return {
    evidence: {
      url: page.vendorPage ?? page.url,
      ...(page.vendorPage && { via: page.url }),
      ...(licence && { licence }),
      ...(note && { note }),
      ...(page.asOf === null && { undated: true as const }),
    },
    trust: page.asOf !== null ? "A" : OLD_COPIES[key] ? "C" : "B",
  };
}

const REPOSITORIES: Record<string, string> = {
  railway: "https://github.com/railwayapp/docs",
  "fly-io": "https://github.com/superfly/docs",
};
const PAGES: Record<string, string> = {
  railway: "https://docs.railway.com/reference/pricing/plans",
  "fly-io": "https://fly.io/docs/about/pricing/",
};

type Target = { model: string; name: string; unit: string };

/** Returns model and meter of a line of the history. Null if it is not a usage price. */
function targetOf({ provider, meter }: Change): Target | null {
  if (provider === "railway") {
    if (meter === "egress") return { model: "usage", name: "egressGb", unit: "GB" };
    if (meter === "volumeStorage") return { model: "usage", name: "volumeGbMonths", unit: "GB-month" };
    if (meter === "ram") return { model: "usage", name: "memoryGbMonths", unit: "GB-month" };
    if (meter === "cpu") return { model: "usage", name: "vcpuMonths", unit: "vCPU-month" };
    if (meter === "vmRam") return { model: "vm-beta", name: "memoryGbMonths", unit: "GB-month" };
    return null;
  }
  if (meter.startsWith("gpu:") && meter !== "gpu:*")
    return { model: slugged(meter), name: "computeHours", unit: "hour" };
  return null;
}

function historyReadings(changes: readonly Change[], rejects: Reject[]): Reading<RatesFact>[] {
  const states = new Map<string, Map<string, Meter>>();
  const byDay = new Map<string, { change: Change; target: Target }[]>();
  const readings: Reading<RatesFact>[] = [];
  const put = (change: Change, fact: Pick<RatesFact, "model" | "meters" | "status">) => {
    const subject = SUBJECTS[change.provider];
    const url = PAGES[change.provider];
    if (!subject || !url) return;
    readings.push({
      subject,
      trust: "A",
      observedAt: change.date,
      evidence: { url, via: `${REPOSITORIES[change.provider]}/commit/${change.commit}` },
      fact: { kind: "rates", ...fact, currency: "USD" },
    });
  };
  for (const change of [...changes].sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const row = `${change.provider} ${change.meter} ${change.date}`;
    if (change.meter === "gpu:*") {
      for (const id of states.keys())
        if (id.startsWith("fly-io gpu-"))
          put(change, { model: id.slice("fly-io ".length), meters: [], status: "retired" });
      continue;
    }
    const target = targetOf(change);
    if (!target || change.new === null) {
      rejects.push({
        row,
        reason: "a plan's fee, a commitment, or a part of a price that the current page states whole",
      });
      continue;
    }
    const id = `${change.provider} ${target.model}`;
    const meters = states.get(id) ?? new Map<string, Meter>();
    meters.set(target.name, {
      name: target.name,
      unit: target.unit,
      per: 1,
      mode: "standard",
      tierMode: null,
      prices: [{ unitPrice: unitPrice(change.new, 1), from: 0, upTo: null, when: null }],
    });
    states.set(id, meters);
    const day = `${change.date} ${id}`;
    byDay.set(day, [...(byDay.get(day) ?? []), { change, target }]);
    const rest = changes.some(
      (other) =>
        other !== change &&
        other.provider === change.provider &&
        other.date === change.date &&
        targetOf(other)?.model === target.model &&
        !byDay.get(day)?.some((seen) => seen.change === other),
    );
    if (!rest) put(change, { model: target.model, meters: [...meters.values()] });
  }
  return readings;
}

/** Returns one statement for each model of the pages, on the page's date. */
export function rateReadings({
  sources,
  rates,
}: {
  sources: Record<string, Page>;
  rates: readonly Rate[];
}): Reading<RatesFact>[] {
  const groups = new Map<string, Rate[]>();
  for (const rate of rates) {
    const id = `${rate.provider} ${modelOf(rate)}`;
    groups.set(id, [...(groups.get(id) ?? []), rate]);
  }
  return [...groups.values()].flatMap((group): Reading<RatesFact>[] => {
    const [first] = group;
    const page = first && sources[first.source];
    const subject = first && SUBJECTS[first.provider];
    if (!first || !page || !subject) return [];
    const remark = [page.remark, remarksOn(group)].filter(Boolean).join(" ");
    const { evidence, trust } = evidenceOf(first.source, { ...page, ...(remark && { remark }) });
    return [
      {
        subject,
        trust,
        observedAt: page.asOf ?? READ_DAY,
        evidence,
        fact: { kind: "rates", model: modelOf(first), currency: first.currency, meters: metersOf(group) },
      },
    ];
  });
}

export function firstpartyReadings(current: unknown, history: unknown): AdapterResult {
  const rejects: Reject[] = [];
  const steps = historyReadings(Changes.parse(history).changes, rejects);
  return { readings: [...steps, ...rateReadings(Rates.parse(current))], rejects };
}

export const firstpartyDocs: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    const load = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(path.join(rawDir, SOURCE, name), "utf8"));
    return firstpartyReadings(await load("usage-rates.json"), await load("history.json"));
  },
};
