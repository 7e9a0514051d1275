import { createHash } from "node:crypto";
import * as z from "zod";
import { observationId } from "@/lib/ids";
import type { Source } from "@/lib/schemas/catalog";
import type { Fact, Observation } from "@/lib/schemas/observation";
import { Day } from "@/lib/schemas/primitives";
import { compareText, groupBy, neverRetracted } from "./ledger";

/** An audit as stored in db/catalog/audit.json: the results of comparing drawn observations with their raw rows. */
export const AuditFile = z.union([
  z.strictObject({
    seed: z.number().int().min(0),
    /** Number of drawn observations; those not yet read have no verdict. */
    size: z.number().int().positive(),
    drawnAt: Day,
    verdicts: z.strictObject({
      right: z.number().int().min(0),
      wrong: z.number().int().min(0),
      /** Number of right ones that lack a limit that the source states. */
      incomplete: z.number().int().min(0),
    }),
    errors: z.array(z.strictObject({ id: z.string().min(1), what: z.string().min(1), mended: z.boolean() })),
  }),
  /** The first audit, which has no seed to repeat its draw. */
  z.strictObject({
    date: Day,
    drawn: z.number().int().positive(),
    right: z.number().int().min(0),
    wrong: z.number().int().min(0),
    incomplete: z.number().int().min(0),
    mended: z.number().int().min(0),
  }),
]);
export type AuditFile = z.infer<typeof AuditFile>;

export type AuditFigures = {
  seed: number | null;
  date: Day;
  /** Number of observations that were read. */
  drawn: number;
  right: number;
  wrong: number;
  incomplete: number;
  mended: number;
  /** Share of wrong ones, and its 95 % interval, in percent. Null while no observation has been read. */
  error: { percent: number; low: number; high: number } | null;
};

export function auditFigures(file: AuditFile): AuditFigures {
  const figures =
    "seed" in file
      ? {
          seed: file.seed,
          date: file.drawnAt,
          drawn: file.verdicts.right + file.verdicts.wrong,
          ...file.verdicts,
          mended: file.errors.filter(({ mended }) => mended).length,
        }
      : { seed: null, ...file };
  return { ...figures, error: figures.drawn === 0 ? null : errorRate(figures.wrong, figures.drawn) };
}

function errorRate(wrong: number, drawn: number) {
  const { low, high } = wilson(wrong, drawn);
  const percent = (share: number) => Math.round(share * 1000) / 10;
  return { percent: percent(wrong / drawn), low: percent(low), high: percent(high) };
}

/** 97.5th percentile of the normal distribution. */
const Z = 1.959963984540054;

