import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { categoryMetadata } from "@/app/_components/category-metadata";
import { CategoryView } from "@/app/_components/category-view";
import { type Address, categoryPage } from "@/app/_data/browse";

type Props = { params: Promise<{ category: string }>; searchParams: Promise<Address> };

async function read({ params, searchParams }: Props) {
  const { category } = await params;
  return categoryPage(category.toLowerCase(), await searchParams);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return categoryMetadata(await read(props));
}

/** Serves /software/{category} with a query: see the rewrites. */
export default async function FilteredCategoryPage(props: Props) {
  const found = await read(props);
  if (!found) notFound();
  return <CategoryView found={found} />;
}
