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

/** What a word says about a question. `people` and `most` need a number. `words` carry no condition. */
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
const MAX_RUN_CUE = 8;
/** Length of the endings that Korean words take. */
const MAX_PARTICLE = 2;
const HANGUL = /^\p{Script=Hangul}+$/u;

export interface CuePlace {
  from: number;
  to: number;
  cues: ReadonlySet<Cue>;
}

/** The cues of a text from left to right. The longest cue at each place wins. */
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
  const first = tokens[from];
  if (!first) return null;
  const inside = first.isRun ? cuesOfRun(first.key) : HANGUL.test(first.text) ? cuesOfKorean(first.key) : null;
  if (inside) return { from, to: from + 1, cues: inside };
  for (let length = Math.min(MAX_CUE_WORDS, tokens.length - from); length > 0; length -= 1) {
    // Signs of money have no key.
    if (tokens[from + length - 1]?.key === "") continue;
    const known = cues.get(keyOf(tokens, from, from + length));
    if (known) return { from, to: from + length, cues: known };
  }
  return null;
}

/** Null if any part of the run is not a cue, since the question may be about it. */
function cuesOfRun(run: string): ReadonlySet<Cue> | null {
  const said = new Set<Cue>();
  for (let at = 0; at < run.length; ) {
    let length = Math.min(MAX_RUN_CUE, run.length - at);
    while (length > 0 && !cues.has(run.slice(at, at + length))) length -= 1;
    if (length === 0) return null;
    for (const cue of cues.get(run.slice(at, at + length)) ?? []) said.add(cue);
    at += length;
  }
  return said;
}

function cuesOfKorean(word: string): ReadonlySet<Cue> | null {
  for (let length = word.length; length > 0 && word.length - length <= MAX_PARTICLE; length -= 1) {
    const known = cues.get(word.slice(0, length));
    if (known) return known;
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
