import { addDays } from "@/lib/catalog/day";
import { sinceIn } from "@/lib/questions/periods";
import type { Slug } from "@/lib/schemas/primitives";
import { type Context, NOT_SAID, type Spotted } from "./asked";
import { unusedWords } from "./unused-words";
import { today } from "./views";

/** The look-back window in days if the question names no time. */
const DEFAULT_DAYS = 365;

/**
 * Reads "price changes in CRM this month": the changes in a category, or in the whole catalogue. Null for another
 * question.
 */
export function readChanges({ mentions, now, site }: Context & { mentions: Spotted }) {
  const { cues, products, models, category, tokens } = mentions;
  if (!cues.has("history") || products.length > 0 || models.length > 0) return null;
  const named = sinceIn(tokens, today(now));
  const since = named?.day ?? addDays(today(now), -DEFAULT_DAYS);
  const unread = unusedWords(mentions, [], { used: named?.places ?? [], topics: ["history"] });
  // "version history" may be part of a name.
  if (category === null && (unread.length > 0 || tokens.length < 2)) return null;
  const changes = { category, since, page: changesPage(category, since, site?.url ?? "") };
  return { ...NOT_SAID, category, changes, unread };
}

function changesPage(category: Slug | null, since: string, url: string): string {
  return `${url}/changes?${new URLSearchParams({ ...(category !== null && { category }), since })}`;
}
