"use client";

/** Links reload the whole page, because the script itself may have failed. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="max-w-read py-10">
      <h1>This page could not be loaded</h1>
      <p className="mt-4">
        Something went wrong on our side. Try again in 30 seconds.
        {error.digest ? ` If the problem persists, contact us and quote error ${error.digest}.` : ""}
      </p>
      <div className="field mt-4">
        <button type="button" onClick={() => reset()}>
          Try again
        </button>
      </div>
      <p className="mt-4">
        Or <a href="/search">search the catalogue</a>, or check the <a href="/api/health">service status</a>.
      </p>
    </div>
  );
}
