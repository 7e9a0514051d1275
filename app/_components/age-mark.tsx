import { AGE_LABELS, type AgeWord } from "@/lib/format/age-words";

/** Shows an age as a word, a colour and a shape that empties with age. */
export function AgeMark({ word }: { word: AgeWord }) {
  return <span className={`age age-${word}`}>{AGE_LABELS[word]}</span>;
}
