import Link from "next/link";

export function SiteFooter() {
  return (
    <footer className="sheet note no-print pt-8 pb-12">
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-4 border-t border-rule pt-4">
        <p className="max-w-read">
          Prices are facts read from public pages and openly licensed datasets; each one names its source, its day and
          its licence. Third-party medians and ratings are marked restricted and shown for reading only. Check with the
          vendor before you buy.
        </p>
        <nav aria-label="Footer" className="flex gap-6">
          <Link href="/" prefetch={false}>
            Categories
          </Link>
          <Link href="/coverage" prefetch={false}>
            Coverage
          </Link>
          <Link href="/docs" prefetch={false}>
            API reference
          </Link>
          <Link href="/agents" prefetch={false}>
            For agents
          </Link>
        </nav>
      </div>
    </footer>
  );
}
