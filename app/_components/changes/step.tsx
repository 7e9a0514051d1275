import type { ChangeText } from "@/lib/format/ledger";

const TONE = { up: "text-up", down: "text-down", withdrawn: "text-doubt" } as const;
const ARROW = { up: "▲", down: "▼", withdrawn: "✕" } as const;
const WORD = { up: "up", down: "down", withdrawn: "" } as const;

/** The size and direction of a price change: "▲ +15%". */
export function Step({
  text: { direction, step, takenBack },
}: {
  text: Pick<ChangeText, "direction" | "step" | "takenBack">;
}) {
  if (takenBack) return <span className="unknown">corrected</span>;
  if (!direction) return <span className="unknown">first seen</span>;
  return (
    <span className={`${TONE[direction]} whitespace-nowrap`}>
      <span aria-hidden="true">{`${ARROW[direction]} `}</span>
      <span className="sr-only">{`${WORD[direction]} `}</span>
      {step}
    </span>
  );
}
