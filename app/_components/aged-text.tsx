import { AGE_LABELS, type AgeWord } from "@/lib/format/age-words";
import { AgeMark } from "./age-mark";

const WORDS = new Map(Object.entries(AGE_LABELS).map(([word, label]) => [label, word as AgeWord]));
/** Matches the age word in a text such as "(3 months ago, old)". */
const LABELLED = new RegExp(`(?<=, )(${[...WORDS.keys()].join("|")})(?=\\))`);

/** Renders a sentence and marks its age word. */
export function AgedText({ text }: { text: string }) {
  return text.split(LABELLED).map((part, at) => {
    const word = WORDS.get(part);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence
    return word ? <AgeMark key={at} word={word} /> : part;
  });
}
