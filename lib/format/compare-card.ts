import { type Aligned, layoutAligned } from "@/lib/chart/aligned";
import { fitText } from "@/lib/chart/scale";
import type { PricingRecord } from "@/lib/schemas/record";
import { answerOf, unrestricted } from "./answer";
import { formatDay } from "./dates";
import { formatMoney } from "./money";
import { CARD, writable } from "./share-card";
import { axisUnitWords, sharedAxis } from "./shared-axis";

const WIDTH = CARD.width - 2 * CARD.margin;
const NAME_WIDTH = 230;
export const COMPARE_CARD_FONT = 21;
const TITLE_SIZES = [76, 64, 52, 42];
const EM = 0.58;

export interface CompareCard {
  title: { text: string; size: number };
  facts: string[];
  chart: Aligned | null;
  currency: string | null;
  /** The text under the chart, or the text that replaces the chart. */
  note: string;
  /** Starting prices, if the products share no axis. */
  starts: { name: string; price: string }[];
  day: string;
}

/** Returns the text and graphics of a comparison's share image, without restricted groups. */
export function compareCard(records: readonly PricingRecord[]): CompareCard {
  const axis = sharedAxis(records);
  const names = records.map(({ name, slug }) => writable(name, slug));
  const title = names.join(" vs ");
  const size = TITLE_SIZES.find((entry) => title.length * entry * EM <= WIDTH * 1.7) ?? 36;
  const seen = records.map(({ verification }) => verification.observedAt).sort();
  const chart = axis
    ? layoutAligned(
        axis.on.map(({ record, tiers }) => ({
          name: fitText(writable(record.name, record.slug), NAME_WIDTH - 16, COMPARE_CARD_FONT),
          items: [tiers[0], tiers.at(-1)]
            .flatMap((entry) => entry ?? [])
            .map(({ tier, value }) => ({
              label: writable(tier.name, tier.id),
              figure: value > 0 ? formatMoney(value, axis.currency) : tier.name.toLowerCase() === "free" ? "" : "free",
              value,
            })),
        })),
        { width: WIDTH, nameWidth: NAME_WIDTH, fontSize: COMPARE_CARD_FONT, tickCount: 4 },
      )
    : null;
  return {
    title: { text: `${title} pricing`, size },
    facts: [`${records.length} products on one axis`, `checked ${formatDay(seen.at(-1) ?? "")}`].slice(axis ? 0 : 1),
    chart,
    currency: axis?.currency ?? null,
    note: axis ? axisUnitWords(axis) : "Starting prices",
    starts: records.map((record) => ({
      name: writable(record.name, record.slug),
      price: writable(answerOf(unrestricted(record)).inline, ""),
    })),
    day: seen.at(-1) ?? "",
  };
}
