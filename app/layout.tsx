import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Shell } from "./_components/shell";
import { site } from "./_data/site";

export function generateMetadata(): Metadata {
  const { name, url } = site();
  return {
    metadataBase: new URL(url),
    title: { default: `${name}: what software costs, with the source of each price`, template: `%s · ${name}` },
    description: "Software prices with their source, their date and how far they can be believed.",
    openGraph: { siteName: name, type: "website" },
  };
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return <Shell>{children}</Shell>;
}
