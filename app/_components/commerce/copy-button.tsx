"use client";

import { useState } from "react";

/** Hidden if JavaScript is off: the reader can select the text instead. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [said, say] = useState("");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.");
    } catch {
      say("Could not copy. Select the text and copy it yourself.");
    }
  }
  return (
    <span className="scripted">
      <button type="button" className="button button-quiet" onClick={copy}>
        {`Copy ${what}`}
      </button>
      <span role="status" className="ml-3 text-table text-ink-2">
        {said}
      </span>
    </span>
  );
}
