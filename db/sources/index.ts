import { source as actContracts } from "./act-contracts/source";
import { source as agentdeals } from "./agentdeals/source";
import { source as aicostbudget } from "./aicostbudget/source";
import { source as apiEvangelist } from "./api-evangelist/source";
import { source as awesomeSelfhosted } from "./awesome-selfhosted/source";
import { source as awesomeSysadmin } from "./awesome-sysadmin/source";
import { source as awsBedrock } from "./aws-bedrock/source";
import { source as awsPriceList } from "./aws-price-list/source";
import { source as awsPriceWatcher } from "./aws-price-watcher/source";
import { source as azureRetailPrices } from "./azure-retail-prices/source";
import { source as bfcmDeals } from "./bfcm-deals/source";
import { source as birdSms } from "./bird-sms/source";
import { source as cloudEgress } from "./cloud-egress/source";
import { source as contractTerms } from "./contract-terms/source";
import { source as datedPageReads } from "./dated-page-reads/source";
import { source as dynadotDomains } from "./dynadot-domains/source";
import { source as euCloudPrices } from "./eu-cloud-prices/source";
import { source as firstpartyDocs } from "./firstparty-docs/source";
import { source as firstpartyDocs2 } from "./firstparty-docs-2/source";
import { source as freeForDev } from "./free-for-dev/source";
import { source as freeForLife } from "./free-for-life/source";
import { source as genaiPrices } from "./genai-prices/source";
import { source as getbeton } from "./getbeton/source";
import { source as googleCloud } from "./google-cloud/source";
import { source as googleMapsPlatform } from "./google-maps-platform/source";
import { source as headPages } from "./head-pages/source";
import { source as infracostRates } from "./infracost-rates/source";
import { source as isaGroup } from "./isa-group/source";
import { source as litellm } from "./litellm/source";
import { source as llmrates } from "./llmrates/source";
import { source as marketHiddenCosts } from "./market-hidden-costs/source";
import { source as marketMedians } from "./market-medians/source";
import { source as modelsDev } from "./models-dev/source";
import { source as negotiation } from "./negotiation/source";
import { source as openrouter } from "./openrouter/source";
import { source as oracleCloud } from "./oracle-cloud/source";
import { source as pageReads } from "./page-reads/source";
import { source as pmSoftwareTracker } from "./pm-software-tracker/source";
import { source as reviewRatings } from "./review-ratings/source";
import { source as runaOssAlternatives } from "./runa-oss-alternatives/source";
import { source as simonwLlmPrices } from "./simonw-llm-prices/source";
import type { Source } from "./source";
import { source as ssoTax } from "./sso-tax/source";
import { source as studentDiscounts } from "./student-discounts/source";
import { source as tokenTariffTimeline } from "./token-tariff-timeline/source";
import { source as utilityapps } from "./utilityapps/source";
import { source as vendorPages } from "./vendor-pages/source";
import { source as vpsRenewalPrices } from "./vps-renewal-prices/source";

/** Every source, in the order of its slugs. */
export const SOURCES: readonly Source[] = [
  actContracts,
  agentdeals,
  aicostbudget,
  apiEvangelist,
  awesomeSelfhosted,
  awesomeSysadmin,
  awsBedrock,
  awsPriceList,
  awsPriceWatcher,
  azureRetailPrices,
  bfcmDeals,
  birdSms,
  cloudEgress,
  contractTerms,
  datedPageReads,
  dynadotDomains,
  euCloudPrices,
  firstpartyDocs,
  firstpartyDocs2,
  freeForDev,
  freeForLife,
  genaiPrices,
  getbeton,
  googleCloud,
  googleMapsPlatform,
  headPages,
  infracostRates,
  isaGroup,
  litellm,
  llmrates,
  marketHiddenCosts,
  marketMedians,
  modelsDev,
  negotiation,
  openrouter,
  oracleCloud,
  pageReads,
  pmSoftwareTracker,
  reviewRatings,
  runaOssAlternatives,
  simonwLlmPrices,
  ssoTax,
  studentDiscounts,
  tokenTariffTimeline,
  utilityapps,
  vendorPages,
  vpsRenewalPrices,
];
