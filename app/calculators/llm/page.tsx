import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { BillPatterns, BillTable } from "@/app/_components/calculators/bill-table";
import { CrossoverPlot } from "@/app/_components/calculators/crossover-plot";
import { NameAnswers } from "@/app/_components/calculators/name-answers";
import { PlotForm } from "@/app/_components/calculators/plot-form";
import { Ranking } from "@/app/_components/calculators/ranking";
import { Tasks } from "@/app/_components/calculators/tasks";
import { Unpriced } from "@/app/_components/calculators/unpriced";
import { WorkloadForm } from "@/app/_components/calculators/workload-form";
import { EvidenceList } from "@/app/_components/evidence-list";
import { EvidencePanel } from "@/app/_components/evidence-panel";
import { JsonLd } from "@/app/_components/json-ld";
import type { EvidenceBook } from "@/app/_components/marks";
import { drawAsData, Static } from "@/app/_components/static";
import {
  billsOf,
  evidenceOf,
  marketOf,
  offerId,
  type Plot,
  plotOf,
  rateCards,
  survey,
  thisDay,
  worthPlotting,
} from "@/app/_data/llm";
import { site } from "@/app/_data/site";
import { LLM_PATH } from "@/app/_data/tool-paths";
import { POLICY } from "@/lib/catalog/policy";
import { citedEvidence } from "@/lib/format/evidence-book";
import { breadcrumbList } from "@/lib/format/json-ld";
import { billVerdict, workloadWords } from "@/lib/format/llm";
import { formatMoney, formatNumber } from "@/lib/format/money";
import { list, meterWords } from "@/lib/format/words";
import { percentDecode } from "@/lib/percent-decode";
import { FLAGSHIP_RULE } from "@/lib/usage/flagships";
import {
  type LlmQuestion,
  llmQuery,
  MAX_PLOTTED,
  pointOf,
  type Query,
  type ReadLlm,
  readLlmQuery,
} from "@/lib/usage/llm-address";
import { byModel, type RankedModel, type RankedOffer } from "@/lib/usage/market";

type Props = { searchParams: Promise<Query> };

const SHOWN = 40;
const SHOWN_OTHERS = 5;
const MOST_SHOWN = 100;
const PLOT_FORM = "plot-form";

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const asked = Object.keys(await searchParams).length > 0;
  return {
    title: "LLM cost calculator: token costs by model",
    description:
      "The monthly cost of your tokens on the current flagship models, cheapest first, split into input, cached input and output, with the source and date of each price. You can rank all models on all known rate cards too.",
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
  if (read.inPlace) drawAsData();
  if (!read.inPlace && !read.isExample && read.faults.length === 0 && canonical !== sent) redirect(address);
  const [cards, known] = await Promise.all([rateCards(), survey()]);
  const answer = question.everyCard || read.faults.length > 0 ? await wholeMarket(read) : await chosenBills(read);
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
      <Static as="header" className="pt-3 pb-4">
        <h1>LLM cost</h1>
        <p className="llm-verdict mt-3 max-w-[54rem] text-section leading-snug" data-testid="answer">
          {answer.verdict ?? "What your tokens cost per month on the current flagship models and on all others."}
        </p>
        <p className="mt-2 max-w-read text-table text-ink-2" data-testid="workload">
          {read.isExample ? "Example in round numbers: " : ""}
          {read.faults.length === 0 ? `${workloadWords(question)}.` : null}
        </p>
      </Static>
      <WorkloadForm
        address={address}
        read={read}
        lineups={known.lineups}
        offers={known.standing.length}
        cards={cards
          .map(({ slug, name, models }) => ({ slug, name, models: models.length }))
          .sort((a, b) => a.name.localeCompare(b.name, "en"))}
      />
      <div role="status" className="pt-4">
        {answer.fault ? <p className="fault">{answer.fault}</p> : null}
        {read.faults.length > 0 ? <p className="fault">No ranking yet. Correct the marked fields first.</p> : null}
      </div>
      {answer.body}
    </>
  );
}

type Answer = { verdict: string | null; fault: string | null; body: ReactNode };

