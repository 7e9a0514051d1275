import type { Metadata } from "next";
import { connection } from "next/server";
import { Prose as WithCode } from "@/app/_components/docs/prose";
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
import { CURRENT_WITHIN_DAYS } from "@/lib/catalog/peers";
import { POLICY } from "@/lib/catalog/policy";
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
import { Basis, TcoBody, TcoItemAnswer, TcoRange, UnknownCause } from "@/lib/schemas/tco";
import { ORDER_RULE, REFERENCE_RULE } from "@/lib/schemas/usage";
import { TIER_RULE } from "@/lib/tco/choose";
import { TCO_ENGINE_VERSION } from "@/lib/tco/engine";
import { PREFIX_RULE } from "@/lib/usage/model-prefix";

export function generateMetadata(): Metadata {
  return {
    title: "Methodology",
    description:
      "How observations become records, how confidence and freshness are computed, how comparisons and costs work, and what is not known.",
    alternates: { canonical: `${site().url}/methodology` },
  };
}

/** The first of these products that is in the catalogue is the example of the rule. */
const EXAMPLES = ["claude", "slack"];

const KINDS = [
  { kind: "A", words: "The vendor’s page or an official document, with a date." },
  { kind: "B", words: "A maintained list compiled from vendors’ pages, with a date." },
  { kind: "C", words: "Second-hand (articles, directories, reviews), old, or partial." },
] as const;

