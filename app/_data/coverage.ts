import type { CategoryFigures, CoverageReport } from "@/lib/catalog/report";
import { coverageReport } from "@/lib/operations/coverage-report";
import { serverRuntime } from "@/lib/operations/runtime";
import { today } from "@/lib/operations/views";

export type Coverage = CoverageReport & { headings: { heading: string; categories: CategoryFigures[] }[] };

/** Returns the catalogue's report, with its categories grouped by heading. */
export function coverage(): Coverage {
  const report = coverageReport();
  const headings = [...new Set(report.categories.map(({ heading }) => heading))].map((heading) => ({
    heading,
    categories: report.categories.filter((category) => category.heading === heading),
  }));
  return { ...report, headings };
}

/** Returns the recent readings that this service collected or verified. */
export function lately() {
  const { catalog, now } = serverRuntime();
  const instant = now();
  return catalog.lately({ now: instant, asOf: today(instant) });
}