/** Returns one row per chosen model, by default one per flagship. */
async function chosenBills(read: ReadLlm): Promise<Answer> {
  const { question } = read;
  const found = await billsOf(read);
  if ("fault" in found) return { verdict: null, fault: found.fault, body: null };
  const { chosen, bill, speakers } = found;
  const [main, ...others] = bill.groups;
  const [cheapest] = main?.rows ?? [];
  const today = thisDay();
  const rows = bill.groups.flatMap((group) => group.rows);
  const plotted = question.plotted.length > 0 ? question.plotted : worthPlotting(question, main?.rows ?? []);
  const plot = plotted.length > 0 ? await plotOf(question, plotted) : null;
  const book = citedEvidence(
    [...(await evidenceOf(rows.map(({ card }) => card.slug))), ...(plot?.plan?.sources ?? [])],
    [
      ...rows.flatMap(({ estimate }) => estimate.lines.flatMap(({ evidence = [] }) => evidence.slice(0, 1))),
      ...(plot?.plan?.evidence ?? []),
    ],
  );
  const count = formatNumber(main?.rows.length ?? 0);
  const many = (main?.rows.length ?? 0) > 1 ? `${count} chosen models` : null;
  const models = chosen.isDefault ? `${count} flagship models` : many;
  const everything = `${LLM_PATH}?${llmQuery({ ...question, everyCard: true })}`;
  return {
    verdict: cheapest ? billVerdict(cheapest, { question, models, today }) : null,
    fault: null,
    body: (
      <>
        <NameAnswers chosen={chosen} question={question} />
        <Static as="section" id="ranking" aria-labelledby="ranking-title" className="wide-section mt-4">
          <h2 id="ranking-title">{chosen.isDefault ? "Flagship models" : "The models you chose"}, cost per month</h2>
          <BillPatterns />
          {main ? (
            <BillTable group={main} today={today} plotted={plotted} form={PLOT_FORM} book={book} />
          ) : (
            <p className="max-w-read">
              {chosen.choices.length === 0
                ? `No model maker’s prices were checked within ${POLICY.dueAfterDays} days, so no model counts as current.`
                : "None of these models has a price for the whole workload."}
            </p>
          )}
          {others.map((group) => (
            <div key={group.currency} className="mt-8">
              <h3>In {group.currency}, not converted</h3>
              <BillTable group={group} today={today} plotted={plotted} form={PLOT_FORM} book={book} />
            </div>
          ))}
          {bill.unpriced.map(({ card, model, unpriced }) => (
            <p key={offerId({ card, model })} className="note mt-1" data-testid="unpriced">
              {model.name} ({card.name}): total unknown. No price is known for{" "}
              {list(unpriced.map((meter) => meterWords(meter).toLowerCase()))}.
            </p>
          ))}
          <p className="mt-3 text-table">
            <a href={everything}>
              {question.names.length + question.families.length > 0
                ? "All models with these names, from every vendor and reseller"
                : "All models on all rate cards, including resellers"}
            </a>
          </p>
          {chosen.isDefault ? <p className="note mt-1 max-w-read">{FLAGSHIP_RULE}</p> : null}
        </Static>
        {rows.length > 0 ? (
          <>
            <section id="tasks" aria-labelledby="tasks-title" className="wide-section">
              <h2 id="tasks-title">Cost of one task</h2>
              <Tasks
                offers={rows}
                speakers={chosen.isDefault ? speakers : []}
                read={read}
                address={`${LLM_PATH}?${llmQuery(question)}`}
              />
            </section>
            <Crossovers question={question} plot={plot} cheapest={cheapest} />
            <EvidenceSection book={book} />
          </>
        ) : null}
      </>
    ),
  };
}

