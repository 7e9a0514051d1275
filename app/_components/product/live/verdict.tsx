"use client";

import { useEffect, useRef, useState } from "react";
import type { Verdict } from "@/lib/format/verdict";
import type { CountedUnit } from "@/lib/tco/counted";
import { VerdictLines } from "../verdict";

type Props = {
  verdict: Verdict;
  unit: CountedUnit;
  /** The largest count. */
  max: number;
  /** The page's path. The form leads there without JavaScript. */
  path: string;
  /** True if the URL contains the count. */
  asked: boolean;
  /** Id of the receipt's field for the same count. */
  twin: string;
  /** Slugs of products that are priced for the same count. */
  peers: readonly string[];
};

const FORM = "verdict-form";

/**
 * Renders the verdict with its count field. Input goes to the receipt's form, which sends one request for both. The
 * result is shown here, and the count is stored in the URL and for the next product.
 */
export function LiveVerdict({ verdict, unit, max, path, asked, twin, peers }: Props) {
  const [shown, setShown] = useState(verdict);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const given = useRef({ unit, peers, asked, twin, quantity: verdict.count?.quantity });

  useEffect(() => {
    const leave = new AbortController();
    import("./follow")
      .then(({ follow }) =>
        follow({ ...given.current, field: field.current, setShown, setFault, signal: leave.signal }),
      )
      .catch(() => {});
    return () => leave.abort();
  }, []);

  const box = (
    <input
      ref={field}
      form={FORM}
      name="seats"
      type="number"
      inputMode={unit.isPeople ? "numeric" : "decimal"}
      min={unit.isPeople ? 1 : 0}
      max={max}
      step={unit.isPeople ? 1 : "any"}
      required
      defaultValue={verdict.count?.quantity}
      aria-label={`Number of ${verdict.count?.noun}`}
      aria-invalid={fault !== null}
      aria-describedby={fault === null ? undefined : "verdict-fault"}
    />
  );
  return (
    <div className={fault === null ? "verdict" : "verdict verdict-outdated"} data-testid="verdict">
      <form id={FORM} action={path} method="get" className="no-print" onSubmit={(event) => event.preventDefault()} />
      <VerdictLines verdict={shown} box={box} />
      <button type="submit" form={FORM} className="button button-plain no-script-only no-print mt-2">
        Recalculate
      </button>
      {fault === null ? null : (
        <p id="verdict-fault" className="fault">
          {fault}
        </p>
      )}
    </div>
  );
}
