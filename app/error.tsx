"use client";

/** Whole page loads: what failed may be the script itself. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="max-w-read py-10">
      <h1>This page could not be drawn</h1>
      <p className="mt-4">
        The fault is ours, not the address’s. Try again in half a minute.
        {error.digest ? ` If it stays, tell us the number ${error.digest}.` : ""}
      </p>
      <div className="field mt-4">
        <button type="button" onClick={() => reset()}>
          Try again
        </button>
      </div>
      <p className="mt-4">
        Or <a href="/search">search the catalogue</a>, or see <a href="/api/health">what fails</a>.
      </p>
    </div>
  );
}
