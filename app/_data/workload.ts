import { AppError } from "@/lib/errors";
import {
  type WorkloadField,
  type WorkloadQuestion,
  type WorkloadView,
  workloadFields,
  workloadModes,
  workloadView,
} from "@/lib/format/workload";
import { estimateLlmCost } from "@/lib/operations/usage";
import type { PricingRecord } from "@/lib/schemas/record";
import { ask } from "./ask";

export const SHOWN_ESTIMATES = 8;

export type FirstWorkload = {
  question: WorkloadQuestion;
  fields: WorkloadField[];
  modes: string[];
  regions: readonly string[];
  /** Meters that are parameters of the endpoint. */
  named: string[];
  view: WorkloadView;
};

/** Returns the cost of a usual workload on the models of a card, as the API does; null without a card. */
export async function firstWorkload(record: PricingRecord): Promise<FirstWorkload | null> {
  if (!record.usage) return null;
  const fields = workloadFields(record.usage);
  const named = Object.keys(estimateLlmCost.input.shape).filter((name) => fields.some(({ meter }) => meter === name));
  const quantities = fields.map(({ meter, value, scale }) => ({ meter, quantity: value * scale }));
  const { regions = [], referenceRegion: region } = record.usage;
  const question = { slug: record.slug, mode: "standard", region, quantities };
  const asked = quantities.filter(({ quantity }) => quantity > 0);
  const others = asked
    .filter(({ meter }) => !named.includes(meter))
    .map(({ meter, quantity }) => `${meter}:${quantity}`);
  const answer = await ask(estimateLlmCost, {
    slug: record.slug,
    ...Object.fromEntries(asked.filter(({ meter }) => named.includes(meter)).map((q) => [q.meter, q.quantity])),
    ...(others.length > 0 && { quantities: others }),
    ...(region !== undefined && { region }),
    limit: SHOWN_ESTIMATES,
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code !== "unavailable") return null;
    throw error;
  });
  if (!answer) return null;
  return { question, fields, modes: workloadModes(record.usage), regions, named, view: workloadView(answer) };
}
