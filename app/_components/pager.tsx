import type { BrowseQuery } from "@/app/_data/browse";
import { listPath } from "@/app/_data/paths";

type Props = { path: string; query: BrowseQuery; page: number; pages: number };

/** Up to this number of pages, the pager links to every page. */
const SHOWN = 12;

export function Pager({ path, query, page, pages }: Props) {
  if (pages < 2) return null;
  const address = (number: number) => listPath(path, { ...query, page: number === 1 ? undefined : number });
  const first = Math.max(1, Math.min(page - SHOWN / 2, pages - SHOWN + 1));
  const numbers = Array.from({ length: Math.min(SHOWN, pages) }, (_, index) => first + index);
  return (
    <nav aria-label="Pages" className="pager no-print">
      <p>
        Page {page} of {pages}
      </p>
      <ul>
        {page > 1 ? (
          <li>
            <a href={address(page - 1)} rel="prev">
              Previous
            </a>
          </li>
        ) : null}
        {numbers.map((number) => (
          <li key={number}>
            {number === page ? (
              <span aria-current="page">{number}</span>
            ) : (
              <a href={address(number)} aria-label={`Page ${number}`}>
                {number}
              </a>
            )}
          </li>
        ))}
        {page < pages ? (
          <li>
            <a href={address(page + 1)} rel="next">
              Next
            </a>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
