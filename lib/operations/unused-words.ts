import type { Cue } from "@/lib/questions/cues";
import { unreadWords } from "@/lib/questions/spot";
import { nameAt, range } from "@/lib/questions/tokens";
import { TOPICS } from "@/lib/schemas/discover";
import type { Slug } from "@/lib/schemas/primitives";
import type { Spotted } from "./asked";
import { isCounted } from "./asked-models";
import { isPlanAt } from "./mentioned-plans";
import { isPlanWord } from "./plan-names";

/** Questions that only the answer about one product covers. */
const PRODUCT_QUESTIONS: readonly Cue[] = [...TOPICS, "offer"];
/** Questions that are conditions if the request is for a list. */
export const LIST_CONDITIONS: readonly Cue[] = ["free", "selfHosted", "openSource"];

interface Exceptions {
  /** Places of words that the answer uses. */
  used: readonly number[];
  /** Places of words that the answer does not use. */
  left: readonly number[];
  topics: readonly Cue[];
  /** Whether the conditions filter the answer. */
  isFiltered: boolean;
}

/** Returns the words at the places of unusedPlaces(), grouped as they follow each other. */
export function unusedWords(mentions: Spotted, answered: readonly Slug[], exceptions: Partial<Exceptions> = {}) {
  return unreadWords({ tokens: mentions.tokens, unread: unusedPlaces(mentions, answered, exceptions) });
}

/**
 * Returns the places of the words that the answer does not use: unknown words, questions it does not cover, and
 * products other than `answered`.
 */
export function unusedPlaces(
  mentions: Spotted,
  answered: readonly Slug[],
  { used = [], left: notUsed = [], topics = [], isFiltered = false }: Partial<Exceptions> = {},
): number[] {
  const { cuePlaces, unread, products, unlisted, categoryPlaces, tokenCounts, tokens } = mentions;
  const isList = answered.length === 0;
  const cap = isList || isFiltered ? [] : (mentions.cap?.places ?? []);
  const asks = cuePlaces
    .filter(({ cues }) => PRODUCT_QUESTIONS.some((cue) => cues.has(cue) && !topics.includes(cue)) && !cues.has("words"))
    .filter(({ cues }) => !isList || !LIST_CONDITIONS.some((cue) => cues.has(cue)))
    .flatMap(({ from, to }) => range(from, to));
  const others = products.filter(({ product }) => !answered.includes(product.slug));
  const left = new Set([
    ...unread,
    ...asks,
    ...unlisted,
    ...notUsed,
    ...cap,
    ...(isCounted(tokenCounts) ? tokenCounts.places : []),
    ...others.flatMap(({ from, to }) => range(from, to)),
    ...(isList ? [] : categoryPlaces),
  ]);
  // Keeps "business standard" and "dev mode seat" together.
  const beside = cuePlaces.filter(({ from, to, cues }) => {
    const isPart =
      (isPlanAt(tokens, to) && isPlanWord(nameAt(tokens, from, to))) || (cues.size === 1 && cues.has("people"));
    return isPart && (left.has(from - 1) || left.has(to));
  });
  for (const { from, to } of beside) for (const place of range(from, to)) left.add(place);
  const isUsed = new Set(used);
  return [...left].filter((place) => !isUsed.has(place)).sort((a, b) => a - b);
}
