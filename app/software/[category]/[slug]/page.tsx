import type { Metadata } from "next";
import Link from "next/link";
import { notFound, permanentRedirect } from "next/navigation";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { Confidence } from "@/app/_components/confidence";
import { JsonLd } from "@/app/_components/json-ld";
import { PriceStrip } from "@/app/_components/price-strip";
import { Disputes, Free, HiddenCosts, Market, Rating, Scenarios, Terms, Tips } from "@/app/_components/product/details";
import { EvidenceTable } from "@/app/_components/product/evidence";
import { History } from "@/app/_components/product/history";
import { Rates } from "@/app/_components/product/rates";
import { Tiers } from "@/app/_components/product/tiers";
import { Section } from "@/app/_components/section";
import { findProduct, neighbours } from "@/app/_data/catalog";
import { categoryPath, productPath } from "@/app/_data/paths";
import { citations } from "@/lib/format/cite";
import { numberEvidence } from "@/lib/format/evidence";
import { breadcrumbList, softwareApplication } from "@/lib/format/json-ld";
import { formatMoney } from "@/lib/format/money";
import { answerOf, answerSentence, axisTiers } from "@/lib/format/price";
import { confidenceWord, pricingModelWords, statusSentence, unitWords } from "@/lib/format/words";
import type { PricingRecord } from "@/lib/schemas/record";

export const revalidate = 300;

/** No page is made at build time: the database is opened by the server only. */
export function generateStaticParams() {
  return [];
}

type Props = { params: Promise<{ category: string; slug: string }> };

async function productOf({ params }: Props): Promise<PricingRecord> {
  const { category, slug } = await params;
  const record = await findProduct(slug);
  if (!record) notFound();
  if (record.slug !== slug || record.category.slug !== category) permanentRedirect(productPath(record));
  return record;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { slug } = await props.params;
  const record = await findProduct(slug);
  if (!record) return { title: "Not in the catalogue" };
  const { price, known } = answerOf(record);
  const description = answerSentence(record);
  return {
    title: known ? `${record.name} pricing: ${price}` : `${record.name} pricing`,
    description,
    alternates: { canonical: record.links.page, types: { "application/json": record.links.self } },
    openGraph: { title: `${record.name} pricing`, description, url: record.links.page },
  };
}

const SHOWN_NEIGHBOURS = 24;

