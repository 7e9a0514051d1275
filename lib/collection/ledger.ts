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
  /** By URL, from the last read. */
  validators: Record<string, Validator>;
  sha256: string | null;
  failures: number;
  stopped: boolean;
  reason: string | null;
  begun: Begun | null;
};

/** The last accepted reading. */
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

/** The run was considered dead, and another run may be reading its source now. */
export class ClaimLostError extends Error {
  override name = "ClaimLostError";
}

/** The database operations of collecting. */
export interface Ledger {
  states(): Promise<Map<string, CollectorState>>;
  /**
   * Starts a run, unless another run of the same source is active. A run started before `abandonedBefore` has lost its
   * worker and is recorded as interrupted.
   * @returns the active run; null if this run has started
   */
  begin(
    run: { id: string; source: string; startedAt: Date },
    abandonedBefore: Date,
  ): Promise<{ id: string; startedAt: Date } | null>;
  /** Returns the observations of the source that it has not retracted. */
  standing(source: string): Promise<StoredObservation[]>;
  lastReading(source: string): Promise<LastReading | null>;
  /** Stores the pages read so far. */
  keep(source: string, position: Pick<CollectorState, "validators" | "begun">, now: Date): Promise<void>;
  /**
   * Appends the results, records how far the list was read, and ends the run: all of it or nothing.
   * @throws ClaimLostError
   */
  end(
    run: RunEnd,
    written: { state: CollectorState | null; observations: readonly Observation[]; checks: readonly Check[] },
  ): Promise<void>;
  /** Lets a stopped collector read again. False if it is not stopped. */
  resume(source: string): Promise<boolean>;
}
