import type { ReactNode } from "react";
import "../_components/tools.css";
import "../_components/compare/compare.css";

export default function CompareLayout({ children }: { children: ReactNode }) {
  return children;
}
