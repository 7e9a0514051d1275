import type { Metadata } from "next";
import { headers } from "next/headers";
import { startText } from "@/lib/format/list";
import { ASKED_PATH } from "@/lib/http/page-headers";
import { SearchForm } from "./_components/search-form";
import { Shell } from "./_components/shell";
import { nearestPages } from "./_data/missing";
import { categoryPath, productPath } from "./_data/paths";
import { site } from "./_data/site";

export function generateMetadata(): Metadata {
  const { name, url } = site();
  return { metadataBase: new URL(url), title: `Page not found · ${name}`, robots: { index: false } };
}

/** The page for every unknown URL, including unknown products and categories: see proxy.ts. */
export default async function NothingHere() {
  const asked = (await headers()).get(ASKED_PATH) ?? "";
  const { text, products, categories, pages } = await nearestPages(asked);
  return (
    <Shell>
      <div className="max-w-read py-10">
        <h1>Page not found</h1>
        {asked ? (
          <p className="mt-4 break-words">
            No page exists at <code>{asked}</code>.
          </p>
        ) : null}
        {products.length > 0 ? (
          <section className="mt-6">
            <h2>Closest products</h2>
            <ul className="mt-2" data-testid="nearest">
              {products.map((product) => {
                const start = startText(product);
                return (
                  <li key={product.slug} className="flex justify-between gap-4 border-b border-rule py-2">
                    <span>
                      <a href={productPath(product)}>{product.name}</a>{" "}
                      <span className="note">{product.category.name}</span>
                    </span>
                    <span className={start.known ? "num" : "unknown"}>{start.text}</span>
                  </li>
                );
              })}
            </ul>
          </section>
        ) : null}
        {asked.startsWith("/compare/") ? (
          <p className="mt-6">
            A comparison needs two to four products from the catalogue.{" "}
            <a href={`/compare?slugs=${encodeURIComponent(text.replaceAll(" vs ", ","))}`}>Correct the names</a>.
          </p>
        ) : null}
        {categories.length + pages.length > 0 ? (
          <section className="mt-6">
            <h2>Closest pages</h2>
            <ul className="mt-2">
              {categories.map(({ slug, name }) => (
                <li key={slug} className="py-1">
                  <a href={categoryPath(slug)}>{name} pricing</a>
                </li>
              ))}
              {pages.map(({ href, name }) => (
                <li key={href} className="py-1">
                  <a href={href}>{name}</a>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <search className="mt-8 block">
          <SearchForm id="missing-search" query={text} large />
        </search>
        <p className="mt-4">
          Or browse the <a href="/categories">categories</a>, or <a href="/categories/a-z">all products from A to Z</a>.
        </p>
      </div>
    </Shell>
  );
}
