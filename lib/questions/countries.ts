import { nameKey } from "@/lib/ids";
import { nameAt, range, type Token } from "./tokens";

/** The languages that have cues. */
const LANGUAGES = ["en", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "zh"];
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const MAX_WORDS = 4;

/** English name of a country by its name in each language, as nameKey() writes it. */
const COUNTRIES = new Map(
  LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    const english = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
    return CODES.flatMap((code) => {
      const [local, name] = [names.of(code), english.of(code)];
      return local && name ? [[nameKey(local), name] as const] : [];
    });
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
