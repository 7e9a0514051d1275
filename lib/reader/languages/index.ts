import { ar } from "./ar";
import { cs } from "./cs";
import { da } from "./da";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fi } from "./fi";
import { fr } from "./fr";
import { hi } from "./hi";
import { it } from "./it";
import { ja } from "./ja";
import { ko } from "./ko";
import { nl } from "./nl";
import { no } from "./no";
import { pl } from "./pl";
import { pt } from "./pt";
import { ru } from "./ru";
import { sv } from "./sv";
import { tr } from "./tr";
import { uk } from "./uk";
import type { Words } from "./words";
import { zh } from "./zh";

const LANGUAGES = [en, de, fr, es, pt, it, nl, da, sv, no, fi, pl, cs, tr, ru, uk, ja, ko, zh, ar, hi];

/** Returns a group of the words of one kind in every language, for a regular expression with the flags `iu`. */
export const wordsOf = (kind: keyof Words): string =>
  `(?:${[...new Set(LANGUAGES.flatMap((words) => words[kind] ?? []))].join("|").replace(/ (?!\])/g, "[ \\u00a0]+")})`;
