/** How long every calculator waits for more input before it sends a request. */
export const PAUSE_MS = 300;
/** Input types that send a request at every step. Other fields send one when they lose focus. */
const STEPPED = new Set(["number", "range"]);

/**
 * Returns the delay in milliseconds before an event of a field sends a request; null for an event that sends no
 * request.
 */
export function pauseOf(type: "input" | "change", target: EventTarget | null): number | null {
  if (type === "change") return 0;
  return target instanceof HTMLInputElement && isStepped(target) ? PAUSE_MS : null;
}

/** Returns whether a field sends a request while the reader types. A text field does if it matches its `data-steps`. */
function isStepped({ type, value, dataset: { steps } }: HTMLInputElement): boolean {
  return STEPPED.has(type) || (steps !== undefined && new RegExp(steps, "i").test(value));
}
