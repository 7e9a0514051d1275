import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { AgedText } from "@/app/_components/aged-text";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { AlignedStrips } from "@/app/_components/compare/aligned-strips";
import { Chosen } from "@/app/_components/compare/chosen";
import { FieldTable } from "@/app/_components/compare/field-table";
import { TeamCost } from "@/app/_components/compare/team-cost";
import { TierColumns } from "@/app/_components/compare/tier-columns";
import { CopyTexts } from "@/app/_components/copy-texts";
import { EvidenceList } from "@/app/_components/evidence-list";
import { EvidencePanel } from "@/app/_components/evidence-panel";
import { JsonLd } from "@/app/_components/json-ld";
import { LiveForm } from "@/app/_components/live-form";
import { SeatSlider } from "@/app/_components/seat-slider";
import { Section } from "@/app/_components/section";
import { drawAsData, Static } from "@/app/_components/static";
import { COMPARED_YEARS, companionsOf, comparisonOf, type Read, readAddress } from "@/app/_data/compare";
import { categoryPath, productPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { COMPARE_PATH, llmPath, tcoPath } from "@/app/_data/tool-paths";
import { lacksPrice } from "@/lib/catalog/starting-price";
import { answerOf } from "@/lib/format/answer";
import { comparisonCitation, comparisonTitle } from "@/lib/format/compare";
import { itemList } from "@/lib/format/compare-json-ld";
import { formatDay } from "@/lib/format/dates";
import { citedEvidence } from "@/lib/format/evidence-book";
import { breadcrumbList } from "@/lib/format/json-ld";
import { formatMoney, formatNumber } from "@/lib/format/money";
import { axisUnitWords } from "@/lib/format/shared-axis";
import { pricedByUse } from "@/lib/operations/compare";
import { percentDecode } from "@/lib/percent-decode";
import type { PricingRecord } from "@/lib/schemas/record";
import { DEFAULT_SEATS, SEAT_STEPS, seatsOf } from "@/lib/tco/seats";

type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ products: string }>; searchParams: Promise<Query> };

const COMPANIONS = 6;

async function recordsOf({ params, searchParams }: Props): Promise<Extract<Read, { kind: "found" }>> {
  const { products } = await params;
  const asked = percentDecode(products);
  const read = await readAddress(asked);
  if (read.kind === "problem") notFound();
  if (read.address !== asked) permanentRedirect(`${COMPARE_PATH}/${read.address}${queryText(await searchParams)}`);
  return read;
}

function queryText(query: Query): string {
  const members = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one] satisfies [string, string]),
  );
  return members.length === 0 ? "" : `?${new URLSearchParams(members)}`;
}

