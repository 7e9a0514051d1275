import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { EvidencePanel } from "@/app/_components/evidence-panel";
import { JsonLd } from "@/app/_components/json-ld";
import { Marks } from "@/app/_components/marks";
import { Alternatives } from "@/app/_components/product/alternatives";
import { Cite } from "@/app/_components/product/cite";
import { Cost } from "@/app/_components/product/cost";
import { Capabilities, ExtraCosts, Free, Offers, Rating, Terms, Tips } from "@/app/_components/product/details";
import { EvidenceTable } from "@/app/_components/product/evidence";
import { Head } from "@/app/_components/product/head";
import { History } from "@/app/_components/product/history";
import { Live } from "@/app/_components/product/live/live";
import { LiveVerdict } from "@/app/_components/product/live/verdict";
import { Market } from "@/app/_components/product/market";
import { Members } from "@/app/_components/product/members";
import { Rates } from "@/app/_components/product/rates";
import { ReportFields } from "@/app/_components/product/report-fields";
import { Tiers } from "@/app/_components/product/tiers";
import { Unpriced } from "@/app/_components/product/unpriced";
import { VerdictLines } from "@/app/_components/product/verdict";
import { Withdrawn } from "@/app/_components/product/withdrawn";
import { Workload } from "@/app/_components/product/workload";
import { Searched } from "@/app/_components/searched";
import { Section } from "@/app/_components/section";
import { Static } from "@/app/_components/static";
import { changesOf, findProduct, findWithdrawn, siblingsOf } from "@/app/_data/catalog";
import { peerCosts, shownCost } from "@/app/_data/cost";
import { drawnOf } from "@/app/_data/edition";
import { categoryPath, productPath, ratesPath } from "@/app/_data/paths";
import { sendsMail, site } from "@/app/_data/site";
import { pricedInstead, standingOf } from "@/app/_data/standing";
import { comparePath } from "@/app/_data/tool-paths";
import { firstWorkload } from "@/app/_data/workload";
import { addOnsApart } from "@/lib/catalog/add-ons";
import { unknownTerms } from "@/lib/catalog/project";
import { lacksPrice } from "@/lib/catalog/starting-price";
import { productTitle } from "@/lib/format/answer";
import { oembedAddress } from "@/lib/format/embed";
import { numberEvidence } from "@/lib/format/evidence";
import { breadcrumbList, productStructuredData } from "@/lib/format/json-ld";
import { startingPriceSentence } from "@/lib/format/price";
import { productVerdict, verdictSubject } from "@/lib/format/product-verdict";
import { unpricedWords } from "@/lib/format/unpriced";
import { verdictText } from "@/lib/format/verdict";
import { unknownTermsSentence } from "@/lib/format/words";
import { reportFields } from "@/lib/reports/report";
import type { PricingRecord } from "@/lib/schemas/record";
import { countOfAddress } from "@/lib/tco/counted";
import { MAX_QUANTITY, MAX_SEATS } from "@/lib/tco/limits";
import "@/app/_components/tools.css";
import "./product.css";

export const revalidate = 300;

/** Generates no pages at build time: only the server opens the database. */
export function generateStaticParams() {
  return [];
}

/** `count`: the number of units, if the URL contains one (see the rewrites). */
type Props = { params: Promise<{ category: string; slug: string; count?: string }> };

async function productOf({ params }: Props): Promise<PricingRecord> {
  const { category, slug, count } = await params;
  const record = await findProduct(slug);
  if (!record) notFound();
  if (record.slug !== slug || record.category.slug !== category) {
    permanentRedirect(`${productPath(record)}${count === undefined ? "" : `?seats=${count}`}`);
  }
  return record;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { slug, count } = await props.params;
  const other = await drawnOf();
  const record = await findProduct(slug);
  const withdrawn = record ? null : await findWithdrawn(slug);
  if (withdrawn) return { title: `${withdrawn.name}: withdrawn`, robots: { index: false }, other };
  if (!record) return { title: "Not in the catalogue" };
  const asked = countOfAddress(count);
  const description = asked === null ? record.answer : verdictText(productVerdict(record, asked));
  return {
    ...(asked !== null && { robots: { index: false, follow: true } }),
    other,
    title: productTitle(record),
    description,
    alternates: {
      canonical: record.links.page,
      types: {
        "application/json": record.links.self,
        "application/json+oembed": [{ url: oembedAddress(record, site()), title: `${record.name} pricing` }],
      },
    },
    openGraph: { title: `${record.name} pricing`, description, url: record.links.page },
  };
}

