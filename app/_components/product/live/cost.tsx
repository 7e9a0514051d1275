import { receiptView } from "@/lib/format/receipt";
import { pricedVerdict, type VerdictSubject } from "@/lib/format/verdict";
import { type Input, requestCounts } from "@/lib/tco/counted";
import { readCounts, unitsWords } from "@/lib/tco/counts";
import { unitField } from "@/lib/tco/item-text";
import { CostAnswer } from "../cost-answer";
import type { Work } from "./work";

/** Uses the same engine as the API. */
export const work: Work = async (form, given, signal) => {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? "");
  const [slug, tier, billing] = [text("product"), text("tier"), text("billing")];
  const years = Number(text("years"));
  const subject = given.subject as VerdictSubject;
  const inputs = given.inputs as readonly Input[];
  const isCounted = subject.units.length > 0;
  const typed = inputs.flatMap(({ noun }, place) => {
    const isBare = place === 0 && isCounted;
    const count = text(isBare ? "seats" : unitField(0, noun));
    return count === "" ? [] : [isBare ? count : `${count} ${noun}`];
  });
  const read = readCounts(typed.join("; "), inputs);
  const [fault] = read.faults;
  if (fault) return { problem: fault };
  if (typed.length === 0 && isCounted) return { problem: `Enter the number of ${unitsWords(subject.units)}.` };
  const { quantities } = read;
  const seats = isCounted || typed.length > 0 ? read.seats : 1;
  const counts = { seats, quantities };
  const response = await fetch("/api/v2/tco", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      slug,
      ...requestCounts(counts, inputs),
      billing,
      termYears: years,
      ...(tier && { tier }),
    }),
    signal,
  });
  const answer = await response.json();
  if (response.status === 422) {
    const reason = answer.errors?.[0]?.message ?? answer.detail;
    return { problem: answer.detail, told: pricedVerdict(subject, counts, null, reason) };
  }
  if (!response.ok) return { problem: answer.detail };
  const [item] = answer.items;
  const view = receiptView(answer);
  return {
    shown: (
      <CostAnswer
        view={view}
        question={{ slug, seats, quantities, tier, billing, years }}
        numbers={given.numbers as Record<string, number>}
      />
    ),
    said: `${view.total.label}: ${view.total.amount ?? "unknown"}`,
    told: pricedVerdict(subject, counts, { ...item, unknowns: answer.unknowns }),
  };
};
