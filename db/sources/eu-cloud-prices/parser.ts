import { readFile } from "node:fs/promises";
import path from "node:path";
import { Decimal } from "decimal.js";
import type { RatesFact } from "@/lib/schemas/observation";
import { flat, regionalMeter } from "../shared/cloud-rates";
import { parseCsv } from "../shared/csv";

import type { Meter } from "../shared/meters";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { notes, readJsonLines } from "../shared/text";

const SOURCE = "eu-cloud-prices";
const COMMIT = "ec4a406ad3bad7c23d9264929719bc9852a40196";
const REPOSITORY = "https://github.com/mixxor/eu-cloud-prices";

type Row = Record<string, string>;

type Vendor = {
  name: string;
  vendor?: string;
  domain: string;
  /** Sells by the month: the list's hourly figure is a month divided by 730. */
  monthly?: true;
  /** The list's monthly figure is 730 hours, not the vendor's own. */
  hourly?: true;
  vat?: "excluded" | "consumer";
  note?: string;
  /** Applies only to its machines. */
  plans?: string;
};

const VENDORS: Record<string, Vendor> = {
  arubacloud: { name: "Aruba Cloud", domain: "arubacloud.com", monthly: true },
  atlanticcloud: { name: "Atlantic.Cloud", domain: "atlantic.cloud", monthly: true },
  azure: { name: "Azure Virtual Machines", vendor: "Microsoft Azure", domain: "azure.microsoft.com", hourly: true },
  c1v: { name: "C1V Hosting", domain: "c1vhosting.it", monthly: true },
  civo: { name: "Civo", domain: "civo.com" },
  cleura: { name: "Cleura", domain: "cleura.com", vat: "excluded" },
  contabo: {
    name: "Contabo",
    domain: "contabo.com",
    monthly: true,
    vat: "consumer",
    note: "Long-term introductory rate.",
  },
  cyso: { name: "Cyso Cloud", vendor: "Cyso", domain: "cyso.cloud" },
  euronodes: {
    name: "Euronodes",
    domain: "euronodes.com",
    monthly: true,
    plans: "An IPv4 address is billed apart.",
  },
  exoscale: { name: "Exoscale", domain: "exoscale.com" },
  gcore: {
    name: "Gcore",
    domain: "gcore.com",
    note: "Prices of the Luxembourg region; other locations have others.",
  },
  gridscale: { name: "gridscale", domain: "gridscale.io" },
  hetzner: { name: "Hetzner Cloud", vendor: "Hetzner", domain: "hetzner.com" },
  hikube: { name: "Hikube", domain: "hikube.cloud", vat: "excluded" },
  hostinger: {
    name: "Hostinger",
    domain: "hostinger.com",
    monthly: true,
    vat: "consumer",
    note: "Long-term introductory rate.",
  },
  infomaniak: { name: "Infomaniak Public Cloud", vendor: "Infomaniak", domain: "infomaniak.com" },
  ionos: { name: "IONOS Cloud", vendor: "IONOS", domain: "ionos.com" },
  leafcloud: { name: "Leafcloud", domain: "leaf.cloud" },
  metalstack: { name: "metalstack.cloud", domain: "metalstack.cloud" },
  nebius: { name: "Nebius", domain: "nebius.com" },
  netcup: { name: "netcup", domain: "netcup.de", monthly: true, vat: "consumer" },
  nws: { name: "NETWAYS Web Services", vendor: "NETWAYS", domain: "nws.netways.de", vat: "excluded" },
  ovh: { name: "OVHcloud", domain: "ovhcloud.com", hourly: true },
  plusserver: { name: "plusserver", domain: "plusserver.com" },
  safespring: { name: "Safespring", domain: "safespring.com" },
  scaleup: { name: "ScaleUp Technologies", domain: "scaleuptech.com" },
  scaleway: { name: "Scaleway", domain: "scaleway.com" },
  serverspace: { name: "Serverspace", domain: "serverspace.io", monthly: true, plans: "For Linux." },
  stackit: { name: "STACKIT", domain: "stackit.de", vat: "excluded" },
  thalassa: { name: "Thalassa Cloud", domain: "thalassa.cloud" },
  upcloud: { name: "UpCloud", domain: "upcloud.com" },
  webdock: { name: "Webdock", domain: "webdock.io", monthly: true },
};

const CONVERTED: Record<string, string> = {
  aws: "dollar price converted into euros",
  gcp: "dollar price converted into euros",
  nebius: "dollar price converted into euros",
};

