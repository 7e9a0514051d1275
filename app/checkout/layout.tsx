import type { Metadata } from "next";
import type { ReactNode } from "react";
import "@/app/_components/commerce/commerce.css";

export const metadata: Metadata = { robots: { index: false, follow: false }, referrer: "same-origin" };

export default function CheckoutLayout({ children }: { children: ReactNode }) {
  return <div className="py-10">{children}</div>;
}