export default async function ProductPage(props: Props) {
  await drawnOf();
  const withdrawn = await findWithdrawn((await props.params).slug);
  if (withdrawn) return <Withdrawn {...withdrawn} />;
  const record = await productOf(props);
  const beside = await changesOf(record);
  const { changes } = beside;
  const book = numberEvidence(record, beside);
  const { median, alternatives, aligned } = await standingOf(record);
  const count = countOfAddress((await props.params).count);
  const cost = await shownCost(record, count);
  const verdict = productVerdict(record, count);
  const subject = verdictSubject(record);
  const [unit] = subject.units;
  const costs = cost ? await peerCosts(cost, [record.slug, ...aligned.rows.map((row) => row.slug)]) : null;
  const workload = await firstWorkload(record);
  const lacking = lacksPrice(record);
  const siblings = lacking ? await siblingsOf(record) : [];
  const mailing = sendsMail();
  const instead = lacking ? await pricedInstead(record) : [];
  const { category, links } = record;
  const [nearest] = alternatives;
  const { hidden, addOns } = addOnsApart(record.hiddenCosts ?? []);
  const missingTerms = unknownTermsSentence(unknownTerms(record));

  return (
    <>
      <JsonLd data={productStructuredData(record)} />
      <JsonLd
        data={breadcrumbList([
          { name: "Software", url: links.home },
          { name: category.name, url: `${links.home}${categoryPath(category.slug)}` },
          { name: record.name, url: links.page },
        ])}
      />

      <Static className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 pt-4">
        <Breadcrumbs
          items={[
            { name: "Software", href: "/categories" },
            { name: category.name, href: categoryPath(category.slug) },
            { name: record.name },
          ]}
        />
        <nav aria-label="Page actions" className="no-print flex gap-4 text-table">
          <a href="#cite">Cite</a>
          {nearest ? (
            <a href={comparePath([record.slug, nearest.slug], unit?.isPeople ? (count ?? undefined) : undefined)}>
              Compare
            </a>
          ) : null}
          <a href="#report">Report an error</a>
        </nav>
      </Static>

      <Searched name={record.name} />
      <Head
        record={record}
        verdict={
          cost && unit && verdict.count ? (
            <LiveVerdict
              verdict={verdict}
              unit={unit}
              max={unit.isPeople ? MAX_SEATS : MAX_QUANTITY}
              path={productPath(record)}
              asked={count !== null}
              twin={unit.isPeople ? "cost-seats" : "cost-count-0"}
              peers={costs?.slugs ?? []}
            />
          ) : (
            <div className="verdict" data-testid="verdict">
              <VerdictLines verdict={verdict} />
            </div>
          )
        }
        priced={verdict.total !== null || verdict.count !== null}
        median={median}
        book={book}
      />

      {record.members?.length ? (
        <Section id="products" title={`${record.name} products`}>
          <Members members={record.members} range={record.priceRange} />
        </Section>
      ) : null}
      {record.tiers || record.startingPrice || record.freeTier || !(record.usage || record.members?.length) ? (
        <Section
          id="tiers"
          title={lacking && !record.tiers ? unpricedWords(record).title : "Tiers"}
          live={lacking && !record.tiers}
        >
          {lacking && !record.tiers && record.freeTier ? (
            <div className="mb-6">
              <Free free={record.freeTier} book={book} />
            </div>
          ) : null}
          {record.tiers ? (
            <Tiers
              tiers={record.tiers}
              complete={record.tiersComplete ?? true}
              seen={record.verification.observedAt}
              book={book}
            />
          ) : lacking ? (
            <Unpriced record={record} siblings={siblings} instead={instead} mailing={mailing} />
          ) : record.usage || record.members?.length || record.startingPrice ? null : (
            <OpenSource />
          )}
          {record.startingPrice ? (
            <p className="mt-2">
              {startingPriceSentence(record.startingPrice)} <Marks ids={record.startingPrice.evidence} book={book} />
            </p>
          ) : null}
          {record.freeTier && !(lacking && !record.tiers) ? <Free free={record.freeTier} book={book} /> : null}
        </Section>
      ) : null}
      {lacking && record.tiers ? (
        <Section id="unpriced" title={unpricedWords(record).title} live>
          <Unpriced record={record} siblings={siblings} instead={instead} mailing={mailing} />
        </Section>
      ) : null}
      {record.usage ? (
        <Section id="rates" title="Usage rates">
          <Rates
            slug={record.slug}
            usage={record.usage}
            changes={changes}
            json={`/api/v2/usage/${record.slug}`}
            path={ratesPath(record)}
            book={book}
          />
        </Section>
      ) : null}
      {record.capabilities ? (
        <Section id="capabilities" title="Single sign-on, SCIM and audit log">
          <Capabilities record={record} book={book} />
        </Section>
      ) : null}
      {record.offers ? (
        <Section id="offers" title="Offers">
          <Offers record={record} book={book} />
        </Section>
      ) : null}
      {hidden.length > 0 ? (
        <Section id="hidden-costs" title="Hidden costs">
          <ExtraCosts costs={hidden} what="Description" book={book} />
        </Section>
      ) : null}
      {addOns.length > 0 ? (
        <Section id="add-ons" title="Add-ons" note="Optional, sold in addition to the tiers.">
          <ExtraCosts costs={addOns} what="Description" book={book} />
        </Section>
      ) : null}
      {record.marketData ? (
        <Section id="market" title="What buyers pay">
          <Market market={record.marketData} record={record} book={book} />
        </Section>
      ) : null}
      {record.priceHistory?.some(({ price }) => price !== null) ? (
        <Section id="history" title="Price history">
          <History
            record={record}
            points={record.priceHistory}
            changes={changes}
            readings={beside.readings}
            checkedOn={beside.checkedOn}
            book={book}
          />
        </Section>
      ) : null}
      {cost ? (
        <Section id="cost" title="Calculate your cost" live>
          <Cost cost={cost} subject={subject} record={record} book={book} />
        </Section>
      ) : null}
      {workload ? (
        <Section
          id="workload"
          title={cost ? "Calculate your usage cost" : "Calculate your cost"}
          note="Estimated from the rates above."
          live
        >
          <Workload workload={workload} />
        </Section>
      ) : null}
      {record.contractTerms || missingTerms ? (
        <Section id="terms" title="Contract terms">
          <Terms terms={record.contractTerms} unknown={missingTerms} book={book} />
        </Section>
      ) : null}
      {record.negotiationTips?.length ? (
        <Section id="negotiation" title="Negotiation tips">
          <Tips tips={record.negotiationTips} book={book} />
        </Section>
      ) : null}
      {record.sentiment ? (
        <Section id="rating" title="Rating">
          <Rating sentiment={record.sentiment} restricted={record.license.sentiment === "restricted"} book={book} />
        </Section>
      ) : null}
      <Section id="evidence" title="Evidence">
        <EvidenceTable record={record} book={book} />
      </Section>
      <EvidencePanel />
      {alternatives.length > 0 ? (
        <Section id="alternatives" title={`Alternatives to ${record.name}`}>
          <Alternatives
            slug={record.slug}
            category={category}
            aligned={aligned}
            median={median}
            alternatives={alternatives}
            costs={costs}
          />
        </Section>
      ) : null}
      <Section id="cite" title="Cite this page">
        <Cite record={record} />
      </Section>
      <Section id="report" title="Report an error" note="A person reads every report." live>
        <details className="max-w-read">
          <summary>Something on this page is wrong</summary>
          <div className="mt-4">
            <Live kind="report" action="/report" method="post" given={{}} answer={null}>
              <Static>
                <ReportFields product={record.slug} fields={reportFields(record)} />
              </Static>
            </Live>
          </div>
        </details>
      </Section>
    </>
  );
}

function OpenSource() {
  return (
    <p className="max-w-read">No paid tier is known. The software is free to self-host. Hosting costs are unknown.</p>
  );
}
