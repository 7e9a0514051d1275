import { notFound } from "next/navigation";
import { CompareCardImage } from "@/app/_components/compare/compare-card";
import { cardImage } from "@/app/_data/card-image";
import { readAddress } from "@/app/_data/compare";
import { site } from "@/app/_data/site";
import { compareCard } from "@/lib/format/compare-card";
import { CARD } from "@/lib/format/share-card";
import { percentDecode } from "@/lib/percent-decode";

export const dynamic = "force-dynamic";
export const alt = "Tiers of the compared products on one axis";
export const size = { width: CARD.width, height: CARD.height };
export const contentType = "image/png";

type Props = { params: Promise<{ products: string }> };

export default async function CompareImage({ params }: Props) {
  const read = await readAddress(percentDecode((await params).products));
  if (read.kind === "problem") notFound();
  const { name, url } = site();
  return cardImage(<CompareCardImage card={compareCard(read.records)} site={{ name, address: new URL(url).host }} />);
}
