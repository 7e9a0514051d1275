import { Desk, Instant } from "@/app/_components/commerce/desk";
import { deskMetadata } from "@/app/_data/operator";
import { verificationDesk } from "@/lib/account/verification-desk";
import { requireOperator } from "@/lib/auth/session";
import { formatNumber } from "@/lib/format/money";
import { listPriceBasis } from "@/lib/format/price";
import { decideForm, takeBackForm } from "../actions";

export const generateMetadata = deskMetadata("Verification");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const FIELDS = [
  { name: "product", label: "Product slug" },
  { name: "observation", label: "Reading ID (ob_…)" },
];

export default async function VerificationPage({ searchParams }: Props) {
  await requireOperator();
  const { said } = await searchParams;
  const { held, waiting, runs, hosts, failureDays, schedule } = await verificationDesk();
  const facts = [
    { term: "held for review", value: waiting },
    { term: "pages due now", value: schedule.due },
    { term: "pages in total", value: schedule.pages },
    { term: "products with a page", value: schedule.products },
    { term: "never checked", value: schedule.neverChecked },
    { term: "failing", value: schedule.failing },
  ];
  return (
    <Desk here="/admin/verification" title="Verification" said={said}>
      <dl className="facts mb-8">
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>

      <h2>Held for review</h2>
      <p className="mt-2 mb-4 max-w-read text-table text-ink-2">
        Readings of vendors’ pages that were not accepted automatically, with the reasons. The old value stays until you
        decide.
      </p>
      {held.length === 0 ? <p>Nothing is held.</p> : null}
      <ul className="grid gap-8">
        {held.map(({ id, name, heldAt, url, shown, why, stood, said: now, tiers, extractor, after }) => (
          <li key={id} data-held={id} className="border-t border-rule pt-3">
            <p className="text-table">
              <strong>{name}</strong>
              {" · "}
              <a href={url} rel="noopener nofollow" className="wrap-anywhere">
                {url}
              </a>
              {" · "}
              <Instant at={heldAt} />
              {extractor ? ` · read by ${extractor}` : null}
            </p>
            <ul className="mt-2 list-disc pl-5">
              {why.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
            <dl className="terms mt-2 max-w-read">
              <div>
                <dt>Current value</dt>
                <dd>{stood ?? "Unknown."}</dd>
              </div>
              <div>
                <dt>Read on the page</dt>
                <dd>{now}</dd>
              </div>
              {shown ? (
                <div>
                  <dt>Text of the page</dt>
                  <dd>
                    <q>{shown}</q>
                  </dd>
                </div>
              ) : null}
            </dl>
            <form action={decideForm} className="mt-3 max-w-read">
              <input type="hidden" name="held" value={id} />
              <div className="entry">
                <label htmlFor={`reason-${id}`}>Reason, stored in the public ledger</label>
                <input id={`reason-${id}`} name="reason" required maxLength={300} />
              </div>
              <div className="mt-2 flex gap-3">
                <button type="submit" name="decision" value="accept" className="button">
                  Accept
                </button>
                <button type="submit" name="decision" value="reject" className="button button-quiet">
                  Reject
                </button>
              </div>
              <details className="mt-2 text-table">
                <summary>Correct the reading</summary>
                {tiers.map((tier) => (
                  <fieldset key={tier.id} className="mt-2">
                    <legend>{tier.name}</legend>
                    {tier.prices.map(({ amount, period, billing }, at) => (
                      <div key={`${period} ${billing}`} className="entry">
                        <label htmlFor={`${id}.${tier.id}.${at}`}>
                          {`${tier.currency ?? (after.fact.kind === "plans" ? after.fact.currency : null) ?? ""} ${listPriceBasis({ period, billing: billing ?? "unstated" })}`.trim()}
                        </label>
                        <input
                          id={`${id}.${tier.id}.${at}`}
                          name={`amount.${tier.id}.${at}`}
                          inputMode="decimal"
                          defaultValue={amount}
                        />
                      </div>
                    ))}
                    <label>
                      <input type="checkbox" name={`drop.${tier.id}`} /> Omit this tier
                    </label>
                  </fieldset>
                ))}
                <button type="submit" name="decision" value="correct" className="button button-quiet mt-2">
                  Accept with corrections
                </button>
              </details>
            </form>
          </li>
        ))}
      </ul>

      <h2 className="mt-10">Retract a reading</h2>
      <form action={takeBackForm} className="mt-2 max-w-read">
        <p className="mb-2 text-table text-ink-2">
          Use this for a price that was accepted by mistake. The public ledger gets a correction with your reason. The
          reading’s ID is on its evidence page.
        </p>
        <div className="entry-row">
          {FIELDS.map(({ name, label }) => (
            <div key={name} className="entry">
              <label htmlFor={name}>{label}</label>
              <input id={name} name={name} required maxLength={120} />
            </div>
          ))}
        </div>
        <div className="entry mt-2">
          <label htmlFor="take-back-reason">Reason</label>
          <input id="take-back-reason" name="reason" required maxLength={300} />
        </div>
        <button type="submit" className="button button-quiet mt-2">
          Retract
        </button>
      </form>

      <h2 className="mt-10">{`Hosts with failures in the last ${failureDays} days`}</h2>
      {hosts.length === 0 ? (
        <p className="mt-2">None.</p>
      ) : (
        <table className="ledger ledger-stack mt-2">
          <thead>
            <tr>
              <th scope="col">Host</th>
              <th scope="col">Checks</th>
              <th scope="col">Failed</th>
              <th scope="col">Denied</th>
              <th scope="col">Unreadable</th>
            </tr>
          </thead>
          <tbody>
            {hosts.map(({ host, checks, failures }) => (
              <tr key={host}>
                <td data-label="Host">{host}</td>
                <td data-label="Checks">{formatNumber(checks)}</td>
                <td data-label="Failed">{formatNumber(failures.failed ?? 0)}</td>
                <td data-label="Denied">{formatNumber(failures.denied ?? 0)}</td>
                <td data-label="Unreadable">{formatNumber(failures.unreadable ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}

      <h2 className="mt-10">Runs</h2>
      {runs.length === 0 ? (
        <p className="mt-2">None yet. Set VERIFY=on or COLLECT=on, or run npm run verify or npm run collect.</p>
      ) : (
        <table className="ledger ledger-stack mt-2">
          <thead>
            <tr>
              <th scope="col">Started (UTC)</th>
              <th scope="col">Run</th>
              <th scope="col">Seconds</th>
              <th scope="col">Outcome</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {runs.map(({ id, startedAt, kind, source, seconds, outcome, counts, report }) => (
              <tr key={id}>
                <td data-label="Started (UTC)">
                  <Instant at={startedAt} />
                </td>
                <td data-label="Run">{source ? `${kind}, ${source}` : kind}</td>
                <td data-label="Seconds">{seconds === null ? "–" : formatNumber(seconds)}</td>
                <td data-label="Outcome">{outcome}</td>
                <td data-label="Result">
                  <span>
                    {counts || "Nothing"}
                    {report.slice(0, 5).map((line) => (
                      <span key={line} className="note block">
                        {line}
                      </span>
                    ))}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Desk>
  );
}
