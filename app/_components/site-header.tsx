import { site } from "../_data/site";
import { SearchForm } from "./search-form";
import { ACCOUNT_LINK, MAIN_LINKS } from "./site-nav";

export function SiteHeader() {
  return (
    <header className="site-header sheet">
      <a href="/" className="quiet-link site-name">
        {site().name}
      </a>
      <nav aria-label="Main" className="site-nav no-print">
        <ul>
          {MAIN_LINKS.map(({ href, name, short }) => (
            <li key={href}>
              <a href={href} className="quiet-link" title={short ? name : undefined}>
                {short ?? name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <search className="site-search no-print">
        <SearchForm id="header-search" />
      </search>
      <a href={ACCOUNT_LINK.href} className="quiet-link site-account no-print">
        {ACCOUNT_LINK.name}
      </a>
      {/* Links reload the whole page, so that the menu is closed on the next page. */}
      <details className="site-menu no-print">
        <summary>Menu</summary>
        <nav aria-label="Menu">
          <search>
            <SearchForm id="menu-search" />
          </search>
          <ul>
            {[...MAIN_LINKS, ACCOUNT_LINK].map(({ href, name }) => (
              <li key={href}>
                <a href={href} className="quiet-link">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </details>
    </header>
  );
}
