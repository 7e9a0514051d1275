import { evidenceId, observationId } from "@/lib/ids";
import type { Source } from "@/lib/schemas/catalog";
import type { Fact, FactKind, Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { Evidence } from "@/lib/schemas/record";
import { END_OF_TIME } from "./day";

export type Sources = ReadonlyMap<string, Source>;
export type Entry<F extends Fact = Fact> = Observation & { fact: F };
type FactOf<K extends FactKind> = Extract<Fact, { kind: K }>;

/** An observation as the database returns it, with the id that observationId() gave it. */
export type MaybeStored = Observation & { id?: string };

/** A reading. `checkedOn`: the day on which a check of the vendor's page last confirmed it. */
export type MaybeChecked = Pick<Observation, "observedAt"> & { checkedOn?: Day | undefined };

/** Returns the day of the last confirmation: the day of the reading, or of a later check that confirmed it. */
export function seenOn({ observedAt, checkedOn }: MaybeChecked): Day {
  return checkedOn !== undefined && checkedOn > observedAt ? checkedOn : observedAt;
}

export function idOf(observation: MaybeStored): string {
  return observation.id ?? observationId(observation);
}

/** The observations up to the end of a day. */
export type Seen = {
  standing: Observation[];
  /** Grouped by the first retraction that withdrew them. */
  retracted: Map<Retraction, Observation[]>;
};
export type Retraction = Entry<FactOf<"retraction">>;

/**
 * Returns the observations up to the end of `asOf`, without repeats, oldest first. The order does not depend on the
 * order of arrival. Observations that were retracted by then are not valid any more; retractions are not facts
 * themselves.
 */
export function seenBy(observations: readonly MaybeStored[], asOf: Day): Seen {
  const distinct = new Map<string, Observation>();
  for (const observation of observations) {
    if (observation.observedAt <= asOf) distinct.set(idOf(observation), observation);
  }
  const ordered = [...distinct].sort(
    ([idA, a], [idB, b]) => compareText(a.observedAt, b.observedAt) || compareText(idA, idB),
  );
  const retractions = ofKind(
    ordered.map(([, observation]) => observation),
    "retraction",
  );
  const seen: Seen = { standing: [], retracted: new Map() };
  for (const [id, observation] of ordered) {
    if (observation.fact.kind === "retraction") continue;
    const retraction = retractions.find((entry) => takesBack(entry, id, observation));
    if (!retraction) seen.standing.push(observation);
    else seen.retracted.set(retraction, [...(seen.retracted.get(retraction) ?? []), observation]);
  }
  return seen;
}

/** Returns true if a retraction withdraws the observation. A source retracts only its own earlier readings. */
function takesBack({ fact, source, observedAt }: Retraction, id: string, observation: Observation): boolean {
  return source === observation.source && observedAt >= observation.observedAt && fact.retracts.includes(id);
}

/** Removes retractions and the observations that they withdraw on any day. */
export function neverRetracted(observations: readonly MaybeStored[]): Observation[] {
  const affected = new Set(ofKind(observations, "retraction").map(({ product }) => product));
  if (affected.size === 0) return [...observations];
  const own = groupBy(
    observations.filter(({ product }) => affected.has(product)),
    ({ product }) => product,
  );
  const standing = new Set([...own.values()].flatMap((rows) => knownOn(rows, END_OF_TIME)));
  return observations.filter((row) => !affected.has(row.product) || standing.has(row));
}

/** Returns the observations that are valid on `asOf`: see seenBy(). */
export function knownOn(observations: readonly MaybeStored[], asOf: Day): Observation[] {
  return seenBy(observations, asOf).standing;
}

/** The reason why a product with these observations has no valid one on `asOf`. */
export type Absence =
  | { status: "not_yet"; knownSince: Day | null }
  | { status: "withdrawn"; withdrawnOn: Day; reason: string };

export function absenceOn(observations: readonly MaybeStored[], asOf: Day): Absence {
  const last = [...seenBy(observations, asOf).retracted.keys()]
    .sort((a, b) => compareText(a.observedAt, b.observedAt))
    .at(-1);
  if (last) return { status: "withdrawn", withdrawnOn: last.observedAt, reason: last.fact.reason };
  const days = observations.filter(({ fact }) => fact.kind !== "retraction").map(({ observedAt }) => observedAt);
  return { status: "not_yet", knownSince: days.sort(compareText)[0] ?? null };
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function ofKind<K extends FactKind>(observations: readonly Observation[], kind: K): Entry<FactOf<K>>[] {
  return observations.filter((observation): observation is Entry<FactOf<K>> => observation.fact.kind === kind);
}

/** Readings of one voice form one series; different voices are independent. */
export function voiceOf(observation: Observation): string {
  return observation.voice ? `${observation.source}:${observation.voice}` : observation.source;
}

const REPOSITORY_PAGE = /^https:\/\/(?:raw\.githubusercontent\.com\/|github\.com\/(?=[^/]+\/[^/]+\/))([^/]+)\//;

/**
 * Returns the publisher of a reading: the owner of the repository that it was read from, for any source that read it;
 * for a second-hand page, its publisher, for any of the publisher's pages.
 */
export function publisherOf(observation: Observation): string {
  const { url, via, publisher } = observation.evidence;
  const owner = REPOSITORY_PAGE.exec(via ?? url)?.[1];
  if (owner) return `github/${owner.toLowerCase()}`;
  return observation.trust === "C" && publisher ? publisher.toLowerCase() : voiceOf(observation);
}

/**
 * Returns one agreeing reading per publisher other than the publisher of `shown`: a publisher cannot confirm itself.
 */
export function independentOf<T extends Observation>(readings: readonly T[], shown: Observation): T[] {
  const heard = new Set([publisherOf(shown)]);
  return readings.filter((reading) => {
    const publisher = publisherOf(reading);
    const isNew = !heard.has(publisher);
    heard.add(publisher);
    return isNew;
  });
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Returns true if the vendor's start date has come, or if the vendor states no date. */
export function inForce(observation: Observation, asOf: Day): boolean {
  return observation.effectiveFrom === undefined || observation.effectiveFrom <= asOf;
}

/** Returns the ids under `evidence` anywhere in a value. */
export function evidenceIdsIn(value: unknown): Set<string> {
  const ids = new Set<string>();
  const visit = (inner: unknown): void => {
    if (Array.isArray(inner)) {
      for (const item of inner) if (typeof item === "object") visit(item);
    } else if (inner && typeof inner === "object") {
      for (const key in inner) {
        const item = (inner as Record<string, unknown>)[key];
        if (key === "evidence" && Array.isArray(item)) for (const id of item) ids.add(String(id));
        else if (typeof item === "object") visit(item);
      }
    }
  };
  visit(value);
  return ids;
}

/**
 * Returns the publisher of a reading's document. A source that gathers documents of several publishers has a table of
 * them.
 */
function shownPublisher({ evidence, fact, source: slug }: Observation, source: Source | undefined): string {
  const named = evidence.publisher ?? ("publisher" in fact ? fact.publisher : undefined);
  if (named !== undefined || !source?.publishers) return named ?? source?.publisher ?? slug;
  const { host, pathname } = new URL(evidence.url);
  const [, owner = ""] = pathname.split("/");
  return source.publishers[host] ?? source.publishers[`${host}/${owner}`] ?? host.replace(/^www\./, "");
}

/** Collects the evidence that a record refers to. */
export class EvidenceBook {
  readonly #entries = new Map<string, Evidence & { restricted: boolean }>();
  readonly #ids = new Map<Observation, string>();
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Adds the evidence of an observation and returns its id. */
  cite(observation: Observation): string {
    const known = this.#ids.get(observation);
    if (known) return known;
    const source = this.#sources.get(observation.source);
    const { evidence } = observation;
    const entry = {
      url: evidence.url,
      publisher: shownPublisher(observation, source),
      capturedAt: evidence.capturedAt ?? observation.observedAt,
      via: evidence.via ?? null,
      source: observation.source,
      trust: observation.trust,
      licence: evidence.licence ?? source?.licence ?? "none",
      note: evidence.note ?? null,
      sha256: evidence.sha256 ?? null,
      ...(evidence.readAt !== undefined && { readAt: evidence.readAt }),
      ...(evidence.shown !== undefined && { shown: evidence.shown }),
    };
    const id = evidenceId(observation);
    this.#ids.set(observation, id);
    this.#entries.set(id, { id, ...entry, restricted: evidence.restricted ?? source?.restricted ?? false });
    return id;
  }

  citeAll(observations: readonly Observation[]): string[] {
    return [...new Set(observations.map((observation) => this.cite(observation)))].sort();
  }

  isRestricted(id: string): boolean {
    return this.#entries.get(id)?.restricted ?? false;
  }

  /** Returns the entries with these ids, newest first. */
  list(ids: Iterable<string>): Evidence[] {
    const wanted = new Set(ids);
    return [...this.#entries.values()]
      .filter((entry) => wanted.has(entry.id))
      .sort((a, b) => compareText(b.capturedAt, a.capturedAt) || compareText(a.id, b.id))
      .map(({ restricted: _restricted, ...entry }) => entry);
  }
}
