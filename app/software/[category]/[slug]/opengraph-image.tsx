import { notFound } from "next/navigation";
import { ShareCardImage } from "@/app/_components/product/share-card";
import { cardImage } from "@/app/_data/card-image";
import { findProduct } from "@/app/_data/catalog";
import { site } from "@/app/_data/site";
import { standingOf } from "@/app/_data/standing";
import { CARD, shareCard } from "@/lib/format/share-card";

export const dynamic = "force-dynamic";
export const alt = "Name, price, tiers on one axis, day and confidence";
export const size = { width: CARD.width, height: CARD.height };
export const contentType = "image/png";

type Props = { params: Promise<{ category: string; slug: string }> };

export default async function ProductImage({ params }: Props) {
  const { slug } = await params;
  const record = await findProduct(slug);
  if (!record) notFound();
  const { median } = await standingOf(record);
  const { name, url } = site();
  return cardImage(<ShareCardImage card={shareCard(record, median)} site={{ name, address: new URL(url).host }} />);
}
