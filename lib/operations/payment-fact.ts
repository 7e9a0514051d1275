import { feePhrase } from "@/lib/catalog/fee-words";
import { decimal, roundMoney } from "@/lib/catalog/money";
import { feeOn, leadFee } from "@/lib/catalog/percentage-price";
import { formatDay } from "@/lib/format/dates";
import { formatMoney } from "@/lib/format/money";
import { amountAt } from "@/lib/questions/quantities";
import { range } from "@/lib/questions/tokens";
import type { PricingRecord } from "@/lib/schemas/record";
import type { Spotted } from "./asked";
import type { MentionedFacts } from "./mentioned-facts";

/** One payment, in the languages that have cues. */
const PAYMENT =
  /^(?:payment|transaction|charge|purchase|sale|zahlung|zahlungen|transaktion|pago|cobro|paiement|achat|pagamento|transacao|transazione|betaling|platnosc|платеж|платёж|決済|결제|付款)$/;
/** Words between the amount and the payment: "$120 domestic online payment". */
const MAX_BETWEEN = 3;

/** Returns the fee on the one payment that a text names: "stripe fee on a $80 card payment". */
export function paymentFact(
  { tokens }: Pick<Spotted, "tokens">,
  { tiers = [] }: Partial<PricingRecord>,
): MentionedFacts {
  const lead = leadFee(tiers);
  if (!lead) return { sentences: [], places: [] };
  for (const from of tokens.keys()) {
    const amount = amountAt(tokens, from);
    if (!amount) continue;
    const at = range(amount.to, amount.to + MAX_BETWEEN).find((place) => PAYMENT.test(tokens[place]?.key ?? ""));
    const currency = amount.currency ?? lead.fee.currency ?? lead.tier.currency;
    if (at === undefined || (lead.fee.currency !== null && currency !== lead.fee.currency)) continue;
    const { amount: fee } = feeOn(lead.fee, decimal(amount.value), 1);
    const figures = `A payment of ${formatMoney(amount.value, currency)} costs ${formatMoney(roundMoney(fee), currency)}`;
    const checked = `Checked ${formatDay(lead.tier.observedAt)}.`;
    return { sentences: [`${figures}: ${feePhrase(lead.fee)}. ${checked}`], places: range(from, at + 1) };
  }
  return { sentences: [], places: [] };
}
