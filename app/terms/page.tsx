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
    description: "The terms of use on one page: what this service offers and what it expects of you.",
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
          {`${name} shows what software costs, with the source and date of each figure. By using its pages, its API, its MCP endpoint or its files, you agree to these terms.`}
        </p>
      </PageHead>

      <Section id="reading" title="Reading for free">
        <div className="grid max-w-read gap-3">
          <p>
            {`The pages, the API and MCP are free to read without a key. The limit is ${KEYLESS.quota} requests in ${KEYLESS.windowSeconds} seconds from one IP address, not counting pages. A request for many products at once counts as several requests, as described in the documentation. A request above the limit is refused, and the response says when to retry.`}
          </p>
          <p>
            {`Fair use is ${FAIR_USE_CALLS_A_DAY} requests a day. This is a guideline and is not enforced. If you need the whole catalogue repeatedly, use bulk data: `}
            <a href="/pricing">bulk data pricing</a>.
          </p>
          <p>
            {`One request may name up to ${MAX_BATCH} products and have a body of up to ${MAX_BODY_BYTES / 1024} KiB. Do not use several IP addresses to get around the limits.`}
          </p>
        </div>
      </Section>

      <Section id="citing" title="Citing">
        <p className="max-w-read">
          If you state a figure, link to the product’s page (<code>links.page</code>) and give the date on which it was
          checked. <a href="/license">Data licence</a> sets out how you may use each part of the data.
        </p>
      </Section>

      <Section id="warranty" title="No warranty">
        <div className="grid max-w-read gap-3">
          <p>
            Prices are read from public pages and datasets. Some are old, some are wrong, some are missing. The record
            shows how old a figure is and how reliable it is. Check with the vendor before you buy or sign.
          </p>
          <p>
            The service is provided as is, without warranty of any kind. To the extent permitted by law, its operator is
            not liable for the consequences of wrong, missing or late information. The service may change or stop.
          </p>
        </div>
      </Section>

      <Section id="buying" title="Buying">
        <div className="grid max-w-read gap-3">
          <p>
            Stripe processes the payment. Access is granted when Stripe confirms the payment, not by visiting a page.
            The prices and the contents of each purchase are on <a href="/pricing">Bulk data pricing</a>.
          </p>
          <p>
            A subscription renews automatically until it is cancelled. You can cancel at any time in the billing portal;
            access lasts until the end of the period paid for. Keys are personal to the subscriber; do not publish them.
            If a key leaks, you can revoke it in your account.
          </p>
          <p>
            {`A category file is a one-time purchase of the data as of the purchase. Its download link works for ${LINK_LIMITS.days} days and ${LINK_LIMITS.downloads} downloads. Keep the file: after that, the link no longer works. If the purchase is refunded, the link stops working.`}
          </p>
          <p>
            <RefundSentence /> <a href="/about#refunds">What to include</a>.
          </p>
          <p>
            Bought data is licensed on the same terms as the free data. Bulk access does not lift the restriction on
            third-party figures.
          </p>
        </div>
      </Section>

      <Section id="conduct" title="Conduct">
        <p className="max-w-read">
          Do not attack the service, pass its data off as a vendor’s offer, or present restricted figures without naming
          their publisher. Anyone who does may be refused access.
        </p>
      </Section>

      <Section id="errors" title="Errors and trademarks">
        <div className="grid max-w-read gap-3">
          <p>
            You can report a wrong figure on its page. A person reads the reports. A correction is added to the ledger
            with its source and date, and the earlier reading stays visible as history.
          </p>
          <p>Names and trademarks belong to their owners. No vendor listed here has paid to be listed.</p>
        </div>
      </Section>

      <Section id="contact" title="Contact">
        <p className="max-w-read">
          <OperatorSentence /> Contact the operator through <Contact />. Changes to these terms are listed in the
          service’s changelog.
        </p>
      </Section>
    </>
  );
}