export default async function ProductPage(props: Props) {
  const record = await productOf(props);
  const book = numberEvidence(record);
  const alternatives = await neighbours(record);
  const { category, links, verification } = record;
  const answer = answerOf(record);
  const onAxis = axisTiers(record);
  const { currency = null, unit = null } = record.priceRange ?? {};
  const nothingKnown = !record.tiers && !record.usage && !record.marketData;

  return (
    <>
      <JsonLd data={softwareApplication(record)} />
      <JsonLd
        data={breadcrumbList([
          { name: "Software", url: links.home },
          { name: category.name, url: `${links.home}${categoryPath(category.slug)}` },
          { name: record.name, url: links.page },
        ])}
      />

      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 pt-4">
        <Breadcrumbs
          items={[
            { name: "Software", href: "/" },
            { name: category.name, href: categoryPath(category.slug) },
            { name: record.name },
          ]}
        />
        <nav aria-label="This page" className="no-print flex gap-4 text-table">
          <a href="#evidence">Evidence</a>
          <a href="#cite">Cite</a>
          <a href={`/api/v2/pricing/${record.slug}`}>JSON</a>
        </nav>
      </div>

      <header className="pt-3 pb-8">
        <h1>{record.name} pricing</h1>
        <p className="mt-3 text-section leading-snug sm:text-answer" data-testid="answer">
          {answer.price}
          <span className="text-ink-2">
            {answer.free ? ` · ${answer.free}` : ""} · seen {answer.seen} · confidence{" "}
            {confidenceWord(verification.confidence)} (<a href="#confidence">why</a>)
          </span>
        </p>
        <p className="mt-2 text-table text-ink-2">
          {[
            record.kind === "supplier" ? `All products of ${record.vendor.name}` : `Sold by ${record.vendor.name}`,
            record.pricingModel ? pricingModelWords(record.pricingModel) : null,
          ]
            .filter(Boolean)
            .join(" · ")}
          {links.vendor ? (
            <>
              {" · "}
              <a href={links.vendor} rel="noopener nofollow">
                vendor’s page
              </a>
            </>
          ) : null}
        </p>
        <div className="mt-3">
          <Confidence verification={verification} />
        </div>
        {verification.disputed.length > 0 ? (
          <div className="mt-4">
            <Disputes record={record} book={book} />
          </div>
        ) : null}
        {new Set(onAxis.map(({ value }) => value)).size > 1 ? (
          <div className="mt-6">
            <PriceStrip
              currency={currency}
              label={`Tiers on one axis: ${onAxis.map(({ tier, value }) => `${tier.name} ${formatMoney(value, tier.currency)}`).join(", ")}`}
              items={onAxis.map(({ tier, value }) => ({
                label: tier.name,
                figure:
                  value > 0 ? formatMoney(value, tier.currency) : tier.name.toLowerCase() === "free" ? "" : "free",
                value,
              }))}
            />
            <p className="note mt-1">
              {unit ? `${sentence(unitWords(unit))}: the` : "The"} monthly price where one is stated, else the yearly or
              list price.
            </p>
          </div>
        ) : null}
      </header>

      {nothingKnown ? (
        <Section id="tiers" title="Tiers">
          <p className="max-w-read">
            {statusSentence(record.priceStatus ?? "unverified")} No tier has been read from a page yet.
            {links.vendor ? (
              <>
                {" "}
                Ask at the{" "}
                <a href={links.vendor} rel="noopener nofollow">
                  vendor’s page
                </a>
                .
              </>
            ) : null}
          </p>
        </Section>
      ) : null}
      {record.tiers ? (
        <Section id="tiers" title="Tiers">
          <Tiers tiers={record.tiers} complete={record.tiersComplete ?? true} book={book} />
        </Section>
      ) : null}
      {record.usage ? (
        <Section id="rates" title="Usage rates">
          <Rates usage={record.usage} book={book} />
        </Section>
      ) : null}
      {record.hiddenCosts?.length ? (
        <Section id="hidden-costs" title="Hidden costs">
          <HiddenCosts costs={record.hiddenCosts} book={book} />
        </Section>
      ) : null}
      {record.marketData ? (
        <Section id="market" title="What buyers pay">
          <Market
            market={record.marketData}
            vendor={record.vendor.name}
            restricted={record.license.marketData === "restricted"}
            note={record.licenseNote}
            book={book}
          />
        </Section>
      ) : null}
      {record.priceHistory?.some(({ price }) => price !== null) ? (
        <Section id="history" title="Price history">
          <History record={record} points={record.priceHistory} book={book} />
        </Section>
      ) : null}
      {record.scenarios?.length ? (
        <Section id="scenarios" title="What it costs a team">
          <Scenarios record={record} />
        </Section>
      ) : null}
      {record.contractTerms ? (
        <Section id="terms" title="Contract terms">
          <Terms terms={record.contractTerms} book={book} />
        </Section>
      ) : null}
      {record.negotiationTips?.length ? (
        <Section id="negotiation" title="Negotiation">
          <Tips tips={record.negotiationTips} book={book} />
        </Section>
      ) : null}
      {record.freeTier ? (
        <Section id="free" title="Free of charge">
          <Free free={record.freeTier} book={book} />
        </Section>
      ) : null}
      {record.sentiment ? (
        <Section id="rating" title="Rating">
          <Rating sentiment={record.sentiment} restricted={record.license.sentiment === "restricted"} book={book} />
        </Section>
      ) : null}
      <Section
        id="evidence"
        title="Evidence"
        note="Kind A: vendor’s page or official document. B: reviewed list. C: old, second-hand or partial."
      >
        <EvidenceTable record={record} book={book} />
      </Section>
      {alternatives.length > 0 ? (
        <Section id="alternatives" title={`Alternatives in ${category.name}`}>
          <ul className="columns-2 gap-8 text-table md:columns-3">
            {alternatives.slice(0, SHOWN_NEIGHBOURS).map((other) => (
              <li key={other.slug} className="break-inside-avoid py-0.5">
                <Link href={productPath(other)} prefetch={false}>
                  {other.name}
                </Link>
              </li>
            ))}
          </ul>
          <p className="mt-3 text-table">
            <Link href={categoryPath(category.slug)} prefetch={false}>
              All {alternatives.length + 1} in {category.name}, with prices
            </Link>
          </p>
        </Section>
      ) : null}
      <Section id="cite" title="Cite this page">
        <div className="grid max-w-read gap-3">
          {citations(record).map(({ label, text }) => (
            <div key={label}>
              <h3>{label}</h3>
              <pre className="quote">{text}</pre>
            </div>
          ))}
        </div>
      </Section>
    </>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
