import type * as z from "zod";
import type { FreeTierFact } from "@/lib/schemas/observation";
import { withoutContradictions } from "./quota";
import type { Reading, Reject } from "./reading";
import { hostOf, notes } from "./text";

export type FreeTier = z.infer<typeof FreeTierFact>;

/** One bullet of a markdown list that begins with a link. */
export type ListItem = {
  /** Text of the `##` or `###` heading above. */
  section: string;
  name: string;
  url: string;
  /** All text after the link. */
  text: string;
  /** The bullet under which this one is indented, if any. */
  parent: string | null;
  /** Line number in the file, from 1. */
  line: number;
};

/** Hosts with many publishers: the URL does not show whose product it is. */
const PLATFORMS =
  /^(?:(?:.+\.)?(?:github\.com|gitlab\.com|bitbucket\.org|sourceforge\.net|sourceforge\.io|codeberg\.org|sr\.ht|readthedocs\.(?:io|org)|gumroad\.com|notion\.site|producthunt\.com|lemonsqueezy\.com|wikipedia\.org|youtube\.com|medium\.com|reddit\.com|npmjs\.com|pypi\.org|crates\.io|f-droid\.org|appsumo\.com|envato\.com|themeforest\.net|udemy\.com|joinsecret\.com|savannah\.gnu\.org)|apps\.apple\.com|itunes\.apple\.com|apple\.co|play\.google\.com|chrome\.google\.com|chromewebstore\.google\.com|addons\.mozilla\.org|microsoftedge\.microsoft\.com|marketplace\.visualstudio\.com|plugins\.jetbrains\.com|hub\.docker\.com|docs\.google\.com|sites\.google\.com|twitter\.com|x\.com|bit\.ly|linktr\.ee|t\.co|discord\.(?:gg|com)|t\.me|telegram\.me|wordpress\.org|education\.github\.com|brex\.com|packages\.debian\.org|setapp\.com|testflight\.apple\.com|geni\.us|store\.steampowered\.com|buy\.stripe\.com|amzn\.to|goo\.gl|tinyurl\.com)$/;

/** Returns the host of a product's own site. Undefined for code forges, app stores and other shared places. */
export function ownDomain(url: string | null | undefined): string | undefined {
  const host = hostOf(url)?.toLowerCase();
  if (!host || PLATFORMS.test(host) || !host.includes(".") || /^[\d.]+$/.test(host)) return undefined;
  return host;
}

export function isForge(url: string): boolean {
  return /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/[^/]+\/[^/]+/.test(url);
}

