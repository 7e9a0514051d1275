/** Words next to a product's name in questions about its price. */
const ABOUT = new Set(
  (
    "a an the of for is are do does did i we it what which how much many who and to in on with my our your me show find get tell about " +
    "price prices priced pricing cost costs costing fee fees rate rates plan plans tier tiers subscription license licence " +
    "per million token tokens month monthly year yearly annual annually user seat today now current latest " +
    "cheap cheaper cheapest best top good alternative alternatives competitor competitors like review reviews " +
    "software tool tools app apps platform service saas product products"
  ).split(" "),
);

/** Returns true if a word does not help to identify the product. */
export function isAbout(word: string): boolean {
  return ABOUT.has(word);
}

/** Abbreviations in names of products. */
const LONG_FORM = new Map([["ms", "microsoft"]]);
const SEVERAL = /\s+(?:vs\.?|versus|or)\s+|\s*,\s*/i;
const MAX_NAMES = 4;
const ADDRESS = /^(?:https?:\/\/)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#].*)?$/;

/**
 * Returns other search terms for a question, in addition to the text itself: each name if there are several, without
 * the words around it, with abbreviations in full, and the domain of a URL. "How much is Slack" → ["slack"]; "notion vs
 * slack" → ["notion", "slack"]; "slack" → [].
 */
export function namesAskedFor(text: string): string[] {
  const asked = text.trim().toLowerCase();
  const names = asked
    .split(SEVERAL)
    .slice(0, MAX_NAMES)
    .map((part) =>
      part
        .split(/\s+/)
        .map((word) => word.replace(/^[("“‘']+|[)?!.:;"”’']+$/g, ""))
        .map((word) => ADDRESS.exec(word)?.[1] ?? word)
        .filter((word) => word !== "" && !ABOUT.has(word))
        .map((word) => LONG_FORM.get(word) ?? word)
        .join(" "),
    );
  return [...new Set(names)].filter((name) => name !== "" && name !== asked);
}
