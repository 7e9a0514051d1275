import { AGE_LABELS, type AgeWord } from "@/lib/format/age-words";

/** A word, a shape that empties with age, and a colour. */
export function AgeMark({ word }: { word: AgeWord }) {
  return <span className={`age age-${word}`}>{AGE_LABELS[word]}</span>;
}
