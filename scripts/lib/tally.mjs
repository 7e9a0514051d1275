import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** A run that failed without a failed test (for example because a file does not load) counts as one failure. */
function withExitCode(tally, exitCode) {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** @returns {Tally} */
export function tallyVitest(report, exitCode) {
  const tally = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
  return withExitCode(tally, exitCode);
}

/** Counts a test that passed only after a retry as passed. @returns {Tally} */
export function tallyPlaywright(report, exitCode) {
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {};
  return withExitCode({ passed: expected + flaky, failed: unexpected, skipped }, exitCode);
}

/** @returns {string[]} one line per failure */
export function failuresVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults = [], status, message }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && status === "failed") return [`${fileName(name)}: ${firstLine(message)}`];
    return failed.map((test) => `${fileName(name)} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  });
}

/** @returns {string[]} one line per failure */
export function failuresPlaywright(report) {
  const within = (suite, titles) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === "unexpected")
        .map((test) => {
          const message = test.results.at(-1)?.error?.message;
          return `${[spec.file, test.projectName, ...titles, spec.title].filter(Boolean).join(" › ")}: ${firstLine(message)}`;
        }),
    ),
    ...(suite.suites ?? []).flatMap((inner) => within(inner, [...titles, inner.title])),
  ];
  return (report?.suites ?? []).flatMap((suite) => within(suite, []));
}

const fileName = (path = "") => relative(process.cwd(), path);
const firstLine = (message = "") => stripVTControlCharacters(message).split("\n", 1)[0].slice(0, 300);

/** @param {Tally[]} tallies */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) for (const key of Object.keys(total)) total[key] += tally[key];
  return total;
}

/** @param {Tally} tally */
export function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Returns the sum of all summary lines in a text. */
export function sumLines(text) {
  return sum(
    [...text.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].map(([, passed, failed, skipped]) => ({
      passed: Number(passed),
      failed: Number(failed),
      skipped: Number(skipped ?? 0),
    })),
  );
}