/** Ranks every model of every card. */
async function wholeMarket(read: ReadLlm): Promise<Answer> {
  const { question } = read;
  const { ranking, fault } = await marketOf(read);
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
  const models = `${formatNumber(rows.length)} ${question.everyOffer ? "offers" : "models"} priced in ${main?.currency}`;
  return {
    verdict: cheapest ? billVerdict(cheapest, { question, models, today: thisDay() }) : null,
    fault,
    body: (
      <>
        {ranking && shown.length === 0 ? (
          <p className="max-w-read pb-8" role="status">
            No model that matches these filters has a price for the whole workload. Remove a filter or choose another
            mode.
          </p>
        ) : null}
        {main && shown.length > 0 ? (
          <>
            <Static as="section" id="ranking" aria-labelledby="ranking-title" className="wide-section">
              <h2 id="ranking-title">Ranking in {main.currency}</h2>
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
                  : ` ${formatNumber(main.offers.length)} offers in total. A model on several rate cards is listed once, at its cheapest offer. Models are matched by id, ignoring vendor and region.`}
              </p>
              {others.map(({ currency, count, offers }) => (
                <div key={currency} className="mt-8">
                  <h3>
                    {formatNumber(count)} more in {currency}, not converted
                  </h3>
                  <Ranking offers={offers} currency={currency} plotted={plotted} form={PLOT_FORM} book={book} />
                </div>
              ))}
            </Static>
            <Crossovers question={question} plot={plot} cheapest={cheapest} />
            <Unpriced ranking={ranking} question={question} />
            <EvidenceSection book={book} />
          </>
        ) : null}
        {ranking && shown.length === 0 ? <Unpriced ranking={ranking} question={question} /> : null}
      </>
    ),
  };
}

function EvidenceSection({ book }: { book: EvidenceBook }) {
  return (
    <>
      <Static as="section" id="evidence" aria-labelledby="evidence-title" className="wide-section">
        <h2 id="evidence-title">Evidence</h2>
        <EvidenceList book={book} />
      </Static>
      <EvidencePanel />
    </>
  );
}

type CrossoversProps = { question: LlmQuestion; plot: Plot | null; cheapest: RankedOffer | undefined };

function Crossovers({ question, plot, cheapest }: CrossoversProps) {
  const isLeftOut = cheapest && plot && !plot.curves.some(({ id }) => id === offerId(cheapest));
  return (
    <section id="crossover" aria-labelledby="crossover-title" className="wide-section">
      <h2 id="crossover-title">When another model becomes cheaper</h2>
      {plot && plot.curves.length > 0 ? (
        <Static>
          <CrossoverPlot plot={plot} axis={question.axis} asked={pointOf(question)} />
        </Static>
      ) : (
        <p className="text-table text-ink-2">None of the chosen models can be plotted.</p>
      )}
      {isLeftOut && question.plotted.length === 0 ? (
        <p className="note mt-1">
          {cheapest.model.name} is cheapest throughout and is not plotted. The two plotted models change places.
        </p>
      ) : null}
      {plot?.left.map(({ id, reason }) => (
        <p key={id} className="note mt-1">
          Not plotted: {id} ({reason}).
        </p>
      ))}
      {question.plan ? (
        plot?.plan ? (
          <p className="note mt-2 max-w-read">
            {plot.plan.name} {plot.plan.tier} for {formatNumber(plot.plan.seats)}{" "}
            {plot.plan.seats === 1 ? "seat" : "seats"} costs {formatMoney(plot.plan.monthly, plot.plan.currency)} per
            month. It is plotted as if usage were unlimited: its own limits are not published in tokens, and it may not
            include these models.
          </p>
        ) : (
          <p className="fault mt-2 max-w-read">
            No monthly price is known for “{question.plan.product}
            {question.plan.tier ? `, ${question.plan.tier}` : ""}”.{" "}
            <a href={`/search?q=${encodeURIComponent(question.plan.product)}`}>Search for the product</a>.
          </p>
        )
      ) : null}
      <PlotForm id={PLOT_FORM} question={question} plot={plot} />
      <p className="note mt-1">Select 2 to {MAX_PLOTTED} models in the table above.</p>
    </section>
  );
}

/** Returns the query of the current URL in the form that llmQuery writes. */
function textOf({ live: _, ...query }: Query): string {
  return Object.entries(query)
    .flatMap(([name, value]) =>
      value === undefined ? [] : typeof value === "string" ? [[name, value]] : value.map((one) => [name, one]),
    )
    .map(([name = "", value = ""]) => `${name}=${encodeURIComponent(value).replace(/%(?:3A|2C|2F)/g, percentDecode)}`)
    .join("&");
}
