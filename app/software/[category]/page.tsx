import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { JsonLd } from "@/app/_components/json-ld";
import { ProductTable } from "@/app/_components/product-table";
import { findCategory, productsIn } from "@/app/_data/catalog";
import { categoryPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { commonAxis, inPriceOrder } from "@/lib/format/axis";
import { breadcrumbList } from "@/lib/format/json-ld";
import { unitWords } from "@/lib/format/words";
import type { CategoryEntry } from "@/lib/operations/catalog";

export const revalidate = 300;

/** No page is made at build time: the database is opened by the server only. */
export function generateStaticParams() {
  return [];
}

type Props = { params: Promise<{ category: string }> };

async function categoryOf({ params }: Props): Promise<CategoryEntry> {
  const { category: asked } = await params;
  const category = await findCategory(asked.toLowerCase());
  if (!category) notFound();
  if (category.slug !== asked) permanentRedirect(categoryPath(category.slug));
  return category;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { category: asked } = await props.params;
  const category = await findCategory(asked.toLowerCase());
  if (!category) return { title: "Not in the catalogue" };
  const { name, slug, description, productCount } = category;
  return {
    title: `${name} pricing`,
    description: `Starting prices of ${productCount} products with source, date and confidence. ${description}`,
    alternates: { canonical: `${site().url}${categoryPath(slug)}` },
  };
}

export default async function CategoryPage(props: Props) {
  const category = await categoryOf(props);
  const records = await productsIn(category.slug);
  const axis = commonAxis(records);
  const { url } = site();
  return (
    <>
      <JsonLd
        data={breadcrumbList([
          { name: "Software", url },
          { name: category.name, url: `${url}${categoryPath(category.slug)}` },
        ])}
      />
      <div className="pt-4">
        <Breadcrumbs items={[{ name: "Software", href: "/" }, { name: category.name }]} />
      </div>
      <header className="pt-3 pb-6">
        <h1>{category.name} pricing</h1>
        <p className="mt-3 max-w-read text-ink-2">{category.description}</p>
        {axis ? (
          <p className="mt-2 text-table text-ink-2">
            {`${records.length} products. ${axis.count} list a price ${unitWords(axis.unit)}: they come first, cheapest on top, on one axis. The others follow by name.`}
          </p>
        ) : null}
      </header>
      <ProductTable records={inPriceOrder(records, axis)} axis={axis} />
    </>
  );
}
