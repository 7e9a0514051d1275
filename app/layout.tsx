import type { Metadata } from "next";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import { SiteFooter } from "./_components/site-footer";
import { SiteHeader } from "./_components/site-header";
import { site } from "./_data/site";
import "./globals.css";

const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  variable: "--font-inter",
});

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
  return (
    <html lang="en" className={inter.variable}>
      <body className="font-sans">
        <a href="#content" className="skip">
          Skip to content
        </a>
        <SiteHeader />
        <main id="content" className="sheet flex-1" tabIndex={-1}>
          {children}
        </main>
        <SiteFooter />
      </body>
    </html>
  );
}
