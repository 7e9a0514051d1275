import type { Metadata } from "next";
import type { ReactNode } from "react";
import "@/app/_components/commerce/commerce.css";

export const metadata: Metadata = { robots: { index: false }, referrer: "same-origin" };

export default function SignInLayout({ children }: { children: ReactNode }) {
  return <div className="max-w-read py-10">{children}</div>;
}
