import type { Metadata } from "next";
import { connection } from "next/server";
import { Contact } from "@/app/_components/contact";
import { GroupTermsTable, SourceTermsTable } from "@/app/_components/license-tables";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { findProduct } from "@/app/_data/catalog";
import { site } from "@/app/_data/site";
import { terms } from "@/app/_data/terms";
import { citations } from "@/lib/format/cite";
import { formatNumber } from "@/lib/format/money";

export function generateMetadata(): Metadata {
  return {
    title: "Data licence",
    description: "How you may use each part of the data, the licence of every source, and how to cite a price.",
    alternates: { canonical: `${site().url}/license` },
  };
}

const EXAMPLE = "slack";

export default async function LicensePage() {
  await connection();
  const { sources, groups } = await terms();
  const example = await findProduct(EXAMPLE);
  const restricted = sources.filter((source) => source.restrictedObservations > 0);
  return (
    <>
      <PageHead title="Data licence">
        <p className="mt-3 max-w-read text-ink-2">
          {`Use the data and name its source. It comes from ${formatNumber(sources.length)} sources; ${formatNumber(restricted.length)} of them contain third-party figures that you may show but not republish in bulk.`}
        </p>
      </PageHead>

      <Section id="short" title="In short">
        <dl className="grid max-w-read gap-4">
          <div>
            <dt className="font-semibold">You may</dt>
            <dd>
              read, store, compute with and show data marked <code>owned</code>, including for commercial purposes, if
              you name this service and link to the product’s page. If a source below requires its own attribution, add
              it.
            </dd>
          </div>
          <div>
            <dt className="font-semibold">You may show but not republish in bulk</dt>
            <dd>
              data marked <span className="tag">restricted</span>: single figures of a third party, each with its
              publisher and date. Ask the third party before you republish them as a data set.
            </dd>
          </div>
          <div>
            <dt className="font-semibold">You may not</dt>
            <dd>show a figure without its source and date, or present an estimate as a vendor’s offer.</dd>
          </div>
        </dl>
        <p className="mt-4 max-w-read text-ink-2">
          Numbers, units, dates and plan names are facts. We did not copy descriptions, reviews or other people’s
          sentences. The code of this service is under the MIT licence.
        </p>
      </Section>

      <Section
        id="groups"
        title="By group"
        note="Each record has the licence of each group in its license field. The counts cover the loaded catalogue."
      >
        <GroupTermsTable groups={groups} />
        <p className="note mt-3 max-w-read">
          A group in a record is <code>restricted</code> if one of its figures comes from a restricted source. The
          record then has a <code>licenseNote</code>. The mark is for information; no data is withheld.
        </p>
      </Section>

      <Section id="sources" title="By source" note="Licence of each source and the attribution it requires.">
        <SourceTermsTable sources={sources} />
      </Section>

      {example ? (
        <Section id="cite" title="How to cite" note="The first line is in the attribution field of every record.">
          <div className="grid max-w-read gap-3">
            {citations(example).map(({ label, text }) => (
              <div key={label}>
                <h3>{label}</h3>
                <pre className="quote">{text}</pre>
              </div>
            ))}
          </div>
          <p className="mt-4 max-w-read">
            Link to <code>links.page</code> and give the date on which the price was checked. To cite the whole
            catalogue, link to <a href="/coverage">Coverage</a>, which states its edition and date.
          </p>
        </Section>
      ) : null}

      <Section id="objections" title="Objections">
        <p className="max-w-read">
          If you hold rights in a source and they are not respected, contact us through <Contact />. The ledger names
          the rows of each source, so we can remove them.
        </p>
      </Section>
    </>
  );
}
