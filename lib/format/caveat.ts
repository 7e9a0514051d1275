import { isOtherBilling } from "@/lib/catalog/billing";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import type { Unanswered } from "@/lib/schemas/record";
import { formatDay } from "./dates";
import { formatMoney } from "./money";
import { unitWords } from "./words";

type Disputed = Pick<Unanswered, "tiers" | "priceRange" | "verification" | "evidence">;
type Dispute = Disputed["verification"]["disputed"][number];

/**
 * Returns the newest reading that disagrees with the shown price, in one sentence: "A later reading (3 Sep 2026, one
 * source) has Enterprise at $195 per user per month, not $175." Null if all readings agree. Disputes on models are
 * listed with the model.
 */
export function caveatSentence({ tiers = [], priceRange, verification, evidence }: Disputed): string | null {
  const tierById = new Map(tiers.map((tier) => [tier.id, tier]));
  const ofPlans = verification.disputed.filter((dispute) => {
    const { tier, name, other } = dispute;
    const own = tier === null ? undefined : tierById.get(tier);
    return other !== null && (tier === null || name !== undefined || (own && !isOtherBilling(own, dispute)));
  });
  const byFigure = [...groupBy(ofPlans, ({ tier, field, other }) => `${tier} ${field} ${other}`).values()];
  const publishers = new Map(evidence.map(({ id, publisher }) => [id, publisher]));
  const sourcesOf = (readings: readonly Dispute[]) =>
    new Set(readings.flatMap((reading) => reading.evidence.map((id) => publishers.get(id) ?? id))).size;
  const dayOf = (readings: readonly Dispute[]) =>
    readings
      .map(({ observedAt }) => observedAt)
      .sort()
      .at(-1) ?? "";
  const [first, ...others] = byFigure.sort((a, b) => compareText(dayOf(b), dayOf(a)) || sourcesOf(b) - sourcesOf(a));
  const [dispute] = first ?? [];
  if (!first || !dispute) return null;
  const own = dispute.tier === null ? undefined : tierById.get(dispute.tier);
  const currency = own?.currency ?? priceRange.currency;
  const unit = own ? own.priceUnit : dispute.name === undefined ? null : priceRange.unit;
  const day = dayOf(first);
  const which = day > (own?.observedAt ?? verification.observedAt) ? "A later" : "Another";
  const count = sourcesOf(first);
  const price = `${formatMoney(dispute.other ?? 0, currency)}${unit ? ` ${unitWords(unit)}` : ""}`;
  const instead = dispute.shown === null ? "" : `, not ${formatMoney(dispute.shown, currency)}`;
  const rest = others.length > 0 ? ` Sources disagree on ${others.length} more.` : "";
  return `${which} reading (${formatDay(day)}, ${count <= 1 ? "one source" : `${count} sources`}) ${claimOf(dispute, own?.name, price)}${instead}.${rest}`;
}

function claimOf({ field, name }: Dispute, tier: string | undefined, price: string): string {
  if (name !== undefined) return `names ${name} at ${price}`;
  if (field === "startingPrice" || tier === undefined) return `has a starting price of ${price}`;
  const billing = field === "priceMonthly" ? ", billed monthly" : field === "priceAnnual" ? ", billed yearly" : "";
  return `has ${tier} at ${price}${billing}`;
}
