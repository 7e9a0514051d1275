import { receiptView } from "@/lib/format/receipt";
import { pricedVerdict, type VerdictSubject } from "@/lib/format/verdict";
import { readCounts, unitsWords } from "@/lib/tco/counts";
import { unitField } from "@/lib/tco/item-text";
import { CostAnswer } from "../cost-answer";
import type { Work } from "./work";

/** The same question to the same engine as the API's. */
export const work: Work = async (form, given, signal) => {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? "");
  const [slug, tier, billing] = [text("product"), text("tier"), text("billing")];
  const years = Number(text("years"));
  const subject = given.subject as VerdictSubject;
  const { units } = subject;
  const typed = units.flatMap(({ noun }, place) => {
    const count = text(place === 0 ? "seats" : unitField(0, noun));
    return count === "" ? [] : [place === 0 ? count : `${count} ${noun}`];
  });
  const read = readCounts(typed.join("; "), units);
  const [fault] = read.faults;
  if (fault) return { problem: fault };
  if (typed.length === 0 && units.length > 0) return { problem: `Enter the number of ${unitsWords(units)}.` };
  const counts = units.length === 0 ? { seats: 1, quantities: {} } : read;
  const { seats, quantities } = counts;
  const response = await fetch("/api/v2/tco", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      slug,
      ...(seats !== null && { seats }),
      ...(Object.keys(quantities).length > 0 && { quantities }),
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
