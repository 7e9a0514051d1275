import { changeClassWords } from "@/lib/format/ledger";
import type { ChangeClass } from "@/lib/schemas/record";

const SHAPES: Record<ChangeClass, string> = {
  move: "M1 9L4.5 5.5L7 8L11 3M7.5 3H11V6.5",
  scheduled: "M6 1.5A4.5 4.5 0 1 0 6 10.5A4.5 4.5 0 1 0 6 1.5M6 3.5V6.2L8 7.5",
  unconfirmed: "M4 4.2A2 2 0 1 1 6.8 6C6.2 6.4 6 6.7 6 7.5M6 9.4V10.4",
  cancelled: "M2.5 2.5L9.5 9.5M9.5 2.5L2.5 9.5",
  coverage: "M6 1.5V10.5M1.5 6H10.5",
  correction: "M3.5 1.5L1 4L3.5 6.5M1.5 4H8A2.75 2.75 0 0 1 8 9.5H4",
};

export function ClassMark({ kind }: { kind: ChangeClass }) {
  return (
    <span className="whitespace-nowrap" title={changeClassWords(kind).meaning}>
      <svg className="mr-1 inline-block align-[-1px]" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[kind]} fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
      {changeClassWords(kind).name}
    </span>
  );
}
