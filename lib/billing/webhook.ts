import type Stripe from "stripe";
import * as z from "zod";
import { type EventClaim, isApplied, recordFailure } from "@/db/queries/billing";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { sendDueMails } from "./mails";
import { type Billing, serverBilling } from "./runtime";
import { idOf, instantOf, isBadSignature, isMissing, reachingStripe } from "./stripe";
import { synchronise, type Target } from "./synchronise";
import { subscriptionOfInvoice } from "./truth";

/** The latest possible date. */
const MAX_SECONDS = 8.64e12;
/** Maximum age of a signature in seconds. It prevents replaying a recorded request later. */
const TOLERANCE_SECONDS = 300;

/** The event types that an endpoint at Stripe must subscribe to. */
export const EVENT_TYPES = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.voided",
  "invoice.marked_uncollectible",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "customer.updated",
  "customer.deleted",
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

const HANDLED: ReadonlySet<string> = new Set(EVENT_TYPES);

export type EventOutcome = "applied" | "ignored" | "duplicate" | "bad_signature" | "failed";

/** 200: never send it again. 400: it is not from Stripe. 500: send it again, it may succeed. */
export interface Receipt {
  status: 200 | 400 | 500;
  outcome: EventOutcome;
}

/**
 * Receives one delivery from Stripe.
 * @param rawBody the unchanged bytes of the body, because the signature covers them
 */
export async function receiveEvent(
  rawBody: string,
  signature: string | null,
  billing: Billing = serverBilling(),
): Promise<Receipt> {
  let sent: unknown;
  try {
    sent = billing.stripe.webhooks.constructEvent(rawBody, signature ?? "", billing.webhookSecret, TOLERANCE_SECONDS);
  } catch (error) {
    logger.warn("billing: an event was refused", { reason: reasonOf(error) });
    return { status: 400, outcome: "bad_signature" };
  }
  const event = eventIn(sent);
  if (event === null) return { status: 200, outcome: "ignored" };
  const { id, type } = event;
  try {
    const outcome = await apply(billing, event);
    logger.info("billing: event", { event: id, type, outcome });
    return { status: 200, outcome };
  } catch (error) {
    await noteFailure(billing, event, error);
    return { status: 500, outcome: "failed" };
  } finally {
    billing.later(() => sendDueMails(billing));
  }
}

const Id = z.string().regex(/^\w{1,255}$/);
const EventShape = z.looseObject({
  object: z.literal("event"),
  id: Id,
  type: z.string(),
  livemode: z.boolean(),
  created: z.int().min(0).max(MAX_SECONDS),
  data: z.looseObject({ object: z.looseObject({}) }),
});

/** Returns null for thin events and anything else signed with our secret. Sending it again would not help. */
function eventIn(sent: unknown): Stripe.Event | null {
  return EventShape.safeParse(sent).success ? (sent as Stripe.Event) : null;
}

/**
 * Applies an event again in its current state at Stripe, for the operator.
 * @throws AppError `not_found` if Stripe no longer has the event
 */
export async function replayEvent(id: string, billing: Billing = serverBilling()): Promise<EventOutcome> {
  const event = await reachingStripe(() => billing.stripe.events.retrieve(id)).catch((error: unknown) => {
    const { cause } = error as { cause?: unknown };
    if (!isMissing(cause)) throw error;
    throw new AppError(
      "not_found",
      "Stripe has no event with this ID. It keeps events for 30 days. Reconcile instead.",
    );
  });
  try {
    return await apply(billing, event, true);
  } catch (error) {
    await noteFailure(billing, event, error);
    throw error;
  } finally {
    billing.later(() => sendDueMails(billing));
  }
}

async function apply(billing: Billing, event: Stripe.Event, again = false): Promise<EventOutcome> {
  const target = event.livemode === billing.live ? targetOf(event) : null;
  if (event.livemode !== billing.live) {
    logger.warn("billing: an event has the wrong mode", { event: event.id, live: event.livemode });
  }
  // Not stored: an account may send very many events that are not about our products.
  if (target === null) return "ignored";
  if (!again && (await isApplied(await billing.db(), event.id))) return "duplicate";
  const { outcome } = await synchronise(billing, target, { ...claimOf(billing, event), outcome: "applied", again });
  return outcome;
}

function claimOf(billing: Billing, event: Stripe.Event): Omit<EventClaim, "outcome"> {
  const { id, type, created } = event;
  return { id, type, objectId: objectOf(event), createdAt: instantOf(created), now: billing.now() };
}

function objectOf({ data }: Stripe.Event): string | null {
  return Id.safeParse(Object(data.object).id).data ?? null;
}

/**
 * Returns the object of an event. Uses only its id; the data come from Stripe. Null if the event is not about our
 * products.
 */
function targetOf({ type, data }: Stripe.Event): Target | null {
  if (!HANDLED.has(type)) return null;
  const object = data.object as { id: string; payment_intent?: string | { id: string } | null };
  if (type.startsWith("invoice.")) return about("subscription", subscriptionOfInvoice(data.object as Stripe.Invoice));
  if (type.startsWith("checkout.session.")) return about("checkout", object.id);
  if (type.startsWith("customer.subscription.")) return about("subscription", object.id);
  if (type.startsWith("customer.")) return about("customer", object.id);
  return about("payment", idOf(object.payment_intent));
}

/** Returns null if there is no valid id to request from Stripe. */
function about(kind: "checkout" | "subscription" | "customer" | "payment", id: unknown): Target | null {
  const known = Id.safeParse(id);
  return known.success ? ({ [kind]: known.data } as Target) : null;
}

/** Records a failure outside the transaction that was rolled back. If the database failed, only the log records it. */
async function noteFailure(billing: Billing, event: Stripe.Event, error: unknown): Promise<void> {
  const { id, type } = event;
  logger.error("billing: an event could not be applied", { event: id, type, cause: error });
  const message = error instanceof AppError ? error.message : "Internal error. See the log for the cause.";
  try {
    await recordFailure(await billing.db(), claimOf(billing, event), message);
  } catch (cause) {
    logger.error("billing: the failure could not be recorded", { event: id, cause });
  }
}

/** Returns the reason. The SDK's message contains neither body nor secret, but its error object has both. */
function reasonOf(error: unknown): string {
  if (isBadSignature(error) && /^Timestamp outside/.test((error as Error).message)) {
    return "the signature is too old: check the clock of this server";
  }
  if (isBadSignature(error)) return "the signature is not valid";
  return error instanceof SyntaxError ? "the body is not JSON" : "the event could not be read";
}
