import type { Metadata } from "next";
import { connection } from "next/server";
import { AnswerTable } from "@/app/_components/docs/answer-table";
import { DocsFrame } from "@/app/_components/docs/frame";
import { Static } from "@/app/_components/static";
import { site } from "@/app/_data/site";
import { formatNumber } from "@/lib/format/money";
import { pages, shapes } from "../data";
import "../docs.css";

const HERE = "/docs/shapes";

export function generateMetadata(): Metadata {
  return {
    title: "Response objects, API reference",
    description: "Every object in API responses, with its fields and types, and which fields can be null.",
    alternates: { canonical: `${site().url}${HERE}` },
  };
}

export default async function ShapesPage() {
  await connection();
  const all = await shapes();
  return (
    <DocsFrame
      pages={pages}
      here={HERE}
      title="Response objects"
      lead={
        <p className="mt-3 max-w-read text-ink-2">
          {`The ${formatNumber(all.length)} objects used in responses, generated from the schemas that validate them. A field is always present and never null unless stated otherwise.`}
        </p>
      }
    >
      <Static>
        <nav aria-label="Response objects" className="mb-8 flex flex-wrap gap-x-4 gap-y-1 text-table">
          {all.map(({ name }) => (
            <a key={name} href={`#${name}`}>
              {name}
            </a>
          ))}
        </nav>
        {all.map(({ name, fields }) => (
          <section
            key={name}
            id={name}
            aria-labelledby={`${name}-title`}
            data-shape={name}
            className="grid gap-x-8 gap-y-2 border-t border-(--rule-strong) pt-4 pb-8 min-[75rem]:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <h2 id={`${name}-title`} className="break-words">
              {name}
            </h2>
            <AnswerTable fields={fields} here />
          </section>
        ))}
      </Static>
    </DocsFrame>
  );
}
