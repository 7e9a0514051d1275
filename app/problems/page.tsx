import type { Metadata } from "next";
import Link from "next/link";
import { ERROR_CODES, ERRORS } from "@/lib/errors";

export const metadata: Metadata = {
  title: "Errors",
  description: "Every error that the API can answer with, what it means and what to do about it.",
  alternates: { canonical: "/problems" },
};

export default function ProblemsPage() {
  return (
    <article>
      <h1>Errors</h1>
      <p>
        Every error is an <code>application/problem+json</code> body (RFC 9457) with a <code>code</code> to branch on, a{" "}
        <code>detail</code> to read and a <code>requestId</code> to quote.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {ERROR_CODES.map((code) => (
            <tr key={code}>
              <th scope="row">
                <Link href={`/problems/${code}`}>
                  <code>{code}</code>
                </Link>
              </th>
              <td>{ERRORS[code].status}</td>
              <td>{ERRORS[code].meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
