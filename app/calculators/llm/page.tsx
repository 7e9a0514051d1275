import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { CrossoverPlot } from "@/app/_components/calculators/crossover-plot";
import { PlotForm } from "@/app/_components/calculators/plot-form";
import { Ranking } from "@/app/_components/calculators/ranking";
import { Unpriced } from "@/app/_components/calculators/unpriced";
import { WorkloadForm } from "@/app/_components/calculators/workload-form";
import { EvidenceList } from "@/app/_components/evidence-list";
import { EvidencePanel } from "@/app/_components/evidence-panel";
import { JsonLd } from "@/app/_components/json-ld";
import { evidenceOf, marketOf, plotOf, rateCards, worthPlotting } from "@/app/_data/llm";
import { site } from "@/app/_data/site";
import { LLM_PATH } from "@/app/_data/tool-paths";
import { citedEvidence } from "@/lib/format/evidence-book";
import { breadcrumbList } from "@/lib/format/json-ld";
import { leastWords, workloadWords } from "@/lib/format/llm";
import { formatMoney, formatNumber } from "@/lib/format/money";
import { unitWords } from "@/lib/format/words";
import { llmQuery, MAX_PLOTTED, pointOf, type Query, readLlmQuery } from "@/lib/usage/llm-address";
import { byModel, type RankedModel, type RankedOffer } from "@/lib/usage/market";

type Props = { searchParams: Promise<Query> };

const SHOWN = 40;
const SHOWN_OTHERS = 5;
const MOST_SHOWN = 400;
const PLOT_FORM = "plot-form";

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const asked = Object.keys(await searchParams).length > 0;
  return {
    title: "LLM cost calculator: every model ranked for a workload",
    description:
      "A month of your workload on every language model of every known rate card, cheapest first, line by line with the source of each price, and the point from which another model is cheaper.",
    alternates: { canonical: `${site().url}${LLM_PATH}` },
    ...(asked && { robots: { index: false, follow: true } }),
  };
}

