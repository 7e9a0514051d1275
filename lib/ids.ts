import { createHash, randomUUID } from "node:crypto";
import type { Observation } from "./schemas/observation";

/** JSON with sorted keys and without undefined members: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = value as Record<string, unknown>;
  let text = "";
  for (const key of Object.keys(members).sort()) {
    if (members[key] !== undefined) text += `${text && ","}${JSON.stringify(key)}:${canonicalJson(members[key])}`;
  }
  return `{${text}}`;
}

/** First 16 hex digits of the SHA-256 of a value's canonical JSON. */
export function digest(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, 16);
}

const evidenceIds = new WeakMap<object, string>();

/** Returns the same ID for all observations of one source on one day at one place. */
export function evidenceId(observation: Pick<Observation, "source" | "trust" | "observedAt" | "evidence">): string {
  const known = evidenceIds.get(observation);
  if (known) return known;
  const { source, trust, observedAt, evidence } = observation;
  const id = `ev_${digest({ source, trust, observedAt, evidence })}`;
  // A product is derived again for each day on which its data changes.
  evidenceIds.set(observation, id);
  return id;
}

/** Stores the ID that evidenceId() returned for an observation before the observation was stored. */
export function knowEvidenceId(observation: object, id: string): void {
  evidenceIds.set(observation, id);
}

const observationIds = new WeakMap<object, string>();

/** Returns the same ID only for observations with the same content. */
export function observationId(observation: Observation): string {
  const known = observationIds.get(observation);
  if (known) return known;
  const id = `ob_${digest(observation)}`;
  // Readings are compared by this ID.
  observationIds.set(observation, id);
  return id;
}

export function requestId(): string {
  return randomUUID();
}

/** Most names have this form already: they are their own keys. */
const IS_KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Most questions have this form. */
const IS_WORDS = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
const IS_ASCII = /^[\0-\x7f]*$/;

/**
 * Returns the form in which names are compared: "Häagen & Söhne", "haagen-and-sohne" and "Haagen and Sohne" are one.
 */
export function nameKey(name: string): string {
  if (IS_KEY.test(name)) return name;
  if (IS_WORDS.test(name)) return name.replaceAll(" ", "-");
  const isAscii = IS_ASCII.test(name);
  const plain = isAscii ? name : name.normalize("NFKD").replace(/\p{M}/gu, "");
  return plain
    .toLowerCase()
    .replace(/\+/g, " plus ")
    .replace(/&/g, " and ")
    .replace(/['’]/g, "")
    .replace(isAscii ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
