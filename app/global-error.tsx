"use client";

/** Shown if even the layout cannot be rendered. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body style={{ font: "16px/1.5 system-ui, sans-serif", padding: "2rem", maxWidth: "40rem" }}>
        <h1>This page could not be loaded</h1>
        <p>
          Something went wrong on our side. Try again in a minute.
          {error.digest ? ` If the problem persists, contact us and quote error ${error.digest}.` : ""}
        </p>
        <button type="button" onClick={reset}>
          Try again
        </button>
      </body>
    </html>
  );
}