const VAT_RATE = "1.19";
/** Until April, gross figures that had been entered the day before were reverted on that day. */
const HETZNER_GROSS_SINCE = "2026-02-24";
const HETZNER_NOTE = "The list shows it with 19 % German VAT, which is taken out here.";

/** Returns the price without value-added tax, with as many digits as the list prints. */
export function net(provider: string, printed: string, day: string): Decimal {
  const price = new Decimal(printed);
  if (provider !== "hetzner" || day < HETZNER_GROSS_SINCE) return price;
  return price.div(VAT_RATE).toDecimalPlaces(Math.max(price.decimalPlaces(), 2), Decimal.ROUND_HALF_UP);
}

const HOUR = { name: "instanceHours", unit: "hour", per: 1 } as const;
const MONTH = { name: "instanceMonths", unit: "month", per: 1 } as const;

/** The list fills in a month as 730 hours, which adds nothing. Any other month is the vendor's own. */
const HOURS_FILLED_IN = 730;
const isProduct = (hour: Decimal, month: Decimal): boolean =>
  hour.times(HOURS_FILLED_IN).minus(month).abs().lte("0.005");

const subjectOf = ({ name, vendor = name, domain }: Vendor): Subject => ({ name, vendor, domain });

const withScheme = (address: string): string => (/^https?:/.test(address) ? address : `https://${address}`);

const TAX_NOTES = {
  excluded: "Value-added tax is not included.",
  consumer: "Price for consumers: whether tax is included is not stated.",
  unknown: "Whether tax is included is not stated.",
};

const SAYS_TAX = /value-added tax/;

function taxNote(provider: string, gross: boolean): string | undefined {
  if (provider === "hetzner") return gross ? HETZNER_NOTE : undefined;
  return provider === "azure" ? undefined : TAX_NOTES[VENDORS[provider]?.vat ?? "unknown"];
}

function evidenceOf(provider: string, source: string, gross: boolean, scope?: string | false): Reading["evidence"] {
  const tax = !(scope && SAYS_TAX.test(scope)) && taxNote(provider, gross);
  const text = notes(scope, tax, VENDORS[provider]?.note);
  return {
    url: withScheme(source),
    via: `${REPOSITORY}/blob/${COMMIT}/prices/${provider}.json`,
    ...(text && { note: text }),
  };
}

const isPrice = (text: string | undefined): text is string => text !== undefined && Number(text) > 0;

/** Returns a region's own identifier. "eu" and "de" are not identifiers. */
const regionOf = (location: string | undefined): string | null =>
  location && (/\d|-/.test(location) || location === "westeurope") ? location : null;

/** Returns the scope of a plan's price. 0 GB means nothing unless the list explains it. */
function planScope({ provider = "", category, disk_gb }: Row): string | undefined {
  const isApart = provider === "upcloud" && category === "cloudnative";
  return notes(
    isApart && "The disk is billed apart.",
    Number(disk_gb) > 0 && `With ${Number(disk_gb)} GB of disk.`,
    VENDORS[provider]?.plans,
  );
}

export function planReadings(rows: readonly Row[]): AdapterResult {
  const rejects: Reject[] = [];
  const readings = rows.flatMap((row): Reading<RatesFact>[] => {
    const { provider = "", id = "", price_hourly, price_monthly, fetched_at: day = "" } = row;
    const vendor = VENDORS[provider];
    const reject = (reason: string): [] => {
      rejects.push({ row: `${provider} ${id}`, reason });
      return [];
    };
    const converted = CONVERTED[provider];
    if (converted || !vendor) return reject(converted ?? "vendor outside the table");
    const region = regionOf(row.location);
    const hour = isPrice(price_hourly) && !vendor.monthly ? net(provider, price_hourly, day) : null;
    const month = isPrice(price_monthly) && !vendor.hourly ? net(provider, price_monthly, day) : null;
    const isOwn = month && !(hour && isProduct(new Decimal(price_hourly ?? 0), new Decimal(price_monthly ?? 0)));
    const meters = [
      hour && regionalMeter(HOUR, [flat(region, hour)]),
      isOwn && regionalMeter(MONTH, [flat(region, month)]),
    ].filter((meter): meter is Meter => Boolean(meter));
    if (meters.length === 0) return reject("no price");
    return [
      {
        subject: subjectOf(vendor),
        trust: row.hand_kept === "True" ? "B" : "A",
        observedAt: day,
        evidence: evidenceOf(provider, row.source ?? "", day >= HETZNER_GROSS_SINCE, planScope(row)),
        fact: {
          kind: "rates",
          model: id,
          ...(row.name && row.name !== id && { name: row.name }),
          ...(row.category && { group: row.category }),
          ...(Number(row.vcpu) > 0 && { vcpus: Number(row.vcpu) }),
          ...(Number(row.ram_gb) > 0 && { memoryGb: Number(row.ram_gb) }),
          currency: row.currency ?? "EUR",
          meters,
        },
      },
    ];
  });
  return { readings, rejects };
}

