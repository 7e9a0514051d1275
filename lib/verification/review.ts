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
  /** Who decides. */
  by: string;
  /** Why, in our own words. */
  reason: string;
  now: Date;
}

/** Takes what the page was read to say. Null where it was decided already. @throws AppError where it is unknown */
export async function acceptHeld(db: Db, id: string, review: Review): Promise<HeldChange | null> {
  return settled(db, id, () => settleHeld(db, { id, ...reasoned(review), decision: "accepted" }));
}

/** Leaves what stands. The same reading is not laid before a person again. */
export async function rejectHeld(db: Db, id: string, review: Review): Promise<HeldChange | null> {
  return settled(db, id, () => settleHeld(db, { id, ...reasoned(review), decision: "rejected" }));
}

/** Takes what a person read on the page in place of what was held. */
export async function correctHeld(db: Db, id: string, fact: PlansFact, review: Review): Promise<HeldChange | null> {
  const change = await heldChangeById(db, id);
  if (!change) throw unknown("held change", id);
  const correction = correctedReading(change.after, fact, null);
  return settled(db, id, () => settleHeld(db, { id, ...reasoned(review), decision: "corrected", correction }));
}

/**
 * Takes back a reading of ours that should not have been taken: a correction in the public ledger, with its reason. In
 * its place stands what stood before, or `instead`, which a person read on the page on the day of the review.
 * @throws AppError where the product has no such reading of ours, or it was taken back before
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

/** Whatever was decided, the page is read in full next time. */
async function settled(db: Db, id: string, settle: () => Promise<HeldChange | null>): Promise<HeldChange | null> {
  if (!(await heldChangeById(db, id))) throw unknown("held change", id);
  const decided = await settle();
  if (decided) await forgetValidators(db, decided.product);
  return decided;
}

function unknown(what: string, id: string, of = ""): AppError {
  return new AppError("not_found", `No ${what} "${id}"${of}.`);
}
