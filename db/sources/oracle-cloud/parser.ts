import { readFile } from "node:fs/promises";
import path from "node:path";
import type { RatesFact } from "@/lib/schemas/observation";
import { regionalMeter } from "../shared/cloud-rates";
import { parseCsv } from "../shared/csv";

import type { Meter } from "../shared/meters";
import type { Adapter, AdapterResult, Reading, Reject } from "../shared/reading";

const SOURCE = "oracle-cloud";
const OBSERVED = "2026-01-05";
const PAGE = "https://www.oracle.com/cloud/price-list/";
const VIA =
  "https://github.com/jasonwilbur/oci-pricing-mcp/blob/c08102887888c57c9c79b9e96d366ece1057ec6e/src/data/pricing-data.json";
const NOTE = "One price worldwide in commercial regions. Of a price with several ranges the first is given.";

type Row = Record<string, string>;

/** Slug and name → the categories under which the price list has it. */
const PRODUCTS: readonly (readonly [slug: string, name: string, categories: readonly string[]])[] = [
  ["oracle-access-governance", "Oracle Access Governance", ["Access Governance"]],
  ["oracle-analytics-cloud", "Oracle Analytics Cloud", ["Analytics", "Analytics - Analytics Cloud"]],
  ["oracle-apex", "Oracle APEX", ["APEX Application Development"]],
  [
    "oracle-autonomous-database",
    "Oracle Autonomous Database",
    ["Database - Autonomous AI Database", "Database - Autonomous AI JSON Database"],
  ],
  [
    "oracle-autonomous-recovery-service",
    "Oracle Database Autonomous Recovery Service",
    ["Oracle Database Autonomous Recovery Service"],
  ],
  [
    "oracle-base-database-service",
    "Oracle Base Database Service",
    ["Database - Base Database Service - Virtual Machine"],
  ],
  ["oracle-blockchain-platform", "Oracle Blockchain Platform", ["Application Development - Blockchain"]],
  ["oracle-cloud-vmware-solution", "Oracle Cloud VMware Solution", ["Compute - VMware"]],
  ["oracle-data-safe", "Oracle Data Safe", ["Security - Data Safe"]],
  ["oracle-database-backup-cloud", "Oracle Database Backup Cloud Service", ["Database - Backup"]],
  ["oracle-digital-assistant", "Oracle Digital Assistant", ["Oracle Digital Assistant"]],
  [
    "oracle-exadata-database-service",
    "Oracle Exadata Database Service",
    [
      "Exadata Cloud Infrastructure Base System",
      "Exadata Cloud Infrastructure X11M",
      "Exadata Cloud Infrastructure X7",
      "Exadata Cloud Infrastructure X8",
      "Exadata Cloud Infrastructure X8M",
      "Exadata Cloud Infrastructure X9M",
      "Exadata Database Service ECPUs",
      "Exadata Database Service OCPUs",
      "Exadata Exascale Infrastructure",
    ],
  ],
  ["oracle-goldengate", "Oracle GoldenGate", ["GoldenGate"]],
  ["oracle-integration", "Oracle Integration", ["Application Integration - OIC"]],
  ["oracle-mysql-heatwave", "MySQL HeatWave", ["MySQL", "HeatWave Cluster", "Database - MySQL HeatWave on AWS"]],
  ["oracle-nosql-database-cloud", "Oracle NoSQL Database Cloud", ["Database - NoSQL"]],
  ["oracle-soa-suite", "Oracle SOA Suite", ["Application Integration - SOA"]],
  ["oracle-visual-builder", "Oracle Visual Builder", ["Application Development - Developer Cloud Service"]],
  ["oracle-webcenter", "Oracle WebCenter", ["WebCenter For OCI"]],
  ["oracle-weblogic-server", "Oracle WebLogic Server", ["Application Development - Java"]],
  ["oci-api-gateway", "OCI API Gateway", ["Application Development - API Management"]],
  [
    "oci-application-performance-monitoring",
    "OCI Application Performance Monitoring",
    ["Observability - APM", "Observability - Stack Monitoring", "Observability - Stack Monitoring - GPU"],
  ],
  ["oci-big-data-service", "OCI Big Data Service", ["Big Data Service", "Data Management - Big Data Cloud Service"]],
  ["oci-block-volumes", "OCI Block Volumes", ["Storage - Block Volumes"]],
  ["oci-cache", "OCI Cache", ["Cache with Redis"]],
  [
    "oci-compute",
    "OCI Compute",
    [
      "Compute - Bare Metal",
      "Compute - GPU",
      "Compute - GPU - Other",
      "Compute - OS Images",
      "Compute - Virtual Machine",
    ],
  ],
  [
    "oci-data-integration",
    "OCI Data Integration",
    [
      "Data Integration - Data Processed",
      "Data Integration - Pipeline Operator Execution",
      "Data Integration - Workspace Usage",
      "Data Integrator",
    ],
  ],
  ["oci-database-management", "OCI Database Management", ["Oracle Database"]],
  ["oci-database-with-postgresql", "OCI Database with PostgreSQL", ["Database with PostgreSQL"]],
  ["oci-dns", "OCI DNS", ["Edge Services", "Networking - DNS"]],
  ["oci-fastconnect", "OCI FastConnect", ["Networking - FastConnect"]],
  ["oci-file-storage", "OCI File Storage", ["File Storage with Lustre Service", "Storage - File Storage"]],
  ["oci-full-stack-disaster-recovery", "OCI Full Stack Disaster Recovery", ["Full Stack Disaster Recovery"]],
  ["oci-generative-ai-agents", "OCI Generative AI Agents", ["OCI Generative AI Agents"]],
  ["oci-iam", "OCI Identity and Access Management", ["OCI IAM"]],
  ["oci-kubernetes-engine", "OCI Kubernetes Engine", ["Cloud Infrastructure Kubernetes Engine (OKE)"]],
  ["oci-language", "OCI Language", ["OCI Language"]],
  ["oci-log-analytics", "OCI Log Analytics", ["Observability - Log Analytics"]],
  ["oci-media-services", "OCI Media Services", ["Media Services - Media Flow", "Media Services - Media Streams"]],
  ["oci-network-firewall", "OCI Network Firewall", ["Network Firewall"]],
  ["oci-ops-insights", "OCI Ops Insights", ["Observability - Ops Insights"]],
  ["oci-search-with-opensearch", "OCI Search with OpenSearch", ["Search Service with OpenSearch"]],
  ["oci-secure-desktops", "OCI Secure Desktops", ["Secure Desktops"]],
  ["oci-streaming", "OCI Streaming", ["OCI Streaming", "OCI Streaming With Apache Kafka"]],
  ["oci-vault", "OCI Vault", ["Security - Key Management"]],
  ["oci-vision", "OCI Vision", ["OCI Vision"]],
];

