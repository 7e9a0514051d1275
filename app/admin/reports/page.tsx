import { Desk, DeskSearch, Instant, Pager } from "@/app/_components/commerce/desk";
import { deskMetadata } from "@/app/_data/operator";
import { findReports, REPORT_STATES } from "@/lib/account/operator";
import { requireOperator } from "@/lib/auth/session";
import { reportFieldName } from "@/lib/reports/report";
import { judgeForm } from "../actions";

export const generateMetadata = deskMetadata("Reports");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const MOVES = {
  open: [
    { status: "accepted", text: "Accept" },
    { status: "declined", text: "Decline" },
  ],
  accepted: [{ status: "open", text: "Reopen" }],
  declined: [{ status: "open", text: "Reopen" }],
};

export default async function ReportsPage({ searchParams }: Props) {
  await requireOperator();
  const query = await searchParams;
  const { rows, text, page, pages, total, state } = await findReports(query);
  return (
    <Desk here="/admin/reports" title="Reports" said={query.said}>
      <p className="mb-4 max-w-read text-table text-ink-2">
        Errors that readers reported, and URLs of pages that show a missing price. Accepting a report marks it as right.
        The figure itself changes with an observation.
      </p>
      <DeskSearch text={text} label="Product, text or email address" choices={REPORT_STATES} chosen={state} />
      {rows.length === 0 ? <p>{text ? "No report matches." : "No reports."}</p> : null}
      <ul className="grid gap-6">
        {rows.map(({ id, createdAt, product, page: path, field, message, sourceUrl, email, status }) => (
          <li key={id} data-report={id} className="border-t border-rule pt-3">
            <p className="text-table">
              <a href={path.startsWith("/") ? path : "/"}>{product}</a>
              {` · ${reportFieldName(field)} · `}
              <Instant at={createdAt} />
              {` · ${status}`}
            </p>
            <blockquote className="mt-2 max-w-read whitespace-pre-wrap">{message || "No figure given."}</blockquote>
            <p className="note mt-1 wrap-anywhere">
              {sourceUrl ? `Source: ${sourceUrl}` : "No source given."}
              {email ? ` From ${email}.` : " No email address given."}
            </p>
            <form action={judgeForm} className="mt-2 flex gap-3">
              <input type="hidden" name="report" value={id} />
              <input type="hidden" name="state" value={state} />
              {MOVES[status].map((move) => (
                <button
                  key={move.status}
                  type="submit"
                  name="status"
                  value={move.status}
                  className="button button-quiet"
                >
                  {move.text}
                </button>
              ))}
            </form>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} total={total} query={{ q: text, state }} />
    </Desk>
  );
}
