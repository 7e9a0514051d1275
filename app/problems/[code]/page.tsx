import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Prose } from "@/app/_components/docs/prose";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
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
    <>
      <PageHead
        title={title}
        trail={[
          { name: "API reference", href: "/docs" },
          { name: "Errors", href: "/problems" },
        ]}
      >
        <p className="mt-3 text-ink-2">
          <code>{code}</code>, status {status}.{" "}
          {retryable
            ? "The same request may succeed later."
            : "The same request fails again. Change it before you retry."}
        </p>
      </PageHead>
      <Section id="meaning" title="What it means">
        <p className="max-w-read">
          <Prose text={meaning} />
        </p>
      </Section>
      <Section id="remedy" title="What to do">
        <p className="max-w-read">
          <Prose text={remedy} />
        </p>
      </Section>
    </>
  );
}
