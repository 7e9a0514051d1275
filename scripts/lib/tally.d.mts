export type Tally = { passed: number; failed: number; skipped: number };
export function tallyVitest(report: object | null, exitCode: number): Tally;
export function tallyPlaywright(report: object | null, exitCode: number): Tally;
export function sum(tallies: readonly Tally[]): Tally;
export function line(tally: Tally): string;
export function sumLines(text: string): Tally;
export function failuresVitest(report: unknown): string[];
export function failuresPlaywright(report: unknown): string[];
