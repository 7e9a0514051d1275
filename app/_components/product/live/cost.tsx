import { formatNumber } from "@/lib/format/money";
import { receiptView } from "@/lib/format/receipt";
import { CostAnswer } from "../cost-answer";
import type { Work } from "./work";

const MAX_SEATS = 1_000_000;

/** The same question to the same engine as the API's. */
export const work: Work = async (form, given, signal) => {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? "");
  const [slug, tier, billing] = [text("product"), text("tier"), text("billing")];
  const [seats, years] = [Number(text("seats")), Number(text("years"))];
  if (!(Number.isInteger(seats) && seats >= 1 && seats <= MAX_SEATS)) {
    return { problem: `Give a whole number of seats from 1 to ${formatNumber(MAX_SEATS)}.` };
  }
  const response = await fetch("/api/v2/tco", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ slug, seats, billing, termYears: years, ...(tier && { tier }) }),
    signal,
  });
  const answer = await response.json();
  if (!response.ok) return { problem: answer.detail };
  const view = receiptView(answer);
  return {
    shown: (
      <CostAnswer
        view={view}
        question={{ slug, seats, tier, billing, years }}
        numbers={given.numbers as Record<string, number>}
      />
    ),
    said: `${view.total.label}: ${view.total.amount ?? "not known"}`,
  };
};