const PRODUCT_OF = new Map(
  PRODUCTS.flatMap(([slug, name, categories]) => categories.map((category) => [category, { slug, name }] as const)),
);

const APPLIANCE = /Cloud@Customer|Cloud at Customer|^Roving Edge/;

type Shape = { name: string; unit: string; per: number };
const shape = (name: string, unit: string, per = 1): Shape => ({ name, unit, per });
const MILLION = 1_000_000;

const METRICS: Record<string, Shape> = {
  "1,000 Emails Sent": shape("messages", "message", 1000),
  "1,000 Transactions": shape("transactions", "transaction", 1000),
  "1,000,000 API Calls Per Month": shape("requests", "call", MILLION),
  "1,000,000 DNS Traffic Managment Queries": shape("requests", "query", MILLION),
  "1,000,000 Queries": shape("requests", "query", MILLION),
  "10 Monitor Runs Per Hour": shape("monitorRuns", "run", 10),
  "10 Monitored Resources Per Hour": shape("resourceHours", "resource-hour", 10),
  "10,000 Audit Records Per Target Per Month": shape("auditRecords", "record", 10_000),
  "10,000 Transactions": shape("transactions", "transaction", 10_000),
  "100,000 Events Per Hour": shape("eventHours", "event-hour", 100_000),
  "20K Messages Per Hour": shape("messagePackHours", "pack of 20,000 messages an hour"),
  "5K Messages Per Hour": shape("messagePackHours", "pack of 5,000 messages an hour"),
  "GB of packaged content": shape("packagedGb", "GB"),
  "Gibibyte Memory Per Hour": shape("memoryGbHours", "GiB-hour"),
  "Gigabyte (GB) Storage Capacity Per Month": shape("storageGbMonths", "GB-month"),
  "Gigabyte (GB) of Data Processed": shape("processedGb", "GB"),
  "Gigabyte (GB) of Data Transferred": shape("transferredGb", "GB"),
  "Gigabyte Outbound Data Transfer Per Month": shape("egressGb", "GB"),
  "Gigabyte Per Month": shape("gigabyteMonths", "GB-month"),
  "Gigabyte Storage Capacity Per Month": shape("storageGbMonths", "GB-month"),
  "Gigabyte Storage Per Hour": shape("storageGbHours", "GB-hour"),
  "Gigabyte of Data Processed Per Hour": shape("processedGb", "GB"),
  "Gigabyte of Data Transferred": shape("transferredGb", "GB"),
  "Gigabytes of Data Transferred": shape("transferredGb", "GB"),
  "Minute of Output Media Content": shape("outputMinutes", "minute"),
  "NVMe Terabyte Per Hour": shape("storageTbHours", "TB-hour"),
  "Performance Units Per Gigabyte Per Month": shape("performanceUnitGbMonths", "performance unit-GB-month"),
  "Processed Video Minute": shape("videoMinutes", "minute"),
  "Redis Memory Gigabyte per Hour": shape("memoryGbHours", "GB-hour"),
  "Requests per Hour": shape("requests", "request"),
  "Terabyte Storage Capacity Per Month": shape("storageTbMonths", "TB-month"),
  "Virtualized GB Per Month": shape("virtualizedGbMonths", "GB-month"),
};