type Figures = Record<string, unknown>;
type Services = {
  provider: string;
  source: string;
  fetched_at: string;
  hand_kept: boolean;
} & Figures;

const figure = (value: unknown, key: string): string | null => {
  const found = typeof value === "object" && value !== null ? (value as Figures)[key] : undefined;
  return typeof found === "number" && found > 0 ? String(found) : null;
};

const GB_MONTH = { name: "storageGbMonths", unit: "GB-month", per: 1 } as const;
const MONTHS = { name: "months", unit: "month", per: 1 } as const;

type Service = {
  model: string;
  name: string;
  shape: Pick<Meter, "name" | "unit" | "per">;
  price: string | null;
  /** Page of this figure only, from the list's remark on it. It was read by hand. */
  page?: string;
};

const pageOf = (section: unknown): { page?: string } => {
  const remark = (section as { notes?: string } | undefined)?.notes ?? "";
  const page = /\bSource: (https:\/\/\S+)/.exec(remark)?.[1];
  return page ? { page } : {};
};

/** A higher price is a price of another unit. */
const GB_MONTH_CEILING = 0.5;

/**
 * Storage sold in blocks has no price per gigabyte. Egress after a free volume has no price from the first gigabyte.
 */
export function servicesOf(services: Figures): Service[] {
  const { block_storage: block, object_storage: object, load_balancer: balancer, egress } = services;
  const inBlocks = figure(object, "allocation_block_gb") ?? figure(object, "base_monthly");
  const objectPrice = inBlocks ? null : figure(object, "price_per_gb_monthly");
  const egressPrice = figure(egress, "price_per_gb");
  const hasFree = figure(egress, "free_tb") ?? figure(egress, "free_gb_per_instance_hour");
  const address = figure(services.primary_ip, "price_monthly") ?? figure(services.primary_ip, "ipv4_monthly");
  return [
    {
      model: "kubernetes-control-plane",
      name: "Kubernetes control plane",
      shape: MONTHS,
      price: figure(services, "control_plane_cost"),
    },
    { model: "load-balancer", name: "Load balancer", shape: MONTHS, price: figure(balancer, "price_monthly") },
    {
      model: "block-storage",
      name: "Block storage",
      shape: GB_MONTH,
      price: figure(block, "price_per_gb_monthly"),
      ...pageOf(block),
    },
    {
      model: "object-storage",
      name: "Object storage",
      shape: GB_MONTH,
      price: objectPrice && Number(objectPrice) < GB_MONTH_CEILING ? objectPrice : null,
    },
    {
      model: "snapshots",
      name: "Snapshots",
      shape: GB_MONTH,
      price: figure(services.snapshots, "price_per_gb_monthly"),
    },
    { model: "ipv4-address", name: "IPv4 address", shape: MONTHS, price: address },
    {
      model: "internet-egress",
      name: "Internet egress",
      shape: { name: "egressGb", unit: "GB", per: 1 },
      price: hasFree ? null : egressPrice,
    },
  ];
}

/**
 * The list's own remarks, kinds and tiers of a figure, in our words. Null if they leave no valid price. Reviewed for
 * every service of the list: one without an entry has no remark that affects its price.
 */
