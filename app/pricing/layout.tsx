import type { ReactNode } from "react";
import "@/app/_components/commerce/commerce.css";

export default function PricingLayout({ children }: { children: ReactNode }) {
  return children;
}
