import { fromNdjson, sortObservations, toNdjson } from "@/lib/catalog/ndjson";
import { observationId } from "@/lib/ids";
import { Observation } from "@/lib/schemas/observation";

/** The observations of two files of one source, each once, in the order of the shipped files. */
export function mergedLines(...texts: string[]): string {
  const rows = texts.flatMap(fromNdjson).map((line) => Observation.parse(line));
  return toNdjson(sortObservations([...new Map(rows.map((row) => [observationId(row), row])).values()]));
}
