import type { ReactNode } from "react";
import "@/app/_components/commerce/commerce.css";

/** Each page asks who is there for itself: a layout is not drawn anew when one page follows another. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return children;
}
