import { isAnnounced } from "@/lib/format/changes";
import { changeClassWords, changeSentence } from "@/lib/format/ledger";
import { escapeXml } from "@/lib/format/xml";
import type { ChangesAnswer, LedgerChange } from "@/lib/schemas/changes";

interface Feed {
  answer: Pick<ChangesAnswer, "changes">;
  site: { name: string; url: string };
  /** URL of this part of the feed. */
  self: string;
  /** The filters of the feed as in its URL. They identify the feed and select the changes of its page. */
  query: string;
  /** URL of the feed's next part; null for the last part. */
  next: string | null;
  /** Replaces the date of the newest change if there are no changes yet. */
  now: Date;
}

/** Adds the feed's category or product to the title, so that a reader can distinguish two feeds. */
function titleOf({ site, query }: Pick<Feed, "site" | "query">): string {
  const asked = new URLSearchParams(query);
  const scopes = [asked.get("product"), asked.get("category")].filter(Boolean);
  return [`${site.name}: price changes`, ...scopes].join(", ");
}

const pageOf = ({ site, query }: Pick<Feed, "site" | "query">) => `${site.url}/changes${query}`;
const DESCRIPTION = "Software price changes, each with its evidence.";

/** Returns an Atom feed: see RFC 4287. */
export function atomFeed(feed: Feed): string {
  const { answer, site, self, next, now, query } = feed;
  const { changes } = answer;
  const newest = changes.map(updatedAt).sort().at(-1) ?? now.toISOString();
  const entries = changes.map(
    (change) => `  <entry>
    <id>${escapeXml(idOf(change))}</id>
    <title>${escapeXml(changeSentence(change))}</title>
    <link href="${escapeXml(change.links.page)}"/>
    <published>${change.observedAt}T00:00:00Z</published>
    <updated>${updatedAt(change)}</updated>
    <category term="${escapeXml(change.product.category)}"/>
    <category term="${change.class}" label="${changeClassWords(change.class).name}"/>
    <content type="text">${escapeXml(textOf(change))}</content>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(`${site.url}/changes.atom${query}`)}</id>
  <title>${escapeXml(titleOf(feed))}</title>
  <subtitle>${escapeXml(DESCRIPTION)}</subtitle>
  <updated>${newest}</updated>
  <author><name>${escapeXml(site.name)}</name><uri>${escapeXml(site.url)}</uri></author>
  <link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(pageOf(feed))}"/>
${next === null ? "" : `  <link rel="next" href="${escapeXml(next)}"/>\n`}${entries.join("")}</feed>
`;
}

/** Returns a JSON feed: see https://www.jsonfeed.org/version/1.1/. */
export function jsonFeed(feed: Feed): string {
  const { answer, site, self, next } = feed;
  const { changes } = answer;
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: titleOf(feed),
    description: DESCRIPTION,
    home_page_url: pageOf(feed),
    feed_url: self,
    ...(next !== null && { next_url: next }),
    authors: [{ name: site.name, url: site.url }],
    language: "en",
    items: changes.map((change) => ({
      id: idOf(change),
      url: change.links.page,
      title: changeSentence(change),
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

/** Returns when the entry became true: the day of the reading for an announcement, the effective day for a move. */
function updatedAt({ day, observedAt, class: kind }: LedgerChange): string {
  return `${isAnnounced({ class: kind }) || day < observedAt ? observedAt : day}T00:00:00Z`;
}

function textOf(change: LedgerChange): string {
  const { effectiveFrom, observedAt, evidence } = change;
  const dates =
    effectiveFrom === null ? `Checked ${observedAt}.` : `Effective ${effectiveFrom}. Checked ${observedAt}.`;
  const shown = evidence.map(({ publisher, url }) => `${publisher}: ${url}`).join("\n");
  return `${changeSentence(change)}\n${dates}\n${shown}`;
}
