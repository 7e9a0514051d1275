import type { Metadata } from "next";
import { connection } from "next/server";
import { letterName } from "@/app/_components/letters";
import { PageHead } from "@/app/_components/page-head";
import { Static } from "@/app/_components/static";
import { letters as readLetters } from "@/app/_data/lists";
import { letterPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { countOf } from "@/lib/format/list";
import { formatNumber } from "@/lib/format/money";

export function generateMetadata(): Metadata {
  return {
    title: "Products A–Z",
    description: "All products in the catalogue by name, with their starting prices.",
    alternates: { canonical: `${site().url}/categories/a-z` },
  };
}

export default async function IndexPage() {
  await connection();
  const letters = await readLetters();
  const total = letters.reduce((sum, { products }) => sum + products.length, 0);
  return (
    <>
      <PageHead title="Products A–Z" trail={[{ name: "Categories", href: "/categories" }]}>
        <p className="mt-3 max-w-read text-ink-2">{countOf(total, "product")}, listed by name.</p>
      </PageHead>
      <Static>
        <ul className="thumb-index">
          {letters.map(({ letter, products }) => (
            <li key={letter}>
              <a href={letterPath(letter)}>{letterName(letter)}</a>
              <span>{[...new Set([products[0]?.name, products.at(-1)?.name])].join(" – ")}</span>
              <span className="text-ink-3">{formatNumber(products.length)}</span>
            </li>
          ))}
        </ul>
      </Static>
    </>
  );
}