const SCOPES: Record<string, string | null> = {
  "civo load-balancer": "Per 10,000 concurrent requests.",
  "cyso block-storage": "Tier-1 SSD; other tiers cost more.",
  "cyso load-balancer": "The small size.",
  "exoscale object-storage": "Up to 512 TiB; larger volumes cost less. Objects are billed as 128 KB at least.",
  "gcore block-storage": "High-IOPS SSD.",
  "gcore load-balancer": "Base price; processed traffic is billed beside it.",
  "gcore object-storage": "Pay as you go; plans with an included volume have other prices.",
  "gridscale block-storage": "The standard class.",
  "gridscale load-balancer": "Price of Frankfurt; other locations have others.",
  "gridscale object-storage": "Price of Frankfurt; Amsterdam has another.",
  "hikube block-storage": "Without encryption. Replicated three times.",
  "hikube load-balancer": "Ingress of the managed Kubernetes.",
  "hikube object-storage": "Without encryption.",
  "infomaniak load-balancer": "A reserved address is billed apart.",
  "ionos block-storage": "SSD Premium; HDD costs less. Stated for 30 days.",
  "ionos object-storage": "Egress is billed apart.",
  "infomaniak object-storage": "Egress of more than 10 TB a month is billed apart.",
  "cyso object-storage": "Egress is billed apart.",
  "serverspace object-storage": "Egress is billed apart.",
  "metalstack block-storage": "Billed by the hour and GiB. Replicated.",
  "netcup block-storage": "Local block storage, without value-added tax.",
  "nws block-storage": "NVMe.",
  "nws object-storage": "Egress is billed apart.",
  "ovh block-storage": "The classic class.",
  "ovh load-balancer": "The smallest size, 200 Mbps.",
  "ovh object-storage": "The standard class, by the GiB.",
  "safespring block-storage": "HDD; SSD costs more.",
  "safespring object-storage": "The standard class.",
  "scaleup block-storage": "SSD.",
  "scaleup kubernetes-control-plane": "Without high availability.",
  "scaleway object-storage": "The standard class. 750 GB are free for the first 90 days.",
  "serverspace block-storage": "SSD.",
  "serverspace kubernetes-control-plane": "The standard control plane; high availability costs more.",
  "stackit block-storage": "Varies with the performance class; the class is not stated.",
  "stackit kubernetes-control-plane": "Worker nodes are billed apart.",
  // The list refers to the vendor for the exact price.
  "stackit load-balancer": null,
  "stackit object-storage": "Billed by the hour.",
  "thalassa load-balancer": "A network load balancer with high availability.",
  "upcloud block-storage": "MaxIOPS; other tiers have other prices.",
};

/**
 * Returns a vendor's services other than machines. It is unknown whether the figure for Hetzner's IP addresses includes
 * tax.
 */
export function serviceReadings(all: readonly Services[]): Reading<RatesFact>[] {
  return all.flatMap((services) => {
    const { provider, source, fetched_at: day, hand_kept } = services;
    const vendor = VENDORS[provider];
    if (!vendor || CONVERTED[provider] || provider === "azure") return [];
    return servicesOf(services).flatMap(({ model, name, shape, price, page }): Reading<RatesFact>[] => {
      if (provider === "hetzner" && model === "ipv4-address") return [];
      const scope = SCOPES[`${provider} ${model}`];
      if (scope === null) return [];
      const meter = price && regionalMeter(shape, [flat(null, net(provider, price, day))]);
      if (!meter) return [];
      return [
        {
          subject: subjectOf(vendor),
          trust: hand_kept || page ? "B" : "A",
          observedAt: day,
          evidence: evidenceOf(provider, page ?? source, true, scope),
          fact: {
            kind: "rates",
            model,
            name,
            group: "Services",
            currency: provider === "civo" ? "USD" : "EUR",
            meters: [meter],
          },
        },
      ];
    });
  });
}

type Gpu = { id: string; name: string; location?: string; price_per_gpu_hour_usd?: number; notes?: string };

/** Meanings of the list's remarks on a GPU's price. A price with another remark is rejected. */
const GPU_SCOPES: Record<string, string> = {
  "Private region only.": "In a private region only.",
  "Unified billing (GPU+vCPU+RAM).": "vCPUs and memory are included.",
  "GPU, CPU, and RAM billed separately.": "vCPUs and memory are billed apart.",
};
const PARTS_SCOPE = "For machines without graphics processors and those with an L40S.";