const TIMED = /^([A-Za-z][A-Za-z ]*?)s?(?: Per)? (Hour|Month)$/;

/** Returns the unit of the list's metric. Null if it is not a usage unit. */
export function shapeOf(metric: string, name: string): Shape | null {
  const known = METRICS[metric];
  if (known) return known;
  const [, thing, period] = TIMED.exec(metric) ?? [];
  if (!thing || !period) return null;
  if (thing === "Instance") return shape(`instance${period}s`, period.toLowerCase());
  if (/^Gigabyte$/.test(thing)) {
    const kind = /memory|storage/i.exec(name)?.[0].toLowerCase();
    return shape(kind ? `${kind}GbHours` : "gigabyteHours", "GB-hour");
  }
  const words = thing.split(" ");
  const [first = "", ...rest] = words;
  const camel = [
    /^[A-Z]+$/.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1),
    ...rest,
  ];
  const written = words.map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase())).join(" ");
  return shape(`${camel.join("")}${period}s`, `${written}-${period.toLowerCase()}`);
}

const modeOf = (name: string): Meter["mode"] => {
  const years = /\b([13]) Year Commit/i.exec(name)?.[1];
  return years === "1" ? "commitment_1y" : years === "3" ? "commitment_3y" : "standard";
};

/** Returns the volume above which a price applies, if the name gives it: "Over 1 Million Records". */
const startOf = (name: string): number => Number(/\bOver ([\d.]+) Million\b/.exec(name)?.[1] ?? 0) * MILLION;

export function oracleReadings(rows: readonly Row[]): AdapterResult {
  const rejects: Reject[] = [];
  const readings = rows.flatMap((row): Reading<RatesFact>[] => {
    const { part_number = "", metric = "", service_category: category = "", usd } = row;
    const name = (row.display_name ?? "").replace(/\s+/g, " ").trim();
    const reject = (reason: string): [] => {
      rejects.push({ row: `${part_number} ${name}`, reason });
      return [];
    };
    if (APPLIANCE.test(category) || APPLIANCE.test(name)) return reject("appliance at the customer's site");
    if (!(Number(usd) > 0)) return reject("first range of 0 or included item: not free");
    if (/\b(?:1 Month|Monthly)\b/.test(name)) return reject("commitment of a month");
    const product = PRODUCT_OF.get(category);
    if (!product) return reject("service outside the table");
    const unit = shapeOf(metric, name);
    if (!unit) return reject("metric that is no unit of use");
    const meter = regionalMeter({ ...unit, mode: modeOf(name) }, [
      { region: null, steps: [{ from: startOf(name), price: usd ?? 0 }] },
    ]);
    if (!meter) return [];
    return [
      {
        subject: { ...product, vendor: "Oracle", domain: "oracle.com", pricingPage: PAGE },
        trust: "A",
        observedAt: OBSERVED,
        evidence: { url: PAGE, via: VIA, note: `${NOTE} The list's metric: ${metric}.` },
        fact: {
          kind: "rates",
          model: part_number,
          name,
          group: /\bBYOL\b/.test(name) ? `${category}, bring your own licence` : category,
          currency: "USD",
          meters: [meter],
        },
      },
    ];
  });
  return { readings, rejects };
}

export const oracleCloud: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    return oracleReadings(parseCsv(await readFile(path.join(rawDir, SOURCE, "skus.csv"), "utf8")));
  },
};
