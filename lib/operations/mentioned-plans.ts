import { tierId } from "@/lib/catalog/tier-id";
import { tierNamed } from "@/lib/discovery/names";
import { nameKey } from "@/lib/ids";
import { nameAt, range } from "@/lib/questions/tokens";
import type { Place, Spotted } from "./asked";
import { isPlanWord } from "./plan-names";

const MAX_TIER_WORDS = 6;

/**
 * Returns the plan that is named next to the product's name, otherwise next to a word for "plan", otherwise by a word
 * of its own.
 */
export function mentionedTier<T extends { id: string; name: string }>(
  { tokens, unread }: Spotted,
  { from, to }: Place,
  tiers: readonly T[],
  name: string,
): (T & { places: number[] }) | null {
  const isOwnName = nameKey(nameAt(tokens, from, to)) === nameKey(name);
  const tierAt = (start: number, length: number) => {
    if (start < 0 || start + length > tokens.length || !isPlanAt(tokens, start + length)) return null;
    const [tier] = tierNamed(tiers, nameAt(tokens, start, start + length), name).candidates;
    return tier ? { ...tier, places: range(start, start + length) } : null;
  };
  const markers = range(0, tokens.length).filter((at) => PLAN.test(tokens[at]?.key ?? ""));
  for (let length = MAX_TIER_WORDS; length > 0; length -= 1) {
    // "Microsoft 365 Business Premium": the plan may begin within the name.
    const beside = [...range(to - length + (isOwnName ? 1 : 0), to + 1), from - length];
    for (const start of [...beside, ...markers.flatMap((at) => [at - length, at + 1])]) {
      const tier = tierAt(start, length);
      if (tier) return tier;
    }
  }
  for (const at of unread) {
    const word = (tokens[at]?.text ?? "").replace(COMPOUND, "");
    const [tier] = isPlanAt(tokens, at + 1) ? tierNamed(tiers, word, name).candidates : [];
    if (tier && (isPlanWord(word) || tierId(word) === tier.id)) return { ...tier, places: [at] };
  }
  return null;
}

/**
 * Returns the places of a plan that the record does not have: "ChatGPT Enterprise", an alias of ChatGPT, or "ChatGPT
 * Team".
 */
export function unknownPlan({ tokens, cuePlaces, unread }: Spotted, { from, to }: Place, name: string): number[] {
  const last = tokens[to - 1]?.text ?? "";
  const isInAlias = to - from > 1 && !name.toLowerCase().endsWith(last.toLowerCase());
  if (isInAlias && isPlanWord(last)) return [to - 1];
  const isPlan = (at: number) => {
    const word = tokens[at]?.text ?? "";
    const isUnused = cuePlaces.some((place) => place.from === at) || unread.includes(at) || at > to;
    return isUnused && isPlanWord(word) && word.toLowerCase() !== "free" && isPlanAt(tokens, at + 1);
  };
  const end = range(to, tokens.length).find((at) => !isPlan(at)) ?? tokens.length;
  return range(to, end);
}

const PLAN = /^(?:(?:plan|tier|edition|version|account)s?|tarif|plano|piano|abonnement|プラン|플랜|тариф)$/;

/** As in "Business-Tarif". */
const COMPOUND = /-(?:tarif|plan|abo)$/i;

/** "free" is a plan only in "free plan". "pro" before a German noun means "per". */
export function isPlanAt(tokens: Spotted["tokens"], to: number): boolean {
  const [last, next] = [tokens[to - 1]?.key ?? "", tokens[to]?.key ?? ""];
  if (last === "free") return PLAN.test(next);
  return last !== "pro" || !GERMAN_NOUN.test(next);
}

const GERMAN_NOUN = /^(?:nutzer|benutzer|monat|jahr|person|user|million|lizenz|platz)/;
