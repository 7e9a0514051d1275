import { markdownText } from "@/lib/catalog/markdown-text";
import { layoutStrip, type Strip, type StripItem } from "@/lib/chart/strip";
import type { PricingRecord } from "@/lib/schemas/record";
import { datedWords } from "./age";
import { answerOf } from "./answer";
import { formatMoney } from "./money";
import { axisTiers, confidenceText } from "./price";
import { escapeXml } from "./xml";

export const EMBED_THEMES = ["light", "dark", "auto"] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

const STRIP_WIDTH = 440;

export const EMBED_WIDTH = 480;

const LIGHT = "--paper:#fbfbf9;--ink:#17181a;--quiet:#5a5d62;--rule:#dcdcd6;--link:#1b4f8f";
const DARK = "--paper:#131416;--ink:#ecebe6;--quiet:#a8a9ad;--rule:#303236;--link:#93bdf2";

const BASE = `*{box-sizing:border-box;margin:0}
body{padding:16px 20px;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;border:1px solid var(--rule);min-height:100vh}
h1{font-size:16px;line-height:1.4;font-weight:600}
a{color:var(--link);text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.18em}
a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.answer{margin-top:4px;font-size:20px;line-height:1.3}
.quiet{color:var(--quiet)}
small{display:block;margin-top:10px;font-size:12px;color:var(--quiet)}
.tag{border:1px solid currentColor;padding:0 .4em;font-size:12px}
svg{display:block;width:100%;height:auto;margin-top:12px;overflow:visible}
svg text{font-size:12px;fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
svg .tick{fill:var(--quiet)}
svg .axis,svg .leader{stroke:var(--quiet);shape-rendering:crispEdges}
svg .span{stroke:var(--ink);stroke-width:3}
svg circle{fill:var(--ink);stroke:var(--paper);stroke-width:1.5}`;

/** Returns the complete style of a card; it does not contain text from the data. */
export function embedStyle(theme: EmbedTheme): string {
  if (theme === "dark") return `:root{color-scheme:dark;${DARK}}\n${BASE}`;
  if (theme === "light") return `:root{color-scheme:light;${LIGHT}}\n${BASE}`;
  return `:root{color-scheme:light dark;${LIGHT}}\n@media(prefers-color-scheme:dark){:root{${DARK}}}\n${BASE}`;
}

/** Returns a price card for another site's page: a complete document without scripts. */
export function embedHtml(record: PricingRecord, theme: EmbedTheme): string {
  const answer = answerOf(record);
  const { price, free, restricted } = answer;
  const page = escapeXml(record.links.page);
  const source = record.marketData?.source ?? "a third party";
  return document({
    theme,
    title: `${record.name} pricing`,
    head: `<link rel="canonical" href="${page}">`,
    body: `<h1><a href="${page}" target="_blank" rel="noopener">${escapeXml(record.name)} pricing</a></h1>
<p class="answer">${escapeXml(price)}${free ? ` <span class="quiet">· ${escapeXml(free)}</span>` : ""}</p>${
      restricted
        ? `\n<small><span class="tag">Third-party figure</span> Median from ${escapeXml(source)}. For display only.</small>`
        : ""
    }${stripSvg(record)}
<small>${escapeXml(sentenceCase(datedWords(answer.age, answer.verb)))} · confidence ${escapeXml(confidenceText(record.verification))} · from <a href="${page}" target="_blank" rel="noopener">${escapeXml(record.source)}</a></small>`,
  });
}

/** Returns the content of the frame if the product is not in the catalogue. */
export function unknownEmbedHtml(
  slug: string,
  suggestions: readonly string[],
  site: { name: string; url: string },
): string {
  const nearest = suggestions[0];
  return document({
    theme: "auto",
    title: "Not in the catalogue",
    head: '<meta name="robots" content="noindex">',
    body: `<h1>Not in the catalogue</h1>
<p class="answer">No product matches “${escapeXml(slug.slice(0, 80))}”.</p>
<small>${nearest ? `Did you mean “${escapeXml(nearest)}”? ` : ""}<a href="${escapeXml(site.url)}/search?q=${encodeURIComponent(slug)}" target="_blank" rel="noopener">Search ${escapeXml(site.name)}</a></small>`,
  });
}

