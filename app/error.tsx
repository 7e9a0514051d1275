"use client";

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="max-w-read py-10">
      <h1>This page could not be drawn</h1>
      <p className="mt-4">
        The catalogue did not answer. Nothing is wrong with what you asked for; try again in a minute.
        {error.digest ? ` If it persists, quote ${error.digest}.` : ""}
      </p>
      <div className="field mt-4">
        <button type="button" onClick={() => reset()}>
          Try again
        </button>
      </div>
    </div>
  );
}
