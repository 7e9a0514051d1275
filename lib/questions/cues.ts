import { nameKey } from "@/lib/ids";
import de from "./cues/de.json";
import en from "./cues/en.json";
import es from "./cues/es.json";
import fr from "./cues/fr.json";
import it from "./cues/it.json";
import ja from "./cues/ja.json";
import ko from "./cues/ko.json";
import nl from "./cues/nl.json";
import pl from "./cues/pl.json";
import pt from "./cues/pt.json";
import ru from "./cues/ru.json";
import zh from "./cues/zh.json";
import type { Token } from "./tokens";

/** The meaning of a word in a question. `people` and `most` need a number. `words` have no condition. */
export type Cue = keyof typeof en;

const LANGUAGES: readonly Record<Cue, readonly string[]>[] = [en, de, fr, es, pt, it, nl, pl, ru, ja, ko, zh];

const cues = new Map<string, Set<Cue>>();
for (const language of LANGUAGES) {
  for (const [cue, words] of Object.entries(language) as [Cue, readonly string[]][]) {
    for (const word of words) {
      const key = nameKey(word);
      const known = cues.get(key);
      if (known) known.add(cue);
      else cues.set(key, new Set([cue]));
    }
  }
}

const MAX_CUE_WORDS = Math.max(...[...cues.keys()].map((key) => key.split("-").length));

export const isCue = (text: string): boolean => cues.has(nameKey(text));

/** Every word of the cues, English first. */
export const CUE_WORDS: ReadonlySet<string> = new Set([...cues.keys()].flatMap((key) => key.split("-")));

export interface CuePlace {
  from: number;
  to: number;
  cues: ReadonlySet<Cue>;
}

/** Returns the cues of a text from left to right. The longest cue at each place wins. */
export function cuesIn(tokens: readonly Token[]): CuePlace[] {
  const places: CuePlace[] = [];
  for (let from = 0; from < tokens.length; ) {
    const place = cueAt(tokens, from);
    if (place) places.push(place);
    from = place ? place.to : from + 1;
  }
  return places;
}

function cueAt(tokens: readonly Token[], from: number): CuePlace | null {
  for (let length = Math.min(MAX_CUE_WORDS, tokens.length - from); length > 0; length -= 1) {
    // Currency signs have no key.
    if (tokens[from + length - 1]?.key === "") continue;
    const known = cues.get(keyOf(tokens, from, from + length));
    if (known) return { from, to: from + length, cues: known };
  }
  return null;
}

function keyOf(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ key }) => key)
    .filter((key) => key !== "")
    .join("-");
}
