import type { ReactNode } from "react";

type Props = { good?: boolean; children: ReactNode };

/** Shows the result of an action or the next step. */
export function Notice({ good = false, children }: Props) {
  return (
    <div className={`notice mt-4${good ? " notice-good" : ""}`} role={good ? "status" : "alert"}>
      {children}
    </div>
  );
}
