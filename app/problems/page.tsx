import type { Metadata } from "next";
import { Prose } from "@/app/_components/docs/prose";
import { PageHead } from "@/app/_components/page-head";
import { Static } from "@/app/_components/static";
import { ERROR_CODES, ERRORS } from "@/lib/errors";

export const metadata: Metadata = {
  title: "Errors",
  description: "Every error that the API returns, what it means and what to do about it.",
  alternates: { canonical: "/problems" },
};

export default function ProblemsPage() {
  return (
    <>
      <PageHead title="Errors" trail={[{ name: "API reference", href: "/docs" }]}>
        <p className="mt-3 max-w-read text-ink-2">
          Every error response has an <code>application/problem+json</code> body (RFC 9457). Branch on <code>code</code>
          , read <code>detail</code> and quote <code>requestId</code> when you report a problem.
        </p>
      </PageHead>
      <Static>
        <table className="ledger ledger-stack">
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Status</th>
              <th scope="col">Meaning</th>
              <th scope="col">Retry the same request</th>
            </tr>
          </thead>
          <tbody>
            {ERROR_CODES.map((code) => (
              <tr key={code}>
                <th scope="row">
                  <a href={`/problems/${code}`}>
                    <code>{code}</code>
                  </a>
                </th>
                <td data-label="Status">{ERRORS[code].status}</td>
                <td data-label="Meaning">
                  <span>
                    <Prose text={ERRORS[code].meaning} />
                  </span>
                </td>
                <td data-label="Retry the same request">
                  {ERRORS[code].retryable ? "may succeed later" : "fails again"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Static>
    </>
  );
}
