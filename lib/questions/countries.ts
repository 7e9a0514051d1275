import { countriesIn } from "@/lib/catalog/countries";
import { nameKey } from "@/lib/ids";
import { nameAt, range, type Token } from "./tokens";

/** The languages that have cues. */
const LANGUAGES = ["en", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "zh"];
const MAX_WORDS = 4;

const ENGLISH_NAMES = new Map(countriesIn("en").map(({ code, name }) => [code, name]));

/** English name of a country by its name in each language, as nameKey() writes it. */
const COUNTRIES = new Map(
  LANGUAGES.flatMap(countriesIn).flatMap(({ code, name }) => {
    const english = ENGLISH_NAMES.get(code);
    return english === undefined ? [] : [[nameKey(name), english] as const];
  }),
);

export interface MentionedCountry {
  /** In English. */
  name: string;
  places: number[];
}

/** Returns the country that the words at these places name, in any language that has cues. */
export function countryIn(tokens: readonly Token[], places: readonly number[]): MentionedCountry | null {
  for (let length = Math.min(MAX_WORDS, places.length); length > 0; length -= 1) {
    for (const from of places) {
      const words = range(from, from + length);
      if (!words.every((place) => places.includes(place))) continue;
      const name = COUNTRIES.get(nameKey(nameAt(tokens, from, from + length)));
      if (name !== undefined) return { name, places: words };
    }
  }
  return null;
}
