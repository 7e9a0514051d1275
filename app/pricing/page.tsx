import type { Metadata } from "next";
import { connection } from "next/server";
import { Notice } from "@/app/_components/commerce/notice";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { facts } from "@/app/_data/lists";
import {
  FREE,
  fileBands,
  groupsOf,
  LINK_LIMITS,
  paymentMode,
  type SoldCategory,
  soldCategories,
  subscriptionPrices,
} from "@/app/_data/pricing";
import { site } from "@/app/_data/site";
import { MAX_KEYS } from "@/lib/access/api-keys";
import { KEYED } from "@/lib/access/rate-limit";
import { GRACE_DAYS } from "@/lib/billing/entitlement";
import { GROUP_LABELS } from "@/lib/format/coverage";
import { countOf } from "@/lib/format/list";
import { formatNumber } from "@/lib/format/money";
import { Faq } from "./faq";
import { Manifest } from "./manifest";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export function generateMetadata(): Metadata {
  return {
    title: "Bulk data pricing",
    description:
      "The pages, the API and MCP are free and need no key. Prices for the whole catalogue in bulk and for a single category as a file.",
    alternates: { canonical: `${site().url}/pricing` },
  };
}

const ERRORS = new Map([
  ["category", "This category is not in the catalogue, or none of its records has a price. Choose another category."],
  [
    "subscribed",
    "You already have a subscription, in this account or bought in this browser. Manage it in your account. If you cancelled it, you can undo the cancellation there.",
  ],
  ["unavailable", "Payments are unavailable at the moment. Nothing was charged. Try again in a few minutes."],
  ["too_many", "Too many checkouts were started from here. Nothing was charged. Try again in ten minutes."],
  ["origin", "The form was not submitted from this site. Nothing was charged."],
]);

const INTERVALS = {
  month: { per: "per month", button: "Subscribe monthly", note: "Renews every month until you cancel." },
  year: { per: "per year", button: "Subscribe yearly", note: "Renews every year until you cancel." },
};

