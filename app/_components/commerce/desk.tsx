import { Fragment, type ReactNode } from "react";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { Notice } from "./notice";

const DESK = { name: "Operator dashboard", href: "/admin" };

const PLACES = [
  { href: "/admin", name: "Overview" },
  { href: "/admin/customers", name: "Customers" },
  { href: "/admin/purchases", name: "Purchases" },
  { href: "/admin/events", name: "Events" },
  { href: "/admin/reconcile", name: "Reconcile" },
  { href: "/admin/reports", name: "Reports" },
  { href: "/admin/verification", name: "Verification" },
];

type Props = { here: string; title: string; said?: string | string[] | undefined; children: ReactNode };

export function Desk({ here, title, said, children }: Props) {
  return (
    <>
      <div className="pt-4">
        <Breadcrumbs
          items={[{ name: "Account", href: "/account" }, ...(here === "/admin" ? [] : [DESK]), { name: title }]}
        />
      </div>
      <nav aria-label="Operator" className="mt-3 text-table">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {PLACES.map(({ href, name }) => (
            <li key={href}>
              <a href={href} aria-current={href === here ? "page" : undefined} className="inline-block py-1">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <header className="pt-3 pb-6">
        <h1>{title}</h1>
        {typeof said === "string" ? <Notice good>{said.slice(0, 300)}</Notice> : null}
      </header>
      {children}
    </>
  );
}

type SearchProps = { text: string; label: string; choices?: readonly string[]; chosen?: string };

export function DeskSearch({ text, label, choices, chosen }: SearchProps) {
  return (
    <form method="get" className="mb-6 max-w-read">
      <div className="entry-row">
        <div className="entry">
          <label htmlFor="q">{label}</label>
          <input id="q" name="q" type="search" defaultValue={text} maxLength={200} />
        </div>
        {choices ? (
          <div className="entry" style={{ flexBasis: "8rem" }}>
            <label htmlFor="state">Status</label>
            <select id="state" name="state" defaultValue={chosen}>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          </div>
        ) : null}
        <button type="submit" className="button">
          Search
        </button>
      </div>
    </form>
  );
}

type PagerProps = { page: number; pages: number; total: number; query: Record<string, string> };

export function Pager({ page, pages, total, query }: PagerProps) {
  const to = (number: number) => `?${new URLSearchParams({ ...query, page: String(number) })}`;
  return (
    <nav aria-label="Pages" className="mt-4 mb-10 flex gap-6 text-table text-ink-2">
      <span>{`${total} in total, page ${page} of ${pages}`}</span>
      {page > 1 ? (
        <a href={to(page - 1)} rel="prev">
          Newer
        </a>
      ) : null}
      {page < pages ? (
        <a href={to(page + 1)} rel="next">
          Older
        </a>
      ) : null}
    </nav>
  );
}

/** Formats a time as the logs do: 2026-11-21 22:05 UTC. */
export function Instant({ at }: { at: Date }) {
  const text = at.toISOString();
  return <time dateTime={text} className="whitespace-nowrap">{`${text.slice(0, 10)} ${text.slice(11, 16)}`}</time>;
}

/** Text such as checkout.session.completed, which may wrap after each dot. */
export function Dotted({ text }: { text: string }) {
  return text.split(/(?<=\.)/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}
