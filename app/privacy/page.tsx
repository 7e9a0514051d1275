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
      "What this service keeps about its readers: close to nothing. What it keeps about its customers, and why.",
    alternates: { canonical: `${site().url}/privacy` },
  };
}

const ROWS = [
  {
    what: "Reading pages, API, MCP",
    kept: `Your address is counted for ${KEYLESS.windowSeconds} seconds, to hold the rate limit: in the server’s memory, or in a Redis store where the operator uses one. IPv6 addresses are counted by their first 64 bits.`,
    until: `At most two windows of ${KEYLESS.windowSeconds} seconds after the last request.`,
  },
  {
    what: "Something fails",
    kept: "A line in the log: the id of the request, its path without the query, and the cause. No address, no key, no cookie.",
    until: "As long as the operator’s host keeps logs.",
  },
  {
    what: "Reporting an error",
    kept: "What you write, the product and page it concerns, your e-mail address if you give one, and a digest of your network address against floods of reports.",
    until: "Until the operator deletes it.",
  },
  {
    what: "Asking for a mail when a price is read",
    kept: "Your e-mail address and the product, after you have confirmed by mail that the address is yours. One mail is sent.",
    until: `Deleted with that mail, when you stop it or delete your account, ${CONFIRM_DAYS} days after asking where you do not confirm, and after ${WATCH_DAYS} days in any case.`,
  },
  {
    what: "Signing in",
    kept: "Your e-mail address; with GitHub or Google also your account’s number there, no name and no picture. A cookie holds the session.",
    until: "The session until it expires or you sign out; the account until you ask for its deletion.",
  },
  {
    what: "Buying",
    kept: "Stripe’s ids of the customer, subscription and payment, your e-mail address, what was bought and when. Card data goes to Stripe and never reaches this service. A cookie ties the checkout to your browser.",
    until: "As long as the law asks for records of a sale.",
  },
  {
    what: "Using a key or a download link",
    kept: "The SHA-256 of the key or link, never the key itself; the hour of last use; the number of downloads, with a digest of the address, so that a resumed download is not counted twice.",
    until: "Until the purchase or account is deleted.",
  },
] as const;

export default async function PrivacyPage() {
  await connection();
  return (
    <>
      <PageHead title="Privacy">
        <p className="mt-3 max-w-read text-ink-2">
          If you only read, nothing of you stays here but a count that is gone after minutes. There are no trackers, no
          analytics, no advertisements and nothing loaded from other hosts.
        </p>
      </PageHead>

      <Section id="kept" title="What is kept">
        <table className="ledger ledger-stack">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ what, kept, until }) => (
              <tr key={what}>
                <th scope="row" className="sm:w-1/5">
                  {what}
                </th>
                <td data-label="Kept">{kept}</td>
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
          Only for signing in and for checkout. Reading sets none. There is nothing to consent to, so nothing asks.
        </p>
      </Section>

      <Section id="others" title="Who else sees it">
        <div className="grid max-w-read gap-3">
          <p>
            Stripe processes payments. The mail provider of the operator delivers sign-in links and receipts. GitHub or
            Google learn that you signed in here, if you choose them. The host of this service sees its traffic and may
            keep access logs of its own.
          </p>
          <p>Nothing is sold or passed on for advertising.</p>
        </div>
      </Section>

      <Section id="rights" title="Your data">
        <div className="grid max-w-read gap-3">
          <p>
            <OperatorSentence /> The operator answers for what is kept here.
          </p>
          <p>
            Ask to see, correct or delete what is kept about you: <Contact subject="Privacy request" />.{" "}
            <a href="/about#privacy">What to write</a>. Records of a sale that the law requires are kept for as long as
            it does.
          </p>
        </div>
      </Section>
    </>
  );
}
