const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

export interface Country {
  /** ISO 3166 code. */
  code: string;
  name: string;
}

/** Returns the countries and regions that a language has names for. */
export function countriesIn(language: string): Country[] {
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  return CODES.flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [{ code, name }];
  });
}