/** Nebius prices in dollars: its parts are used, but not the list's machines in euros. */
export function nebiusReadings(services: Services | undefined): Reading<RatesFact>[] {
  if (!services) return [];
  const parts = services.component_pricing;
  const gpus = (services.gpu_pricing as { gpus?: Gpu[] } | undefined)?.gpus ?? [];
  const rate = (
    { id, name, scope }: { id: string; name: string; scope?: string },
    shape: { name: string; unit: string },
    price: string | null,
    regions: readonly (string | null)[] = [null],
  ): Reading<RatesFact>[] => {
    const meter =
      price &&
      regionalMeter(
        { ...shape, per: 1 },
        regions.map((region) => flat(region, price)),
      );
    if (!meter) return [];
    return [
      {
        subject: subjectOf(VENDORS.nebius ?? { name: "Nebius", domain: "nebius.com" }),
        trust: "B",
        observedAt: services.fetched_at,
        evidence: evidenceOf("nebius", services.source, false, scope),
        fact: { kind: "rates", model: id, name, currency: "USD", meters: [meter] },
      },
    ];
  };
  return [
    ...rate(
      { id: "vcpu", name: "vCPU", scope: PARTS_SCOPE },
      { name: "vcpuHours", unit: "vCPU-hour" },
      figure(parts, "vcpu_per_hour_usd"),
    ),
    ...rate(
      { id: "memory", name: "Memory", scope: PARTS_SCOPE },
      { name: "memoryGbHours", unit: "GB-hour" },
      figure(parts, "ram_per_gb_hour_usd"),
    ),
    ...gpus.flatMap(({ id, name, notes: remark, location, ...gpu }) => {
      const scope = remark === undefined ? undefined : GPU_SCOPES[remark];
      if (remark !== undefined && !scope) return [];
      return rate(
        { id, name, ...(scope && { scope }) },
        { name: "gpuHours", unit: "GPU-hour" },
        figure(gpu, "price_per_gpu_hour_usd"),
        (location ?? "").split(", ").map(regionOf),
      );
    }),
  ];
}

type Move = {
  provider: string;
  id: string;
  old: number;
  new: number;
  old_currency: string;
  new_currency: string;
  observed_after: string;
  observed_by: string;
  commit: string;
};

/** Days on which the list followed a vendor. Its other moves correct the first load or follow an exchange rate. */
const MOVED: Record<string, readonly string[]> = {
  contabo: ["2026-07-09"],
  hetzner: ["2026-04-01", "2026-06-15", "2026-08-17"],
  netcup: ["2026-06-25"],
};

/** Returns each move as the last sighting of the old price and, unless today's list shows it, the first of the new. */
export function moveReadings(moves: readonly Move[], plans: ReadonlyMap<string, Row>): AdapterResult {
  const rejects: Reject[] = [];
  const told = new Set<string>();
  const readings = moves.flatMap((move): Reading<RatesFact>[] => {
    const { provider, id, observed_after, observed_by } = move;
    const plan = plans.get(`${provider} ${id}`);
    const vendor = VENDORS[provider];
    if (!vendor || !plan || !MOVED[provider]?.includes(observed_by) || move.old_currency !== move.new_currency) {
      rejects.push({ row: `${provider} ${id}`, reason: "move of the list, not of the vendor" });
      return [];
    }
    const sides = [
      [observed_after, move.old],
      [observed_by, move.new],
    ] as const;
    return sides.flatMap(([day, price]): Reading<RatesFact>[] => {
      const meter = regionalMeter(MONTH, [flat(regionOf(plan.location), net(provider, String(price), day))]);
      const sight = `${provider} ${id} ${day}`;
      if (!meter || day >= (plan.fetched_at ?? "") || told.has(sight)) return [];
      told.add(sight);
      const { note } = evidenceOf(provider, plan.source ?? "", day >= HETZNER_GROSS_SINCE);
      return [
        {
          subject: subjectOf(vendor),
          trust: "B",
          observedAt: day,
          evidence: { url: `${REPOSITORY}/commit/${move.commit}`, ...(note && { note }) },
          fact: { kind: "rates", model: id, currency: move.new_currency, meters: [meter] },
        },
      ];
    });
  });
  return { readings, rejects };
}

export const euCloudPrices: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    const file = (name: string): string => path.join(rawDir, SOURCE, name);
    const rows = parseCsv(await readFile(file("instances.csv"), "utf8"));
    const services = JSON.parse(await readFile(file("services.json"), "utf8")) as Services[];
    const plans = planReadings(rows);
    const byId = new Map(rows.map((row) => [`${row.provider} ${row.id}`, row]));
    const moves = moveReadings(await readJsonLines<Move>(file("history.jsonl")), byId);
    return {
      readings: [
        ...plans.readings,
        ...serviceReadings(services),
        ...nebiusReadings(services.find(({ provider }) => provider === "nebius")),
        ...moves.readings,
      ],
      rejects: [...plans.rejects, ...moves.rejects],
    };
  },
};