export default async function LlmPage({ searchParams }: Props) {
  const asked = await searchParams;
  const read = readLlmQuery(asked);
  const { question } = read;
  const canonical = llmQuery(question);
  const sent = textOf(asked);
  const address = `${LLM_PATH}?${read.faults.length === 0 ? canonical : sent}`;
  if (!read.inPlace && !read.isExample && read.faults.length === 0 && canonical !== sent) redirect(address);
  const [{ ranking, fault }, cards] = await Promise.all([marketOf(read), rateCards()]);
  const main = ranking?.groups[0];
  const rowsOf = (offers: readonly RankedOffer[]): RankedModel[] =>
    question.everyOffer ? offers.map((offer) => ({ ...offer, others: [] })) : byModel(offers);
  const rows = rowsOf(main?.offers ?? []);
  const shown = rows.slice(0, question.all ? MOST_SHOWN : SHOWN);
  const others = (ranking?.groups.slice(1) ?? []).map(({ currency, offers }) => {
    const own = rowsOf(offers);
    return { currency, count: own.length, offers: own.slice(0, question.all ? MOST_SHOWN : SHOWN_OTHERS) };
  });
  const plotted = question.plotted.length > 0 ? question.plotted : worthPlotting(question, shown);
  const plot = ranking && plotted.length > 0 ? await plotOf(question, plotted) : null;
  const listed = [...shown, ...others.flatMap(({ offers }) => offers)];
  const book = citedEvidence(
    [...(await evidenceOf(listed.map(({ card }) => card.slug))), ...(plot?.plan?.sources ?? [])],
    [
      ...listed.flatMap(({ estimate }) => estimate.lines.flatMap(({ evidence = [] }) => evidence.slice(0, 1))),
      ...(plot?.plan?.evidence ?? []),
    ],
  );
  const [cheapest] = shown;
  const { url } = site();
  return (
    <>
      <JsonLd
        data={breadcrumbList([
          { name: "Calculators", url: `${url}/calculators` },
          { name: "LLM cost", url: `${url}${LLM_PATH}` },
        ])}
      />
      <div className="pt-4">
        <Breadcrumbs items={[{ name: "Calculators", href: "/calculators" }, { name: "LLM cost" }]} />
      </div>
      <header className="pt-3 pb-6">
        <h1>LLM cost</h1>
        <p className="mt-3 max-w-[54rem] text-section leading-snug" data-testid="answer">
          {cheapest && main
            ? `${leastWords(cheapest)} ${formatMoney(cheapest.estimate.total ?? 0, main.currency)} a month is the cheapest of ${formatNumber(rows.length)} ${question.everyOffer ? "offers" : "models"} priced in ${main.currency}.`
            : "A month of a workload on every language model of every known rate card."}
        </p>
        <p className="mt-2 max-w-read text-table text-ink-2" data-testid="workload">
          {read.isExample ? "An example in round numbers: " : ""}
          {read.faults.length === 0 ? `${workloadWords(question)}.` : null}
        </p>
      </header>
      <WorkloadForm
        address={address}
        read={read}
        cards={cards
          .map(({ slug, name, models }) => ({ slug, name, models: models.length }))
          .sort((a, b) => a.name.localeCompare(b.name, "en"))}
      />
      <div role="status" className="pt-6">
        {fault ? <p className="fault">{fault}</p> : null}
        {read.faults.length > 0 ? (
          <p className="fault">Nothing is ranked yet: correct the marked fields first.</p>
        ) : null}
      </div>
      {ranking && shown.length === 0 ? (
        <p className="max-w-read pb-8" role="status">
          No model that meets these filters prices all of this workload. Remove a filter, or choose another mode.
        </p>
      ) : null}
      {main && shown.length > 0 ? (
        <>
          <section id="crossover" aria-labelledby="crossover-title" className="wide-section">
            <h2 id="crossover-title">Where another model becomes cheaper</h2>
            {plot && plot.curves.length > 0 ? (
              <CrossoverPlot plot={plot} axis={question.axis} asked={pointOf(question)} />
            ) : (
              <p className="text-table text-ink-2">None of the chosen models can be drawn.</p>
            )}
            {plot?.left.map(({ id, reason }) => (
              <p key={id} className="note mt-1">
                Not drawn: {id}, {reason}.
              </p>
            ))}
            {question.plan ? (
              plot?.plan ? (
                <p className="note mt-2 max-w-read">
                  {plot.plan.name} {plot.plan.tier}, {formatNumber(plot.plan.seats)}{" "}
                  {plot.plan.seats === 1 ? "seat" : "seats"}, costs {formatMoney(plot.plan.monthly, plot.plan.currency)}{" "}
                  {unitWords("month")}. It is drawn as if it allowed any use: its own limits are not published in
                  tokens, and it may not offer these models.
                </p>
              ) : (
                <p className="fault mt-2 max-w-read">
                  No monthly price is known of “{question.plan.product}
                  {question.plan.tier ? `, ${question.plan.tier}` : ""}”.{" "}
                  <a href={`/search?q=${encodeURIComponent(question.plan.product)}`}>Look for the product</a>.
                </p>
              )
            ) : null}
            <PlotForm id={PLOT_FORM} question={question} plot={plot} />
            <p className="note mt-1">Tick two to {MAX_PLOTTED} models in the table below.</p>
          </section>
          <section id="ranking" aria-labelledby="ranking-title" className="wide-section">
            <h2 id="ranking-title">Ranked, {main.currency}</h2>
            <Ranking offers={shown} currency={main.currency} plotted={plotted} form={PLOT_FORM} book={book} />
            <p className="mt-3 text-table">
              {formatNumber(shown.length)} of {formatNumber(rows.length)} {question.everyOffer ? "offers" : "models"}.{" "}
              {rows.length > shown.length && !question.all ? (
                <a href={`${LLM_PATH}?${llmQuery({ ...question, all: true })}#ranking`}>
                  Show {formatNumber(Math.min(rows.length, MOST_SHOWN))}
                </a>
              ) : null}
              {question.everyOffer
                ? null
                : ` ${formatNumber(main.offers.length)} offers; a model on several rate cards is listed at its cheapest, recognised by its id without vendor and region.`}
            </p>
            {others.map(({ currency, count, offers }) => (
              <div key={currency} className="mt-8">
                <h3>
                  {formatNumber(count)} more in {currency}, not converted
                </h3>
                <Ranking offers={offers} currency={currency} plotted={plotted} form={PLOT_FORM} book={book} />
              </div>
            ))}
          </section>
          <Unpriced ranking={ranking} question={question} />
          <section id="evidence" aria-labelledby="evidence-title" className="wide-section">
            <h2 id="evidence-title">Evidence</h2>
            <EvidenceList book={book} />
            <EvidencePanel />
          </section>
        </>
      ) : null}
      {ranking && shown.length === 0 ? <Unpriced ranking={ranking} question={question} /> : null}
    </>
  );
}

/** The address as it stands, in the form that llmQuery writes. */
function textOf({ live: _, ...query }: Query): string {
  return Object.entries(query)
    .flatMap(([name, value]) =>
      value === undefined ? [] : typeof value === "string" ? [[name, value]] : value.map((one) => [name, one]),
    )
    .map(
      ([name = "", value = ""]) => `${name}=${encodeURIComponent(value).replace(/%(?:3A|2C|2F)/g, decodeURIComponent)}`,
    )
    .join("&");
}
