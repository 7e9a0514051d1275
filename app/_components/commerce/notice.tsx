import type { ReactNode } from "react";

type Props = { good?: boolean; children: ReactNode };

/** What just happened, or what to do about it. */
export function Notice({ good = false, children }: Props) {
  return (
    <div className={`notice mt-4${good ? " notice-good" : ""}`} role={good ? "status" : "alert"}>
      {children}
    </div>
  );
}
