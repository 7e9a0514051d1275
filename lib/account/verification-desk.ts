import { type Db, getDb } from "@/db/client";
import { checkCounts } from "@/db/queries/checks";
import { countHeld, heldChangeById, heldChangesOf } from "@/db/queries/held-changes";
import { productNames, scheduleCounts } from "@/db/queries/page-schedule";
import { type Run, recentRuns } from "@/db/queries/runs";
import type { SignedIn } from "@/lib/auth/session";
import { addDays } from "@/lib/catalog/day";
import { AppError } from "@/lib/errors";
import { factText } from "@/lib/format/fact";
import { logger } from "@/lib/logger";
import { today } from "@/lib/operations/views";
import type { PlansFact } from "@/lib/schemas/observation";
import { acceptHeld, correctHeld, rejectHeld, takeBack } from "@/lib/verification/review";

const HELD_SHOWN = 50;
const RUNS_SHOWN = 30;
const HOSTS_SHOWN = 20;
/** Days over which failures are counted. */
const FAILURE_DAYS = 30;
const FAILURES = ["failed", "denied", "unreadable"] as const;

/** Returns everything that an operator sees of checks: changes to decide, runs, failures and due pages. */
export async function verificationDesk(now = new Date(), open: () => Promise<Db> = getDb) {
  const db = await open();
  const held = await heldChangesOf(db, { open: true, limit: HELD_SHOWN });
  const names = await productNames(
    db,
    held.map(({ product }) => product),
  );
  const day = today(now);
  const hosts = await checkCounts(db, "host", { since: addDays(day, -FAILURE_DAYS), until: day, kind: "page" });
  return {
    held: held.map((change) => ({
      ...change,
      name: names.get(change.product) ?? change.product,
      stood: change.before ? factText(change.before.fact) : null,
      said: factText(change.after.fact),
      tiers: change.after.fact.kind === "plans" ? change.after.fact.tiers : [],
    })),
    waiting: await countHeld(db),
    runs: (await recentRuns(db, RUNS_SHOWN)).map(runLine),
    hosts: failuresByHost(hosts).slice(0, HOSTS_SHOWN),
    failureDays: FAILURE_DAYS,
    schedule: await scheduleCounts(db, now),
  };
}

function runLine({ id, kind, source, startedAt, endedAt, outcome, counts, report }: Run) {
  const seconds = endedAt && Math.round((endedAt.getTime() - startedAt.getTime()) / 1_000);
  const counted = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what.replaceAll("_", " ")}: ${count}`);
  return { id, kind, source, startedAt, seconds, outcome: outcome ?? "running", counts: counted.join(", "), report };
}

interface HostFailures {
  host: string;
  checks: number;
  failures: Partial<Record<(typeof FAILURES)[number], number>>;
}

function failuresByHost(counts: Awaited<ReturnType<typeof checkCounts>>): HostFailures[] {
  const hosts = new Map<string, HostFailures>();
  for (const { value, outcome, count } of counts) {
    const host = hosts.get(value) ?? { host: value, checks: 0, failures: {} };
    hosts.set(value, host);
    host.checks += count;
    const failure = FAILURES.find((name) => name === outcome);
    if (failure) host.failures[failure] = count;
  }
  const failed = ({ failures }: HostFailures) => Object.values(failures).reduce((sum, count) => sum + count, 0);
  return [...hosts.values()].filter((host) => failed(host) > 0).sort((a, b) => failed(b) - failed(a));
}

const DECISIONS = { accept: acceptHeld, reject: rejectHeld } as const;

/** Decides on a held change as the operator's form says. Returns the outcome in words. */
export async function decideOnHeld(
  operator: SignedIn,
  form: FormData,
  now = new Date(),
  open: () => Promise<Db> = getDb,
): Promise<string> {
  const id = String(form.get("held") ?? "");
  const decision = String(form.get("decision") ?? "");
  const review = { by: operator.email, reason: String(form.get("reason") ?? ""), now };
  try {
    const db = await open();
    const decided =
      decision === "correct"
        ? await correctHeld(db, id, await corrected(db, id, form), review)
        : decision === "accept" || decision === "reject"
          ? await DECISIONS[decision](db, id, review)
          : undefined;
    if (decided === undefined) return "Nothing was decided. Accept, reject or correct the change.";
    if (decided === null) return "This change has already been decided.";
    logger.info("operator decided on a held change", { operator: operator.id, held: id, decision });
    return `${decided.product}: ${decided.decision}.`;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Returns the held reading with the amounts in the form, without the tiers that the form drops. */
async function corrected(db: Db, id: string, form: FormData): Promise<PlansFact> {
  const held = await heldChangeById(db, id);
  if (held?.after.fact.kind !== "plans") throw new AppError("not_found", `No held change "${id}" with plans.`);
  const { fact } = held.after;
  const tiers = fact.tiers
    .filter((tier) => form.get(`drop.${tier.id}`) === null)
    .map((tier) => ({
      ...tier,
      prices: tier.prices.map((price, at) => ({ ...price, amount: amountOf(form, `amount.${tier.id}.${at}`) })),
    }));
  if (tiers.length === 0) throw new AppError("invalid_request", "Keep at least one tier, or reject the change.");
  return { ...fact, complete: fact.complete && tiers.length === fact.tiers.length, tiers };
}

function amountOf(form: FormData, name: string): number {
  const text = String(form.get(name) ?? "").trim();
  if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) {
    throw new AppError("invalid_request", `"${text}" is not an amount. Enter a number such as 12 or 12.50.`);
  }
  return Number(text);
}

/** Retracts an accepted reading of ours, with its reason. Returns the outcome in words. */
export async function takeReadingBack(
  operator: SignedIn,
  form: FormData,
  now = new Date(),
  open: () => Promise<Db> = getDb,
): Promise<string> {
  const product = String(form.get("product") ?? "").trim();
  const observation = String(form.get("observation") ?? "").trim();
  const review = { by: operator.email, reason: String(form.get("reason") ?? ""), now };
  try {
    await takeBack(await open(), { product, observation }, review);
    logger.info("operator retracted a reading", { operator: operator.id, product, observation });
    return `${product}: ${observation} was retracted.`;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
