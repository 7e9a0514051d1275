import type { Metadata } from "next";
import type { ReactNode } from "react";
import "@/app/_components/commerce/commerce.css";

export const metadata: Metadata = { robots: { index: false, follow: false }, referrer: "same-origin" };

export default function AccountLayout({ children }: { children: ReactNode }) {
  return children;
}