/** Returns the 95 % interval of a share, after Wilson (1927): sound for few errors, unlike the usual one. */
export function wilson(hits: number, of: number): { low: number; high: number } {
  if (!Number.isInteger(hits) || !Number.isInteger(of) || hits < 0 || of < 1 || hits > of)
    throw new RangeError(`${hits} of ${of} is not a valid ratio`);
  const share = hits / of;
  const scale = 1 + Z ** 2 / of;
  const middle = (share + Z ** 2 / (2 * of)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return { low: hits === 0 ? 0 : Math.max(0, middle - half), high: hits === of ? 1 : Math.min(1, middle + half) };
}

export type Drawn = { id: string; observation: Observation };

export type DrawOptions = {
  seed: number;
  size: number;
  /** A third of the draw comes from sources obtained on this day or later. */
  newSince: Day;
};

/**
 * Draws observations for an audit, of those that are not retracted. The draw is the same for the same seed in any order
 * of `observations`. A third comes from the new sources. Within old and new, each source has a share by the square root
 * of its number of products, at least one; within a source the lines are drawn at random.
 */
export function drawAudit(
  observations: readonly Observation[],
  sources: readonly Pick<Source, "slug" | "obtainedAt">[],
  { seed, size, newSince }: DrawOptions,
): Drawn[] {
  const isNew = new Set(sources.filter(({ obtainedAt }) => obtainedAt >= newSince).map(({ slug }) => slug));
  const known = neverRetracted(observations).filter(({ fact }) => fact.kind !== "cancellation");
  const fresh = known.filter(({ source }) => isNew.has(source));
  const rest = known.filter(({ source }) => !isNew.has(source));
  const wanted = Math.min(size, known.length);
  const fromRest = Math.min(rest.length, wanted - Math.min(fresh.length, Math.round(size / 3)));
  const drawn = [...drawFrom(fresh, wanted - fromRest, seed), ...drawFrom(rest, fromRest, seed)];
  return drawn.sort(
    (a, b) =>
      compareText(a.observation.source, b.observation.source) ||
      compareText(a.observation.product, b.observation.product) ||
      compareText(a.id, b.id),
  );
}

function drawFrom(observations: readonly Observation[], size: number, seed: number): Drawn[] {
  const groups = [...groupBy(observations, ({ source }) => source)].sort(([a], [b]) => compareText(a, b));
  const pools = groups.map(([source, rows]) => ({
    source,
    weight: Math.sqrt(new Set(rows.map(({ product }) => product)).size),
    rows: rows
      .map((observation) => ({ id: observationId(observation), observation }))
      .map((drawn) => ({ drawn, place: createHash("sha256").update(`${seed} ${drawn.id}`).digest("hex") }))
      .sort((a, b) => compareText(a.place, b.place))
      .map(({ drawn }) => drawn),
  }));
  const shares = sharesOf(pools, size);
  return pools.flatMap(({ rows }, index) => rows.slice(0, shares[index]));
}

/** Gives one share at a time to the pool that is furthest behind its weight and still has rows. */
function sharesOf(pools: readonly { weight: number; rows: readonly unknown[] }[], size: number): number[] {
  const shares = pools.map(() => 0);
  for (let given = 0; given < size; given += 1) {
    let next = -1;
    for (const [index, { weight, rows }] of pools.entries()) {
      const share = shares[index] ?? 0;
      if (share >= rows.length) continue;
      const best = pools[next];
      if (!best || share / weight < (shares[next] ?? 0) / best.weight) next = index;
    }
    if (next < 0) break;
    shares[next] = (shares[next] ?? 0) + 1;
  }
  return shares;
}

const joined = (parts: readonly (string | null | undefined | false)[], by = ", ") => parts.filter(Boolean).join(by);

/** Summarises a fact in one line, for a person who compares it with its raw row. */
export function factInShort(fact: Fact): string {
  switch (fact.kind) {
    case "plans": {
      const tiers = fact.tiers.map(({ name, status, prices, unit, currency, limits = [] }) => {
        const price = prices
          .map(({ amount, period, billing }) => joined([`${amount}`, period, billing], " "))
          .join(" / ");
        const counted = limits.map((limit) => `${limit.value ?? "unlimited"} ${joined([limit.unit, limit.name], " ")}`);
        const allowance = counted.length > 0 && `(${counted.join(", ")})`;
        return joined([name, price || status, currency, unit && `per ${unit}`, allowance], " ");
      });
      return `${tiers.join(", ")} (${joined([fact.currency, !fact.complete && "in part"])})`;
    }
    case "rates": {
      const meters = fact.meters.map(({ name, unit, per, mode, prices }) => {
        const figures = prices.map(({ unitPrice, from, when, regions }) => {
          const where = joined([from > 0 && `from ${from}`, when, regions?.join("+")]);
          return where ? `${unitPrice} (${where})` : `${unitPrice}`;
        });
        const way = mode === "standard" ? "" : ` (${mode})`;
        return `${name}${way} ${figures.join("/")} per ${per.toLocaleString("en-US")} ${unit}`;
      });
      return `${fact.model}: ${joined([fact.status, ...meters])} (${fact.currency})`;
    }
    case "hidden_cost": {
      const { cost, label, amount, currency, percent, unit, basePrice, fullPrice } = fact;
      const premium = basePrice !== undefined && fullPrice !== undefined && `${basePrice} → ${fullPrice}`;
      const price = amount !== null && joined([`${amount}`, currency, unit && `per ${unit}`], " ");
      return `${cost}, ${label}: ${joined([price, percent !== null && `${percent} %`, premium])}`;
    }
    case "contract_term":
      return `${fact.field}: ${fact.value}`;
    case "market": {
      const { medianAnnualCost, low, high, currency, sampleSize, publisher } = fact;
      const figures = Object.entries({ median: medianAnnualCost, low, high, sample: sampleSize });
      return `${joined(figures.map(([name, value]) => value !== null && `${name} ${value}`))} ${currency} a year (${publisher})`;
    }
    case "purchase": {
      const { buyer, amountTotal, currency, termMonths, signedAt } = fact;
      return `${buyer} paid ${amountTotal} ${currency}${termMonths ? ` for ${termMonths} months` : ""}, signed ${signedAt}`;
    }
    case "rating":
      return `${fact.rating} of ${fact.scale} from ${fact.reviewCount ?? "unknown"} reviews (${fact.publisher})`;
    case "fiscal_year_end":
      return `fiscal year ends ${fact.monthDay}`;
    case "discount":
      return joined([
        `${fact.discount} discount ${fact.percentLow === null ? "not stated" : `${fact.percentLow}–${fact.percentHigh} %`}`,
        fact.plan ?? null,
        fact.condition,
      ]);
    case "free_tier": {
      const limits = fact.limits.map(({ name, value, unit }) => `${value ?? "unlimited"} ${joined([name, unit], " ")}`);
      const kind = fact.available === null ? "trial only" : fact.available ? "free tier" : "no free tier";
      return joined([kind, fact.trialDays !== null && `trial of ${fact.trialDays} days`, ...limits]);
    }
    case "open_source":
      return joined([`licence ${fact.licences.join(" or ")}`, fact.repository && "repository"]);
    case "identity":
      return "identity only";
    case "retraction":
      return `takes back ${fact.retracts.length}: ${fact.reason}`;
    case "cancellation":
      return `${fact.model}: no new price on ${fact.effectiveFrom}, ${fact.reason}`;
  }
}
