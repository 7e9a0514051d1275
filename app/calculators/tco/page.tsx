import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { OptionalCosts } from "@/app/_components/calculators/optional-costs";
import { Receipt } from "@/app/_components/calculators/receipt";
import { StackForm } from "@/app/_components/calculators/stack-form";
import { WaterfallChart } from "@/app/_components/calculators/waterfall";
import { EvidenceList } from "@/app/_components/evidence-list";
import { EvidencePanel } from "@/app/_components/evidence-panel";
import { JsonLd } from "@/app/_components/json-ld";
import { Section } from "@/app/_components/section";
import { drawAsData, Static } from "@/app/_components/static";
import { site } from "@/app/_data/site";
import { exampleStack, stackOf } from "@/app/_data/tco";
import { TCO_PATH, tcoPath } from "@/app/_data/tool-paths";
import { citedEvidence } from "@/lib/format/evidence-book";
import { breadcrumbList } from "@/lib/format/json-ld";
import { formatNumber } from "@/lib/format/money";
import { waterfallSteps } from "@/lib/format/tco";
import { type Query, readStackQuery, stackQuery } from "@/lib/tco/address";
import { receiptRows, yearByYear } from "@/lib/tco/receipt-rows";

type Props = { searchParams: Promise<Query> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const asked = Object.keys(await searchParams).length > 0;
  return {
    title: "Cost of a software stack over 1 to 5 years",
    description:
      "List prices and known extra costs of up to ten products, by seats, hosts or any other priced unit. An itemised receipt with the source of each line, which you can open again from its link.",
    alternates: { canonical: `${site().url}${TCO_PATH}` },
    ...(asked && { robots: { index: false, follow: true } }),
  };
}

export default async function TcoPage({ searchParams }: Props) {
  const read = readStackQuery(await searchParams);
  const { question } = read;
  const stack = await stackOf(read);
  const canonical = stackQuery({ ...question, rows: stack.canonical }, read.faults);
  const address = `${TCO_PATH}${canonical ? `?${canonical}` : ""}`;
  if (read.inPlace) drawAsData();
  if (!read.inPlace && (read.sent || (stack.answer && canonical !== stackQuery(question)))) redirect(address);
  const { url, name } = site();
  const { answer, rows, faults } = stack;
  const sums = answer ? yearByYear(answer) : [];
  const book = citedEvidence(
    answer?.evidence ?? [],
    answer
      ? [
          ...answer.lines.flatMap(({ evidence }) => evidence),
          ...answer.items.flatMap(({ optionalLines, notCounted }) =>
            [...optionalLines, ...notCounted].flatMap(({ evidence }) => evidence),
          ),
        ]
      : [],
  );
  const pinned = answer
    ? `${url}${TCO_PATH}?${stackQuery({ ...question, rows: stack.canonical, asOf: answer.receipt.asOf, receipt: answer.receipt.id })}`
    : "";
  const example = rows.length === 0 ? await exampleStack() : [];
  return (
    <>
      <JsonLd
        data={breadcrumbList([
          { name: "Calculators", url: `${url}/calculators` },
          { name: "Cost of a stack", url: `${url}${TCO_PATH}` },
        ])}
      />
      <div className="pt-4">
        <Breadcrumbs items={[{ name: "Calculators", href: "/calculators" }, { name: "Cost of a stack" }]} />
      </div>
      <Static as="header" className="no-print pt-3 pb-6">
        <h1>Cost of a stack</h1>
        <p className="mt-3 max-w-read text-ink-2">
          Up to ten products over one to five years. Each is priced by its own unit: seats, hosts, locations or GB.
          Costs that are not included are listed with the total. Each line names its source. The URL contains all your
          inputs: share it to open the same receipt.
        </p>
      </Static>
      <StackForm
        address={address}
        rows={rows}
        canonical={stack.canonical}
        question={question}
        faults={read.faults}
        live={answer !== null}
      />
      <div id="answer" className="pt-8" role="status" tabIndex={-1}>
        {read.faults.map(({ field, message }) => (
          <p key={field} id={`${field}-fault`} className="fault mb-3 max-w-read">
            {message}
          </p>
        ))}
        {stack.warnings.map((message) => (
          <p key={message} className="note">
            {message}
          </p>
        ))}
        {faults.map((message) => (
          <p key={message} className="fault mb-3 max-w-read">
            {message}
          </p>
        ))}
        {rows.some((row) => row.faults.length > 0) ? (
          <p className="fault mb-3 max-w-read">No receipt yet. Correct the marked rows first.</p>
        ) : null}
        {rows.length === 0 && example.length > 1 ? (
          <p className="mb-8 max-w-read text-ink-2">
            Enter the products and quantities, or start from an example:{" "}
            <a href={tcoPath(example, { years: 3 })}>
              {example.map((entry) => `${entry.name} for ${formatNumber(entry.seats)}`).join(", ")}, over three years
            </a>
            .
          </p>
        ) : null}
      </div>
      {answer ? (
        <>
          {question.receipt !== null && question.receipt !== answer.receipt.id ? (
            <p className="fault mb-4 max-w-read" data-testid="receipt-differs">
              This link was created for receipt {question.receipt}. Since then, the prices known on that day were
              corrected or the inputs were changed, so the receipt below is a different one.
            </p>
          ) : null}
          <Static>
            <Receipt answer={answer} sums={sums} book={book} siteName={name} pinned={pinned} />
          </Static>
          {sums.map((sum) =>
            sum.total === null ? null : (
              <Section
                key={sum.currency}
                id={`waterfall-${sum.currency.toLowerCase()}`}
                title={sums.length > 1 ? `How it adds up, ${sum.currency}` : "How it adds up"}
              >
                <WaterfallChart
                  steps={waterfallSteps(receiptRows(answer.lines), answer.items, sum.currency)}
                  total={sum.total}
                  sumLabel={sums.length > 1 || sum.items === answer.items.length ? "Total" : "Subtotal"}
                  range={sum.range}
                  currency={sum.currency}
                />
              </Section>
            ),
          )}
          <OptionalCosts items={answer.items} book={book} />
          <Section
            id="evidence"
            title="Evidence"
            note="Kind A: vendor’s page. B: reviewed list. C: old, second-hand or partial."
          >
            <EvidenceList book={book} />
          </Section>
          <EvidencePanel />
          <Section id="api" title="Get this from the API">
            <p className="max-w-read text-table text-ink-2">
              Send this body to <code>POST /api/v2/tco</code>. The response has the same receipt number.
            </p>
            <pre className="quote mt-2">{JSON.stringify(answer.receipt.request)}</pre>
          </Section>
        </>
      ) : null}
    </>
  );
}
