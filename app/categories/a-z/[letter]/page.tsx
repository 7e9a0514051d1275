import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { LetterBar, letterName } from "@/app/_components/letters";
import { PageHead } from "@/app/_components/page-head";
import { Static } from "@/app/_components/static";
import { drawnOf } from "@/app/_data/edition";
import { letters as readLetters } from "@/app/_data/lists";
import { letterPath, productPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { countOf, startText } from "@/lib/format/list";

export const revalidate = 300;

/** Generates no pages at build time: only the server opens the database. */
export function generateStaticParams() {
  return [];
}

type Props = { params: Promise<{ letter: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { letter } = await params;
  const name = letterName(letter);
  return {
    title: `Products starting with ${name}`,
    description: `All products in the catalogue whose names start with ${name}, with their starting prices.`,
    alternates: { canonical: `${site().url}${letterPath(letter.toLowerCase())}` },
    other: await drawnOf(),
  };
}

export default async function LetterPage({ params }: Props) {
  const { letter: asked } = await params;
  await drawnOf();
  const letters = await readLetters();
  const found = letters.find(({ letter }) => letter === asked.toLowerCase());
  if (!found) notFound();
  if (found.letter !== asked) permanentRedirect(letterPath(found.letter));
  const { letter, products } = found;
  return (
    <>
      <PageHead
        title={`Products starting with ${letterName(letter)}`}
        trail={[{ name: "A–Z", href: "/categories/a-z" }]}
      >
        <p className="mt-3 max-w-read text-ink-2">{countOf(products.length, "product")} with starting prices.</p>
      </PageHead>
      <Static>
        <LetterBar letters={letters} current={letter} label="Letters" />
        <ul className="name-index">
          {products.map((product) => {
            const start = startText(product);
            return (
              <li key={product.slug}>
                <a href={productPath(product)}>{product.name}</a>
                <span className={start.known ? "" : "unknown"}>{start.text}</span>
              </li>
            );
          })}
        </ul>
        <LetterBar letters={letters} current={letter} label="Letters (bottom)" />
      </Static>
    </>
  );
}
