import { collector as agentdeals } from "./agentdeals/collector";
import { collector as awesomeSelfhosted } from "./awesome-selfhosted/collector";
import { collector as awsPriceList } from "./aws-price-list/collector";
import { collector as azureRetailPrices } from "./azure-retail-prices/collector";
import type { Collector } from "./collector";
import { collector as freeForDev } from "./free-for-dev/collector";
import { collector as genaiPrices } from "./genai-prices/collector";
import { collector as litellm } from "./litellm/collector";
import { collector as llmrates } from "./llmrates/collector";
import { collector as modelsDev } from "./models-dev/collector";
import { collector as openrouter } from "./openrouter/collector";
import { collector as simonwLlmPrices } from "./simonw-llm-prices/collector";
import { collector as ssoTax } from "./sso-tax/collector";

/** Every public list that is read again regularly, in the order of slugs. */
export const COLLECTORS: readonly Collector[] = [
  agentdeals,
  awesomeSelfhosted,
  awsPriceList,
  azureRetailPrices,
  freeForDev,
  genaiPrices,
  litellm,
  llmrates,
  modelsDev,
  openrouter,
  simonwLlmPrices,
  ssoTax,
];
