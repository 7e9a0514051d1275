export const metadata = { title: "Page not found" };

/** Every page includes this component, so it is small. Known missing URLs get global-not-found instead. */
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
