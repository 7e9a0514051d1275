import { formatNumber } from "@/lib/format/money";

/** Prints a constant of the rules from the code that applies it. */
export function Constant({ name, value }: { name: string; value: number }) {
  return (
    <data value={value} data-constant={name}>
      {formatNumber(value)}
    </data>
  );
}
