import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { ERROR_CODES, ERRORS, isErrorCode } from "@/lib/errors";

interface Props {
  params: Promise<{ code: string }>;
}

export const dynamicParams = false;

export function generateStaticParams() {
  return ERROR_CODES.map((code) => ({ code }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { code } = await params;
  if (!isErrorCode(code)) return {};
  const { title, meaning } = ERRORS[code];
  return { title, description: meaning, alternates: { canonical: `/problems/${code}` } };
}

export default async function ProblemPage({ params }: Props) {
  const { code } = await params;
  if (!isErrorCode(code)) notFound();
  const { title, status, meaning, remedy, retryable } = ERRORS[code];
  return (
    <article>
      <p>
        <Link href="/problems">Errors</Link>
      </p>
      <h1>{title}</h1>
      <dl>
        <dt>Code</dt>
        <dd>
          <code>{code}</code>
        </dd>
        <dt>Status</dt>
        <dd>{status}</dd>
        <dt>Retryable</dt>
        <dd>{retryable ? "Yes, the same request may succeed later" : "No, the request must be changed"}</dd>
      </dl>
      <h2>What it means</h2>
      <p>{meaning}</p>
      <h2>What to do</h2>
      <p>{remedy}</p>
    </article>
  );
}
