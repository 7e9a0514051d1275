import { displayMoney } from "@/lib/catalog/display";
import type { ChangesAnswer, LedgerChange } from "@/lib/schemas/changes";

interface Feed {
  answer: Pick<ChangesAnswer, "changes">;
  site: { name: string; url: string };
  /** Address of the feed itself. */
  self: string;
  /** Address of the feed's next part; null where there is none. */
  next: string | null;
  /** Stands in where there is no change yet. */
  now: Date;
}

const titleOf = (site: Feed["site"]) => `${site.name}: price changes`;
const DESCRIPTION = "Software prices that moved, each with its evidence.";

/** RFC 4287. */
export function atomFeed({ answer: { changes }, site, self, next, now }: Feed): string {
  const newest = changes.map(updatedAt).sort().at(-1) ?? now.toISOString();
  const entries = changes.map(
    (change) => `  <entry>
    <id>${xml(idOf(change))}</id>
    <title>${xml(headline(change))}</title>
    <link href="${xml(change.links.page)}"/>
    <published>${change.observedAt}T00:00:00Z</published>
    <updated>${updatedAt(change)}</updated>
    <category term="${xml(change.product.category)}"/>
    <content type="text">${xml(textOf(change))}</content>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${xml(`${site.url}/changes.atom`)}</id>
  <title>${xml(titleOf(site))}</title>
  <subtitle>${xml(DESCRIPTION)}</subtitle>
  <updated>${newest}</updated>
  <author><name>${xml(site.name)}</name><uri>${xml(site.url)}</uri></author>
  <link rel="self" type="application/atom+xml" href="${xml(self)}"/>
  <link rel="alternate" type="text/html" href="${xml(site.url)}"/>
${next === null ? "" : `  <link rel="next" href="${xml(next)}"/>\n`}${entries.join("")}</feed>
`;
}

/** https://www.jsonfeed.org/version/1.1/ */
export function jsonFeed({ answer: { changes }, site, self, next }: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: titleOf(site),
    description: DESCRIPTION,
    home_page_url: site.url,
    feed_url: self,
    ...(next !== null && { next_url: next }),
    authors: [{ name: site.name, url: site.url }],
    language: "en",
    items: changes.map((change) => ({
      id: idOf(change),
      url: change.links.page,
      title: headline(change),
      content_text: textOf(change),
      date_published: `${change.observedAt}T00:00:00Z`,
      date_modified: updatedAt(change),
      tags: [change.product.category, change.class],
      _change: change,
    })),
  });
}

function idOf({ id, links }: LedgerChange): string {
  return `${links.page}#${id}`;
}

/** When the entry became true: an announcement on the day it was seen, a move on the day it took effect. */
function updatedAt({ day, observedAt, class: kind }: LedgerChange): string {
  return `${kind === "scheduled" || day < observedAt ? observedAt : day}T00:00:00Z`;
}

function headline({ product, tier, field, before, after, percent, currency }: LedgerChange): string {
  const money = (amount: number) => (currency === null ? String(amount) : displayMoney(amount, currency));
  const from = before === null ? "" : `${money(before)} → `;
  const to = after === null ? "no longer published" : money(after);
  const change = percent === null ? "" : ` (${percent > 0 ? "+" : ""}${percent}%)`;
  return `${[product.name, tier, field].filter((part) => part !== null).join(" · ")}: ${from}${to}${change}`;
}

function textOf(change: LedgerChange): string {
  const { effectiveFrom, observedAt, evidence } = change;
  const dates = effectiveFrom === null ? `Seen ${observedAt}.` : `From ${effectiveFrom}; seen ${observedAt}.`;
  const shown = evidence.map(({ publisher, url }) => `${publisher}: ${url}`).join("\n");
  return `${headline(change)}\n${dates}\n${shown}`;
}

function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
