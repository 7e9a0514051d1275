import type { ReactNode } from "react";
import type { DocsPage } from "@/lib/openapi/docs-pages";
import { Breadcrumbs } from "../breadcrumbs";
import { PageTools } from "../product/live/page-tools";
import { Static } from "../static";

type Props = {
  pages: readonly DocsPage[];
  here: string;
  title: ReactNode;
  lead: ReactNode;
  children: ReactNode;
};

/** A page of the reference: the list of all pages, the text, and links to the previous and next page. */
export function DocsFrame({ pages, here, title, lead, children }: Props) {
  const at = pages.findIndex(({ path }) => path === here);
  const own = pages[at];
  const first = pages[0];
  const around = [
    { rel: "prev", word: "Previous", page: pages[at - 1] },
    { rel: "next", word: "Next", page: pages[at + 1] },
  ];
  const crumbs =
    own === first || !first
      ? [{ name: "API reference" }]
      : [{ name: "API reference", href: first.path }, { name: own?.title ?? "" }];
  return (
    <>
      <div className="pt-4">
        <Breadcrumbs items={[{ name: "Software", href: "/" }, ...crumbs]} />
      </div>
      <div className="docs-frame">
        <div className="min-w-0">
          <Static as="header" className="pt-3 pb-6">
            <h1>{title}</h1>
            {lead}
          </Static>
          {children}
          <Static as="nav" aria-label="Previous and next page" className="no-print docs-around">
            {around.map(({ rel, word, page }) =>
              page ? (
                <a key={rel} href={page.path} rel={rel}>
                  <span className="note">{word}</span>
                  {page.title}
                </a>
              ) : null,
            )}
          </Static>
        </div>
        <Static as="nav" aria-label="API reference" className="no-print docs-list text-table">
          {[...new Set(pages.map(({ group }) => group))].map((group) => (
            <div key={group} className="mb-4">
              <h2 className="text-note text-ink-3">{group}</h2>
              <ul>
                {pages
                  .filter((page) => page.group === group)
                  .map(({ path, title }) => (
                    <li key={path}>
                      <a href={path} aria-current={path === here ? "page" : undefined}>
                        {title}
                      </a>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </Static>
      </div>
      <PageTools />
    </>
  );
}