function document({
  theme,
  title,
  head,
  body,
}: {
  theme: EmbedTheme;
  title: string;
  head: string;
  body: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
${head}
<style>${embedStyle(theme)}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function stripOf(record: PricingRecord): { label: string; strip: Strip; currency: string | null } | null {
  const tiers = axisTiers(record);
  if (new Set(tiers.map(({ value }) => value)).size < 2) return null;
  const items: StripItem[] = tiers.map(({ tier, value }) => ({
    label: tier.name,
    figure: value > 0 ? formatMoney(value, tier.currency) : tier.name.toLowerCase() === "free" ? "" : "free",
    value,
  }));
  return {
    label: `Tiers on one axis: ${tiers.map(({ tier, value }) => `${tier.name} ${formatMoney(value, tier.currency)}`).join(", ")}`,
    strip: layoutStrip(items, { width: STRIP_WIDTH, fontSize: 12, tickCount: 3 }),
    currency: record.priceRange?.currency ?? null,
  };
}

/** Draws the tiers on one axis; returns an empty text if fewer than two prices fit on it. */
function stripSvg(record: PricingRecord): string {
  const drawn = stripOf(record);
  if (!drawn) return "";
  const { strip, label, currency } = drawn;
  const ticks = strip.ticks.map(
    ({ x, value }) =>
      `<path class="axis" d="M${x} ${strip.axisY}v4"/><text class="tick" x="${x}" y="${strip.axisY + 18}" text-anchor="${x === strip.left ? "start" : "middle"}">${escapeXml(formatMoney(value, currency))}</text>`,
  );
  const marks = strip.marks.map(
    (mark) =>
      `<path class="leader" d="M${mark.x} ${strip.axisY}V${mark.labelY - 9}"/><circle cx="${mark.x}" cy="${strip.axisY}" r="5"/><text x="${mark.labelX}" y="${mark.labelY}">${escapeXml(mark.text)}</text>`,
  );
  const span = strip.span ? `<path class="span" d="M${strip.span.from} ${strip.axisY}H${strip.span.to}"/>` : "";
  return `\n<svg viewBox="0 0 ${STRIP_WIDTH} ${strip.height}" role="img" aria-label="${escapeXml(label)}"><path class="axis" d="M${strip.left} ${strip.axisY}H${strip.right}"/>${ticks.join("")}${span}${marks.join("")}</svg>`;
}

const LETTERS_A_LINE = 42;

/** Returns the size of the frame that shows the whole card at its full width. */
export function embedSize(record: PricingRecord): { width: number; height: number } {
  const { price, free, restricted } = answerOf(record);
  const lines = Math.ceil(`${price} · ${free ?? ""}`.length / LETTERS_A_LINE);
  const strip = stripOf(record);
  const note = restricted ? 28 : 0;
  return { width: EMBED_WIDTH, height: 100 + 26 * lines + note + (strip ? 12 + strip.strip.height : 0) };
}

function sentenceCase(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export function oembedAddress({ links }: Pick<PricingRecord, "links">, site: { url: string }): string {
  return `${site.url}/embed/oembed?url=${encodeURIComponent(links.page)}`;
}

/** Returns the data with which a page that links to a product can embed its card: see https://oembed.com. */
export function oembedOf(
  record: PricingRecord,
  site: { name: string; url: string },
  most: { width?: number | undefined; height?: number | undefined } = {},
) {
  const whole = embedSize(record);
  const width = Math.min(whole.width, most.width ?? whole.width);
  const height = Math.min(whole.height, most.height ?? whole.height);
  return {
    version: "1.0",
    type: "rich",
    title: `${record.name} pricing`,
    provider_name: site.name,
    provider_url: site.url,
    cache_age: 86_400,
    width,
    height,
    html: embedSnippet(record, site, { width, height }),
  };
}

/** Returns the HTML to paste into a page, with its attribution. */
export function embedSnippet(
  record: PricingRecord,
  site: { url: string },
  { width, height }: { width: number; height: number } = embedSize(record),
): string {
  const title = `${record.name} pricing`;
  return `<iframe src="${escapeXml(`${site.url}/embed/${record.slug}`)}" width="${width}" height="${height}" title="${escapeXml(title)}" loading="lazy" style="border:0;max-width:100%"></iframe>
<p><a href="${escapeXml(record.links.page)}">${escapeXml(title)}</a>, ${escapeXml(record.source)}</p>`;
}

export function badgeSnippets(record: Pick<PricingRecord, "slug" | "name" | "links">, site: { url: string }) {
  const image = `${site.url}/badge/${record.slug}.svg`;
  const title = `${record.name} pricing`;
  return {
    markdown: `[![${markdownText(title)}](${image})](${record.links.page})`,
    html: `<a href="${escapeXml(record.links.page)}"><img src="${escapeXml(image)}" alt="${escapeXml(title)}" height="24"></a>`,
  };
}
