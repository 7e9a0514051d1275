import type { Metadata } from "next";
import { FileFacts } from "@/app/_components/commerce/file-facts";
import { Notice } from "@/app/_components/commerce/notice";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { drawAsData } from "@/app/_components/static";
import { account, type FileEntry, type PayerEntry } from "@/app/_data/account";
import { paymentMode } from "@/app/_data/pricing";
import { inboxUrl, site } from "@/app/_data/site";
import { MAX_KEYS } from "@/lib/access/api-keys";
import { isOperator, requireUser } from "@/lib/auth/session";
import { formatDay } from "@/lib/format/dates";
import { keep, openPortal, openReceipt, remove, resend, signOut } from "./actions";
import { Keys } from "./keys";

export const metadata: Metadata = { title: "Account" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The messages after an action, and where on the page each is shown. */
const SAID: Record<string, { at: "top" | "files" | "delete"; good?: true; text: string }> = {
  kept: { at: "top", good: true, text: "Your subscription continues and renews as before." },
  not_kept: { at: "top", text: "The subscription has ended in the meantime and cannot be kept. Subscribe again." },
  no_customer: {
    at: "top",
    text: "The payment service no longer has this customer, so there is no billing portal.",
  },
  no_portal: { at: "top", text: "The payment service is not responding. Try again in a few minutes." },
  sent: { at: "files", good: true, text: "The link was sent to the email address that paid." },
  mail_failed: { at: "files", text: "The email could not be sent. Try again in a few minutes. The link is below." },
  link_over: { at: "files", text: "The link no longer works, so it was not sent." },
  too_many: { at: "files", text: "Too many emails were sent to this address. Try again in 15 minutes." },
  no_receipt: { at: "files", text: "The payment service has no receipt for this purchase." },
  wrong_address: {
    at: "delete",
    text: "Your account was not deleted. The address you typed is not the email address of this account.",
  },
  still_subscribed: {
    at: "delete",
    text: "Your account was not deleted. Cancel the subscription in the billing portal first.",
  },
};

export default async function AccountPage({ searchParams }: Props) {
  // The response to this page's forms has no document.
  drawAsData();
  const user = await requireUser();
  const { said } = await searchParams;
  const message = typeof said === "string" && Object.hasOwn(SAID, said) ? SAID[said] : undefined;
  const notice = message ? <Notice good={message.good}>{message.text}</Notice> : null;
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
        {message?.at === "top" ? notice : null}
        {inbox ? (
          <p className="note mt-4">
            {"Payments sandbox: this server takes no real payments. Email stays on this machine: "}
            <a href={inbox}>open the inbox</a>.
          </p>
        ) : null}
      </PageHead>

      {payers.length === 0 ? (
        <Section id="subscription" title="Subscription">
          <p className="max-w-read">
            None.{" "}
            {paymentMode() === "off" ? (
              <>
                Nothing is sold on this server. The API and MCP need no key: <a href="/docs">read the documentation</a>
              </>
            ) : (
              <a href="/pricing#subscription">See what a subscription costs and includes</a>
            )}
          </p>
        </Section>
      ) : null}
      {payers.map((payer, index) => (
        <Subscription key={payer.customerId} payer={payer} suffix={index === 0 ? "" : `-${index + 1}`} />
      ))}

      <Section id="files" title="Files" note="Category files that you bought.">
        {message?.at === "files" ? <div className="mb-4">{notice}</div> : null}
        {files.length + awaited.length === 0 ? (
          <p className="max-w-read">
            None. <a href="/pricing#file">Buy a category as a file</a>
          </p>
        ) : (
          <ul className="grid gap-8">
            {awaited.map(({ id, name, since }) => (
              <li key={id} data-awaited={id}>
                <h3 className="text-body">{name}</h3>
                <p className="note">{`Payment pending${since ? ` since ${since}` : ""}.`}</p>
                <p className="mt-2 max-w-read">
                  When the money has arrived, the file appears here and you get its link by email.
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

      <Section id="delete" title="Delete account">
        <details className="max-w-read" open={message?.at === "delete"}>
          <summary>Delete this account</summary>
          {message?.at === "delete" ? notice : null}
          <p className="mt-3">
            All sessions, sign-in methods and keys end immediately and cannot be restored. A subscription must be
            cancelled first. Records of sales are kept, as the law requires; if you sign in with the same email address,
            they are shown again.
          </p>
          <form action={remove} className="mt-3">
            <div className="entry-row">
              <div className="entry">
                <label htmlFor="delete-email">Type your account’s email address</label>
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
          <a href="/admin">Operator dashboard</a>
        </p>
      ) : null}
    </>
  );
}

function Subscription({ payer, suffix }: { payer: PayerEntry; suffix: string }) {
  const { customerId, email, subscription, keys, mayCreateKey, keysFull, managed } = payer;
  return (
    <>
      <Section id={`subscription${suffix}`} title="Subscription" note={<span className="wrap-anywhere">{email}</span>}>
        <p data-testid="subscription">{subscription ? subscription.words : "None."}</p>
        {subscription?.interval ? (
          <p className="note mt-1">{subscription.interval === "year" ? "Paid yearly." : "Paid monthly."}</p>
        ) : null}
        <div className="mt-3 flex flex-wrap gap-3">
          {subscription?.canBeKept && managed ? (
            <form action={keep}>
              <input type="hidden" name="customer" value={customerId} />
              <button type="submit" className="button">
                Keep subscription
              </button>
            </form>
          ) : null}
          {managed ? (
            <form action={openPortal}>
              <input type="hidden" name="customer" value={customerId} />
              <button type="submit" className="button button-quiet">
                Billing portal: card, invoices, cancel
              </button>
            </form>
          ) : (
            <p className="note">
              To change the card, see invoices or cancel, use the account that started the subscription.
            </p>
          )}
          {subscription && !subscription.renews && !subscription.canBeKept ? (
            <a href="/pricing#subscription" className="button button-quiet">
              Subscribe again
            </a>
          ) : null}
        </div>
      </Section>
      <Section id={`keys${suffix}`} title="API keys" note="For bulk data. Only digests are stored.">
        <Keys
          customer={customerId}
          keys={keys}
          mayCreate={mayCreateKey}
          full={keysFull}
          most={MAX_KEYS}
          siteUrl={site().url}
        />
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
      {file.trouble ? <p className="doubt mt-3">{file.trouble}</p> : null}
      <div className="mt-3 flex flex-wrap gap-3">
        {file.url ? (
          <a href={file.url} className="button" download>
            Download
          </a>
        ) : null}
        {file.url ? (
          <form action={resend}>
            <input type="hidden" name="purchase" value={file.id} />
            <button type="submit" className="button button-quiet">
              Resend the link by email
            </button>
          </form>
        ) : null}
        {file.hasReceipt ? (
          <form action={openReceipt}>
            <input type="hidden" name="purchase" value={file.id} />
            <button type="submit" className="button button-quiet">
              Receipt
            </button>
          </form>
        ) : null}
      </div>
    </>
  );
}
