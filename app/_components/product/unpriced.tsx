import { productPath } from "@/app/_data/paths";
import { answerOf, unrestricted } from "@/lib/format/answer";
import { marketFacts } from "@/lib/format/markdown";
import { unpricedWords } from "@/lib/format/unpriced";
import { capitalised } from "@/lib/format/words";
import type { ReasonedAlternative } from "@/lib/operations/alternatives";
import type { PricingRecord } from "@/lib/schemas/record";
import { Static } from "../static";
import { Live } from "./live/live";
import { PriceTipFields } from "./price-tip-fields";

type Props = {
  record: PricingRecord;
  /** Priced products of the same vendor. */
  siblings: readonly PricingRecord[];
  /** Priced alternatives, the likeliest first. */
  instead: readonly ReasonedAlternative[];
  /** True if this server can send email. */
  mailing: boolean;
};

/** Shows the reader's options if no price is known. */
export function Unpriced({ record, siblings, instead, mailing }: Props) {
  const { links, vendor, marketData, license, slug } = record;
  const market = marketData && marketFacts(marketData);
  return (
    <div className="unpriced">
      <Static>
        <p className="max-w-read">
          {unpricedWords(record).sentence}
          {links.vendor ? (
            <>
              {" "}
              Check the{" "}
              <a href={links.vendor} rel="noopener nofollow">
                vendor’s page
              </a>
              .
            </>
          ) : null}
        </p>
        {market ? (
          <p className="mt-3 max-w-read">
            {license.marketData === "restricted" ? <span className="tag mr-2">Third-party figure</span> : null}
            What buyers pay: {market}. <a href="#market">Source and licence</a>
          </p>
        ) : null}
        <Offers
          title={`Other ${vendor.name} products with a price`}
          offers={siblings.map((sibling) => ({ record: sibling, reason: null }))}
        />
        <Offers title="Alternatives with a price" offers={instead} />
      </Static>
      <div className="no-print">
        <h3 className="mb-2">Tell us the price</h3>
        <p className="note mb-3 max-w-read">A person checks the page before we show a price.</p>
        <Live kind="report" action="/report" method="post" given={{}} answer={null}>
          <Static>
            <PriceTipFields product={slug} />
          </Static>
        </Live>
        {mailing ? (
          <>
            <h3 className="mt-6 mb-2">Get an email when we have a price</h3>
            <form action="/watch" method="post" className="report-fields">
              <input type="hidden" name="product" value={slug} />
              <div className="control">
                <label htmlFor="watch-email">Your email</label>
                <input id="watch-email" name="email" type="email" required autoComplete="email" maxLength={254} />
              </div>
              <div className="trap" aria-hidden="true">
                <label htmlFor="watch-website">Leave this empty</label>
                <input id="watch-website" name="website" tabIndex={-1} autoComplete="off" />
              </div>
              <p className="note max-w-read">
                Confirm your email address and we will send you one message. Then we delete the address.
              </p>
              <div>
                <button type="submit" className="button">
                  Email me
                </button>
              </div>
            </form>
          </>
        ) : null}
      </div>
    </div>
  );
}

function Offers({
  title,
  offers,
}: {
  title: string;
  offers: readonly { record: PricingRecord; reason: string | null }[];
}) {
  if (offers.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-1">{title}</h3>
      <ul className="max-w-read text-table">
        {offers.map(({ record, reason }) => (
          <li key={record.slug} data-instead={record.slug} className="border-b border-rule py-1.5">
            <span className="flex justify-between gap-4">
              <a href={productPath(record)}>{record.name}</a>
              <span className="text-right">{answerOf(unrestricted(record)).brief}</span>
            </span>
            {reason ? <span className="note block">{capitalised(reason)}</span> : null}
          </li>
        ))}
      </ul>
    </>
  );
}
