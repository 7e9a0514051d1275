// Next.js evaluates this import before a page becomes interactive, in the task that starts when the scripts arrive.
import "react-dom/client";

declare global {
  interface Window {
    /** Scripts that Next.js waits for before it starts. */
    __next_s?: [source: 0, properties: { children: string }][];
  }
}

// An empty script moves the rest to a separate task, so that the browser can handle a tap between the two.
window.__next_s ??= [];
window.__next_s.push([0, { children: "" }]);
