import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Shell } from "./_components/shell";
import { site } from "./_data/site";

export function generateMetadata(): Metadata {
  const { name, url } = site();
  return {
    metadataBase: new URL(url),
    title: { default: `${name}: software prices with sources`, template: `%s · ${name}` },
    description: "Software prices with source, date and confidence.",
    openGraph: { siteName: name, type: "website" },
  };
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return <Shell>{children}</Shell>;
}
