import { extended } from "@/lib/extended";
import { digest } from "@/lib/ids";
import { onceFor } from "@/lib/once-for";
import type { Day } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";
import { TCO_ENGINE_VERSION, type TcoRequest } from "./engine";

export type Question = TcoRequest & { slug: string };

export interface Receipt {
  id: string;
  engineVersion: string;
  recordHashes: string[];
  asOf: Day;
  /** In the form of the original request, so that its response is the same. */
  request: DatedQuestion | { items: DatedQuestion[] };
}

type DatedQuestion = Question & { asOf: Day };

type Priced = Pick<PricingRecord, "slug" | "tiers" | "hiddenCosts" | "contractTerms">;

const recordHash = onceFor(({ slug, tiers, hiddenCosts, contractTerms }: Priced) => {
  return `${slug}:${digest({ tiers, hiddenCosts, contractTerms })}`;
});

/**
 * Computes a receipt that is equal for equal questions to equal data: it does not depend on the time or place of the
 * request.
 */
export function receiptOf(
  items: readonly { question: Question; record: Priced }[],
  asOf: Day,
  form: "single" | "stack",
): Receipt {
  const questions = items.map(({ question }) => extended(question, { asOf }));
  const [first] = questions;
  const request = form === "single" && first ? first : { items: questions };
  const recordHashes = items.map(({ record }) => recordHash(record));
  const id = `tco_${digest({ request, recordHashes, asOf, engine: TCO_ENGINE_VERSION })}`;
  return { id, engineVersion: TCO_ENGINE_VERSION, recordHashes, asOf, request };
}
