import { type WorkloadField, workloadQuery, workloadView } from "@/lib/format/workload";
import { WorkloadAnswer } from "../workload-answer";
import type { Work } from "./work";

export const work: Work = async (form, given, signal) => {
  const typed = new FormData(form);
  const { slug, fields, named, limit } = given as unknown as {
    slug: string;
    fields: readonly WorkloadField[];
    named: readonly string[];
    limit: number;
  };
  const quantities = fields.map(({ meter, scale }) => ({ meter, quantity: Number(typed.get(meter) || 0) * scale }));
  if (quantities.some(({ quantity }) => !(Number.isFinite(quantity) && quantity >= 0))) {
    return { problem: "Enter numbers of 0 or more." };
  }
  if (quantities.every(({ quantity }) => quantity === 0)) return { problem: "Enter at least one quantity above 0." };
  const mode = String(typed.get("mode") ?? "standard");
  const region = String(typed.get("region") ?? "") || undefined;
  const query = workloadQuery({ slug, mode, region, quantities }, { named, limit });
  const response = await fetch(`/api/v2/usage/${slug}?${query}`, { signal });
  const answer = await response.json();
  if (!response.ok) return { problem: answer.detail };
  const view = workloadView(answer);
  const [cheapest] = view.rows;
  return {
    shown: <WorkloadAnswer view={view} />,
    said: cheapest ? `Cheapest: ${cheapest.name}, ${cheapest.total} a month` : view.summary,
  };
};
