import { nearestByKey } from "@/lib/nearest-text";

const SHOWN = 5;
const LISTED = 30;

/** The names nearest to a text, best first. */
export function closest(text: string, names: readonly string[]): string[] {
  return nearestByKey(text, names, SHOWN, (name) => name);
}

/** "; use one of: free, pro", for a message about a name that is none of them. */
export function knownOnes(names: readonly string[]): string {
  if (names.length === 0) return "";
  return `; use one of: ${names.slice(0, LISTED).join(", ")}${names.length > LISTED ? " …" : ""}`;
}
