import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { DocsFrame } from "@/app/_components/docs/frame";
import { OperationEntry, OperationLead } from "@/app/_components/docs/operation-entry";
import { topicText } from "@/app/_components/docs/topics";
import { JsonLd } from "@/app/_components/json-ld";
import { Static } from "@/app/_components/static";
import { site } from "@/app/_data/site";
import { breadcrumbList } from "@/lib/format/json-ld";
import { DOCS_PATH, DOCS_TOPICS } from "@/lib/openapi/docs-pages";
import { operations } from "@/lib/operations/registry";
import { pages, reference } from "../data";
import "../docs.css";

type Props = { params: Promise<{ page: string }> };

async function found(params: Props["params"]) {
  const { page } = await params;
  const own = pages.find(({ id }) => id === page);
  if (!own) notFound();
  return { own, topic: DOCS_TOPICS.find(({ id }) => id === page) };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { own, topic } = await found(params);
  const operation = operations.find(({ name }) => name === own.id);
  return {
    title: `${own.title}, API reference`,
    description: topic?.description ?? operation?.description.replaceAll("`", ""),
    alternates: { canonical: `${site().url}${own.path}` },
  };
}

export default async function DocsPartPage({ params }: Props) {
  await connection();
  const { own, topic } = await found(params);
  const { url } = site();
  const entries = await reference();
  const crumbs = breadcrumbList([
    { name: "API reference", url: `${url}${DOCS_PATH}` },
    { name: own.title, url: `${url}${own.path}` },
  ]);
  if (topic) {
    const refusal = entries.flatMap(({ answers }) => answers).find(({ status }) => status >= 400) ?? null;
    return (
      <DocsFrame pages={pages} here={own.path} title={own.title} lead={null}>
        <Static className="grid max-w-read grid-cols-[minmax(0,1fr)] gap-3 pb-8">{topicText(topic.id, refusal)}</Static>
        <JsonLd data={crumbs} />
      </DocsFrame>
    );
  }
  const entry = entries.find(({ name }) => name === own.id);
  if (!entry) notFound();
  return (
    <DocsFrame pages={pages} here={own.path} title={own.title} lead={<OperationLead entry={entry} />}>
      <OperationEntry entry={entry} siteUrl={url} />
      <JsonLd data={crumbs} />
    </DocsFrame>
  );
}
