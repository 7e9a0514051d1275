import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { categoryMetadata } from "@/app/_components/category-metadata";
import { CategoryView } from "@/app/_components/category-view";
import { categoryPage } from "@/app/_data/browse";
import { categorySlug } from "@/app/_data/catalog";
import { drawnOf } from "@/app/_data/edition";
import { categoryPath } from "@/app/_data/paths";

export const revalidate = 300;

/** Generates no pages at build time: only the server opens the database. */
export function generateStaticParams() {
  return [];
}

type Props = { params: Promise<{ category: string }> };

async function read({ params }: Props) {
  const { category: asked } = await params;
  await drawnOf();
  return { asked, found: await categoryPage((await categorySlug(asked)) ?? asked, {}) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { ...categoryMetadata((await read(props)).found), other: await drawnOf() };
}

/** A category without filters, in the default order. Filtered, sorted and later pages are rewritten to /browse. */
export default async function CategoryPage(props: Props) {
  const { asked, found } = await read(props);
  if (!found) notFound();
  if (found.category.slug !== asked) permanentRedirect(categoryPath(found.category.slug));
  return <CategoryView found={found} />;
}
