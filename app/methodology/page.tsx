import type { Metadata } from "next";
import { connection } from "next/server";
import { ConfidenceExample } from "@/app/_components/methodology/confidence-example";
import { Constant } from "@/app/_components/methodology/constant";
import { ListReadings, PageReadings } from "@/app/_components/methodology/reading-again";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { findProduct } from "@/app/_data/catalog";
import { coverage } from "@/app/_data/coverage";
import { site } from "@/app/_data/site";
import { ADD_ON_RULE } from "@/lib/catalog/add-ons";
import { COMPARISON_RULES } from "@/lib/catalog/compare";
import { FAMILY_RULE } from "@/lib/catalog/family";
import { POLICY } from "@/lib/catalog/policy";
import { CURRENT_WITHIN_DAYS } from "@/lib/catalog/report";
import { SANITY_RULES } from "@/lib/catalog/sanity";
import { STABILITY_RULE, TREND_RULE } from "@/lib/catalog/trend";
import { auditText } from "@/lib/format/audit";
import { comparedFieldWords } from "@/lib/format/compare";
import { ruleWords } from "@/lib/format/coverage";
import { CHANGE_CLASSES, changeClassWords } from "@/lib/format/ledger";
import { formatNumber, formatPercent } from "@/lib/format/money";
import { CONFIDENCE_LIMITS } from "@/lib/format/words";
import { audit } from "@/lib/operations/audit";
import { RESOLVED_RULE } from "@/lib/operations/families";
import { estimateLlmCost } from "@/lib/operations/usage";
import { PriceStatus } from "@/lib/schemas/primitives";
import { Basis, TcoBody, TcoItemAnswer, TcoRange } from "@/lib/schemas/tco";
import { ORDER_RULE, REFERENCE_RULE } from "@/lib/schemas/usage";
import { TIER_RULE } from "@/lib/tco/choose";
import { TCO_ENGINE_VERSION } from "@/lib/tco/engine";

export function generateMetadata(): Metadata {
  return {
    title: "Methodology",
    description:
      "How observations become records, how confidence and freshness are computed, how winners and costs are found, and what is not known.",
    alternates: { canonical: `${site().url}/methodology` },
  };
}

/** The first of these that is in the catalogue shows the rule at work. */
const EXAMPLES = ["claude", "slack"];

const KINDS = [
  { kind: "A", words: "The vendor’s page or an official document, dated." },
  { kind: "B", words: "A maintained list that is read from vendors’ pages, dated." },
  { kind: "C", words: "Second-hand (articles, directories, reviews), old or partial." },
] as const;

const STATUSES: Record<PriceStatus, string> = {
  published: "A source shows a number.",
  contact_sales: "The source says that the vendor quotes on request.",
  not_published: "The source shows the tier and no price.",
  not_applicable: "No price applies.",
  unverified: "No price has been read from a page yet.",
};

