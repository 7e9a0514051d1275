import type { Metadata } from "next";
import { cookies } from "next/headers";
import { PriceTipFields } from "@/app/_components/product/price-tip-fields";
import { ReportFields } from "@/app/_components/product/report-fields";
import { findProduct } from "@/app/_data/catalog";
import { productPath } from "@/app/_data/paths";
import { KEPT_COOKIE, readKept } from "@/lib/reports/kept";
import { reportFields } from "@/lib/reports/report";

export const metadata: Metadata = { title: "Report an error", robots: { index: false } };

type Props = { searchParams: Promise<{ product?: string | string[]; field?: string | string[] }> };

/** The report form on a page of its own, for readers without JavaScript. It shows their input and its errors. */
export default async function ReportPage({ searchParams }: Props) {
  const { product: asked, field } = await searchParams;
  const kept = readKept((await cookies()).get(KEPT_COOKIE)?.value);
  const slug = typeof asked === "string" ? asked : (kept?.typed.product ?? "");
  const record = slug ? await findProduct(slug) : null;
  const shown = kept && kept.typed.product === record?.slug ? kept : null;
  const isTip = (shown?.typed.field ?? field) === "price";
  if (!record) {
    return (
      <div className="max-w-read py-10">
        <h1>Report an error</h1>
        <p className="mt-4">
          Open the product’s page and select “Report an error” at the top. To find the product, browse the{" "}
          <a href="/categories">categories</a>.
        </p>
      </div>
    );
  }
  return (
    <div className="max-w-read py-10">
      <h1>{isTip ? `Tell us the price of ${record.name}` : `Report an error in ${record.name} pricing`}</h1>
      {shown ? (
        <p id="problem" className="problem mt-4" role="alert" tabIndex={-1}>
          {shown.detail} {shown.errors.length > 0 ? "Your report has not been sent yet." : ""}
        </p>
      ) : null}
      <form action="/report" method="post" className="mt-6">
        {isTip ? (
          <PriceTipFields product={record.slug} typed={shown?.typed ?? {}} errors={shown?.errors ?? []} />
        ) : (
          <ReportFields
            product={record.slug}
            fields={reportFields(record)}
            typed={shown?.typed ?? {}}
            errors={shown?.errors ?? []}
          />
        )}
      </form>
      <p className="mt-6">
        <a href={productPath(record)}>Back to {record.name} pricing</a>
      </p>
    </div>
  );
}