function seatsAsked({ seats }: Query): { typed: string | null; seats: number | null } {
  const typed = Array.isArray(seats) ? (seats[0] ?? "") : (seats ?? null);
  return { typed, seats: typed === null ? DEFAULT_SEATS : seatsOf(typed) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { products } = await props.params;
  const read = await readAddress(percentDecode(products));
  if (read.kind === "problem") return { title: "Not in the catalogue", robots: { index: false } };
  const names = read.records.map(({ name }) => name);
  const seats = seatsAsked(await props.searchParams).seats ?? DEFAULT_SEATS;
  const { answer } = await comparisonOf(read.records, seats);
  const description = answer.answer;
  const title = comparisonTitle(names);
  return {
    title,
    description,
    alternates: { canonical: `${site().url}${COMPARE_PATH}/${read.address}` },
    openGraph: { title, description, url: `${site().url}${COMPARE_PATH}/${read.address}` },
  };
}

export default async function ComparePage(props: Props) {
  const { address, records, resolved } = await recordsOf(props);
  const query = await props.searchParams;
  if (query.live !== undefined) drawAsData();
  const asked = seatsAsked(query);
  const seats = asked.seats ?? DEFAULT_SEATS;
  const { answer, cost, axis, median } = await comparisonOf(records, seats);
  const byUse = records.every(pricedByUse);
  const lacking = records.filter(lacksPrice);
  const companions = await companionsOf(records, COMPANIONS);
  const { url, name: siteName } = site();
  const slugs = records.map(({ slug }) => slug);
  const [first] = records;
  const oneCategory = records.every(({ category }) => category.slug === first?.category.slug);
  const page = `${url}${COMPARE_PATH}/${address}`;
  const book = citedEvidence(
    [...answer.evidence, ...cost.evidence, ...records.flatMap(({ evidence }) => evidence)],
    [
      ...answer.fields.flatMap(({ evidence }) => Object.values(evidence).flatMap((ids) => ids.slice(0, 2))),
      ...cost.lines.flatMap(({ evidence }) => evidence),
      ...records.flatMap(({ tiers = [] }) => tiers.flatMap(({ evidence }) => evidence)),
    ],
  );
  return (
    <>
      <JsonLd
        data={breadcrumbList([
          { name: "Software", url },
          ...(first && oneCategory
            ? [{ name: first.category.name, url: `${url}${categoryPath(first.category.slug)}` }]
            : []),
          { name: "Compare", url: `${url}${COMPARE_PATH}` },
          { name: comparisonTitle(records.map(({ name }) => name)), url: page },
        ])}
      />
      <JsonLd data={itemList(records)} />
      <Static className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 pt-4">
        <Breadcrumbs
          items={[
            { name: "Software", href: "/" },
            ...(first && oneCategory ? [{ name: first.category.name, href: categoryPath(first.category.slug) }] : []),
            { name: "Compare", href: COMPARE_PATH },
          ]}
        />
        <nav aria-label="This page" className="no-print flex gap-4 text-table">
          <a href="#evidence">Evidence</a>
          <a href="#cite">Cite</a>
          <a href={`/api/v2/compare?slugs=${slugs.join(",")}&seats=${seats}`}>JSON</a>
        </nav>
      </Static>
      <Static as="header" className="pt-3 pb-6">
        <h1>{comparisonTitle(records.map(({ name }) => name))}</h1>
        <p className="mt-3 max-w-[54rem] text-section leading-snug sm:text-answer" data-testid="answer">
          <AgedText text={answer.answer} />
        </p>
        {resolved.map(({ asked: family, because }) => (
          <p key={family} className="mt-2 max-w-read" data-testid="resolved">
            {because}
          </p>
        ))}
        {lacking.length > 0 ? (
          <p className="mt-2" data-testid="lacking">
            No price is known for{" "}
            {lacking.map((record, index) => (
              <span key={record.slug}>
                {index > 0 ? ", " : ""}
                <a href={productPath(record)}>{record.name}</a>
              </span>
            ))}
            . {lacking.length > 1 ? "Their pages say" : "Its page says"} who to ask and how to report a price.
          </p>
        ) : null}
        {byUse ? (
          <p className="mt-2">
            {records.every(({ usage }) => usage?.kind === "llm") ? (
              <a href={llmPath({ cards: slugs })}>Rank their models for a workload</a>
            ) : (
              <>
                Rates:{" "}
                {records.map((record, index) => (
                  <span key={record.slug}>
                    {index > 0 ? ", " : ""}
                    <a href={`${productPath(record)}#rates`}>{record.name}</a>
                  </span>
                ))}
              </>
            )}
          </p>
        ) : null}
        <p className="mt-2 text-table text-ink-2">
          List prices as of {formatDay(answer.asOf)}. Unknown values never win, and nothing is converted.
        </p>
      </Static>
      <div className="no-print grid gap-6 pb-8">
        {byUse ? null : (
          <LiveForm
            action={`${COMPARE_PATH}/${address}`}
            address={`${COMPARE_PATH}/${address}?seats=${encodeURIComponent(asked.typed ?? seats)}`}
            className="seat-form"
            label="Team size"
          >
            <div className="control">
              <label htmlFor="seats">Seats</label>
              <input
                id="seats"
                name="seats"
                type="number"
                inputMode="numeric"
                min={1}
                max={1_000_000}
                required
                defaultValue={asked.typed ?? seats}
                aria-invalid={asked.seats === null}
                aria-describedby={asked.seats === null ? "seats-fault" : undefined}
              />
            </div>
            <SeatSlider id="seats" seats={seats} steps={SEAT_STEPS} />
            <button type="submit" className="button button-plain">
              Recalculate
            </button>
            {asked.seats === null ? (
              <p className="fault col-span-full" id="seats-fault">
                “{asked.typed}” is not a number of seats. Enter a whole number from 1 to 1,000,000. The figures below
                are for {DEFAULT_SEATS} seats.
              </p>
            ) : null}
          </LiveForm>
        )}
        <Chosen records={records} seats={seats} companions={companions} />
      </div>

      {byUse ? null : (
        <Section
          id="axis"
          title="Prices on one axis"
          note={axis ? `${axisUnitWords(axis)}, using the monthly price if it is stated.` : null}
        >
          {axis ? (
            <>
              <AlignedStrips
                currency={axis.currency}
                median={median}
                label={`Tiers on one axis. ${axis.on.map(({ record, tiers }) => `${record.name}: ${tiers.map(({ tier, value }) => `${tier.name} ${formatMoney(value, axis.currency)}`).join(", ")}`).join(". ")}.`}
                rows={axis.on.map(({ record, tiers }) => ({
                  name: record.name,
                  items: tiers.map(({ tier, value }) => ({
                    label: tier.name,
                    figure:
                      value > 0 ? formatMoney(value, axis.currency) : tier.name.toLowerCase() === "free" ? "" : "free",
                    value,
                  })),
                }))}
              />
              {axis.off.map((record) => (
                <OffAxis key={record.slug} record={record} />
              ))}
            </>
          ) : (
            <>
              <p className="mb-3 max-w-read text-table text-ink-2">
                No two of these products are priced in the same currency and unit, so they cannot share an axis.
              </p>
              {records.map((record) => (
                <OffAxis key={record.slug} record={record} />
              ))}
            </>
          )}
        </Section>
      )}

      <Static as="section" id="fields" aria-labelledby="fields-title" className="wide-section">
        <h2 id="fields-title">Field by field</h2>
        <FieldTable fields={answer.fields} products={answer.products} book={book} />
      </Static>

      {byUse ? null : (
        <>
          <Static as="section" id="cost" aria-labelledby="cost-title" className="wide-section">
            <h2 id="cost-title">
              Cost for {formatNumber(seats)} {seats === 1 ? "seat" : "seats"}
            </h2>
            <TeamCost cost={cost} seats={seats} years={COMPARED_YEARS} book={book} />
            <p className="mt-3 text-table">
              <a
                href={tcoPath(
                  slugs.map((slug) => ({ slug, seats })),
                  { years: COMPARED_YEARS },
                )}
              >
                Calculate them together as one stack
              </a>
            </p>
          </Static>

          <Static as="section" id="tiers" aria-labelledby="tiers-title" className="wide-section">
            <h2 id="tiers-title">Tiers side by side</h2>
            <TierColumns records={records} book={book} />
          </Static>
        </>
      )}

      <Section id="more" title="Product details">
        <table className="ledger ledger-stack">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Price history</th>
              <th scope="col">Evidence</th>
              <th scope="col">Data</th>
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <tr key={record.slug}>
                <th scope="row">
                  <a href={productPath(record)}>{record.name} pricing</a>
                </th>
                <td data-label="Price history">
                  <a href={`${productPath(record)}#history`}>
                    History<span className="sr-only"> of {record.name}</span>
                  </a>
                </td>
                <td data-label="Evidence">
                  <a href={`${productPath(record)}#evidence`}>
                    {formatNumber(record.evidence.length)} {record.evidence.length === 1 ? "source" : "sources"}
                    <span className="sr-only"> for {record.name}</span>
                  </a>
                </td>
                <td data-label="Data">
                  <span>
                    <a href={`/api/v2/pricing/${record.slug}`}>
                      Record<span className="sr-only"> of {record.name} as JSON</span>
                    </a>
                    {", "}
                    <a href={`/api/v2/history/${record.slug}`}>
                      history<span className="sr-only"> of {record.name} as JSON</span>
                    </a>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section
        id="evidence"
        title="Evidence"
        note="Sources of the figures on this page. Kind A: vendor’s page. B: reviewed list. C: old, second-hand or partial."
      >
        <EvidenceList book={book} />
      </Section>
      <EvidencePanel />
      <Section id="cite" title="Cite this page">
        <CopyTexts
          id="cite"
          texts={comparisonCitation({
            names: records.map(({ name }) => name),
            page,
            siteName,
            day: answer.asOf,
          })}
        />
      </Section>
    </>
  );
}

function OffAxis({ record }: { record: PricingRecord }) {
  const { inline, known } = answerOf(record);
  return (
    <p className="hatch mt-2 flex flex-wrap justify-between gap-x-4 py-2 text-table">
      <span className="font-semibold">{record.name}</span>
      <span className="unknown">
        {known && record.priceRange.low !== null ? `${inline} (different currency or unit)` : inline}
      </span>
    </p>
  );
}
