import { formatDay } from "@/lib/format/dates";
import { countOf } from "@/lib/format/list";
import { CARD } from "@/lib/format/share-card";
import { ListCardImage } from "./_components/list-card";
import { cardImage } from "./_data/card-image";
import { facts as readFacts } from "./_data/lists";
import { site } from "./_data/site";

export const dynamic = "force-dynamic";
export const alt = "What software costs, with the source of each price";
export const size = { width: CARD.width, height: CARD.height };
export const contentType = "image/png";

export default async function SiteImage() {
  const { name, url } = site();
  const facts = await readFacts();
  return cardImage(
    <ListCardImage
      site={{ name, address: new URL(url).host }}
      kicker="Prices and their sources"
      title="What software costs, with the source of each price."
      figure={facts ? countOf(facts.products, "product") : ""}
      note={
        facts?.newest
          ? `${countOf(facts.state.counts.observations, "dated observation")}, the newest of ${formatDay(facts.newest.seenAt)}`
          : ""
      }
    />,
  );
}
