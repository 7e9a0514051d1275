import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { catalogDay } from "@/lib/catalog/report";
import { agentdeals } from "./agentdeals";
import { aicostbudget } from "./aicostbudget";
import { apiEvangelist } from "./api-evangelist";
import { awesomeSelfhosted } from "./awesome-selfhosted";
import { awesomeSysadmin } from "./awesome-sysadmin";
import { awsBedrock } from "./aws-bedrock";
import { awsPriceWatcher } from "./aws-price-watcher";
import { birdSms } from "./bird-sms";
import { cloudEgress } from "./cloud-egress";
import { datedPageReads } from "./dated-page-reads";
import { euCloudPrices } from "./eu-cloud-prices";
import { firstpartyDocs } from "./firstparty-docs";
import { firstpartyDocs2 } from "./firstparty-docs-2";
import { freeForDev } from "./free-for-dev";
import { freeForLife } from "./free-for-life";
import { genaiPrices } from "./genai-prices";
import { getbeton } from "./getbeton";
import { googleCloud } from "./google-cloud";
import { googleMaps } from "./google-maps";
import { headPages, pageReads } from "./head-pages";
import { infracostRates } from "./infracost-rates";
import { isaGroup } from "./isa-group";
import { litellm } from "./litellm";
import { llmrates } from "./llmrates";
import { contractTerms, hiddenCosts, marketMedians, negotiation, sentiment } from "./market";
import { modelsDev } from "./models-dev";
import { oracleCloud } from "./oracle-cloud";
import { runaOssAlternatives } from "./oss-alternatives";
import { pmSoftwareTracker } from "./pm-software-tracker";
import type { Adapter, AdapterResult } from "./reading";
import { readSources, writeReport } from "./report";
import { buildCatalog, readCatalog, readTables, writeCatalog } from "./run";
import { bfcmDeals, studentDiscounts } from "./seasonal-deals";
import { simonwLlmPrices } from "./simonw-llm-prices";
import { domainPrices, publicContracts, renewalPrices } from "./small-lists";
import { ssoTax } from "./sso-tax";
import { tokenTariffTimeline } from "./token-tariff-timeline";
import { utilityapps } from "./utilityapps";
import { vendorPages } from "./vendor-pages";

const ADAPTERS: readonly Adapter[] = [
  agentdeals,
  aicostbudget,
  apiEvangelist,
  awesomeSelfhosted,
  awesomeSysadmin,
  awsBedrock,
  awsPriceWatcher,
  bfcmDeals,
  birdSms,
  cloudEgress,
  contractTerms,
  datedPageReads,
  domainPrices,
  euCloudPrices,
  firstpartyDocs,
  firstpartyDocs2,
  freeForDev,
  freeForLife,
  genaiPrices,
  getbeton,
  googleCloud,
  googleMaps,
  headPages,
  hiddenCosts,
  infracostRates,
  isaGroup,
  litellm,
  llmrates,
  marketMedians,
  modelsDev,
  negotiation,
  pageReads,
  pmSoftwareTracker,
  publicContracts,
  renewalPrices,
  oracleCloud,
  runaOssAlternatives,
  sentiment,
  simonwLlmPrices,
  ssoTax,
  studentDiscounts,
  tokenTariffTimeline,
  utilityapps,
  vendorPages,
];

async function main(args: readonly string[]): Promise<void> {
  const importDir = dirname(fileURLToPath(import.meta.url));
  const root = resolve(importDir, "../..");
  const rawAt = args.indexOf("--raw");
  const rawDir = resolve((rawAt >= 0 ? args[rawAt + 1] : process.env.RAW_DATA_DIR) ?? join(root, "../shared/data"));
  const wanted = args.filter((_, index) => rawAt < 0 || (index !== rawAt && index !== rawAt + 1));
  const unknown = wanted.filter((source) => !ADAPTERS.some((adapter) => adapter.source === source));
  if (unknown.length > 0) throw new Error(`No such source: ${unknown.join(", ")}`);

  const results: Record<string, AdapterResult> = {};
  for (const adapter of ADAPTERS) {
    if (wanted.length > 0 && !wanted.includes(adapter.source)) continue;
    results[adapter.source] = await adapter.read(rawDir);
  }
  const catalogDir = join(root, "db/catalog");
  const { catalog, undecided } = buildCatalog(
    results,
    await readTables(join(importDir, "tables")),
    await readCatalog(catalogDir),
    catalogDay(await readSources(catalogDir)),
  );
  await writeCatalog(catalogDir, catalog);
  await writeReport(catalogDir, (line) => console.log(line));

  console.table(
    Object.entries(catalog.observations).map(([source, rows]) => ({
      source,
      observations: rows.length,
      products: new Set(rows.map(({ product }) => product)).size,
      rejects: Object.values(catalog.rejects[source] ?? {}).reduce((sum, count) => sum + count, 0),
    })),
  );
  console.log(`${catalog.products.length} products`);
  for (const { slugs, because } of undecided) console.log(`kept apart, ${because}: ${slugs.join(", ")}`);
}

await main(process.argv.slice(2));
