import { readdirSync, readFileSync } from "node:fs";

/** Of what the kernel counts time in; 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** A process and all that it started; of Linux only. */
function family(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const children = tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(family)];
  } catch {
    return [];
  }
}

/** What a process and all that it started have used of the processor, in seconds; NaN where it cannot be told. */
export function cpuSeconds(pid: number): number {
  const used = family(pid).map((member) => {
    const stat = readFileSync(`/proc/${member}/stat`, "utf8");
    // The name, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  });
  return used.length === 0 ? Number.NaN : used.reduce((sum, seconds) => sum + seconds, 0);
}

/** What a process and all that it started hold of memory; NaN where it cannot be told. */
export function residentMb(pid: number): number {
  const held = family(pid).map((member) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${member}/status`, "utf8"))?.[1] ?? 0),
  );
  return held.length === 0 ? Number.NaN : held.reduce((sum, kb) => sum + kb, 0) / 1_024;
}
