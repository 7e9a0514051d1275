import type { Metadata } from "next";
import { connection } from "next/server";
import { CategoryMultiples } from "@/app/_components/coverage/category-multiples";
import { Distribution } from "@/app/_components/coverage/distribution";
import { ShareCells, ShareHead } from "@/app/_components/coverage/share-columns";
import { SourceTable } from "@/app/_components/coverage/source-table";
import { JsonLd } from "@/app/_components/json-ld";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { Static } from "@/app/_components/static";
import { coverage, lately } from "@/app/_data/coverage";
import { productPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { POLICY } from "@/lib/catalog/policy";
import type { WellKnownRow } from "@/lib/catalog/report";
import { auditText } from "@/lib/format/audit";
import {
  AGE_LABELS,
  CONFIDENCE_LABELS,
  checkCountWords,
  confidenceClassWord,
  daysText,
  groupName,
  RUN_WORDS,
  ruleWords,
} from "@/lib/format/coverage";
import { dataset } from "@/lib/format/dataset-json-ld";
import { formatDay, instantText } from "@/lib/format/dates";
import { formatNumber, formatPercent } from "@/lib/format/money";
import { audit } from "@/lib/operations/audit";

export function generateMetadata(): Metadata {
  const { totals } = coverage();
  return {
    title: "Coverage",
    description: `Data on ${formatNumber(totals.products)} products: sources, age, confidence and gaps, counted from ${formatNumber(totals.observations)} observations.`,
    alternates: { canonical: `${site().url}/coverage` },
  };
}

/** Returns the day of the newest price, or else the other data about the product. */
function readingText({ product, answered, readOn }: WellKnownRow): string {
  if (readOn !== null) return formatDay(readOn);
  if (product === null) return "no such product";
  return answered ? "free or contact sales" : "not yet";
}

export default async function CoveragePage() {
  await connection();
  const report = coverage();
  const done = await lately();
  const { asOf, totals, overall, groups, sources, headings, flags, wellKnown } = report;
  const count = formatNumber;
  const facts = [
    { key: "products", term: "products", value: count(totals.products) },
    { key: "priced", term: "with a price", value: count(totals.priced) },
    { key: "pricedOrMedian", term: "with a price or a market median", value: count(totals.pricedOrMedian) },
    { key: "withMedian", term: "with a market median", value: count(totals.withMedian) },
    { key: "domainPercent", term: "with a known domain", value: formatPercent(totals.domainPercent) },
    { key: "withHistory", term: "products and models with a price history", value: count(totals.withHistory) },
    { key: "disputedFigures", term: "disputed figures", value: count(totals.disputedFigures) },
    { key: "stalePercent", term: "old: past the date of their next check", value: formatPercent(totals.stalePercent) },
  ];
  return (
    <>
      <JsonLd data={dataset(report, site())} />
      <PageHead title="Coverage">
        <p className="mt-3 max-w-read text-ink-2">
          {`${count(totals.observations)} observations from ${count(totals.sources)} sources on ${formatDay(asOf)}. ${count(totals.rejects)} rows were rejected, ${count(totals.blocked)} of them because the figure is impossible. The catalogue also has ${count(totals.families)} product families, which are not counted as products.`}{" "}
          <a href="/methodology">How these figures are computed</a>.
        </p>
      </PageHead>
      <Static>
        <dl className="facts mb-10 gap-x-4">
          {facts.map(({ key, term, value }) => (
            <div key={key} data-fact={key}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Static>

      <Section id="age" title="Age of data" note={`Median ${daysText(overall.medianAgeDays)}.`}>
        <Distribution
          caption="Days since a source last showed the product."
          head="Age"
          rows={AGE_LABELS.map((label, index) => ({ label, count: overall.ages[index] ?? 0 }))}
          whole={overall.products}
        />
      </Section>

      <Section
        id="checks"
        title="Verification"
        note={`Vendors’ pages and public lists that this service read in the last ${POLICY.verifiedForDays} days.`}
      >
        {done.runs.length === 0 ? (
          <p className="max-w-read">
            This deployment has not read any page or list yet. All data comes from the shipped catalogue.
          </p>
        ) : (
          <>
            <p className="max-w-read" data-testid="checked">
              {`${count(done.verified)} ${done.verified === 1 ? "product was" : "products were"} confirmed on the vendor’s page. `}
              {checkCountWords(done.checks)}
            </p>
            <table className="ledger ledger-stack mt-4">
              <caption>Latest runs.</caption>
              <thead>
                <tr>
                  <th scope="col">Started</th>
                  <th scope="col">Run</th>
                  <th scope="col">Outcome</th>
                </tr>
              </thead>
              <tbody>
                {done.runs.map(({ kind, source, startedAt, outcome }) => (
                  <tr key={`${kind} ${source} ${startedAt.toISOString()}`}>
                    <td data-label="Started">{instantText(startedAt.toISOString())}</td>
                    <td data-label="Run">{RUN_WORDS[kind] + (source ? `: ${source}` : "")}</td>
                    <td data-label="Outcome">{outcome ?? "running"}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </Section>

      <Section
        id="confidence"
        title="Confidence"
        note={`For the ${formatNumber(totals.priced)} products with a price. Median ${overall.medianConfidence?.toFixed(2)}.`}
      >
        <Distribution
          caption="Based on the kind of source, age, agreement and disputes."
          head="Confidence"
          rows={CONFIDENCE_LABELS.map((label, index) => ({
            label,
            note: confidenceClassWord(index),
            count: overall.confidences[index] ?? 0,
          })).reverse()}
          whole={totals.priced}
        />
      </Section>

      <Section id="groups" title="Record groups" note="The parts of a record.">
        <table className="ledger ledger-stack">
          <caption>Median age of the newest reading and median confidence of the best reading, by group.</caption>
          <thead>
            <tr>
              <th scope="col">Group</th>
              <ShareHead pictureClass="w-1/4" />
              <th scope="col" className="num">
                Median age
              </th>
              <th scope="col" className="num">
                Confidence
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ group, products, medianAgeDays, medianConfidence }) => (
              <tr key={group} data-group={group}>
                <th scope="row">{groupName(group)}</th>
                <ShareCells count={products} whole={overall.products} />
                <td className="num" data-label="Median age">
                  {daysText(medianAgeDays)}
                </td>
                <td className="num" data-label="Confidence">
                  {medianConfidence?.toFixed(2) ?? "none"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>

      <Section
        id="categories"
        title="By category"
        note={
          <>
            <p>The three charts above for each category. A full bar means all products of the category.</p>
            <p className="mt-2">Groups have the order of the table above. The figure next to a chart is the median.</p>
          </>
        }
      >
        <CategoryMultiples headings={headings} />
      </Section>

      <Section
        id="well-known"
        title="Well-known products"
        note={`${count(wellKnown.names)} names that people mention first. An answer is a price, “free” or “contact sales”. A price is current if it was read in the last 200 days.`}
      >
        <Distribution
          caption="Names by what is known of their product."
          head="Known"
          rows={[
            { label: "product", count: wellKnown.known },
            { label: "answer", count: wellKnown.answered },
            { label: "current price", count: wellKnown.current },
            { label: "several sources", count: wellKnown.confirmed },
          ]}
          whole={wellKnown.names}
        />
        <details className="mt-4">
          <summary>All names</summary>
          <table className="ledger ledger-stack mt-4">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Price read</th>
                <th scope="col" className="num">
                  Sources
                </th>
              </tr>
            </thead>
            <tbody>
              {wellKnown.list.map((row) => (
                <tr key={row.name}>
                  <th scope="row">{row.name}</th>
                  <td data-label="Price read">{readingText(row)}</td>
                  <td className="num" data-label="Sources">
                    {row.voices}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </Section>

      <Section id="sources" title="Sources" note="Observations by source, and rejected rows.">
        <SourceTable sources={sources} />
      </Section>

      <Section id="audit" title="Audit" note="A random sample of observations, compared with the raw rows.">
        <p className="max-w-read text-table">{auditText(audit())}</p>
      </Section>

      {flags.length > 0 ? (
        <Section
          id="flags"
          title="Doubtful figures"
          note="Figures that a rule flags as unusual. They are shown as the source states them."
        >
          <table className="ledger ledger-stack">
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col">Doubt</th>
                <th scope="col">Finding</th>
                <th scope="col">Source</th>
                <th scope="col">Checked</th>
              </tr>
            </thead>
            <tbody>
              {flags.map(({ product, name, category, source, observedAt, rule, detail }) => (
                <tr key={`${product} ${source} ${observedAt} ${rule} ${detail}`}>
                  <th scope="row">
                    <a href={productPath({ slug: product, category })}>{name}</a>
                  </th>
                  <td data-label="Doubt">
                    <span className="doubt">{ruleWords(rule)}</span>
                  </td>
                  <td data-label="Finding">{detail}</td>
                  <td data-label="Source">{source}</td>
                  <td className="whitespace-nowrap" data-label="Checked">
                    {formatDay(observedAt)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      ) : null}
    </>
  );
}
