import { cache } from "react";
import { categoryFigures } from "@/lib/operations/category-figures";
import { directory } from "@/lib/operations/directory";
import { catalogFacts } from "@/lib/operations/facts";
import { serverRuntime } from "@/lib/operations/runtime";

function context() {
  const { catalog, site, now } = serverRuntime();
  return { catalog, site, now: now() };
}

export const facts = cache(() => catalogFacts(context()));

/** Returns the categories that contain products, by group, in the order of the catalogue. */
export const groupedCategories = cache(async () => {
  const [categories, figures] = await Promise.all([context().catalog.categories(), categoryFigures(context())]);
  const listed = categories.flatMap((category) => {
    const own = figures.get(category.slug);
    return own ? [{ ...category, figures: own }] : [];
  });
  return [...new Set(listed.map(({ group }) => group))].map((group) => ({
    group,
    categories: listed.filter((category) => category.group === group),
  }));
});

export const letters = cache(() => directory(context()));
