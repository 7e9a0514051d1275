import { FOOTER_LINKS } from "./site-nav";

export function SiteFooter() {
  return (
    <footer className="sheet note no-print pt-8 pb-12">
      <div className="site-footer">
        <p className="max-w-read">
          Prices are facts read from public pages and openly licensed datasets; each one names its source, its day and
          its licence. Third-party medians and ratings are marked restricted and shown for reading only. Check with the
          vendor before you buy.
        </p>
        <nav aria-label="Footer">
          {FOOTER_LINKS.map(({ heading, links }) => (
            <div key={heading}>
              <p className="font-medium text-ink-2">{heading}</p>
              <ul>
                {links.map(({ href, name }) => (
                  <li key={href}>
                    <a href={href}>{name}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}