export default async function MethodologyPage() {
  await connection();
  const found = await Promise.all(EXAMPLES.map(findProduct));
  const example = found.find((record) => record !== null);
  const { totals } = coverage();
  const { high, fair } = CONFIDENCE_LIMITS;
  const points = POLICY.prominence;
  return (
    <>
      <PageHead title="Methodology">
        <p className="mt-3 max-w-read text-ink-2">
          How a figure comes to be shown on a page. Every number here that the rules use is printed from the code that
          applies it.
        </p>
      </PageHead>

      <Section id="observations" title="From page to record">
        <Prose>
          <p>
            The ledger holds observations: on this day, this source showed this of that product. An observation names
            its page, its day, its licence and the kind of its source. It is never changed; a better reading is added
            beside it.
          </p>
          <p>
            Records, price history, changes, confidence and coverage are computed from the observations by pure
            functions. The same observations give the same record, in whatever order they came. Nothing that is served
            was typed by hand into a record.
          </p>
          <p>
            Each source speaks with one voice, or with several where it carries the readings of others. The latest
            reading of each voice counts. The newest lead: of the readings at most{" "}
            <Constant name="peerWindowDays" value={POLICY.peerWindowDays} /> days older than the newest, the one
            believed most is shown, and what is older is history. A second-hand reading (kind C) leads only where no
            better one is at most <Constant name="secondHandYieldsDays" value={POLICY.secondHandYieldsDays} /> days
            older; until then it is a dispute. A page without a date counts as older than any that has one. A voice is
            believed as the best that it has read so far. A list that read no paid price leaves the lead to the best
            answer that is no history. So a later day never shows an older list of tiers.
          </p>
          <p>
            Where the reading shown was read only in part, tiers that it lacks are filled from readings at most{" "}
            <Constant name="fillWindowDays" value={POLICY.fillWindowDays} /> days older, in the same currency, each with
            its own day. A source that gives only the price of the cheapest paid plan gives a starting price, not a list
            of tiers: if it equals the price of a tier shown, it is agreement; if it is newer than the list and differs,
            it is shown ahead of the list, and the difference is stated; otherwise it is a dispute or history.
          </p>
          <p>
            Medians and facts about a category cover prices seen within{" "}
            <Constant name="recentWithinDays" value={POLICY.recentWithinDays} /> days, where these are enough.
          </p>
          <p>
            Before they are shipped, all observations pass {formatNumber(SANITY_RULES.length)} checks:{" "}
            {SANITY_RULES.map(ruleWords).join(", ")}. What is impossible is left out and counted; what is doubtful is
            shipped and listed under <a href="/coverage#flags">Coverage</a>.
          </p>
        </Prose>
      </Section>

      <Section
        id="confidence"
        title="Confidence"
        note="A figure from 0 to 1 with every price; none where no price has been read."
      >
        <Prose>
          <p>
            Belief in one reading is the weight of its kind, halved with every{" "}
            <Constant name="confidenceHalfLifeDays" value={POLICY.confidenceHalfLifeDays} /> days of age:
          </p>
          <p>
            <code>belief = weight × 0.5 ^ (age in days / {POLICY.confidenceHalfLifeDays})</code>
          </p>
          <p>
            The age is that of the source’s own date. A page without one counts as{" "}
            <Constant name="undatedAgeDays" value={POLICY.undatedAgeDays} /> days older than the day on which it was
            read. Pages of one publisher are one voice. What a check of the vendor’s page confirmed is believed with a
            weight of <Constant name="checkedWeight" value={POLICY.checkedWeight} /> on the day of the check, whatever
            the kind of its source, and halves from there: a check never lowers confidence.
          </p>
        </Prose>
        <table className="ledger mt-3 max-w-read">
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Source</th>
              <th scope="col" className="num">
                Weight
              </th>
            </tr>
          </thead>
          <tbody>
            {KINDS.map(({ kind, words }) => (
              <tr key={kind}>
                <th scope="row">{kind}</th>
                <td>{words}</td>
                <td className="num">
                  <Constant name={`trustWeight.${kind}`} value={POLICY.trustWeight[kind]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Prose>
          <p className="mt-4">
            Independent readings that agree raise confidence: the doubt that remains is the product of all doubts.
          </p>
          <p>
            <code>confidence = 1 − (1 − belief₁) × (1 − belief₂) × …</code>
          </p>
          <p>
            It is multiplied by <Constant name="partialFactor" value={POLICY.partialFactor} /> where the source was read
            only in part, and by <Constant name="disputeFactor" value={POLICY.disputeFactor} /> where another recent
            source shows another figure. From {high} it is called high, from {fair} fair, below that low.
          </p>
          <p>
            Confidence in a change is that it was shown as told, on the day of the reading: the same rule over the
            weights of those who show it, each publisher once, without age. Of a change that the reading that stands
            does not show, it is multiplied by {POLICY.disputeFactor}.
          </p>
        </Prose>
        {example ? (
          <div className="mt-4">
            <h3 className="mb-1">Worked example</h3>
            <ConfidenceExample record={example} />
          </div>
        ) : null}
      </Section>

      <Section id="disputes" title="Agreement and dispute">
        <Prose>
          <p>
            A reading at most <Constant name="peerWindowDays" value={POLICY.peerWindowDays} /> days older than the one
            shown is a peer: the same figure is agreement, another one is a dispute. What is older is history and counts
            as neither. Prices are compared only within one currency and unit. Two unit prices count as the same up to a
            difference of <Constant name="rateTolerance" value={POLICY.rateTolerance * 100} /> %.
          </p>
          <p>
            Where readings of a rate differ, the newest dated reading of the vendor's own page is shown, however many
            lists say otherwise: a list repeats what a page once said, and two lists can be out of date together.
            Readings of that page made on one day, and readings of a rate whose own page was not read within{" "}
            <Constant name="peerWindowDays" value={POLICY.peerWindowDays} /> days of the newest reading, are ranked by
            the belief in each together with those that agree with it. A rate that only a differing reading shows is
            marked as doubtful: it may belong to another price list.
          </p>
          <p>
            A dispute is shown with both figures, their sources and days. A rate card counts as disputed as a whole once
            more than <Constant name="disputedModelShare" value={POLICY.disputedModelShare * 100} /> % of its models
            have a conflict. Today {formatNumber(totals.disputedFigures)} figures are disputed, on{" "}
            {formatNumber(totals.disputedProducts)} products.
          </p>
        </Prose>
      </Section>

      <Section
        id="checks"
        title="Checks"
        note="Each time that this service reads a vendor’s page again is recorded, and never changed."
      >
        <Prose>
          <p>
            A check confirms the reading that the record showed when the page was read, or the one that it made. It
            counts while that reading is shown, or another one that states the same prices; a reading that was taken
            back since counts no more. A check speaks of plans: rates of use are not read from pages. A public list that
            is read again adds its readings and verifies nothing: it is not the vendor’s page.
          </p>
          <p>
            A record is <code>verified</code> for <Constant name="verifiedForDays" value={POLICY.verifiedForDays} />{" "}
            days after the last check that confirmed what it shows, unless a source showed another figure on the day of
            the check or since, or the page was read to say something else that waits for a person. What another source
            showed before the check stays listed and no longer lowers confidence. The next check is due as many days
            after the last one, however that ended.
          </p>
          <p>
            A price is taken from a page only where it is read with certainty. A large move, a tier that vanished or
            another currency is held for a person: the old value stays, and <code>verification.pending</code> says since
            when and why. A page that cannot be fetched changes no price; after{" "}
            <Constant name="failedChecksUntilStale" value={POLICY.failedChecksUntilStale} /> failures in a row the
            record is stale, and <code>verification.reason</code> says so, but not within the days for which an earlier
            check holds. A price that was taken by mistake is taken back in public, as a correction with its reason.
          </p>
        </Prose>
      </Section>

      <PageReadings />

      <ListReadings />

      <Section id="freshness" title="Freshness">
        <Prose>
          <dl className="grid gap-1">
            <div>
              <dt className="inline font-semibold">Fresh: </dt>
              <dd className="inline">
                seen at most <Constant name="freshForDays" value={POLICY.freshForDays} /> days ago.
              </dd>
            </div>
            <div>
              <dt className="inline font-semibold">Due: </dt>
              <dd className="inline">at most {formatNumber(POLICY.dueAfterDays)} days ago.</dd>
            </div>
            <div>
              <dt className="inline font-semibold">Stale: </dt>
              <dd className="inline">longer ago.</dd>
            </div>
            <div>
              <dt className="inline font-semibold">Missing: </dt>
              <dd className="inline">nothing is known.</dd>
            </div>
          </dl>
          <p>
            A record that was never checked is due <Constant name="dueAfterDays" value={POLICY.dueAfterDays} /> days
            after the reading that it shows, and then stale until it is checked; it is not taken down. A check that
            confirms a reading makes it seen on that day. Today {formatPercent(totals.stalePercent)} of the products are
            past that day. A hidden cost not seen for{" "}
            <Constant name="hiddenCostWindowDays" value={POLICY.hiddenCostWindowDays} /> days is history only. A product
            that no source has shown for <Constant name="currentWithinDays" value={CURRENT_WITHIN_DAYS} /> days no
            longer counts as on offer.
          </p>
          <p>
            Where no source states the cost of single sign-on, it is read from the plans: a complete list that shows it
            only beyond the cheapest paid plan gives the difference, or no amount where that plan is sold on request.
          </p>
          <p>{ADD_ON_RULE}</p>
          <p>
            Two days are kept apart: <code>observedAt</code>, when a source was seen to say it, and{" "}
            <code>effectiveFrom</code>, when the vendor says it holds. The second is null where the vendor names none.
          </p>
        </Prose>
      </Section>

      <Section id="prominence" title="Prominence" note="A figure from 0 to 100 with every result of a search.">
        <Prose>
          <p>
            Results that match equally well are ordered by it, those with a known price or rate card first. So are the
            products of a category that a search names, suggestions and alternatives. It is the sum of:
          </p>
          <p>
            <code>
              <Constant name="prominence.sources" value={points.sources} /> × n ÷ (n +{" "}
              <Constant name="prominence.halfAtSources" value={points.halfAtSources} />)
            </code>{" "}
            for n independent sources that know the product. A source that reads many pages counts once for each page
            that speaks for itself; what one voice repeats counts once.
          </p>
          <p>
            <Constant name="prominence.widelyKnown" value={points.widelyKnown} /> from{" "}
            <Constant name="prominence.widelyKnownFrom" value={points.widelyKnownFrom} /> sources on,{" "}
            <Constant name="prominence.price" value={points.price} /> where a starting price or a rate card is known,{" "}
            <Constant name="prominence.median" value={points.median} /> for a market median,{" "}
            <Constant name="prominence.history" value={points.history} /> for prices from two different days, and{" "}
            <Constant name="prominence.current" value={points.current} /> where a source was seen to know it at most{" "}
            <Constant name="prominence.currentForDays" value={points.currentForDays} /> days before the day of loading.
          </p>
          <p>
            No further source lowers it. Alternatives are ordered so: first those that people weigh against the product,
            by a table that we keep by hand, from our own judgement and without any count behind it; then the priced
            ones of its category by prominence, with up to{" "}
            <Constant name="peerPointsAlike" value={POLICY.peerPointsAlike} /> points where they are priced in the same
            currency and unit, of which each doubling between the two prices takes{" "}
            <Constant name="peerPointsPerDoubling" value={POLICY.peerPointsPerDoubling} />, and{" "}
            <Constant name="peerPointsSameShape" value={POLICY.peerPointsSameShape} /> where both are priced by use, or
            both by the month in different units; then the rest. Products of the same vendor are no alternatives.
          </p>
        </Prose>
      </Section>

      <Section id="prices" title="Prices, currencies, units">
        <Prose>
          <p>
            A price is kept as shown: amount, currency, unit, what one payment covers and how it is billed. Every tier
            with a published price has it as <code>listPrice</code>. Where the source does not say how it is billed,
            billing is unstated there, and <code>priceMonthly</code> and <code>priceAnnual</code> stay empty: it is not
            guessed. Nothing is converted between currencies. A yearly price is divided by twelve and rounded half-up to
            cents; amounts below one cent keep every digit. All arithmetic is decimal.
          </p>
          <p>
            The range of a product is that of the tiers in its main currency and unit. The main unit is that of the
            lowest paid price by the month. Its upper end and median are null where the source was read only in part, or
            most tiers are priced in another unit. The median of a category is that of the lowest paid prices in one
            currency and unit, shown from <Constant name="medianMinimumProducts" value={POLICY.medianMinimumProducts} />{" "}
            products on.
          </p>
          <p>
            An unknown price is null and says why. It is never 0, and it never wins a comparison or passes a price
            filter.
          </p>
        </Prose>
        <dl className="mt-3 max-w-read text-table">
          {PriceStatus.options.map((status) => (
            <div key={status} className="border-b border-rule py-1">
              <dt className="inline">
                <code>{status}</code>:{" "}
              </dt>
              <dd className="inline">{STATUSES[status]}</dd>
            </div>
          ))}
        </dl>
      </Section>

      <Section id="families" title="Families of products">
        <Prose>
          <p>
            {FAMILY_RULE} {RESOLVED_RULE}
          </p>
        </Prose>
      </Section>

      <Section id="as-of" title="As of a day">
        <Prose>
          <p>
            With <code>asOf</code> a question is answered from the observations made by that day alone: what was known,
            not what was true. An announced price counts from the day that the vendor names, once a reading made on or
            after that day shows it. Confidence and freshness are those of that day.
          </p>
        </Prose>
      </Section>

      <Section id="changes" title="Price changes">
        <Prose>
          <p>
            A change is a step between two dated prices of one tier and meter within the readings of one voice. A
            difference between two sources is a dispute, not a change. The same step shown by two sources within{" "}
            <Constant name="sameChangeWindowDays" value={POLICY.sameChangeWindowDays} /> days is one change.
          </p>
        </Prose>
        <dl className="mt-3 max-w-read text-table">
          {CHANGE_CLASSES.map((kind) => (
            <div key={kind} className="border-b border-rule py-1">
              <dt className="inline font-semibold">
                {changeClassWords(kind).name} (<code>{kind}</code>):{" "}
              </dt>
              <dd className="inline">{changeClassWords(kind).meaning}</dd>
            </div>
          ))}
        </dl>
        <Prose>
          <p className="mt-3">
            An earlier price that returns within <Constant name="revertWindowDays" value={POLICY.revertWindowDays} />{" "}
            days means a slip of the source; a price that changes by a power of ten means that a unit was corrected.
            Both are corrections.
          </p>
          <p>
            An announced step is scheduled until its day, and a move only once a reading made on or after its day shows
            the new price; until then it is not confirmed, and the price that was read last stands. A step that the
            maker calls off is cancelled with every step that rests on it, including those on the cards of resellers of
            the model. The moves of a rate lead to what the card shows: a step that another source shows after the
            reading that stands is not confirmed.
          </p>
          <p>Trend. {TREND_RULE}</p>
          <p>Stability. {STABILITY_RULE}</p>
        </Prose>
      </Section>

      <Section id="winners" title="How winners are found" note="Each row of a comparison names its rule.">
        <Prose>
          <p>
            Nothing wins with fewer than two known values, and nothing that is unknown wins. Equal best values are a
            tie. Prices are not compared across currencies or units.
          </p>
        </Prose>
        <table className="ledger ledger-stack mt-3">
          <thead>
            <tr>
              <th scope="col" className="sm:w-1/4">
                Field
              </th>
              <th scope="col">Rule</th>
            </tr>
          </thead>
          <tbody>
            {COMPARISON_RULES.map(({ field, words }) => (
              <tr key={field} data-rule={field}>
                <th scope="row">{comparedFieldWords(field)}</th>
                <td>{words}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="note mt-3 max-w-read">
          Price moves are counted over <Constant name="stabilityWindowDays" value={POLICY.stabilityWindowDays} /> days.
        </p>
      </Section>

      <Section
        id="tco"
        title="What it costs a team"
        note={`Engine ${TCO_ENGINE_VERSION}. Same input, same data: the same answer to the byte.`}
      >
        <Prose>
          <p>{TIER_RULE}</p>
          <p>Billing. {TcoBody.shape.billing.description}</p>
          <p>Extra costs. {TcoBody.shape.includeHiddenCosts.description}</p>
          <p>
            Range. Low: {lower(TcoRange.shape.low.description)} High: {lower(TcoRange.shape.high.description)}
          </p>
          <p>Sourced share. {TcoItemAnswer.shape.sourcedShare.description}</p>
          <p>Basis of a line. {Basis.description}</p>
          <p>
            Sums are kept exact and rounded half-up to cents once, at the end. A total that touches an unknown price is
            null and lists it.
          </p>
        </Prose>
      </Section>

      <Section id="usage" title="What use costs">
        <Prose>
          <p>{estimateLlmCost.description.replace(/ Cite links\.page\.$/, "")}</p>
          <p>
            A mode without a price leaves the quantity unpriced; it never falls back to another mode. Reasoning tokens
            are billed as output unless the card prices them apart. Models are ranked by the exact sum, those in the
            card’s own currency first.
          </p>
          <p>
            {REFERENCE_RULE} Its prices are shown, estimated and followed through time where no region is asked for; two
            prices in two regions never contradict each other. A card is listed in one order: {ORDER_RULE}
          </p>
        </Prose>
      </Section>

      <Section id="limits" title="What is not known">
        <Prose>
          <p>
            {auditText(audit())} The audit proves agreement with the raw rows, not that a source read its vendor’s page
            correctly.
          </p>
          <p>Known weaknesses:</p>
        </Prose>
        <ul className="mt-2 grid max-w-read list-disc gap-2 pl-5">
          <li>
            A record is <code>verified</code> only once this service itself has <a href="#checks">checked</a> the
            vendor’s page. Until then it is <code>imported</code>: it rests on a dated public capture, and{" "}
            <code>verifiedAt</code> is null.
          </li>
          <li>
            {formatPercent(totals.stalePercent)} of the products are past the day on which they were due for a check.
            Yearly price models of many vendors end in early 2025.
          </li>
          <li>
            {formatNumber(totals.paidFromPageOrList)} of {formatNumber(totals.current)} products have a paid price or
            rate card; the rest are known by a free tier, a licence, a market median or terms.
          </li>
          <li>
            Changes of rate cards and message prices are dense because their sources are read daily. List prices of
            software are read yearly, so a step between two readings may hide others.
          </li>
          <li>
            Market medians say nothing about how much was bought. They cannot be compared between products of different
            sizes.
          </li>
          <li>
            Some tiers were read from pages in one region. Taxes, discounts for volume and local prices are not known
            unless a source states them.
          </li>
        </ul>
        <p className="mt-3 max-w-read">
          A figure that is wrong can be reported on its page. <a href="/coverage">Coverage</a> shows the state of the
          whole catalogue.
        </p>
      </Section>
    </>
  );
}

function Prose({ children }: { children: React.ReactNode }) {
  return <div className="grid max-w-read gap-3">{children}</div>;
}

/** A sentence as it stands after a colon. */
function lower(text = ""): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
