"use client";

import { useEffect, useState } from "react";

/** A link where scripts do not run; where they do, the page looks by itself until it is told not to. */
export function LookAgain({ address, seconds }: { address: string; seconds: number }) {
  const [looks, setLooks] = useState(true);
  useEffect(() => {
    if (!looks) return;
    const timer = setTimeout(() => location.reload(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [looks, seconds]);
  return (
    <>
      <p className="mt-4">
        <a href={address} className="button">
          Check again
        </a>
      </p>
      <p className="scripted note mt-3">
        {looks ? `This page checks again every ${seconds} seconds. You can close it. ` : "You can close this page. "}
        {looks ? (
          <button type="button" className="button button-quiet" onClick={() => setLooks(false)}>
            Stop
          </button>
        ) : null}
      </p>
    </>
  );
}
