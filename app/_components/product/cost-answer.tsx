import { type CostQuestion, calculatorPath, type ReceiptView } from "@/lib/format/receipt";
import { Receipt } from "./receipt";

type Props = { view: ReceiptView; question: CostQuestion; numbers: Readonly<Record<string, number>> };

export function CostAnswer({ view, question, numbers }: Props) {
  return (
    <>
      <Receipt view={view} numbers={numbers} />
      <p className="no-print mt-2 text-table">
        <a href={calculatorPath(question)}>Open this receipt in the cost calculator</a>
      </p>
    </>
  );
}
