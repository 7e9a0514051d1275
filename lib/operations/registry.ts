import { listCategories } from "./categories";
import type { AnyOperation } from "./define";
import { getHealth } from "./health";
import { getOpenapi } from "./openapi";
import { getPricing, getPricingBatch } from "./pricing";
import { getPricingV1 } from "./v1/pricing";

/** Every operation of the current version, in the order in which they are documented. */
export const operations: readonly AnyOperation[] = [getPricing, getPricingBatch, listCategories, getOpenapi];

/** Served beside the current version and not part of its description. */
export const otherOperations: readonly AnyOperation[] = [getPricingV1, getHealth];
