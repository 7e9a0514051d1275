import { Fragment } from "react";
import { Section } from "@/app/_components/section";
import { COLLECTING } from "@/lib/collection/policy";
import { VERIFICATION_POLICY } from "@/lib/verification/policy";
import { Constant } from "./constant";

const HOUR_MS = 3_600_000;

/** Explains how vendors' pages are verified and how a reading is decided. */
export function PageReadings() {
  const rules = VERIFICATION_POLICY;
  return (
    <Section
      id="pages"
      title="How vendors’ pages are verified"
      note="Rules decide. If no rule applies, a person decides."
    >
      <div className="grid max-w-read gap-3">
        <p>
          Schedule. Each page is read at most <Constant name="dueWithinDays" value={rules.dueWithinDays} /> days after
          its last check, on the least busy of the last <Constant name="levelOverDays" value={rules.levelOverDays} /> of
          those days. Pages that were never checked are spread over the same period, the oldest readings first. Among
          due pages, one whose price changed within <Constant name="movedWithinDays" value={rules.movedWithinDays} />{" "}
          days moves ahead by <Constant name="movedAheadHours" value={rules.movedAheadHours} /> hours, and one of a
          well-known product by up to <Constant name="prominentAheadHours" value={rules.prominentAheadHours} />. If a
          page cannot be fetched, it is retried after <Several name="retryAfterHours" values={rules.retryAfterHours} />{" "}
          hours; if access is denied, after{" "}
          <Several name="retryDeniedAfterHours" values={rules.retryDeniedAfterHours} />. After that it waits for its
          next regular date.
        </p>
        <p>
          Fetching. Requests to one host are at least{" "}
          <Constant name="hostPauseSeconds" value={rules.hostPauseSeconds} /> seconds apart. If a host asks for a longer
          pause, we wait, up to <Constant name="longestPauseHours" value={rules.longestPauseHours} /> hours. If a worker
          sends no sign of life for <Constant name="leaseMinutes" value={rules.leaseMinutes} /> minutes, another worker
          takes over its page. <a href="/bot">About our bot</a>.
        </p>
        <p>
          Refused. A price without a certain amount, currency or period is not read. Neither is the price of an add-on,
          nor a price that changes with a control on the page. If no price is left, the page counts as unreadable, and
          we record what it showed and why it was refused. Nothing else changes.
        </p>
        <p>
          Compared. Tiers are matched by name and price, then by name. A monthly price is compared only with a monthly
          price of the same billing, currency and unit. If a page names no unit, the known unit applies.
        </p>
        <p>
          Accepted. Equal prices confirm the record. A price that changed by at most{" "}
          <Constant name="plausibleMovePercent" value={rules.plausibleMovePercent} />% is accepted, and so is a new tier
          if all known tiers are still on the page. If a product has no known price, a page that was read in full is
          accepted as its first reading.
        </p>
        <p>Held for review by a person, while the old value stays:</p>
      </div>
      <ul className="mt-2 grid max-w-read list-disc gap-1 pl-5">
        <li>a larger change;</li>
        <li>a tier that is gone, or that is missing on a page that was read only in part;</li>
        <li>a price that disappeared, a free tier that now has a price, or a paid tier that is now free;</li>
        <li>a tier that was sold on request and now has a price;</li>
        <li>a different currency or unit, or no currency or unit;</li>
        <li>two prices of the same kind for one tier, or a price that cannot be compared;</li>
        <li>any change on a page with several products, because it is unclear which product each tier belongs to;</li>
        <li>
          a first reading of a page that was read only in part, of a page that several products share, or of a product
          priced by usage.
        </li>
      </ul>
      <p className="mt-3 max-w-read">
        The reviewer accepts, corrects or rejects the reading, with a reason. A rejected reading is not shown for review
        again as long as the page stays the same.
      </p>
    </Section>
  );
}

/** Explains how public lists are collected. */
export function ListReadings() {
  const rules = COLLECTING;
  return (
    <Section
      id="lists"
      title="How public lists are collected"
      note="Third-party lists: rate cards, price lists, directories of free plans."
    >
      <div className="grid max-w-read gap-3">
        <p>
          Each list is read daily or weekly. Only differences from its last reading are added. An unchanged line is
          added again before it would no longer be fresh. If a list cannot be read, it is retried after{" "}
          <Several name="listRetryAfterHours" values={rules.retryAfterMs.map((ms) => ms / HOUR_MS)} /> hours, and from
          then on at the last of these intervals. One list may take up to{" "}
          <Constant name="listRunMinutes" value={rules.runMs / 60_000} /> minutes and{" "}
          <Constant name="listMaxPages" value={rules.maxPages} /> pages.
        </p>
        <p>
          A whole list is rejected if nothing could be read, if more than{" "}
          <Constant name="listLostPercent" value={rules.lostShare * 100} />% of its products or lines disappeared at
          once, or if more than <Constant name="listMovedPercent" value={rules.movedShare * 100} />% of its prices
          changed at once. Up to <Constant name="listFreely" value={rules.freely} /> may always disappear or change. A
          rejected list waits for a person.
        </p>
        <p>
          If a list contained an entry for less than{" "}
          <Constant name="shortestListingDays" value={rules.shortestListingDays} /> days, the entry was a mistake and is
          retracted. An entry that was listed longer is retired, if the list covers everything that is sold.
        </p>
      </div>
    </Section>
  );
}

/** Joins values as text, such as "6, 24 and 72". */
function Several({ name, values }: { name: string; values: readonly number[] }) {
  return values.map((value, at) => (
    <Fragment key={value}>
      {at === 0 ? "" : at === values.length - 1 ? " and " : ", "}
      <Constant name={`${name}.${at + 1}`} value={value} />
    </Fragment>
  ));
}