const STATUSES: Record<PriceStatus, string> = {
  published: "A source shows a number.",
  contact_sales: "The source says that the vendor quotes on request.",
  not_published: "The source shows the tier without a price.",
  not_applicable: "No price applies.",
  unverified: "No source with a price has been checked yet.",
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
          How a price gets from a source to a page. Every constant on this page is printed from the code that uses it.
        </p>
      </PageHead>

      <Section id="observations" title="From page to record">
        <Prose>
          <p>
            The ledger is a list of observations: on this day, this source showed this price for this product. An
            observation has a page, a date, a licence and the kind of its source. Observations never change. A better
            reading is added as a new observation.
          </p>
          <p>
            Records, price history, changes, confidence and coverage are computed from the observations by pure
            functions. The same observations always give the same record, in any order. No record is edited by hand.
          </p>
          <p>
            A source counts as one publisher, or as several if it passes on the readings of others. Only the latest
            reading of each publisher counts. Among readings at most{" "}
            <Constant name="peerWindowDays" value={POLICY.peerWindowDays} /> days older than the newest one, the most
            trusted reading leads; older readings are history. A second-hand reading (kind C) leads only if there is no
            better reading at most <Constant name="secondHandYieldsDays" value={POLICY.secondHandYieldsDays} /> days
            older; until then it is a dispute. A page without a date counts as older than any page with one. A publisher
            keeps the trust of its best reading so far. If a list found no paid price, the best reading that is not yet
            history leads. A later date therefore never shows an older list of tiers.
          </p>
          <p>
            If the leading source was read only in part, missing tiers are filled from readings at most{" "}
            <Constant name="fillWindowDays" value={POLICY.fillWindowDays} /> days older in the same currency, each with
            its own date. A source that gives only the price of the cheapest paid plan gives a starting price, not a
            list of tiers. If it equals the price of a tier, the sources agree. If it differs, the cheapest tier stays
            and the sources are shown to disagree. A starting price is never a tier and is never used in a calculation.
            It is shown by itself if no tier can be compared with it.
          </p>
          <p>
            Medians and category figures cover prices checked within{" "}
            <Constant name="recentWithinDays" value={POLICY.recentWithinDays} /> days, if there are enough of them.
          </p>
          <p>
            Before release, all observations pass {formatNumber(SANITY_RULES.length)} checks:{" "}
            {SANITY_RULES.map(ruleWords).join(", ")}. Impossible figures are removed and counted. Doubtful figures are
            released and listed under <a href="/coverage#flags">Coverage</a>.
          </p>
        </Prose>
      </Section>

      <Section
        id="confidence"
        title="Confidence"
        note="A number from 0 to 1 for every price. Without a price there is no confidence."
      >
        <Prose>
          <p>
            The belief in one reading is the weight of its kind, halved for every{" "}
            <Constant name="confidenceHalfLifeDays" value={POLICY.confidenceHalfLifeDays} /> days of age:
          </p>
          <p>
            <code>belief = weight × 0.5 ^ (age in days / {POLICY.confidenceHalfLifeDays})</code>
          </p>
          <p>
            Age is counted from the source’s own date. A page without a date counts as{" "}
            <Constant name="undatedAgeDays" value={POLICY.undatedAgeDays} /> days older than the day on which it was
            read. All pages of one publisher count once. If we verified a price on the vendor’s page, its weight is{" "}
            <Constant name="checkedWeight" value={POLICY.checkedWeight} /> on that day, whatever the kind of its source,
            and decays from there. A verification never lowers confidence.
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
            Independent readings that agree raise confidence. The remaining doubt is the product of all doubts:
          </p>
          <p>
            <code>confidence = 1 − (1 − belief₁) × (1 − belief₂) × …</code>
          </p>
          <p>
            Confidence is multiplied by <Constant name="partialFactor" value={POLICY.partialFactor} /> if the source was
            read only in part, and by <Constant name="disputeFactor" value={POLICY.disputeFactor} /> if another recent
            source shows a different figure. From {high} it is high, from {fair} fair, below that low.
          </p>
          <p>
            A change’s confidence is how likely it is that the source really showed it that day. The same rule applies
            to the weights of all sources that show the change, each publisher once, without age. If the leading reading
            does not show the change, its confidence is multiplied by {POLICY.disputeFactor}.
          </p>
        </Prose>
        {example ? (
          <div className="mt-4">
            <h3 className="mb-1">Worked example</h3>
            <ConfidenceExample record={example} />
          </div>
        ) : null}
      </Section>

      <Section id="disputes" title="Agreement and disputes">
        <Prose>
          <p>
            A reading at most <Constant name="peerWindowDays" value={POLICY.peerWindowDays} /> days older than the
            leading one is compared with it: the same figure is agreement, a different figure is a dispute. Older
            readings are history and count as neither. Prices are compared only within one currency and unit. Two unit
            prices are equal if they differ by at most{" "}
            <Constant name="rateTolerance" value={POLICY.rateTolerance * 100} />
            %.
          </p>
          <p>
            A yearly price more than{" "}
            <Constant name="introductoryAbovePercent" value={POLICY.introductoryAbovePercent} />% below the monthly
            price looks like an introductory price. It is shown with that note, and never wins a comparison.
          </p>
          <p>
            A price that a vendor has announced is not in force until its day. An answer names it if that day is within{" "}
            <Constant name="announcedWithinDays" value={POLICY.announcedWithinDays} /> days.
          </p>
          <p>
            A batch, flex or priority price more than <Constant name="modeFactor" value={POLICY.modeFactor} /> times the
            standard price of the same meter, or less than that fraction of it, is a slip of a list and is not shown. A
            reading of a model after the day on which its maker shut it down does not count.
          </p>
          <p>
            If readings of a rate differ, the newest dated reading of the vendor’s own page leads, even if more lists
            disagree: a list repeats what a page once said, and two lists can be out of date together. Readings of that
            page from the same day, and readings of a rate whose own page was not read within{" "}
            <Constant name="peerWindowDays" value={POLICY.peerWindowDays} /> days of the newest reading, are ranked by
            their belief together with the readings that agree. A rate that appears only in a differing reading is
            marked as doubtful, because it may belong to another price list.
          </p>
          <p>
            A dispute shows both figures with their sources and dates. A whole rate card counts as disputed if more than{" "}
            <Constant name="disputedModelShare" value={POLICY.disputedModelShare * 100} />% of its models have a
            conflict. Today {formatNumber(totals.disputedFigures)} figures of {formatNumber(totals.disputedProducts)}{" "}
            products are disputed.
          </p>
        </Prose>
      </Section>

      <Section
        id="checks"
        title="Verification"
        note="Each time this service reads a vendor’s page again, it records a check. Checks never change."
      >
        <Prose>
          <p>
            A check confirms the reading that the record showed at that time, or the reading that the check itself
            created. It counts as long as the record shows that reading or another one with the same prices. A retracted
            reading no longer counts. Checks cover tiers only: usage rates are not read from pages. Reading a public
            list again adds readings but verifies nothing, because the list is not the vendor’s page.
          </p>
          <p>
            A record is <code>verified</code> for <Constant name="verifiedForDays" value={POLICY.verifiedForDays} />{" "}
            days after the last check that confirmed it, unless another source has shown a different figure on or after
            the day of the check, or the page showed something else that awaits review. Figures that other sources
            showed before the check stay listed but no longer lower confidence. The next check is due the same number of
            days after the last one, whatever its outcome.
          </p>
          <p>
            A price is taken from a page only if it can be read with certainty. A large change, a missing tier or a
            different currency awaits review by a person: the old value stays, and <code>verification.pending</code>{" "}
            gives the date and the reason. A page that cannot be fetched changes no price. After{" "}
            <Constant name="failedChecksUntilStale" value={POLICY.failedChecksUntilStale} /> failures in a row the
            record is old (<code>stale</code>) and <code>verification.reason</code> says so, unless an earlier check is
            still valid. A price that was recorded by mistake is retracted in public, as a correction with its reason.
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
                checked at most <Constant name="freshForDays" value={POLICY.freshForDays} /> days ago.
              </dd>
            </div>
            <div>
              <dt className="inline font-semibold">
                Ageing (<code>due</code>):{" "}
              </dt>
              <dd className="inline">checked at most {formatNumber(POLICY.dueAfterDays)} days ago.</dd>
            </div>
            <div>
              <dt className="inline font-semibold">
                Old (<code>stale</code>):{" "}
              </dt>
              <dd className="inline">checked longer ago.</dd>
            </div>
            <div>
              <dt className="inline font-semibold">
                No data (<code>missing</code>):{" "}
              </dt>
              <dd className="inline">nothing is known.</dd>
            </div>
          </dl>
          <p>
            A record that was never verified is due <Constant name="dueAfterDays" value={POLICY.dueAfterDays} /> days
            after its leading reading. After that it is old until it is verified; it is not removed. A check that
            confirms a reading renews its date. Today {formatPercent(totals.stalePercent)} of the products are old. An
            extra cost that no source has shown for{" "}
            <Constant name="hiddenCostWindowDays" value={POLICY.hiddenCostWindowDays} /> days is history only. A product
            that no source has shown for <Constant name="currentWithinDays" value={CURRENT_WITHIN_DAYS} /> days is not
            suggested as an alternative.
          </p>
          <p>
            If no source states the cost of single sign-on, it is derived from the tiers: if a complete list of tiers
            has single sign-on only above the cheapest paid tier, the cost is the difference in price, or no amount if
            that tier is sold on request.
          </p>
          <p>{ADD_ON_RULE}</p>
          <p>
            Two dates are separate: <code>observedAt</code> is the day on which a source showed the price;{" "}
            <code>effectiveFrom</code> is the day from which the vendor says it applies, or null if the vendor gives
            none.
          </p>
        </Prose>
      </Section>

      <Section id="prominence" title="Prominence" note="A number from 0 to 100 for every search result.">
        <Prose>
          <p>
            Search results that match equally well are sorted by prominence, products with a known price or rate card
            first. So are the products of a category in search, suggestions and alternatives. Prominence is the sum of:
          </p>
          <p>
            <code>
              <Constant name="prominence.sources" value={points.sources} /> × n ÷ (n +{" "}
              <Constant name="prominence.halfAtSources" value={points.halfAtSources} />)
            </code>{" "}
            for n independent sources that list the product. A source that reads many pages counts once per independent
            page. Repetitions by one publisher count once.
          </p>
          <p>
            <Constant name="prominence.widelyKnown" value={points.widelyKnown} /> from{" "}
            <Constant name="prominence.widelyKnownFrom" value={points.widelyKnownFrom} /> sources on,{" "}
            <Constant name="prominence.price" value={points.price} /> if a starting price or a rate card is known,{" "}
            <Constant name="prominence.median" value={points.median} /> for a market median,{" "}
            <Constant name="prominence.history" value={points.history} /> for prices from two different days, and{" "}
            <Constant name="prominence.current" value={points.current} /> if a source listed the product at most{" "}
            <Constant name="prominence.currentForDays" value={points.currentForDays} /> days before the catalogue was
            loaded.
          </p>
          <p>
            More sources never lower it. Alternatives come in this order: first the products that people usually
            compare, from a table that we maintain by our own judgement, without statistics; then the priced products of
            the category by prominence, with up to <Constant name="peerPointsAlike" value={POLICY.peerPointsAlike} />{" "}
            extra points for the same currency and unit, minus{" "}
            <Constant name="peerPointsPerDoubling" value={POLICY.peerPointsPerDoubling} /> for each doubling between the
            two prices, and <Constant name="peerPointsSameShape" value={POLICY.peerPointsSameShape} /> if both are
            priced by usage, or both per month in different units; then all others. Products of the same vendor are not
            alternatives.
          </p>
        </Prose>
      </Section>

      <Section id="prices" title="Prices, currencies, units">
        <Prose>
          <p>
            A price is stored as the source shows it: amount, currency, unit, period and billing. Every tier with a
            published price has it as <code>listPrice</code>. If the source does not state the billing, it is unstated,
            and <code>priceMonthly</code> and <code>priceAnnual</code> are empty. We do not guess, and we do not convert
            currencies. A yearly price is divided by twelve and rounded half-up to cents; amounts below one cent keep
            every digit. All arithmetic is decimal.
          </p>
          <p>
            A product’s price range covers the tiers in its main currency and unit. The main unit is that of the lowest
            paid monthly price. The upper end and the median are null if the source was read only in part, or if most
            tiers use another unit. A category’s median is the median of the lowest paid prices in one currency and
            unit. It needs at least <Constant name="medianMinimumProducts" value={POLICY.medianMinimumProducts} />{" "}
            products.
          </p>
          <p>
            An unknown price is null with a reason. It is never 0, never wins a comparison and never passes a price
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

      <Section id="families" title="Product families">
        <Prose>
          <p>
            {FAMILY_RULE} {RESOLVED_RULE}
          </p>
        </Prose>
      </Section>

      <Section id="as-of" title="Past dates (asOf)">
        <Prose>
          <p>
            With <code>asOf</code>, the response uses only observations made up to that day: what was known then, not
            what was true. An announced price counts from the vendor’s date, once a reading on or after that date shows
            it. Confidence and freshness are those of that day.
          </p>
        </Prose>
      </Section>

      <Section id="changes" title="Price changes">
        <Prose>
          <p>
            A change is a step between two dated prices of one tier and meter. If no single source shows both prices, it
            is a change only if dated readings of the vendor’s page show them, with the same stated billing, currency
            and unit, more than <Constant name="peerWindowDays" value={POLICY.peerWindowDays} /> days apart, at most a
            factor of <Constant name="sourceStepRatio" value={POLICY.sourceStepRatio} /> apart, and if no later reading
            shows the former price. Any other difference between two sources is a dispute. If two sources show the same
            step within <Constant name="sameChangeWindowDays" value={POLICY.sameChangeWindowDays} /> days, it is one
            change.
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
            If an earlier price returns within <Constant name="revertWindowDays" value={POLICY.revertWindowDays} />{" "}
            days, the source made a mistake. If a price changes by a power of ten, a unit was corrected. Both are
            corrections.
          </p>
          <p>
            An announced step is scheduled until its date. It becomes a change only when a reading on or after that date
            shows the new price; until then it is unconfirmed and the last price stays. If the model maker cancels a
            step, every step that depends on it is cancelled, including those on resellers’ cards. The changes of a rate
            lead to the rate on the card: a step that another source shows after the leading reading is unconfirmed.
          </p>
          <p>Trend. {TREND_RULE}</p>
          <p>Stability. {STABILITY_RULE}</p>
        </Prose>
      </Section>

      <Section id="winners" title="How comparisons pick a winner" note="Each row of a comparison names its rule.">
        <Prose>
          <p>
            A row has a winner only if at least two values are known. An unknown value never wins. Equal best values are
            a tie. Prices in different currencies or units are not compared.
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
          Price changes are counted over <Constant name="stabilityWindowDays" value={POLICY.stabilityWindowDays} />{" "}
          days.
        </p>
      </Section>

      <Section
        id="tco"
        title="Cost for a team"
        note={`Engine ${TCO_ENGINE_VERSION}. The same input and data always give the same response.`}
      >
        <Prose>
          <p>
            <WithCode text={TIER_RULE} />
          </p>
          <p>
            Billing. <WithCode text={TcoBody.shape.billing.description ?? ""} />
          </p>
          <p>
            Free plan. <WithCode text={TcoItemAnswer.shape.freePlan.description ?? ""} /> It is named in the answer and
            never chosen instead of a paid tier.
          </p>
          <p>
            Price for the account. <WithCode text={TcoItemAnswer.shape.coversSeats.description ?? ""} />
          </p>
          <p>
            Use. Quantities of use, such as emails or GB-months, are those of a month, and every month is the same. What
            a tier includes is not charged; beyond it, the price of extra use is. Without a price for more, the tier is
            not used. If several prices have one unit, the lowest is used and the others are named.
          </p>
          <p>
            Percentage prices. A fee such as 2.9% + $0.30 per payment is calculated from the volume and the number of
            transactions per month, for twelve months a year. All payments are assumed to have the same size. A minimum
            or maximum fee per payment replaces the share. Without these inputs, the answer states the rate and has no
            total.
          </p>
          <p>
            Extra costs. <WithCode text={TcoBody.shape.includeHiddenCosts.description ?? ""} />
          </p>
          <p>
            Range. Low: <WithCode text={lower(TcoRange.shape.low.description)} /> High:{" "}
            <WithCode text={lower(TcoRange.shape.high.description)} />
          </p>
          <p>
            Sourced share. <WithCode text={TcoItemAnswer.shape.sourcedShare.description ?? ""} />
          </p>
          <p>
            Basis of a line. <WithCode text={Basis.description ?? ""} />
          </p>
          <p>
            Sums are exact and rounded half-up to cents once, at the end. A total that cannot be calculated is null,
            with a cause. <WithCode text={UnknownCause.description ?? ""} />
          </p>
        </Prose>
      </Section>

      <Section id="usage" title="Cost of usage">
        <Prose>
          <p>
            <WithCode text={estimateLlmCost.description.replace(/ Cite links\.page\.$/, "")} />
          </p>
          <p>
            If a mode has no price, the quantity is unpriced; there is no fallback to another mode. Reasoning tokens are
            billed as output tokens unless the card has a separate rate. Sums are exact and rounded once: lines and
            totals keep at least six decimal places and six significant digits. Models are ranked by the exact total,
            those in the card’s main currency first.
          </p>
          <p>Names of models. {PREFIX_RULE}</p>
          <p>
            {REFERENCE_RULE} Without a region in the request, responses, estimates and history use the prices of that
            region. Prices of two regions never count as a dispute. Rate cards have this order: {lower(ORDER_RULE)}
          </p>
        </Prose>
      </Section>

      <Section id="limits" title="What is not known">
        <Prose>
          <p>
            {auditText(audit())} The audit compares our observations with the raw rows. It does not show whether a
            source read its vendor’s page correctly.
          </p>
          <p>Known weaknesses:</p>
        </Prose>
        <ul className="mt-2 grid max-w-read list-disc gap-2 pl-5">
          <li>
            A record is <code>verified</code> only after this service itself has <a href="#checks">checked</a> the
            vendor’s page. Until then it is <code>imported</code>: it is based on a dated public capture, and{" "}
            <code>verifiedAt</code> is null.
          </li>
          <li>
            {formatPercent(totals.stalePercent)} of the products are old: past the date of their next check. Many yearly
            price models end in early 2025.
          </li>
          <li>
            {formatNumber(totals.priced)} of {formatNumber(totals.products)} products have a price. For the rest we know
            a free plan, a licence, a market median or terms.
          </li>
          <li>
            Rate cards and message prices have many changes because their sources are read daily. List prices are read
            about once a year, so one step between two readings may hide several.
          </li>
          <li>
            Market medians do not say how much was bought. Do not use them to compare products of different sizes.
          </li>
          <li>
            Some tiers come from pages for one region. Taxes, volume discounts and local prices are unknown unless a
            source states them.
          </li>
        </ul>
        <p className="mt-3 max-w-read">
          You can report a wrong figure on its page. <a href="/coverage">Coverage</a> shows the state of the whole
          catalogue.
        </p>
      </Section>
    </>
  );
}

function Prose({ children }: { children: React.ReactNode }) {
  return <div className="grid max-w-read gap-3">{children}</div>;
}

/** Lowercases the first letter of a sentence that follows a colon. */
function lower(text = ""): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
