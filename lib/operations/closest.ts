import { nearestByKey } from "@/lib/nearest-text";

const SHOWN = 5;
const LISTED = 30;

/** Returns the names nearest to a text, best first. */
export function closest(text: string, names: readonly string[]): string[] {
  return nearestByKey(text, names, SHOWN, (name) => name);
}

/** Returns "; use one of: free, pro", for a message about an unknown name. */
export function knownOnes(names: readonly string[]): string {
  if (names.length === 0) return "";
  return `; use one of: ${names.slice(0, LISTED).join(", ")}${names.length > LISTED ? " …" : ""}`;
}
