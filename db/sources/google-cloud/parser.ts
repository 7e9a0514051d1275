import { readFile } from "node:fs/promises";
import path from "node:path";
import { Decimal } from "decimal.js";
import type { RatesFact } from "@/lib/schemas/observation";
import { flat, type Ladder, regionalMeter } from "../shared/cloud-rates";
import { parseCsv } from "../shared/csv";

import type { Meter } from "../shared/meters";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { notes, readJsonLines } from "../shared/text";

const SOURCE = "google-cloud";
const OBSERVED = "2026-07-30";
const REPOSITORY = "https://github.com/Cyclenerd/google-cloud-pricing-cost-calculator";
const FILE = `${REPOSITORY}/blob/fd66b26/pricing.yml`;
const LEAD = "us-central1";
const SUMMED = "Machine types are summed from Google's billing catalogue by the list's own mapping.";
/** The list says this about these three series, and nothing about newer ones. */
const WITH_GPU = /^(?:a2|a3|g2)-/;
const GPU_INCLUDED = "The price includes the graphics processors.";
const SUSTAINED = "A month is after the discount for sustained use.";
const NO_FREE_VOLUME = "The list leaves free volumes out.";
const HOURS_A_MONTH = 730;

type Row = Record<string, string>;

const PRODUCTS = {
  compute: { slug: "google-compute-engine", name: "Google Compute Engine", page: "compute/all-pricing" },
  disk: { slug: "google-persistent-disk", name: "Google Persistent Disk", page: "compute/disks-image-pricing" },
  storage: { slug: "google-cloud-storage", name: "Google Cloud Storage", page: "storage/pricing" },
  network: { slug: "google-cloud-networking", name: "Google Cloud Networking", page: "vpc/network-pricing" },
  monitoring: {
    slug: "google-cloud-monitoring",
    name: "Google Cloud Monitoring",
    page: "stackdriver/pricing",
  },
} as const;
type Product = keyof typeof PRODUCTS;

const pageOf = (product: Product): string => `https://cloud.google.com/${PRODUCTS[product].page}`;

const subjectOf = (product: Product): Subject => ({
  slug: PRODUCTS[product].slug,
  name: PRODUCTS[product].name,
  vendor: "Google Cloud",
  domain: "cloud.google.com",
  pricingPage: pageOf(product),
});

function reading(
  product: Product,
  fact: Omit<RatesFact, "kind" | "currency">,
  { note, day = OBSERVED, via = FILE }: { note?: string; day?: string; via?: string } = {},
): Reading<RatesFact> {
  return {
    subject: subjectOf(product),
    trust: "A",
    observedAt: day,
    evidence: { url: pageOf(product), via, ...(note && { note }) },
    fact: { kind: "rates", currency: "USD", ...fact },
  };
}

