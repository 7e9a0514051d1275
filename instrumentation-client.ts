// Part of what Next evaluates before a page begins to answer, in the task in which the scripts arrive.
import "react-dom/client";

declare global {
  interface Window {
    /** Scripts that Next waits for before it begins. */
    __next_s?: [source: 0, properties: { children: string }][];
  }
}

// An empty one puts the rest into a task of its own, so that a tap between the two is answered.
window.__next_s ??= [];
window.__next_s.push([0, { children: "" }]);
