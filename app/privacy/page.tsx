import type { Metadata } from "next";
import { connection } from "next/server";
import { Contact, OperatorSentence } from "@/app/_components/contact";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { site } from "@/app/_data/site";
import { KEYLESS } from "@/lib/access/rate-limit";
import { CONFIRM_DAYS, WATCH_DAYS } from "@/lib/watches/watches";

export function generateMetadata(): Metadata {
  return {
    title: "Privacy",
    description:
      "This service stores close to nothing about its readers. This page lists what it stores about its customers, and why.",
    alternates: { canonical: `${site().url}/privacy` },
  };
}

const ROWS = [
  {
    what: "Reading pages, API, MCP",
    kept: `Your requests are counted by IP address for ${KEYLESS.windowSeconds} seconds to enforce the rate limit: in the server’s memory, or in a Redis store if the operator uses one. IPv6 addresses are counted by their first 64 bits.`,
    until: `At most two windows of ${KEYLESS.windowSeconds} seconds after the last request.`,
  },
  {
    what: "Requesting an email or sending a report",
    kept: "A count of your requests by IP address, and of the emails to a mailbox, so that nobody can flood a mailbox. Only in the server’s memory or the Redis store.",
    until: "At most two hours after the last request.",
  },
  {
    what: "Something fails",
    kept: "A log line with the request ID, the path without the query, and the cause. No IP address, no key, no cookie.",
    until: "As long as the operator’s host keeps logs.",
  },
  {
    what: "Reporting an error",
    kept: "What you write, the product and page it concerns, your email address if you give one, and a digest of your IP address to prevent floods of reports.",
    until: "Until the operator deletes it.",
  },
  {
    what: "Asking for an email when we have a price",
    kept: "Your email address and the product, from the moment you ask. You first confirm by email that the address is yours; then we send one email about the price.",
    until: `Deleted with that email; when you stop it or delete your account; ${CONFIRM_DAYS} days after you asked, if you do not confirm; and after ${WATCH_DAYS} days in any case.`,
  },
  {
    what: "Signing in",
    kept: "Your email address; with GitHub or Google also your account ID there, but no name and no picture. A cookie identifies the session.",
    until: "The session until it expires or you sign out; the account until you delete it.",
  },
  {
    what: "Buying",
    kept: "Stripe’s IDs of the customer, subscription and payment, your email address, what you bought and when. Card data goes to Stripe and never reaches this service. A cookie ties the checkout to your browser.",
    until: "As long as the law requires records of a sale.",
  },
  {
    what: "Using a key or a download link",
    kept: "The SHA-256 of the key or link, never the key itself; the hour of last use; the number of downloads, with a digest of the IP address, so that a resumed download is not counted twice.",
    until: "Until the purchase or account is deleted.",
  },
] as const;

export default async function PrivacyPage() {
  await connection();
  return (
    <>
      <PageHead title="Privacy">
        <p className="mt-3 max-w-read text-ink-2">
          If you only read, we store nothing about you except a request count that is deleted within minutes. There are
          no trackers, no analytics, no advertisements, and nothing is loaded from other hosts.
        </p>
      </PageHead>

      <Section id="kept" title="What we store">
        <table className="ledger ledger-stack">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What we store</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ what, kept, until }) => (
              <tr key={what}>
                <th scope="row" className="sm:w-1/5">
                  {what}
                </th>
                <td data-label="Stored">{kept}</td>
                <td data-label="Until" className="sm:w-1/4">
                  {until}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>

      <Section id="cookies" title="Cookies">
        <p className="max-w-read">
          Only for signing in, for checkout, and for a report that could not be sent: its text, without your email
          address, stays in a cookie for ten minutes so that you can correct it. Reading sets no cookies. There is
          nothing to consent to, so there is no cookie banner.
        </p>
      </Section>

      <Section id="others" title="Who else sees your data">
        <div className="grid max-w-read gap-3">
          <p>
            Stripe processes payments. The operator’s email provider delivers sign-in links and receipts. The providers
            of the database, of the request counter and of telemetry, if the operator uses any, process the data above
            on the operator’s behalf. If you sign in with GitHub or Google, they learn that you signed in here. The host
            of this service sees its traffic and may keep its own access logs.
          </p>
          <p>No data is sold or passed on for advertising.</p>
        </div>
      </Section>

      <Section id="rights" title="Your data">
        <div className="grid max-w-read gap-3">
          <p>
            <OperatorSentence /> The operator is responsible for the data stored here.
          </p>
          <p>
            To see, correct or delete the data stored about you, contact us through{" "}
            <Contact subject="Privacy request" />. <a href="/about#privacy">What to include</a>. Records of a sale are
            kept for as long as the law requires them.
          </p>
        </div>
      </Section>
    </>
  );
}
