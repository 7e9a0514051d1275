import type { Metadata } from "next";
import { connection } from "next/server";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { findProduct } from "@/app/_data/catalog";
import { site } from "@/app/_data/site";
import { BADGE_THEMES } from "@/lib/format/badge";
import { badgeSnippets, embedSize, embedSnippet, oembedAddress } from "@/lib/format/embed";
import "../docs/docs.css";

export function generateMetadata(): Metadata {
  return {
    title: "Badges and cards",
    description:
      "Show a software price on your own page: a small badge, or a card with all tiers. Both update automatically.",
    alternates: { canonical: `${site().url}/badges` },
  };
}

const EXAMPLE = "slack";

type Props = { searchParams: Promise<{ product?: string | string[] }> };

export default async function BadgesPage({ searchParams }: Props) {
  await connection();
  const { product = "" } = await searchParams;
  const asked = String([product].flat()[0] ?? "")
    .trim()
    .toLowerCase();
  const here = site();
  const found = asked ? await findProduct(asked) : null;
  const record = found ?? (await findProduct(EXAMPLE));
  return (
    <>
      <PageHead title="Badges and cards">
        <p className="mt-3 max-w-read text-ink-2">
          Show a price on your own page, with its date and source. Badges and cards update automatically when the data
          changes. They are free to use if you keep the link back.
        </p>
      </PageHead>
      <Section id="product" title="Product">
        <form action="/badges" className="try max-w-read" aria-label="Choose a product">
          <label>
            <span>Product name or slug</span>
            <input name="product" defaultValue={asked || EXAMPLE} autoComplete="off" spellCheck={false} />
          </label>
          <button type="submit" className="mt-2">
            Show
          </button>
        </form>
        {asked && !found ? (
          <p className="mt-3 text-table" role="status">
            No product matches “{asked}”. <a href={`/search?q=${encodeURIComponent(asked)}`}>Search the catalogue</a>.
            Below is an example.
          </p>
        ) : null}
      </Section>
      {record ? (
        <>
          <Section id="badge" title="Badge" note="For a README, a list or a footer.">
            <p className="flex flex-wrap gap-4">
              {/* biome-ignore lint/performance/noImgElement: the badge as another site shows it */}
              <img src={`/badge/${record.slug}.svg`} alt={`${record.name} pricing, badge`} height={24} />
              {/* biome-ignore lint/performance/noImgElement: the badge as another site shows it */}
              <img
                src={`/badge/${record.slug}.svg?theme=dark`}
                alt={`${record.name} pricing, dark badge`}
                height={24}
              />
            </p>
            <Snippets
              entries={[
                ["Markdown", badgeSnippets(record, here).markdown],
                ["HTML", badgeSnippets(record, here).html],
              ]}
            />
            <p className="note mt-3 max-w-read">
              Add <code>?theme=dark</code> for dark pages, or <code>?theme=auto</code> to follow the reader’s system
              setting. Themes: {BADGE_THEMES.join(", ")}. If no price is published, the badge says so.
            </p>
          </Section>
          <Section id="card" title="Card" note="For an article or a comparison. It contains no scripts.">
            <iframe
              src={`/embed/${record.slug}`}
              {...embedSize(record)}
              title={`${record.name} pricing`}
              loading="lazy"
              className="max-w-full"
            />
            <Snippets entries={[["HTML", embedSnippet(record, here)]]} />
            <p className="note mt-3 max-w-read">
              The card follows the reader’s light or dark setting. To fix one, add <code>?theme=light</code> or{" "}
              <code>?theme=dark</code>. oEmbed: <code className="break-all">{oembedAddress(record, here)}</code>
            </p>
          </Section>
        </>
      ) : null}
      <Section id="terms" title="Attribution">
        <p className="max-w-read">
          Keep the link to the product’s page: it shows the source, date and confidence of each figure. If a figure is
          marked “restricted”, keep that mark and the publisher’s name. For all other terms, see{" "}
          <a href="/license">Data licence</a>.
        </p>
      </Section>
    </>
  );
}

function Snippets({ entries }: { entries: readonly (readonly [string, string])[] }) {
  return (
    <div className="mt-4 grid max-w-read gap-3">
      {entries.map(([label, text]) => (
        <div key={label}>
          <p className="text-table font-semibold">{label}</p>
          <pre className="quote" data-snippet={label}>
            {text}
          </pre>
        </div>
      ))}
    </div>
  );
}
