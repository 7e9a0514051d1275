import Link from "next/link";
import { site } from "../_data/site";
import { SearchForm } from "./search-form";

export function SiteHeader() {
  return (
    <header className="sheet flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-4">
      <Link href="/" prefetch={false} className="quiet-link font-semibold tracking-tight">
        {site().name}
      </Link>
      <search className="no-print w-full sm:w-80">
        <SearchForm id="header-search" />
      </search>
    </header>
  );
}
