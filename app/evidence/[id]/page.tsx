import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { cache, type ReactNode } from "react";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { ask } from "@/app/_data/ask";
import { site } from "@/app/_data/site";
import { AppError } from "@/lib/errors";
import { formatDay, instantText } from "@/lib/format/dates";
import { EVIDENCE_KINDS, hostOf } from "@/lib/format/evidence";
import { formatNumber } from "@/lib/format/money";
import { licenceWords } from "@/lib/format/words";
import { getEvidence } from "@/lib/operations/evidence";
import type { EvidenceAnswer } from "@/lib/schemas/evidence";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ cursor?: string | string[] }> };

const PER_PAGE = 100;
const RESTRICTED = "; third-party figure: ask the third party before you republish it in bulk";

const evidence = cache(async (id: string, cursor: string): Promise<EvidenceAnswer> => {
  try {
    return await ask(getEvidence, { id, limit: PER_PAGE, cursor });
  } catch (error) {
    if (error instanceof AppError && ["evidence_not_found", "invalid_request"].includes(error.code)) notFound();
    throw error;
  }
});

async function asked({ params, searchParams }: Props): Promise<EvidenceAnswer> {
  const [{ id }, { cursor }] = await Promise.all([params, searchParams]);
  return evidence(id, typeof cursor === "string" ? cursor : "");
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { evidence: entry, links } = await asked(props);
  return {
    title: `Evidence: ${entry.publisher}, ${formatDay(entry.capturedAt)}`,
    description: `Readings from ${entry.publisher}, checked ${formatDay(entry.capturedAt)}, with a link to the source.`,
    alternates: { canonical: links.page, types: { "application/json": links.self } },
    robots: { index: false, follow: true },
  };
}

export default async function EvidencePage(props: Props) {
  await connection();
  const { evidence: entry, license, sourceName, total, observations, next, links } = await asked(props);
  const rows: [label: string, value: ReactNode][] = [
    [
      "Source page",
      <a key="url" href={entry.url} className="source" rel="noopener nofollow">
        {entry.url}
      </a>,
    ],
    [
      "Retrieved via",
      entry.via && (
        <a href={entry.via} rel="noopener nofollow">
          {hostOf(entry.via)}
        </a>
      ),
    ],
    ["Dataset", sourceName],
    ["Licence", `${licenceWords(entry.licence)}${license === "restricted" ? RESTRICTED : ""}`],
    ["Retrieved at", entry.readAt && <time dateTime={entry.readAt}>{instantText(entry.readAt)}</time>],
    ["SHA-256 of the content", entry.sha256 && <code>{entry.sha256}</code>],
    ["Quoted text", entry.shown && <q>{entry.shown}</q>],
    ["Note", entry.note],
  ];
  return (
    <>
      <PageHead title={`Evidence ${entry.id}`}>
        <p className="mt-3 max-w-read text-ink-2">
          {`${entry.publisher}, checked ${formatDay(entry.capturedAt)}.`} Kind {entry.trust}:{" "}
          {EVIDENCE_KINDS[entry.trust]}.
        </p>
      </PageHead>

      <Section id="where" title="Source">
        <table className="ledger max-w-read">
          <tbody>
            {rows.map(([label, value]) =>
              value ? (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td className="wrap-anywhere">{value}</td>
                </tr>
              ) : null,
            )}
          </tbody>
        </table>
        <p className="note mt-3">
          <a href={links.self}>View as JSON</a>
        </p>
      </Section>

      <Section id="shows" title="Readings" note={`${formatNumber(total)} ${total === 1 ? "reading" : "readings"}.`}>
        <table className="ledger ledger-stack">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Reading</th>
              <th scope="col">Checked</th>
            </tr>
          </thead>
          <tbody>
            {observations.map(({ id, kind, name, shows, observedAt, effectiveFrom, withdrawn, links: { page } }) => (
              <tr key={id}>
                <td data-label="Product">
                  <a href={page.slice(site().url.length)}>{name}</a>
                </td>
                <td data-label="Reading">
                  <span>
                    {withdrawn ? <s>{shows}</s> : shows}
                    {withdrawn ? (
                      <span className="note block">
                        Withdrawn on {formatDay(withdrawn.on)}: {withdrawn.reason}
                      </span>
                    ) : null}
                    <span className="note block">{`${kind.replaceAll("_", " ")}, ${id}`}</span>
                    {effectiveFrom ? (
                      <span className="note block">Effective from {formatDay(effectiveFrom)}</span>
                    ) : null}
                  </span>
                </td>
                <td className="whitespace-nowrap" data-label="Checked">
                  {formatDay(observedAt)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {next ? (
          <p className="mt-3">
            <a href={`/evidence/${entry.id}?cursor=${next}`} rel="next">
              {`Next page (${formatNumber(total)} readings in total)`}
            </a>
          </p>
        ) : null}
      </Section>
    </>
  );
}
