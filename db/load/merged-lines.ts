import { fromNdjson, sortObservations, toNdjson } from "@/lib/catalog/ndjson";
import { observationId } from "@/lib/ids";
import { Observation } from "@/lib/schemas/observation";

/** Returns the observations of two files of one source without duplicates, in the order of the shipped files. */
export function mergedLines(...texts: string[]): string {
  const rows = texts.flatMap(fromNdjson).map((line) => Observation.parse(line));
  return toNdjson(sortObservations([...new Map(rows.map((row) => [observationId(row), row])).values()]));
}
