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
    description: "What may be done with each part of the data, the licence of every source, and how to cite a price.",
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
          {`Use the data, and say where it comes from. ${formatNumber(sources.length)} sources stand behind it; ${formatNumber(restricted.length)} of them hold figures of third parties that may be shown, not republished in bulk.`}
        </p>
      </PageHead>

      <Section id="short" title="In short">
        <dl className="grid max-w-read gap-4">
          <div>
            <dt className="font-semibold">You may</dt>
            <dd>
              read, store, compute with and show what is marked <code>owned</code>, also for money, if you name this
              service and link to the page of the product. Where a source below asks for its own attribution, give that
              too.
            </dd>
          </div>
          <div>
            <dt className="font-semibold">You may show, not pass on in bulk</dt>
            <dd>
              what is marked <span className="tag">restricted</span>: single figures of a third party, each with its
              publisher and date. Ask that party before you republish them as a data set.
            </dd>
          </div>
          <div>
            <dt className="font-semibold">You may not</dt>
            <dd>take a figure away from its source and day, or present an estimate as a vendor’s offer.</dd>
          </div>
        </dl>
        <p className="mt-4 max-w-read text-ink-2">
          Numbers, units, dates and plan names are facts. Descriptions, reviews and other people’s sentences were not
          carried over. The code of this service is MIT.
        </p>
      </Section>

      <Section
        id="groups"
        title="By group"
        note="A record names the licence of each group it holds, in its member license. Counts are of the catalogue as it is loaded."
      >
        <GroupTermsTable groups={groups} />
        <p className="note mt-3 max-w-read">
          A group is <code>restricted</code> in a record as soon as one of its figures rests on a restricted source; the
          record then carries a <code>licenseNote</code>. The mark is information. Nothing is withheld because of it.
        </p>
      </Section>

      <Section id="sources" title="By source" note="Licence of each source and the attribution it asks for.">
        <SourceTermsTable sources={sources} />
      </Section>

      {example ? (
        <Section
          id="cite"
          title="How to cite"
          note="Every record carries the first line ready-made, in its member attribution."
        >
          <div className="grid max-w-read gap-3">
            {citations(example).map(({ label, text }) => (
              <div key={label}>
                <h3>{label}</h3>
                <pre className="quote">{text}</pre>
              </div>
            ))}
          </div>
          <p className="mt-4 max-w-read">
            Link to <code>links.page</code> and give the day on which the price was seen. To cite the catalogue as a
            whole, link to <a href="/coverage">Coverage</a>, which names its edition and day.
          </p>
        </Section>
      ) : null}

      <Section id="objections" title="Objections">
        <p className="max-w-read">
          Whoever holds rights in a source and sees them passed over can write to <Contact />. The rows concerned are
          named in the ledger and can be taken out.
        </p>
      </Section>
    </>
  );
}
