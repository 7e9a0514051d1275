import type { PercentageFee } from "@/lib/schemas/record";
import { displayMoney } from "./display";
import { MASS_NOUNS } from "./fee-scope";

type FeeTerms = Omit<PercentageFee, "label" | "per" | "evidence">;

/** Returns "2.9% + $0.30". */
export function feeText({
  percent,
  fixedFee,
  currency,
}: Pick<PercentageFee, "percent" | "fixedFee" | "currency">): string {
  const share = `${percent}%`;
  return fixedFee === null || currency === null ? share : `${share} + ${displayMoney(fixedFee, currency)}`;
}

/** Returns "2.9% + $0.30 per successful US card payment", "3% per ticket (at most €25)", "1% of revenue". */
export function feePhrase(fee: FeeTerms): string {
  return `${feeText(fee)} ${paymentWords(fee)}${limitWords(fee)}`;
}

function paymentWords({ appliesTo, region }: FeeTerms): string {
  const noun = appliesTo ?? "transaction";
  const isMass = [...MASS_NOUNS].some((mass) => ` ${noun} `.includes(` ${mass} `));
  if (region === "United States") {
    const home = noun.includes("domestic") ? noun.replace("domestic", "US") : `US ${noun}`;
    return `per ${home}`;
  }
  return `${isMass ? "of" : "per"} ${noun}${region === null ? "" : ` in ${region}`}`;
}

function limitWords({ minimumFee, maximumFee, currency }: FeeTerms): string {
  if (currency === null) return "";
  const limits = [
    ...(minimumFee === null ? [] : [`at least ${displayMoney(minimumFee, currency)}`]),
    ...(maximumFee === null ? [] : [`at most ${displayMoney(maximumFee, currency)}`]),
  ];
  return limits.length > 0 ? ` (${limits.join(", ")})` : "";
}