/** Returns a name as a person would write it: without markup, emoji and trailing punctuation. */
export function cleanName(raw: string): string {
  return raw
    .replace(/!?\[([^\]]*)\](?:\([^)]*\))?/g, "$1")
    .replace(/<[^>]*>/g, "")
    .replace(/[*_`~]+/g, "")
    .replace(/&amp;/g, "&")
    .replace(/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{FE0F}|\u{200D}/gu, "")
    .replace(/\s+/g, " ")
    .replace(/^https?:\/\/(?:www\.)?|\/$/g, "")
    .replace(/[\s:;,–—-]+$/, "")
    .trim();
}

const HEADING = /^#{2,4}\s+(.+?)\s*#*$/;
const BULLET = /^(\s*)[*-]\s+\[((?:[^[\]]|\[[^\]]*\])+)\]\s?\((\S+?)(?:\s+"[^"]*")?\)(.*)$/;
const PLAIN_BULLET = /^(\s*)[*-]\s+(.+)$/;

/** Returns the link bullets of a markdown file with their headings. Bullets without a link are rejects. */
export function listItems(markdown: string): { items: ListItem[]; rejects: Reject[] } {
  const items: ListItem[] = [];
  const rejects: Reject[] = [];
  let section = "";
  let open: { indent: number; name: string }[] = [];
  for (const [index, line] of markdown.split("\n").entries()) {
    const heading = HEADING.exec(line)?.[1];
    if (heading) {
      section = cleanName(heading);
      open = [];
      continue;
    }
    const plain = PLAIN_BULLET.exec(line);
    if (!plain) continue;
    const indent = (plain[1] ?? "").replace(/\t/g, "    ").length;
    open = open.filter((one) => one.indent + 1 < indent);
    const bullet = BULLET.exec(line);
    if (!bullet || !/^https?:/.test(bullet[3] ?? "")) {
      if (!/^\[[^\]]*\]\(#/.test(plain[2] ?? "")) {
        rejects.push({
          row: `line ${index + 1}: ${(plain[2] ?? "").slice(0, 60)}`,
          reason: "bullet without an address",
        });
      }
      open.push({ indent, name: cleanName(plain[2] ?? "") });
      continue;
    }
    const name = cleanName(bullet[2] ?? "");
    items.push({
      section,
      name,
      url: bullet[3] ?? "",
      text: (bullet[4] ?? "").trim(),
      parent: open.at(-1)?.name ?? null,
      line: index + 1,
    });
    open.push({ indent, name });
  }
  return { items, rejects };
}

/** Merges the readings of one product in one source: joins limits and drops contradictions. */
export function mergeFreeTiers(readings: readonly Reading<FreeTier>[]): {
  readings: Reading<FreeTier>[];
  rejects: Reject[];
} {
  const merged = new Map<string, Reading<FreeTier>>();
  const rejects: Reject[] = [];
  for (const reading of readings) {
    const key = subjectKey(reading);
    const first = merged.get(key);
    if (!first) {
      merged.set(key, reading);
      continue;
    }
    rejects.push({ row: reading.subject.name, reason: "listed twice: merged with the other entry" });
    const [older, newer] = first.observedAt <= reading.observedAt ? [first, reading] : [reading, first];
    const isJoined = newer.fact.available === older.fact.available && older.fact.limits.length > 0;
    const other =
      isJoined && older.evidence.url !== newer.evidence.url && `Joined with the entry of ${older.evidence.url}.`;
    const note = notes(...new Set([newer.evidence.note, older.evidence.note]), other);
    merged.set(key, {
      ...newer,
      evidence: note ? { ...newer.evidence, note } : newer.evidence,
      subject: { ...newer.subject, categoryLabel: first.subject.categoryLabel },
      fact: {
        ...newer.fact,
        available: newer.fact.available ?? older.fact.available,
        trialDays: newer.fact.trialDays ?? older.fact.trialDays,
        limits: isJoined ? withoutContradictions([...newer.fact.limits, ...older.fact.limits]) : newer.fact.limits,
      },
    });
  }
  return { readings: [...merged.values()], rejects };
}

export function subjectKey(reading: Reading): string {
  return `${reading.subject.name
    .toLowerCase()
    .replace(/\.(?:com|io|dev|app|net|org|co|ai|so|cloud)$/, "")
    .replace(/[^\p{L}\p{N}]/gu, "")}|${reading.subject.domain ?? ""}`;
}

/** Returns licence names as SPDX identifiers. Omits unknown licences. */
export function licencesIn(text: string): string[] {
  const found = new Set<string>();
  for (const [pattern, id] of LICENCES) if (pattern.test(text)) found.add(id);
  return [...found];
}

const LICENCES: readonly [RegExp, string][] = [
  [/\bAGPL(?:[- ]?v?3(?:\.0)?)?\b|Affero/i, "AGPL-3.0"],
  [/(?<![AL])\bGPL[- ]?v?3(?:\.0)?\b/i, "GPL-3.0"],
  [/(?<![AL])\bGPL[- ]?v?2(?:\.0)?\b/i, "GPL-2.0"],
  [/\bLGPL[- ]?v?3(?:\.0)?\b/i, "LGPL-3.0"],
  [/\bApache(?: License,?)?[- ]?(?:v(?:ersion )?)?2(?:\.0)?\b/i, "Apache-2.0"],
  [/\bMIT(?:[- ]licen[sc]ed?)?\b(?!,? (?:Sloan|Stanford|OpenCourse))/, "MIT"],
  [/\bMPL[- ]?(?:v)?2(?:\.0)?\b/i, "MPL-2.0"],
  [/\bBSD[- ]3\b/i, "BSD-3-Clause"],
];
