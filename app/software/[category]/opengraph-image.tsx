import { notFound } from "next/navigation";
import { ListCardImage } from "@/app/_components/list-card";
import { categoryPage } from "@/app/_data/browse";
import { cardImage } from "@/app/_data/card-image";
import { site } from "@/app/_data/site";
import { isEnough } from "@/lib/catalog/listing";
import { layoutDistribution } from "@/lib/chart/distribution";
import { formatDay } from "@/lib/format/dates";
import { countOf } from "@/lib/format/list";
import { formatMoney, formatNumber } from "@/lib/format/money";
import { CARD } from "@/lib/format/share-card";
import { unitWords } from "@/lib/format/words";

export const dynamic = "force-dynamic";
export const alt = "Category name, median starting price and distribution of prices";
export const size = { width: CARD.width, height: CARD.height };
export const contentType = "image/png";

const PLOT = { width: CARD.width - 2 * CARD.margin, height: 110 };

type Props = { params: Promise<{ category: string }> };

export default async function CategoryImage({ params }: Props) {
  const found = await categoryPage((await params).category.toLowerCase(), {});
  if (!found) notFound();
  const { category, figures, newest } = found;
  const spread = figures.spread && isEnough(figures.spread) ? figures.spread : null;
  const { name, url } = site();
  return cardImage(
    <ListCardImage
      site={{ name, address: new URL(url).host }}
      kicker={category.group}
      title={`${category.name} pricing`}
      figure={
        spread
          ? `Median ${formatMoney(spread.median, spread.currency)} ${unitWords(spread.unit)}`
          : countOf(figures.products, "product")
      }
      note={[
        spread
          ? `${formatNumber(spread.prices.length)} of ${countOf(figures.products, "product")} list a price in this unit`
          : null,
        newest ? `last checked ${formatDay(newest)}` : null,
      ]
        .filter(Boolean)
        .join(" · ")}
      plot={
        spread
          ? { distribution: layoutDistribution(spread.prices, { ...PLOT, ...spread }), currency: spread.currency }
          : null
      }
    />,
  );
}
