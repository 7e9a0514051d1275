import { notFound } from "next/navigation";
import { ImageResponse } from "next/og";
import { CompareCardImage } from "@/app/_components/compare/compare-card";
import { cardFonts } from "@/app/_data/card-fonts";
import { readAddress } from "@/app/_data/compare";
import { site } from "@/app/_data/site";
import { compareCard } from "@/lib/format/compare-card";
import { CARD } from "@/lib/format/share-card";

export const dynamic = "force-dynamic";
export const alt = "The products’ tiers on one axis";
export const size = { width: CARD.width, height: CARD.height };
export const contentType = "image/png";

type Props = { params: Promise<{ products: string }> };

export default async function CompareImage({ params }: Props) {
  const read = await readAddress(decodeURIComponent((await params).products));
  if (read.kind === "problem") notFound();
  const { name, url } = site();
  return new ImageResponse(
    <CompareCardImage card={compareCard(read.records)} site={{ name, address: new URL(url).host }} />,
    {
      ...size,
      fonts: await cardFonts(),
      headers: { "Cache-Control": "public, max-age=3600, s-maxage=86400, stale-while-revalidate=604800" },
    },
  );
}
