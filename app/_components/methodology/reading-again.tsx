import { Fragment } from "react";
import { Section } from "@/app/_components/section";
import { COLLECTING } from "@/lib/collection/policy";
import { VERIFICATION_POLICY } from "@/lib/verification/policy";
import { Constant } from "./constant";

const HOUR_MS = 3_600_000;

/** How vendors' pages are read again, and what becomes of a reading. */
export function PageReadings() {
  const rules = VERIFICATION_POLICY;
  return (
    <Section
      id="pages"
      title="Reading a vendor’s page again"
      note="Applied by rule. Where a rule does not decide, a person does."
    >
      <div className="grid max-w-read gap-3">
        <p>
          When. Each page at most <Constant name="dueWithinDays" value={rules.dueWithinDays} /> days after its last
          check, on the least busy of the last <Constant name="levelOverDays" value={rules.levelOverDays} /> of them.
          Pages that were never checked are spread over as many days, those seen longest ago first. Of the pages that
          are due, one whose price moved within <Constant name="movedWithinDays" value={rules.movedWithinDays} /> days
          goes <Constant name="movedAheadHours" value={rules.movedAheadHours} /> hours ahead, and one of the best-known
          products up to <Constant name="prominentAheadHours" value={rules.prominentAheadHours} />. A page that could
          not be fetched is tried again after <Several name="retryAfterHours" values={rules.retryAfterHours} /> hours,
          one that may not be read after <Several name="retryDeniedAfterHours" values={rules.retryDeniedAfterHours} />.
          After that each waits for its ordinary turn.
        </p>
        <p>
          How. Between two pages of one host pass at least{" "}
          <Constant name="hostPauseSeconds" value={rules.hostPauseSeconds} /> seconds; a host that asks for longer is
          left alone, up to <Constant name="longestPauseHours" value={rules.longestPauseHours} /> hours. A worker that
          is silent for <Constant name="leaseMinutes" value={rules.leaseMinutes} /> minutes loses its page to another.{" "}
          <a href="/bot">What the bot sends and obeys</a>.
        </p>
        <p>
          Refused. A price without a sure amount, currency or period is not read, nor is that of an add-on, or one that
          changes with a control on the page. Where no price is left, the page counts as unreadable, with what was seen
          and why. Nothing else changes.
        </p>
        <p>
          Compared. Tiers are matched by name and price, then by name. Like is compared with like: a monthly price with
          a monthly one, billed alike, in one currency and one unit. A page that names no unit means the one that
          stands.
        </p>
        <p>
          Taken. The same prices confirm what stands. A price that moved by at most{" "}
          <Constant name="plausibleMovePercent" value={rules.plausibleMovePercent} /> % is taken, and so is a new tier
          beside tiers that are all found again. Of a product without a known price, a page that was read in full is
          taken as its first reading.
        </p>
        <p>Held for a person, while the old value stands:</p>
      </div>
      <ul className="mt-2 grid max-w-read list-disc gap-1 pl-5">
        <li>a larger move;</li>
        <li>a tier that is gone, or not found on a page that was read in part;</li>
        <li>a price that vanished, a free tier that now costs, a paid one that is now free;</li>
        <li>a tier that was sold on request and now has a price;</li>
        <li>another currency or another unit, or none on what stood;</li>
        <li>two prices of one kind for one tier, or a price stated in a way that cannot be compared;</li>
        <li>any move on a page of several products: which plan is whose cannot be told;</li>
        <li>
          a first reading of a page that was read in part, that several products share, or of a product priced by use.
        </li>
      </ul>
      <p className="mt-3 max-w-read">
        The person accepts the reading, corrects it or rejects it, with a reason. A reading that was rejected is not
        laid before a person again while the page says the same.
      </p>
    </Section>
  );
}

/** How public lists are read again. */
export function ListReadings() {
  const rules = COLLECTING;
  return (
    <Section
      id="lists"
      title="Reading a public list again"
      note="Lists that others keep: rate cards, price lists, directories of free tiers."
    >
      <div className="grid max-w-read gap-3">
        <p>
          Each list is read every day or every week. Only what differs from its last reading is added; a line that stays
          the same is added again before it would cease to be fresh. A list that could not be read is tried again after{" "}
          <Several name="listRetryAfterHours" values={rules.retryAfterMs.map((ms) => ms / HOUR_MS)} /> hours, and after
          the last of these each time. One list may take <Constant name="listRunMinutes" value={rules.runMs / 60_000} />{" "}
          minutes and <Constant name="listMaxPages" value={rules.maxPages} /> pages.
        </p>
        <p>
          A list is not believed as a whole, and nothing of it is taken, where nothing could be read of it, where more
          than <Constant name="listLostPercent" value={rules.lostShare * 100} /> % of its products or lines are gone at
          once, or where more than <Constant name="listMovedPercent" value={rules.movedShare * 100} /> % of its prices
          moved at once. Up to <Constant name="listFreely" value={rules.freely} /> may go or move in any case. It then
          waits for a person.
        </p>
        <p>
          What a list held for less than <Constant name="shortestListingDays" value={rules.shortestListingDays} /> days
          and then dropped was entered by mistake: it is taken back. What it held for longer is retired, where the list
          names all that is sold.
        </p>
      </div>
    </Section>
  );
}

/** 6, 24 and 72. */
function Several({ name, values }: { name: string; values: readonly number[] }) {
  return values.map((value, at) => (
    <Fragment key={value}>
      {at === 0 ? "" : at === values.length - 1 ? " and " : ", "}
      <Constant name={`${name}.${at + 1}`} value={value} />
    </Fragment>
  ));
}
