import type { Metadata } from "next";
import { findProduct } from "@/app/_data/catalog";
import { productPath } from "@/app/_data/paths";

export const metadata: Metadata = { title: "Report received", robots: { index: false } };

type Props = { searchParams: Promise<{ product?: string | string[] }> };

export default async function ReportThanks({ searchParams }: Props) {
  const { product } = await searchParams;
  const record = typeof product === "string" ? await findProduct(product) : null;
  return (
    <div className="max-w-read py-10">
      <h1>Report received</h1>
      <p className="mt-4">
        Thank you. A person will check your report against the source. If it is right, we correct the page, and the
        price history shows the change with its evidence.
      </p>
      <p className="mt-4">
        {record ? (
          <a href={productPath(record)}>Back to {record.name} pricing</a>
        ) : (
          <a href="/categories">Back to categories</a>
        )}
      </p>
    </div>
  );
}