export default async function PricingPage({ searchParams }: Props) {
  await connection();
  const { category, error } = await searchParams;
  const [categories, catalogue] = await Promise.all([soldCategories(), facts()]);
  const chosen = categories.find(({ slug }) => slug === category);
  const mode = paymentMode();
  const problem = typeof error === "string" ? ERRORS.get(error) : undefined;
  const open = mode !== "off";
  return (
    <>
      <PageHead title="Bulk data pricing">
        <p className="mt-3 max-w-read text-ink-2">
          Reading is free. You pay for bulk data: subscribe to download the whole catalogue as often as you like, or buy
          a single category once, as a file.
        </p>
        {problem ? <Notice>{problem}</Notice> : null}
        {mode === "sandbox" ? (
          <p className="notice mt-4">
            <strong>Payments sandbox.</strong> This server takes no real payments. Pay with a test card, for example
            4242 4242 4242 4242. Never enter a real card number.
          </p>
        ) : null}
        {open ? null : (
          <p className="notice mt-4">Payments are not set up on this server, so nothing can be bought here.</p>
        )}
      </PageHead>

      <Section id="free" title="Free" note="No key, no account.">
        <p className="amount">$0</p>
        <ul className="mt-2 grid max-w-read gap-1">
          <li>Every page: prices, history, evidence and the cost calculators, with Markdown versions for machines.</li>
          <li>
            The <a href="/docs">API</a>: records, batches of 20, coverage, costs, comparisons, history, rate cards,
            search and changes.
          </li>
          <li>
            The same data over <a href="/agents">MCP</a>, with eight tools.
          </li>
          <li>{`${FREE.perMinute} requests per minute from one IP address. Fair use is ${FREE.fairUseADay} requests a day; this is a guideline and is not enforced.`}</li>
        </ul>
      </Section>

      <Section id="subscription" title="Subscription" note="The whole catalogue, as often as you like.">
        <div className="offers">
          {subscriptionPrices().map(({ interval, price }) => (
            <div key={interval}>
              <p>
                <span className="amount">{price}</span> {INTERVALS[interval].per}
              </p>
              <p className="note mt-1">{INTERVALS[interval].note}</p>
              {open ? (
                <form method="post" action="/checkout/start" className="mt-3">
                  <input type="hidden" name="kind" value="subscription" />
                  <button type="submit" name="interval" value={interval} className="button">
                    {INTERVALS[interval].button}
                  </button>
                </form>
              ) : null}
            </div>
          ))}
        </div>
        <dl className="terms mt-4">
          <div>
            <dt>What you get</dt>
            <dd>
              An API key for <code>GET /api/v2/bulk</code>, which returns{" "}
              {catalogue
                ? `${formatNumber(catalogue.products)} products in ${catalogue.state.counts.categories} categories`
                : "all categories"}
              : every published record with its price history, streamed as JSON, NDJSON or CSV.
            </dd>
          </div>
          <div>
            <dt>Limits</dt>
            <dd>
              {formatNumber(KEYED.quota)} requests per minute for each key, and up to {formatNumber(MAX_KEYS)} keys. You
              can replace or revoke a key.
            </dd>
          </div>
          <div>
            <dt>Cancelling</dt>
            <dd>Cancel at any time in the billing portal. Keys work until the end of the period you paid for.</dd>
          </div>
          <div>
            <dt>Failed payment</dt>
            <dd>{`The charge is retried. The keys keep working for ${GRACE_DAYS} days.`}</dd>
          </div>
        </dl>
      </Section>

      <Section id="file" title="Category file" note="One category, bought once. No subscription.">
        <div className="max-w-read">
          <table className="ledger">
            <caption>
              The price depends on the number of priced records in the category: records whose price or rate card is
              known.
            </caption>
            <thead>
              <tr>
                <th scope="col">Priced records</th>
                <th scope="col" className="num">
                  One-time price
                </th>
              </tr>
            </thead>
            <tbody>
              {fileBands().map(({ id, size, price }) => (
                <tr key={id}>
                  <th scope="row">{size}</th>
                  <td className="num">{price}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <form method="post" action="/checkout/start" className="mt-6 max-w-read" id="buy-file">
          <input type="hidden" name="kind" value="file" />
          <div className="entry">
            <label htmlFor="category">Category</label>
            <select id="category" name="category" required defaultValue={chosen?.slug ?? ""}>
              <option value="" disabled>
                Choose one of {categories.length} categories
              </option>
              {byGroup(categories).map(({ group, members }) => (
                <optgroup key={group} label={group}>
                  {members.map(({ slug, name, records, priced, price }) => (
                    <option key={slug} value={slug}>
                      {`${name}: ${countOf(records, "record")}, ${formatNumber(priced)} priced, ${price}`}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          </div>
          <div className="mt-3 flex flex-wrap gap-3">
            {open ? (
              <button type="submit" className="button">
                Buy this file
              </button>
            ) : null}
            <button type="submit" formMethod="get" formAction="/pricing#file" className="button button-quiet">
              See what it contains
            </button>
          </div>
        </form>
        {chosen ? (
          <div className="mt-6 max-w-read">
            <Holding category={chosen} />
          </div>
        ) : null}
        <dl className="terms mt-6">
          <div>
            <dt>What you get</dt>
            <dd>
              One JSON file: a manifest and every published record in the category with its price history, as of the
              purchase. Every download has the same bytes. The SHA-256 is shown next to the link.
            </dd>
          </div>
          <div>
            <dt>Download link</dt>
            <dd>{`Shown after payment and sent by email. It works for ${LINK_LIMITS.days} days and ${LINK_LIMITS.downloads} downloads. An interrupted download can be resumed within the hour and counts once.`}</dd>
          </div>
          <div>
            <dt>No account needed</dt>
            <dd>To see the purchase again, sign in with the email address you paid with.</dd>
          </div>
        </dl>
        <h3 className="mt-6">Start of the file</h3>
        <Manifest category={chosen ?? categories[0]} />
        <details className="mt-6">
          <summary>All category files and their prices</summary>
          <div className="mt-3 max-w-read">
            <PriceTable categories={categories} />
          </div>
        </details>
      </Section>

      <Section id="limits" title="Limitations" note="Read before you pay.">
        <ul className="grid max-w-read list-disc gap-2 pl-4">
          <li>
            Not every price is known. An unknown price is null, with a reason, and never 0.{" "}
            <a href="/coverage">Coverage</a> shows for free how much is known in each category.
          </li>
          <li>
            Bulk data contains the same records as the free pages, all at once. Look at some of them before you buy.
          </li>
          <li>
            Third-party medians and ratings stay restricted. They are marked in each record: you may read them, but not
            republish them. See <a href="/license">Data licence</a>.
          </li>
          <li>A file is not updated when the catalogue changes. If you need the changes, subscribe.</li>
        </ul>
      </Section>

      <Section id="faq" title="Questions">
        <Faq />
      </Section>
    </>
  );
}

function byGroup(categories: readonly SoldCategory[]) {
  return [...new Set(categories.map(({ group }) => group))].map((group) => ({
    group,
    members: categories.filter((category) => category.group === group),
  }));
}

function Holding({ category }: { category: SoldCategory }) {
  const counts = groupsOf(category.slug);
  return (
    <table className="ledger" data-testid="holding">
      <caption>{`${category.name}: ${countOf(category.records, "record")}, ${formatNumber(category.priced)} of them priced, ${category.price}. Number of records that contain each group of data.`}</caption>
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col" className="num">
            Records
          </th>
        </tr>
      </thead>
      <tbody>
        {GROUP_LABELS.map((label, index) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="num">{formatNumber(counts[index] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PriceTable({ categories }: { categories: readonly SoldCategory[] }) {
  return (
    <table className="ledger">
      <thead>
        <tr>
          <th scope="col">Category</th>
          <th scope="col" className="num">
            Records
          </th>
          <th scope="col" className="num">
            Priced
          </th>
          <th scope="col" className="num">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ slug, name, records, priced, price }) => (
          <tr key={slug}>
            <th scope="row">
              <a href={`/pricing?category=${slug}#file`}>{name}</a>
            </th>
            <td className="num">{formatNumber(records)}</td>
            <td className="num">{formatNumber(priced)}</td>
            <td className="num">{price}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
