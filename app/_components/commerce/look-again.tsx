"use client";

import { useEffect, useState } from "react";

/** Reloads the page at intervals until the reader presses Stop. Without JavaScript it is only a link. */
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
