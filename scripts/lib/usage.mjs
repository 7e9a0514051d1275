import { readdirSync, readFileSync } from "node:fs";

/** The kernel's unit of CPU time; 100 on every Linux that Node.js supports. */
const TICKS_PER_SECOND = 100;

/**
 * Returns a process and all its descendants. Works on Linux only.
 * @param {number} pid
 * @returns {number[]}
 */
function family(pid) {
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

/**
 * Adds up a value of each process in a family. Ignores processes that have ended.
 * @param {number} pid
 * @param {(member: number) => number} read
 */
function sumOf(pid, read) {
  const told = family(pid).flatMap((member) => {
    try {
      return read(member);
    } catch {
      return [];
    }
  });
  return told.length === 0 ? Number.NaN : told.reduce((sum, value) => sum + value, 0);
}

/**
 * Returns the CPU seconds of a process and its descendants; NaN if the system does not report them. @param {number} pid
 */
export function cpuSeconds(pid) {
  return sumOf(pid, (member) => {
    const stat = readFileSync(`/proc/${member}/stat`, "utf8");
    // The name is in parentheses and may contain any character.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  });
}

/** Returns the memory of a process and its descendants; NaN if the system does not report it. @param {number} pid */
export function residentMb(pid) {
  return sumOf(
    pid,
    (member) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${member}/status`, "utf8"))?.[1] ?? 0) / 1_024,
  );
}

/**
 * Milliseconds of processor time that the main thread of a process has used; null if the system does not count them.
 * Unlike elapsed time, they do not grow when other processes are busy.
 * @param {number} pid
 */
export function mainThreadMs(pid) {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) > 0 ? Number(nanoseconds) / 1e6 : null;
  } catch {
    return null;
  }
}
