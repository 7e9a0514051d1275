import type { CollectionReport, Progress, SourceReport } from "./collect";

const COLUMNS = ["read", "new", "moved", "corrected", "unchanged", "gone", "refused"] as const;
const number = new Intl.NumberFormat("en-US");
const SHOWN_REASONS = 8;

/** Returns the final report of a run for a person: a table of the counts, then the messages of each list. */
export function closingLines({ runs, remaining }: CollectionReport): string[] {
  if (runs.length + remaining.length === 0) return ["No list is due."];
  const total = COLUMNS.map((column) => runs.reduce((sum, { counts }) => sum + counts[column], 0));
  const rows = [
    ["list", "outcome", ...COLUMNS],
    ...runs.map(({ source, outcome, counts }) => [
      source,
      outcome,
      ...COLUMNS.map((column) => number.format(counts[column])),
    ]),
    ...(runs.length > 1 ? [["all", "", ...total.map((sum) => number.format(sum))]] : []),
  ];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const table = rows.map((row) =>
    row
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  const told = runs.flatMap((run) => {
    const lines = [...run.report, ...refusals(run)];
    return lines.length === 0 ? [] : ["", run.source, ...lines.map((line) => `  ${line}`)];
  });
  const left = remaining.length === 0 ? [] : ["", `Left for the next run: ${remaining.join(", ")}.`];
  return [...table, ...told, ...left];
}

function refusals({ refused }: Pick<SourceReport, "refused">): string[] {
  const reasons = Object.entries(refused);
  const rest = reasons.slice(SHOWN_REASONS).reduce((sum, [, count]) => sum + count, 0);
  const shown = reasons.slice(0, SHOWN_REASONS).map(([reason, count]) => `refused ${number.format(count)}: ${reason}`);
  return rest === 0 ? shown : [...shown, `refused ${number.format(rest)} for other reasons`];
}

/** Returns the progress of a list as a line that the next one overwrites. */
export function progressLine(progress: Progress): string {
  const { source } = progress;
  switch (progress.phase) {
    case "asking":
      return `${source}: requesting`;
    case "reading": {
      const size = `${(progress.bytes / 1e6).toFixed(1)} MB`;
      return `${source}: reading, ${size}${progress.files > 0 ? ` of ${progress.files + 1} files so far` : ""}`;
    }
    case "comparing":
      return `${source}: comparing`;
    case "writing":
      return `${source}: writing`;
    case "ended": {
      const { outcome, counts, ms } = progress.report;
      const news = counts.new + counts.moved + counts.corrected;
      const told = outcome === "done" ? `, ${number.format(news)} lines are new or changed` : "";
      return `${source}: ${outcome}${told}, ${(ms / 1000).toFixed(1)} s`;
    }
  }
}

/** Returns whether no list needs a person's attention. */
export function isClean({ runs }: CollectionReport): boolean {
  return runs.every(({ outcome }) => outcome === "done" || outcome === "unchanged" || outcome === "busy");
}
