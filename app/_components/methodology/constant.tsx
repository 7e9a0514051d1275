import { formatNumber } from "@/lib/format/money";

/** A figure of the rules, printed from the code that applies it. */
export function Constant({ name, value }: { name: string; value: number }) {
  return (
    <data value={value} data-constant={name}>
      {formatNumber(value)}
    </data>
  );
}
