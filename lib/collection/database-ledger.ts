import type { Db } from "@/db/client";
import { appendRun } from "@/db/load/append";
import {
  claimCollectRun,
  collectorStateRows,
  endCollectRun,
  lastCollected,
  resumeCollector,
  saveCollectorPosition,
  saveCollectorState,
  standingOf,
} from "@/db/queries/collection";
import type { collectorStates } from "@/db/schema";
import { ClaimLostError, type CollectorState, type Ledger } from "./ledger";

type Position = { validators?: CollectorState["validators"]; begun?: CollectorState["begun"] };

function stateOf({ position, source: _source, ...row }: typeof collectorStates.$inferSelect): CollectorState {
  const { etag: _etag, lastModified: _lastModified, ...state } = row;
  const { validators = {}, begun = null } = (position ?? {}) as Position;
  return { ...state, validators, begun };
}

export function databaseLedger(db: Db, append: typeof appendRun = appendRun): Ledger {
  return {
    async states() {
      return new Map((await collectorStateRows(db)).map((row) => [row.source, stateOf(row)]));
    },
    begin: (run, abandonedBefore) => claimCollectRun(db, run, abandonedBefore),
    standing: (source) => standingOf(db, source),
    lastReading: (source) => lastCollected(db, source),
    keep: (source, { validators, begun }, now) => saveCollectorPosition(db, source, { validators, begun }, now),
    end: ({ id, source, startedAt, endedAt, outcome, counts, report }, { state, observations, checks }) =>
      db.transaction(async (tx) => {
        if (!(await endCollectRun(tx, id, { endedAt, outcome, counts, report: [...report] }))) {
          throw new ClaimLostError(
            `The run of ${source} was considered dead and was ended. Nothing of it was written.`,
          );
        }
        if (observations.length + checks.length > 0) {
          await append(tx, { run: { id, kind: "collect", source, startedAt }, observations, checks, now: endedAt });
        }
        if (!state) return;
        const { validators, begun, ...columns } = state;
        // The validator of the first file, for a person to see. The position contains those of all files.
        const [first = { etag: null, lastModified: null }] = Object.values(validators);
        await saveCollectorState(tx, { source, ...columns, ...first, position: { validators, begun } });
      }),
    resume: (source) => resumeCollector(db, source),
  };
}
