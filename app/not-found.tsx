export const metadata = { title: "Page not found" };

/** Carried by every page, hence small. Addresses that are known to lead nowhere get global-not-found. */
export default function NotFound() {
  return (
    <div className="max-w-read py-10">
      <h1>Page not found</h1>
      <p className="mt-4">
        <a href="/search">Search the catalogue</a> or browse the <a href="/categories">categories</a>.
      </p>
    </div>
  );
}
