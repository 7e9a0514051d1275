import type { ReactNode } from "react";
import "@/app/_components/commerce/commerce.css";

/** Each page checks access itself: Next.js does not render a layout again when the reader moves between pages. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return children;
}
