import { notFound } from "next/navigation";
import { ShareCardImage } from "@/app/_components/product/share-card";
import { cardImage } from "@/app/_data/card-image";
import { findProduct } from "@/app/_data/catalog";
import { site } from "@/app/_data/site";
import { medianBeside } from "@/app/_data/standing";
import { CARD, shareCard } from "@/lib/format/share-card";
import { countOfAddress } from "@/lib/tco/counted";

export const dynamic = "force-dynamic";
export const alt = "Product name, price, tiers on one axis, date and confidence";
export const size = { width: CARD.width, height: CARD.height };
export const contentType = "image/png";

type Props = { params: Promise<{ category: string; slug: string; count?: string }> };

export default async function ProductImage({ params }: Props) {
  const { slug, count } = await params;
  const record = await findProduct(slug);
  if (!record) notFound();
  const median = await medianBeside(record);
  const { name, url } = site();
  return cardImage(
    <ShareCardImage
      card={shareCard(record, median, countOfAddress(count))}
      site={{ name, address: new URL(url).host }}
    />,
  );
}
