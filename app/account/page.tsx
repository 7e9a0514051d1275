import type { Metadata } from "next";
import { FileFacts } from "@/app/_components/commerce/file-facts";
import { Notice } from "@/app/_components/commerce/notice";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { account, type FileEntry, type PayerEntry } from "@/app/_data/account";
import { paymentMode } from "@/app/_data/pricing";
import { inboxUrl, site } from "@/app/_data/site";
import { MAX_KEYS } from "@/lib/access/api-keys";
import { isOperator, requireUser } from "@/lib/auth/session";
import { formatDay } from "@/lib/format/dates";
import { openPortal, remove, resend, signOut } from "./actions";
import { Keys } from "./keys";

export const metadata: Metadata = { title: "Account" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const SAID = new Map<string, { good: boolean; text: string }>([
  ["sent", { good: true, text: "The link was sent to the address that paid." }],
  [
    "mail_failed",
    { good: false, text: "The mail could not be sent. Try again in a few minutes; the link stands below." },
  ],
  ["link_over", { good: false, text: "The link no longer works, so it was not sent." }],
  ["too_many", { good: false, text: "Too many mails went to this address. Try again in 15 minutes." }],
  ["no_customer", { good: false, text: "The payment service no longer knows this customer: there is no portal." }],
  [
    "no_portal",
    { good: false, text: "The billing portal cannot be reached at the moment. Try again in a few minutes." },
  ],
  [
    "wrong_address",
    { good: false, text: "The account was not deleted: the address typed is not that of the account." },
  ],
  [
    "still_subscribed",
    { good: false, text: "The account was not deleted: cancel the subscription in the billing portal first." },
  ],
]);

export default async function AccountPage({ searchParams }: Props) {
  const user = await requireUser();
  const { said } = await searchParams;
  const message = typeof said === "string" ? SAID.get(said) : undefined;
  const { payers, files, awaited } = await account(user);
  const inbox = inboxUrl();
  return (
    <>
      <PageHead title="Account">
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="text-ink-2">
            {"Signed in as "}
            <strong className="wrap-anywhere" data-testid="who">
              {user.email}
            </strong>
          </p>
          <form action={signOut}>
            <button type="submit" className="button button-quiet">
              Sign out
            </button>
          </form>
        </div>
        {message ? <Notice good={message.good}>{message.text}</Notice> : null}
        {inbox ? (
          <p className="note mt-4">
            {"Payments sandbox: no money moves on this server. Mail stays on this machine: "}
            <a href={inbox}>open the inbox</a>.
          </p>
        ) : null}
      </PageHead>

      {payers.length === 0 ? (
        <Section id="subscription" title="Subscription">
          <p className="max-w-read">
            None. {paymentMode() === "off" ? null : <a href="/pricing#subscription">What it costs and what it opens</a>}
          </p>
        </Section>
      ) : null}
      {payers.map((payer, index) => (
        <Subscription key={payer.customerId} payer={payer} suffix={index === 0 ? "" : `-${index + 1}`} />
      ))}

      <Section id="files" title="Files" note="Category files, bought once.">
        {files.length + awaited.length === 0 ? (
          <p className="max-w-read">
            None. <a href="/pricing#file">One category as a file</a>
          </p>
        ) : (
          <ul className="grid gap-8">
            {awaited.map(({ id, name, since }) => (
              <li key={id} data-awaited={id}>
                <h3 className="text-body">{name}</h3>
                <p className="note">{`The payment is on its way${since ? ` since ${since}` : ""}.`}</p>
                <p className="mt-2 max-w-read">
                  The file appears here, and its link comes by e-mail, when the money has arrived.
                </p>
              </li>
            ))}
            {files.map((file) => (
              <li key={file.id} data-file={file.id}>
                <File file={file} />
              </li>
            ))}
          </ul>
        )}
      </Section>

      <Section id="delete" title="Delete the account">
        <details className="max-w-read">
          <summary>Delete this account</summary>
          <p className="mt-3">
            Every session, way to sign in and key ends at once and cannot be had back. A subscription must be cancelled
            before. Records of sales stay, as the law asks; signing in with the same address would show them again.
          </p>
          <form action={remove} className="mt-3">
            <div className="entry-row">
              <div className="entry">
                <label htmlFor="delete-email">Type the address of the account</label>
                <input id="delete-email" name="email" type="email" autoComplete="off" required />
              </div>
              <button type="submit" className="button button-quiet button-grave">
                Delete
              </button>
            </div>
          </form>
        </details>
      </Section>

      {isOperator(user) ? (
        <p className="pb-8">
          <a href="/admin">Operator’s desk</a>
        </p>
      ) : null}
    </>
  );
}

function Subscription({ payer, suffix }: { payer: PayerEntry; suffix: string }) {
  const { customerId, email, subscription, keys, mayCreateKey } = payer;
  return (
    <>
      <Section id={`subscription${suffix}`} title="Subscription" note={<span className="wrap-anywhere">{email}</span>}>
        <p data-testid="subscription">{subscription ? subscription.words : "None."}</p>
        {subscription?.interval ? (
          <p className="note mt-1">{subscription.interval === "year" ? "Paid yearly." : "Paid monthly."}</p>
        ) : null}
        <div className="mt-3 flex flex-wrap gap-3">
          <form action={openPortal}>
            <input type="hidden" name="customer" value={customerId} />
            <button type="submit" className="button button-quiet">
              Billing portal: card, invoices, cancel
            </button>
          </form>
          {subscription && !subscription.renews ? (
            <a href="/pricing#subscription" className="button button-quiet">
              Subscribe again
            </a>
          ) : null}
        </div>
      </Section>
      <Section id={`keys${suffix}`} title="API keys" note="For the bulk data. Kept as digests.">
        <Keys customer={customerId} keys={keys} mayCreate={mayCreateKey} most={MAX_KEYS} siteUrl={site().url} />
      </Section>
    </>
  );
}

function File({ file }: { file: FileEntry }) {
  return (
    <>
      <h3 className="text-body">{file.name}</h3>
      <p className="note">{`Bought on ${formatDay(file.paidAt.toISOString())} for ${file.price}.`}</p>
      <div className="mt-2 max-w-read">
        <FileFacts file={file} />
      </div>
      {file.url ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <a href={file.url} className="button" download>
            Download
          </a>
          <form action={resend}>
            <input type="hidden" name="purchase" value={file.id} />
            <button type="submit" className="button button-quiet">
              Send the link again by e-mail
            </button>
          </form>
        </div>
      ) : (
        <p className="doubt mt-3">{file.trouble}</p>
      )}
    </>
  );
}
