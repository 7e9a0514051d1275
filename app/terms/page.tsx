import type { Metadata } from "next";
import { connection } from "next/server";
import { Contact, OperatorSentence, RefundSentence } from "@/app/_components/contact";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { LINK_LIMITS } from "@/app/_data/pricing";
import { site } from "@/app/_data/site";
import { FAIR_USE_CALLS_A_DAY, KEYLESS } from "@/lib/access/rate-limit";
import { MAX_BODY_BYTES } from "@/lib/http/body";
import { MAX_BATCH } from "@/lib/operations/slug-page";

export function generateMetadata(): Metadata {
  return {
    title: "Terms",
    description: "What you may expect of this service and what it expects of you, on one page.",
    alternates: { canonical: `${site().url}/terms` },
  };
}

export default async function TermsPage() {
  await connection();
  const { name } = site();
  return (
    <>
      <PageHead title="Terms">
        <p className="mt-3 max-w-read text-ink-2">
          {`${name} shows what software costs, with the source and the day of each figure. By using its pages, its API, its MCP address or its files you agree to these terms.`}
        </p>
      </PageHead>

      <Section id="reading" title="Reading for free">
        <div className="grid max-w-read gap-3">
          <p>
            {`Pages, API and MCP are free to read without a key. The limit is ${KEYLESS.quota} requests in ${KEYLESS.windowSeconds} seconds from one address, pages not counted; a request for many products at once counts as several, as the documentation says; a request above it is refused and says when to come back.`}
          </p>
          <p>
            {`${FAIR_USE_CALLS_A_DAY} calls a day is a guideline of fair use. It is not enforced. If you need the whole catalogue again and again, take it in bulk: `}
            <a href="/pricing">what bulk data costs</a>.
          </p>
          <p>
            {`One request may name up to ${MAX_BATCH} products and carry up to ${MAX_BODY_BYTES / 1024} KiB. Do not work around the limits with several addresses.`}
          </p>
        </div>
      </Section>

      <Section id="citing" title="Citing">
        <p className="max-w-read">
          Where you state a figure, link to the product’s page (<code>links.page</code>) and give the day on which it
          was seen. What may be done with each part of the data is set out under <a href="/license">Data licence</a>.
        </p>
      </Section>

      <Section id="warranty" title="No warranty">
        <div className="grid max-w-read gap-3">
          <p>
            Prices are read from public pages and datasets. Some are old, some are wrong, some are missing; the record
            says how old a figure is and how far it can be believed. Check with the vendor before you buy or sign.
          </p>
          <p>
            The service is provided as it is, without warranty of any kind. As far as the law allows, its operator is
            not liable for what follows from a wrong, missing or late answer. The service may change or stop.
          </p>
        </div>
      </Section>

      <Section id="buying" title="Buying">
        <div className="grid max-w-read gap-3">
          <p>
            Stripe takes the payment. Access is granted when Stripe confirms it, not by visiting a page. Prices, and
            what each purchase holds, are on <a href="/pricing">Pricing of bulk data</a>.
          </p>
          <p>
            A subscription renews by itself until it is cancelled. Cancel at any time in the billing portal: access
            lasts until the end of the period paid for. Keys are personal to the subscriber; do not publish them. A key
            that leaks can be revoked in the account.
          </p>
          <p>
            {`A category file is sold once, as the data stood at the purchase, through a link that works for ${LINK_LIMITS.days} days and ${LINK_LIMITS.downloads} downloads. Keep the file: afterwards the link gives nothing more. If the purchase is refunded, the link stops working.`}
          </p>
          <p>
            <RefundSentence /> <a href="/about#refunds">What to write</a>.
          </p>
          <p>
            Bought data is licensed on the same terms as the free answers. Bulk access does not lift the restriction on
            third-party figures.
          </p>
        </div>
      </Section>

      <Section id="conduct" title="Conduct">
        <p className="max-w-read">
          Do not attack the service, pass its answers off as a vendor’s offer, or present restricted figures without
          their publisher. Anyone who does may be refused.
        </p>
      </Section>

      <Section id="errors" title="Errors and names">
        <div className="grid max-w-read gap-3">
          <p>
            A figure that is wrong can be reported on its page. Reports are read by a person; a correction enters the
            ledger with its source and day, and the earlier reading stays visible as history.
          </p>
          <p>Names and trademarks belong to their owners. No vendor listed here has paid to be listed.</p>
        </div>
      </Section>

      <Section id="contact" title="Contact">
        <p className="max-w-read">
          <OperatorSentence /> Reach the operator through <Contact />. Changes to these terms are listed in the
          changelog of the service.
        </p>
      </Section>
    </>
  );
}
