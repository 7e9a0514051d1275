import { createHash, randomUUID } from "node:crypto";
import type { Observation } from "./schemas/observation";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const ID_LENGTH = 12;

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

function digest(value: unknown): string {
  let bits = 0;
  let held = 0;
  let text = "";
  for (const byte of createHash("sha256").update(canonicalJson(value)).digest()) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5 && text.length < ID_LENGTH) {
      bits -= 5;
      text += BASE32[(held >> bits) & 31];
      held &= (1 << bits) - 1;
    }
    if (text.length === ID_LENGTH) break;
  }
  return text;
}

/** Alike for all observations that one source made on one day at one place. */
export function evidenceId({ source, observedAt, evidence }: Pick<Observation, "source" | "observedAt" | "evidence">) {
  return `ev_${digest({ source, observedAt, evidence })}`;
}

/** Alike only for observations that say the same. */
export function observationId(observation: Observation): string {
  return `ob_${digest(observation)}`;
}

export function requestId(): string {
  return randomUUID();
}

/** The form in which names are compared: "Häagen & Söhne", "haagen-and-sohne" and "Haagen and Sohne" are one. */
export function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\+/g, " plus ")
    .replace(/&/g, " and ")
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
