import { getBulk } from "./bulk";
import { listCategories } from "./categories";
import { listChanges } from "./changes";
import { compareSoftware } from "./compare";
import { getCoverage } from "./coverage";
import type { AnyOperation } from "./define";
import { discoverSoftware } from "./discover";
import { getEvidence } from "./evidence";
import { getHealth } from "./health";
import { getPriceHistory } from "./history";
import { getOpenapi } from "./openapi";
import { getPricing, getPricingBatch } from "./pricing";
import { getReadiness } from "./ready";
import { calculateTco } from "./tco";
import { estimateLlmCost } from "./usage";
import { getPricingV1 } from "./v1/pricing";

/** Every operation of the current version, in the order in which they are documented. */
export const operations: readonly AnyOperation[] = [
  getPricing,
  getPricingBatch,
  getCoverage,
  getPriceHistory,
  getEvidence,
  calculateTco,
  compareSoftware,
  estimateLlmCost,
  discoverSoftware,
  listChanges,
  listCategories,
  getBulk,
  getOpenapi,
];

/** Served in addition to the current version. */
export const otherOperations: readonly AnyOperation[] = [getPricingV1, getHealth, getReadiness];

/** Operations in the API description. */
export const documented: readonly AnyOperation[] = [...operations, getPricingV1];
