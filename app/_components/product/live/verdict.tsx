"use client";

import { useEffect, useRef, useState } from "react";
import type { Verdict } from "@/lib/format/verdict";
import type { CountedUnit } from "@/lib/tco/counted";
import { VerdictLines } from "../verdict";

type Props = {
  verdict: Verdict;
  unit: CountedUnit;
  /** The most that can be counted. */
  max: number;
  /** Of the page, where the form leads without JavaScript. */
  path: string;
  /** The count stands in the address. */
  asked: boolean;
  /** Field of the receipt's form that counts the same. */
  twin: string;
  /** Products that are priced for the same count. */
  peers: readonly string[];
};

const FORM = "verdict-form";

/**
 * The verdict with its field. The receipt's form holds the question and asks for both: what is typed here is typed
 * there, and what is answered there is shown here, kept in the address and remembered for the next product.
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
