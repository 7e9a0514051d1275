import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { EvidencePanel } from "@/app/_components/evidence-panel";
import { JsonLd } from "@/app/_components/json-ld";
import { Alternatives } from "@/app/_components/product/alternatives";
import { Cite } from "@/app/_components/product/cite";
import { Cost } from "@/app/_components/product/cost";
import { ExtraCosts, Free, Market, Rating, Terms, Tips } from "@/app/_components/product/details";
import { EvidenceTable } from "@/app/_components/product/evidence";
import { Head } from "@/app/_components/product/head";
import { History } from "@/app/_components/product/history";
import { Live } from "@/app/_components/product/live/live";
import { Members } from "@/app/_components/product/members";
import { Rates } from "@/app/_components/product/rates";
import { ReportFields } from "@/app/_components/product/report-fields";
import { Tiers } from "@/app/_components/product/tiers";
import { Withdrawn } from "@/app/_components/product/withdrawn";
import { Workload } from "@/app/_components/product/workload";
import { Section } from "@/app/_components/section";
import { changesOf, findProduct, findWithdrawn, siblingsOf } from "@/app/_data/catalog";
import { firstCost } from "@/app/_data/cost";
import { categoryPath, productPath, ratesPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { standingOf } from "@/app/_data/standing";
import { comparePath } from "@/app/_data/tool-paths";
import { firstWorkload } from "@/app/_data/workload";
import { addOnsApart } from "@/lib/catalog/add-ons";
import { answerOf, productTitle } from "@/lib/format/answer";
import { oembedAddress } from "@/lib/format/embed";
import { numberEvidence } from "@/lib/format/evidence";
import { breadcrumbList, productStructuredData } from "@/lib/format/json-ld";
import { statusSentence } from "@/lib/format/words";
import { reportFields } from "@/lib/reports/report";
import type { PricingRecord } from "@/lib/schemas/record";
import "@/app/_components/tools.css";
import "./product.css";

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
  const withdrawn = record ? null : await findWithdrawn(slug);
  if (withdrawn) return { title: `${withdrawn.name}: withdrawn`, robots: { index: false } };
  if (!record) return { title: "Not in the catalogue" };
  const description = record.answer;
  return {
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
  const withdrawn = await findWithdrawn((await props.params).slug);
  if (withdrawn) return <Withdrawn {...withdrawn} />;
  const record = await productOf(props);
  const beside = await changesOf(record);
  const { changes } = beside;
  const book = numberEvidence(record, beside);
  const { median, peers, aligned } = await standingOf(record);
  const cost = await firstCost(record);
  const workload = await firstWorkload(record);
  const siblings = record.tiers || record.usage || record.members?.length ? [] : await siblingsOf(record);
  const { category, links } = record;
  const [nearest] = peers;
  const { hidden, addOns } = addOnsApart(record.hiddenCosts ?? []);

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

      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 pt-4">
        <Breadcrumbs
          items={[
            { name: "Software", href: "/categories" },
            { name: category.name, href: categoryPath(category.slug) },
            { name: record.name },
          ]}
        />
        <nav aria-label="This page" className="no-print flex gap-4 text-table">
          <a href="#cite">Cite</a>
          {nearest ? <a href={comparePath([record.slug, nearest.slug])}>Compare</a> : null}
          <a href="#report">Report</a>
        </nav>
      </div>

      <Head record={record} median={median} book={book} />

      {record.members?.length ? (
        <Section id="products" title={`Products of ${record.name}`}>
          <Members members={record.members} range={record.priceRange} />
        </Section>
      ) : null}
      {record.tiers || record.freeTier || !(record.usage || record.members?.length) ? (
        <Section id="tiers" title="Tiers">
          {record.tiers ? (
            <Tiers
              tiers={record.tiers}
              complete={record.tiersComplete ?? true}
              seen={record.verification.observedAt}
              book={book}
            />
          ) : record.usage || record.members?.length ? null : (
            <NoTiers record={record} siblings={siblings} />
          )}
          {record.freeTier ? <Free free={record.freeTier} book={book} /> : null}
        </Section>
      ) : null}
      {record.usage ? (
        <Section id="rates" title="Usage rates">
          <Rates
            usage={record.usage}
            changes={changes}
            json={`/api/v2/usage/${record.slug}`}
            path={ratesPath(record)}
            book={book}
          />
        </Section>
      ) : null}
      {hidden.length > 0 ? (
        <Section id="hidden-costs" title="Hidden costs">
          <ExtraCosts costs={hidden} what="When it bites" book={book} />
        </Section>
      ) : null}
      {addOns.length > 0 ? (
        <Section id="add-ons" title="Add-ons" note="Sold beside the plans; nobody has to buy them.">
          <ExtraCosts costs={addOns} what="What it adds" book={book} />
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
          <History record={record} points={record.priceHistory} changes={changes} book={book} />
        </Section>
      ) : null}
      {cost ? (
        <Section id="cost" title="What it costs you">
          <Cost cost={cost} record={record} book={book} />
        </Section>
      ) : null}
      {workload ? (
        <Section
          id="workload"
          title={cost ? "What your use costs" : "What it costs you"}
          note="Estimated from the rates above."
        >
          <Workload workload={workload} />
        </Section>
      ) : null}
      {record.contractTerms ? (
        <Section id="terms" title="Terms">
          <Terms terms={record.contractTerms} book={book} />
        </Section>
      ) : null}
      {record.negotiationTips?.length ? (
        <Section id="negotiation" title="Negotiation">
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
        <EvidencePanel />
      </Section>
      {peers.length > 0 ? (
        <Section id="alternatives" title={`Alternatives in ${category.name}`}>
          <Alternatives slug={record.slug} category={category} aligned={aligned} median={median} peers={peers} />
        </Section>
      ) : null}
      <Section id="cite" title="Cite this page">
        <Cite record={record} />
      </Section>
      <Section id="report" title="Report an error" note="Read by a person.">
        <details className="max-w-read">
          <summary>Something on this page is wrong</summary>
          <div className="mt-4">
            <Live kind="report" action="/report" method="post" given={{}} answer={null}>
              <ReportFields product={record.slug} fields={reportFields(record)} />
            </Live>
          </div>
        </details>
      </Section>
    </>
  );
}

function NoTiers({ record, siblings }: { record: PricingRecord; siblings: readonly PricingRecord[] }) {
  return (
    <>
      <WhyNoTiers record={record} />
      {siblings.length > 0 ? (
        <>
          <h3 className="mt-4 mb-1">Priced products of {record.vendor.name}</h3>
          <ul className="max-w-read text-table">
            {siblings.map((sibling) => (
              <li key={sibling.slug} className="flex justify-between gap-4 border-b border-rule py-1.5">
                <a href={productPath(sibling)}>{sibling.name}</a>
                <span className="text-right">{answerOf(sibling).brief}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function WhyNoTiers({ record: { priceStatus, links, pricingModel, name, kind } }: { record: PricingRecord }) {
  if (pricingModel === "open_source") {
    return (
      <p className="max-w-read">No paid plan is known. The software is free to run; what hosting it costs is not.</p>
    );
  }
  return (
    <p className="max-w-read">
      {kind === "family" ? `This page gathers what is known of ${name} as a whole. ` : ""}
      {statusSentence(priceStatus)} No tier has been read from a page yet.
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
  );
}
