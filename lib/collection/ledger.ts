import type { StoredObservation } from "@/db/queries/observations";
import type { runs } from "@/db/schema";
import type { Check } from "@/lib/schemas/check";
import type { Observation } from "@/lib/schemas/observation";
import type { Validator } from "./download";
import type { Begun } from "./read-list";

export type RunOutcome = NonNullable<(typeof runs.$inferSelect)["outcome"]>;

export type CollectorState = {
  checkedAt: Date;
  changedAt: Date | null;
  /** By address, as the last reading was answered. */
  validators: Record<string, Validator>;
  sha256: string | null;
  failures: number;
  stopped: boolean;
  reason: string | null;
  begun: Begun | null;
};

/** What the last reading that was taken found. */
export type LastReading = { lines: number; products: string[] };

export type RunEnd = {
  id: string;
  source: string;
  startedAt: Date;
  outcome: RunOutcome;
  counts: Record<string, number>;
  report: readonly string[];
  endedAt: Date;
};

/** The run was taken for dead: another may read its source by now. */
export class ClaimLostError extends Error {
  override name = "ClaimLostError";
}

/** What collecting asks of the database. */
export interface Ledger {
  states(): Promise<Map<string, CollectorState>>;
  /**
   * Begins a run, unless another of the same source is under way. One begun before `abandonedBefore` has lost its
   * worker and is put down as interrupted.
   * @returns the run that is under way; null where this one has begun
   */
  begin(
    run: { id: string; source: string; startedAt: Date },
    abandonedBefore: Date,
  ): Promise<{ id: string; startedAt: Date } | null>;
  /** What the source is known to have said and not taken back. */
  standing(source: string): Promise<StoredObservation[]>;
  lastReading(source: string): Promise<LastReading | null>;
  /** Keeps the pages that were read so far. */
  keep(source: string, position: Pick<CollectorState, "validators" | "begun">, now: Date): Promise<void>;
  /**
   * Appends what was found, puts down how far the list was read, and ends the run: all of it or nothing.
   * @throws ClaimLostError
   */
  end(
    run: RunEnd,
    written: { state: CollectorState | null; observations: readonly Observation[]; checks: readonly Check[] },
  ): Promise<void>;
  /** Lets a stopped collector read again. False where it is not stopped. */
  resume(source: string): Promise<boolean>;
}
