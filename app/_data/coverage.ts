import type { CategoryFigures, CoverageReport } from "@/lib/catalog/report";
import { coverageReport } from "@/lib/operations/coverage-report";

export type Coverage = CoverageReport & { headings: { heading: string; categories: CategoryFigures[] }[] };

/** The catalogue's report, with its categories under their headings. */
export function coverage(): Coverage {
  const report = coverageReport();
  const headings = [...new Set(report.categories.map(({ heading }) => heading))].map((heading) => ({
    heading,
    categories: report.categories.filter((category) => category.heading === heading),
  }));
  return { ...report, headings };
}
