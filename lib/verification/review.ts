import { randomUUID } from "node:crypto";
import type { Db } from "@/db/client";
import { appendRun } from "@/db/load/append";
import { settleHeld } from "@/db/load/settle-held";
import { type HeldChange, heldChangeById } from "@/db/queries/held-changes";
import { observationsOf } from "@/db/queries/observations";
import { forgetValidators } from "@/db/queries/page-schedule";
import { endRun } from "@/db/queries/runs";
import { AppError } from "@/lib/errors";
import { today } from "@/lib/operations/views";
import { CHECKS_SOURCE } from "@/lib/schemas/check";
import type { PlansFact } from "@/lib/schemas/observation";
import type { Slug } from "@/lib/schemas/primitives";
import { correctedReading, retractionOf } from "./take-back";

export interface Review {
  /** The person who decides. */
  by: string;
  /** The reason, in our own words. */
  reason: string;
  now: Date;
}

/**
 * Accepts the reading of the page. Null if it was already decided.
 * @throws AppError if it is unknown
 */
export async function acceptHeld(db: Db, id: string, review: Review): Promise<HeldChange | null> {
  return settled(db, id, () => settleHeld(db, { id, ...reasoned(review), decision: "accepted" }));
}

/** Rejects the reading and leaves the record unchanged. The same reading is not submitted for review again. */
export async function rejectHeld(db: Db, id: string, review: Review): Promise<HeldChange | null> {
  return settled(db, id, () => settleHeld(db, { id, ...reasoned(review), decision: "rejected" }));
}

/** Records a person's own reading of the page instead of the held reading. */
export async function correctHeld(db: Db, id: string, fact: PlansFact, review: Review): Promise<HeldChange | null> {
  const change = await heldChangeById(db, id);
  if (!change) throw unknown("held change", id);
  const correction = correctedReading(change.after, fact, null);
  return settled(db, id, () => settleHeld(db, { id, ...reasoned(review), decision: "corrected", correction }));
}

/**
 * Retracts an incorrect reading of ours with a correction in the public ledger that states the reason. The earlier
 * reading applies again, or `instead`, which a person read on the page on the day of the review.
 * @throws AppError if the product has no such reading of ours, or if it was already retracted
 */
export async function takeBack(
  db: Db,
  { product, observation }: { product: Slug; observation: string },
  review: Review & { instead?: PlansFact },
): Promise<void> {
  const { by, reason, now } = reasoned(review);
  const day = today(now);
  const own = (await observationsOf(db, [product], "9999-12-31")).get(product) ?? [];
  const wrong = own.find(({ id, source }) => id === observation && source === CHECKS_SOURCE);
  if (!wrong || wrong.fact.kind === "retraction")
    throw unknown("reading", observation, ` of ${product} by this service`);
  if (own.some(({ fact }) => fact.kind === "retraction" && fact.retracts.includes(observation))) {
    throw new AppError("invalid_request", `"${observation}" has already been retracted.`);
  }
  const on = day > wrong.observedAt ? day : wrong.observedAt;
  const run = { id: `review_${randomUUID()}`, kind: "review" as const, source: null, startedAt: now };
  const { id: _, ...reading } = wrong;
  const retraction = retractionOf(wrong, { on, reason });
  const instead = review.instead ? [correctedReading(reading, review.instead, { on, readAt: now })] : [];
  await db.transaction(async (tx) => {
    await appendRun(tx, { run, observations: [retraction, ...instead], checks: [], now });
    await forgetValidators(tx, product);
    const report = [`${product}: the reading of ${wrong.observedAt} was retracted by ${by}: ${reason}`];
    await endRun(tx, run.id, { endedAt: now, outcome: "done", counts: { retracted: 1 }, report });
  });
}

function reasoned(review: Review): Review {
  const reason = review.reason.trim();
  if (!reason) throw new AppError("invalid_request", "Enter a reason.");
  return { by: review.by, reason, now: review.now };
}

/** Stores a decision. After any decision, the next check reads the page in full. */
async function settled(db: Db, id: string, settle: () => Promise<HeldChange | null>): Promise<HeldChange | null> {
  if (!(await heldChangeById(db, id))) throw unknown("held change", id);
  const decided = await settle();
  if (decided) await forgetValidators(db, decided.product);
  return decided;
}

function unknown(what: string, id: string, of = ""): AppError {
  return new AppError("not_found", `No ${what} "${id}"${of}.`);
}
