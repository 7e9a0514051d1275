import type { ReactNode } from "react";
import "../_components/tools.css";
import "../_components/calculators/calculators.css";

export default function CalculatorsLayout({ children }: { children: ReactNode }) {
  return children;
}
