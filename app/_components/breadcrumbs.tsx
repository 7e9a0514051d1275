export type Crumb = { name: string; href?: string };

export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-table text-ink-3">
      <ol className="flex flex-wrap items-baseline gap-x-2">
        {items.map(({ name, href }, index) => (
          <li key={name} className="flex items-baseline gap-x-2">
            {index > 0 ? <span aria-hidden="true">/</span> : null}
            {href ? (
              <a href={href} className="inline-block py-0.5">
                {name}
              </a>
            ) : (
              <span aria-current="page">{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
