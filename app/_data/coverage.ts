import type { CategoryFigures, CoverageReport } from "@/lib/catalog/report";
import { coverageReport } from "@/lib/operations/coverage-report";
import { serverRuntime } from "@/lib/operations/runtime";
import { today } from "@/lib/operations/views";

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

/** What this service read again by itself of late. */
export function lately() {
  const { catalog, now } = serverRuntime();
  const instant = now();
  return catalog.lately({ now: instant, asOf: today(instant) });
}
