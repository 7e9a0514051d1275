import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { EvidenceList } from "@/app/_components/evidence-list";
import { EvidencePanel } from "@/app/_components/evidence-panel";
import { PageHead } from "@/app/_components/page-head";
import { RateTable, RegionForm } from "@/app/_components/product/rates";
import { Static } from "@/app/_components/static";
import type { Address } from "@/app/_data/browse";
import { findProduct } from "@/app/_data/catalog";
import { categoryPath, listPath, productPath, ratesPath } from "@/app/_data/paths";
import { ratesPage } from "@/app/_data/rates";
import { citedEvidence } from "@/lib/format/evidence-book";
import { formatNumber } from "@/lib/format/money";
import { rateRows, rowNoun } from "@/lib/format/rate-card";
import "@/app/_components/tools.css";

type Props = { params: Promise<{ category: string; slug: string }>; searchParams: Promise<Address> };

async function productOf({ params }: Props) {
  const { category, slug } = await params;
  const record = await findProduct(slug);
  if (!record?.usage) notFound();
  if (record.slug !== slug || record.category.slug !== category) permanentRedirect(ratesPath(record));
  return { record, usage: record.usage };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { record, usage } = await productOf(props);
  const regions = usage.regions ? `, by region` : "";
  return {
    title: `${record.name} rates`,
    description: `All ${formatNumber(usage.modelCount)} usage rates of ${record.name}${regions}, each with its source and date.`,
    alternates: { canonical: `${record.links.page}/rates` },
  };
}

/** Lists every rate of a card in pages, for the region in the URL. */
export default async function RatesPage(props: Props) {
  const { record, usage } = await productOf(props);
  const { answer, query, problem } = await ratesPage(record, await props.searchParams);
  const { models, region, regions = [], total, next, evidence } = answer;
  const path = ratesPath(record);
  const groups = [...new Set(usage.models.flatMap(({ group }) => group ?? []))];
  const { columns, rows } = rateRows(usage.models, models);
  const book = citedEvidence(
    evidence,
    models.flatMap(({ meters, conflicts }) => [...meters, ...conflicts].flatMap((shown) => shown.evidence)),
  );
  return (
    <>
      <PageHead
        title={`${record.name} rates`}
        trail={[
          { name: record.category.name, href: categoryPath(record.category.slug) },
          { name: record.name, href: productPath(record) },
        ]}
      >
        <p className="note mt-2">
          {formatNumber(total)} of {formatNumber(answer.modelCount)} {rowNoun(usage)}
          {answer.modelCount === 1 ? "" : "s"} in {answer.currency}
          {region ? `, in ${region}` : ""}. Also available as{" "}
          <a href={listPath(`/api/v2/usage/${record.slug}`, { ...query, cursor: undefined })}>JSON</a>.
        </p>
        {problem ? (
          <p role="status" className="doubt mt-2">
            The filters in this URL are not valid ({problem}). All rates are shown.
          </p>
        ) : null}
      </PageHead>
      <Static>
        <RegionForm path={path} region={region ?? ""} regions={regions}>
          {groups.length > 1 ? (
            <label>
              <span>Group</span>
              <select name="group" defaultValue={query.group ?? ""}>
                <option value="">Any</option>
                {groups.map((group) => (
                  <option key={group} value={group}>
                    {group}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <label>
            <span>Name</span>
            <input name="q" type="search" maxLength={200} defaultValue={query.q ?? ""} />
          </label>
        </RegionForm>
        {rows.length > 0 ? (
          <RateTable noun={rowNoun(usage)} columns={columns} rows={rows} moves={new Map()} book={book} />
        ) : (
          <p>No rate matches these filters.</p>
        )}
        <nav aria-label="Pages" className="pager no-print">
          <ul>
            {query.cursor ? (
              <li>
                <a href={listPath(path, { ...query, cursor: undefined })}>First page</a>
              </li>
            ) : null}
            {next ? (
              <li>
                <a href={listPath(path, { ...query, cursor: next })} rel="next">
                  Next page
                </a>
              </li>
            ) : null}
          </ul>
        </nav>
      </Static>
      <Static as="section" aria-labelledby="evidence-title" className="mt-8">
        <h2 id="evidence-title">Evidence</h2>
        <EvidenceList book={book} />
      </Static>
      <EvidencePanel />
    </>
  );
}