function groupBy(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

const isPrice = (text: string | undefined): text is string => text !== undefined && Number(text) > 0;

const laddersOf = (rows: readonly Row[], column: string): Ladder[] =>
  rows.flatMap((row) => {
    const price = row[column];
    return isPrice(price) && row.region ? [flat(row.region, price)] : [];
  });

const HOUR = { name: "instanceHours", unit: "hour", per: 1 } as const;
const HOURS = { name: "instanceHours", unit: "hour", per: HOURS_A_MONTH } as const;
const MONTH = { name: "instanceMonths", unit: "month", per: 1 } as const;
const GB_MONTH = { name: "storageGbMonths", unit: "GB-month", per: 1 } as const;

const compact = (meters: readonly (Meter | null)[]): Meter[] => meters.filter((meter) => meter !== null);

const AFTER_DISCOUNT = "usd_month_730h_after_sustained_use";
const COMMITMENTS = [
  ["usd_month_1y_commit", "commitment_1y"],
  ["usd_month_3y_commit", "commitment_3y"],
] as const;

/** A whole month is cheaper than its hours only in series with a discount for sustained use. */
const isDiscounted = (row: Row): boolean =>
  isPrice(row.usd_hour) &&
  isPrice(row[AFTER_DISCOUNT]) &&
  new Decimal(row[AFTER_DISCOUNT]).lt(new Decimal(row.usd_hour).times(HOURS_A_MONTH).times("0.999"));

/**
 * Returns whether there is a commitment. Shared-core types have the monthly price in its column, but no commitment
 * for sale.
 */
const isCommitment = (row: Row, column: string): boolean => isPrice(row[column]) && row[column] !== row[AFTER_DISCOUNT];

export function machineReadings(rows: readonly Row[]): AdapterResult {
  const rejects: Reject[] = [];
  const readings = [...groupBy(rows, (row) => row.machine_type ?? "")].flatMap(([model, own]) => {
    for (const row of own)
      if (!isPrice(row.usd_hour)) rejects.push({ row: `${model} ${row.region}`, reason: "no price on demand" });
    const priced = own.filter((row) => isPrice(row.usd_hour));
    const meters = compact([
      regionalMeter(HOUR, laddersOf(priced, "usd_hour"), LEAD),
      regionalMeter(MONTH, laddersOf(priced.filter(isDiscounted), AFTER_DISCOUNT), LEAD),
      ...COMMITMENTS.map(([column, mode]) =>
        regionalMeter(
          { ...HOURS, mode },
          laddersOf(
            priced.filter((row) => isCommitment(row, column)),
            column,
          ),
          LEAD,
        ),
      ),
    ]);
    const [first] = priced;
    if (!first || meters.length === 0) return [];
    const series = model.split("-")[0] ?? model;
    const discounted = priced.some(isDiscounted);
    return [
      reading(
        "compute",
        {
          model,
          group: series === "custom" ? "N1 custom" : series.toUpperCase(),
          vcpus: Number(first.vcpu),
          memoryGb: Number(first.memory_gb),
          meters,
        },
        { note: notes(SUMMED, WITH_GPU.test(model) && GPU_INCLUDED, discounted && SUSTAINED) ?? SUMMED },
      ),
    ];
  });
  return { readings, rejects };
}

const SYSTEMS: Record<string, string> = {
  rhel: "Red Hat Enterprise Linux",
  "rhel-sap": "Red Hat Enterprise Linux for SAP",
  sles: "SUSE Linux Enterprise Server",
  "sles-sap": "SUSE Linux Enterprise Server for SAP",
  windows: "Windows Server",
};
/** Counted as one vCPU, but priced lower. */
const SHARED_CORE = new Set(["f1-micro", "g1-small"]);

/** Licences are listed by machine type and priced by its vCPUs. */
function licenceModel(os: string, machines: readonly string[], vcpus: ReadonlyMap<string, number>) {
  const sizes = machines.flatMap((machine) => (SHARED_CORE.has(machine) ? [] : (vcpus.get(machine) ?? [])));
  const [low, high] = [Math.min(...sizes), Math.max(...sizes)];
  const size = sizes.length === 0 ? "shared core" : low === high ? `${low} vCPU` : `${low} to ${high} vCPU`;
  return { model: `${os}/${size.replaceAll(" ", "-").toLowerCase()}`, name: `${SYSTEMS[os] ?? os}, ${size}` };
}

const LICENCE_HOUR = { name: "licenseHours", unit: "hour", per: 1 } as const;
const LICENCE_HOURS = { name: "licenseHours", unit: "hour", per: HOURS_A_MONTH } as const;
const LICENCES = "Operating system licences";

export function licenceReadings(rows: readonly Row[], vcpus: ReadonlyMap<string, number>): AdapterResult {
  const rejects: Reject[] = [];
  const readings = rows.flatMap((row) => {
    const os = row.os ?? "";
    if (!isPrice(row.usd_hour)) {
      rejects.push({ row: os, reason: "no price on demand" });
      return [];
    }
    const commitments = (["1y", "3y"] as const).map((term) => {
      const price = row[`usd_month_${term}`];
      return isPrice(price)
        ? regionalMeter({ ...LICENCE_HOURS, mode: `commitment_${term}` }, [flat(null, price)])
        : null;
    });
    return [
      reading("compute", {
        ...licenceModel(os, (row.machine_types ?? "").split(" "), vcpus),
        group: LICENCES,
        meters: compact([regionalMeter(LICENCE_HOUR, [flat(null, row.usd_hour)]), ...commitments]),
      }),
    ];
  });
  return { readings, rejects };
}

const DISKS: Record<string, readonly [model: string, name: string]> = {
  balanced: ["pd-balanced", "Balanced persistent disk"],
  "balanced-replicated": ["regional-pd-balanced", "Regional balanced persistent disk"],
  extreme: ["pd-extreme", "Extreme persistent disk"],
  hdd: ["pd-standard", "Standard persistent disk"],
  "hdd-replicated": ["regional-pd-standard", "Regional standard persistent disk"],
  "hyperdisk-extreme": ["hyperdisk-extreme", "Hyperdisk Extreme"],
  local: ["local-ssd", "Local SSD"],
  "local-c4": ["local-ssd-c4", "Local SSD, C4"],
  "local-c4a": ["local-ssd-c4a", "Local SSD, C4A"],
  "local-c4d": ["local-ssd-c4d", "Local SSD, C4D"],
  snapshot: ["snapshot", "Standard snapshot"],
  ssd: ["pd-ssd", "SSD persistent disk"],
  "ssd-replicated": ["regional-pd-ssd", "Regional SSD persistent disk"],
};

function diskReadings(rows: readonly Row[]): Reading[] {
  return [...groupBy(rows, (row) => row.item ?? "")].flatMap(([item, own]) => {
    const [model, name] = DISKS[item] ?? [];
    if (!model || !name) return [];
    return reading("disk", {
      model,
      name,
      group: /^local/.test(item) ? "Local SSD" : item === "snapshot" ? "Snapshots" : "Disks",
      meters: compact([
        regionalMeter(GB_MONTH, laddersOf(own, "usd_month"), LEAD),
        regionalMeter({ ...GB_MONTH, mode: "commitment_1y" }, laddersOf(own, "usd_month_1y"), LEAD),
        regionalMeter({ ...GB_MONTH, mode: "commitment_3y" }, laddersOf(own, "usd_month_3y"), LEAD),
      ]),
    });
  });
}

const CLASSES: Record<string, string> = {
  standard: "Standard",
  nearline: "Nearline",
  coldline: "Coldline",
  archiv: "Archive",
  dra: "Durable Reduced Availability",
};
const PLACES = {
  dual: { id: "/dual-region", name: ", dual-region", lead: "nam4" },
  multi: { id: "/multi-region", name: ", multi-region", lead: "us-multi" },
} as const;

function storageModel(item: string) {
  const [storage = "", place] = item.split("-");
  const name = CLASSES[storage];
  if (!name) return null;
  const where = place === "dual" || place === "multi" ? PLACES[place] : { id: "", name: "", lead: LEAD };
  return {
    model: `${name.toLowerCase().replaceAll(" ", "-")}${where.id}`,
    name: `${name} storage${where.name}`,
    lead: where.lead,
  };
}

function storageReadings(rows: readonly Row[]): Reading[] {
  return [...groupBy(rows, (row) => row.item ?? "")].flatMap(([item, own]) => {
    const found = storageModel(item);
    if (!found) return [];
    const { lead, ...model } = found;
    const of = (section: string): Ladder[] =>
      laddersOf(
        own.filter((row) => row.section === section),
        "usd_month",
      );
    return reading(
      "storage",
      {
        ...model,
        meters: compact([
          regionalMeter(GB_MONTH, of("storage.bucket"), lead),
          regionalMeter({ name: "retrievalGb", unit: "GB", per: 1 }, of("storage.retrieval"), lead),
        ]),
      },
      { note: NO_FREE_VOLUME },
    );
  });
}

/** Reads bounds: in TB for traffic, in MiB for metrics. "10n" has no upper bound. */
function steppedLadders(rows: readonly Row[], unitsPerBound: number): Ladder[] {
  return [...groupBy(rows, (row) => row.region ?? "")].flatMap(([region, own]) => {
    const steps = own.flatMap((row) => {
      const from = /(\d+)(?:-\d+|n)$/.exec(row.tier ?? "")?.[1];
      return from !== undefined && isPrice(row.usd_month)
        ? [{ from: Number(from) * unitsPerBound, price: row.usd_month }]
        : [];
    });
    return steps.length === own.length && steps.some(({ from }) => from === 0) ? [{ region, steps }] : [];
  });
}

const GB_A_TB = 1024;
const EGRESS: Record<string, readonly [model: string, name: string]> = {
  "egress internet cost": ["internet-egress", "Internet egress, worldwide except China and Australia"],
  "egress internet china cost": ["internet-egress/china", "Internet egress to China"],
  "egress internet australia cost": ["internet-egress/australia", "Internet egress to Australia"],
};
const ADDRESSES: Record<string, readonly [model: string, name: string]> = {
  vm: ["external-ip/in-use", "External IPv4 address of a virtual machine"],
  unused: ["external-ip/unused", "Static external IPv4 address, not in use"],
};
const GATEWAY = "price of a NAT gateway of the largest size only";

function networkReadings(rows: readonly Row[]): AdapterResult {
  const rejects: Reject[] = [];
  const readings: Reading[] = [];
  for (const [key, own] of groupBy(rows, ({ item, tier }) => `${item} ${tier?.replace(/ \d+(?:-\d+|n)$/, "")}`)) {
    const [item = "", tier = ""] = [key.slice(0, key.indexOf(" ")), key.slice(key.indexOf(" ") + 1)];
    const [model, name] = ADDRESSES[item] ?? EGRESS[tier] ?? [];
    if (model && name) {
      const meter = EGRESS[tier]
        ? regionalMeter({ name: "egressGb", unit: "GB", per: 1 }, steppedLadders(own, GB_A_TB), LEAD)
        : regionalMeter({ name: "hours", unit: "hour", per: 1 }, laddersOf(own, "usd_hour"), LEAD);
      readings.push(reading("network", { model, name, meters: compact([meter]) }, { note: NO_FREE_VOLUME }));
    } else if (tier === "data cost") {
      const meter = regionalMeter({ name: "processedGb", unit: "GB", per: 1 }, laddersOf(own, "usd_month"), LEAD);
      readings.push(reading("network", { model: "cloud-nat", name: "Cloud NAT", meters: compact([meter]) }));
    } else if (tier === "tunnel cost") {
      const meter = regionalMeter({ name: "hours", unit: "hour", per: 1 }, laddersOf(own, "usd_hour"), LEAD);
      readings.push(reading("network", { model: "cloud-vpn", name: "Cloud VPN tunnel", meters: compact([meter]) }));
    } else {
      const reason = tier === "gateway cost" ? GATEWAY : "item outside the table";
      rejects.push(...own.map(() => ({ row: key, reason })));
    }
  }
  return { readings, rejects };
}

export function otherReadings(rows: readonly Row[]): AdapterResult {
  const of = (section: string): Row[] => rows.filter((row) => row.section?.startsWith(section));
  const network = networkReadings(of("compute.network"));
  const metrics = regionalMeter({ name: "ingestedMb", unit: "MiB", per: 1 }, steppedLadders(of("monitoring"), 1), LEAD);
  const monitoring = { model: "metrics", name: "Monitoring data", meters: compact([metrics]) };
  const readings = [
    ...diskReadings(of("compute.disk")),
    ...storageReadings(of("storage.")),
    ...network.readings,
    reading("monitoring", monitoring, { note: NO_FREE_VOLUME }),
  ];
  return {
    readings: readings.filter(({ fact }) => fact.kind === "rates" && fact.meters.length > 0),
    rejects: network.rejects,
  };
}

type Move = {
  meter: string;
  unit: string;
  old?: number;
  new?: number;
  machines?: string[];
  observed_after: string;
  observed_by: string;
  commit: string;
};

/** Moves that Google also announced. A uniform ratio over a whole family may be a fix of the list's mapping. */
const ANNOUNCED: readonly (readonly [pattern: RegExp, seenBy: string])[] = [
  [/^compute\/storage\/snapshot\//, "2023-04-06"],
  [/^storage\/bucket\/nearline-multi\//, "2023-04-06"],
  [/^compute\/network\/ip\/vm\//, "2024-03-07"],
  [/^paid image licence rhel/, "2024-07-08"],
];

const isAnnounced = ({ meter, observed_by }: Move): boolean =>
  ANNOUNCED.some(([pattern, seenBy]) => pattern.test(meter) && observed_by === seenBy);

type Identity = {
  product: Product;
  model: string;
  name: string;
  group?: string;
  shape: typeof GB_MONTH | HourShape;
  lead: string;
};
type HourShape = { name: string; unit: string; per: number };

function movedItem(move: Move, vcpus: ReadonlyMap<string, number>): Identity | null {
  const os = /^paid image licence (.+)$/.exec(move.meter)?.[1];
  if (os)
    return {
      product: "compute",
      ...licenceModel(os, move.machines ?? [], vcpus),
      group: LICENCES,
      shape: LICENCE_HOUR,
      lead: LEAD,
    };
  if (move.meter.startsWith("compute/storage/snapshot"))
    return {
      product: "disk",
      model: "snapshot",
      name: "Standard snapshot",
      group: "Snapshots",
      shape: GB_MONTH,
      lead: LEAD,
    };
  const found = storageModel(move.meter.split("/")[2] ?? "");
  if (found) return { product: "storage", ...found, shape: GB_MONTH };
  const [model, name] = ADDRESSES.vm ?? [];
  return move.unit === "USD/hour" && model && name
    ? { product: "network", model, name, shape: { name: "hours", unit: "hour", per: 1 }, lead: LEAD }
    : null;
}

/** Returns each move as two readings: the last sighting of the old prices and the first of the new. */
export function moveReadings(moves: readonly Move[], vcpus: ReadonlyMap<string, number>): AdapterResult {
  const rejects: Reject[] = [];
  const seen = new Map<string, { item: Identity; move: Move; side: "old" | "new"; ladders: Ladder[] }>();
  for (const move of moves) {
    const item = isAnnounced(move) ? movedItem(move, vcpus) : null;
    if (!item || !move.old || !move.new) {
      rejects.push({ row: move.meter, reason: "move that may be one of the list's mapping, not of Google's price" });
      continue;
    }
    const region = move.machines ? null : (move.meter.split("/").at(-1) ?? null);
    for (const side of ["old", "new"] as const) {
      const key = `${item.product} ${item.model} ${side}`;
      const entry = seen.get(key) ?? { item, move, side, ladders: [] };
      entry.ladders.push(flat(region, move[side] ?? 0));
      seen.set(key, entry);
    }
  }
  const readings = [...seen.values()].flatMap(({ item: { product, shape, lead, ...item }, move, side, ladders }) => {
    const meter = regionalMeter(shape, ladders, lead);
    const day = side === "old" ? move.observed_after : move.observed_by;
    const via = `${REPOSITORY}/commit/${move.commit}`;
    return meter ? [reading(product, { ...item, meters: [meter] }, { day, via })] : [];
  });
  return { readings, rejects };
}

export const googleCloud: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    const load = async (name: string) => parseCsv(await readFile(path.join(rawDir, SOURCE, `${name}.csv`), "utf8"));
    const machines = await load("instances");
    const vcpus = new Map(machines.map(({ machine_type = "", vcpu }) => [machine_type, Number(vcpu)]));
    const results = [
      machineReadings(machines),
      licenceReadings(await load("os_licenses"), vcpus),
      otherReadings(await load("other_rates")),
      moveReadings(await readJsonLines<Move>(path.join(rawDir, SOURCE, "history.jsonl")), vcpus),
    ];
    return {
      readings: results.flatMap(({ readings }) => readings),
      rejects: results.flatMap(({ rejects }) => rejects),
    };
  },
};
