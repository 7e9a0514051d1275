import { FOOTER_LINKS } from "./site-nav";

export function SiteFooter() {
  return (
    <footer className="sheet note no-print pt-8 pb-12">
      <div className="site-footer">
        <p className="max-w-read">
          Prices are facts from public pages and openly licensed datasets. Each price shows its source, date and
          licence. Third-party medians and ratings are marked as third-party figures and are shown for reading only.
          Check with the vendor before you buy.
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
