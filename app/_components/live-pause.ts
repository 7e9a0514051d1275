/** How long a form waits for more to be typed before it asks: alike on every calculator. */
export const PAUSE_MS = 300;
/** Fields whose every step is answered; others are read when they are left. */
const STEPPED = new Set(["number", "range"]);

/** After how long a field's event is answered; null: not by this event. */
export function pauseOf(type: "input" | "change", target: EventTarget | null): number | null {
  if (type === "change") return 0;
  return target instanceof HTMLInputElement && isStepped(target) ? PAUSE_MS : null;
}

/** A text field with `data-steps` too, as soon as its text is of the form told there. */
function isStepped({ type, value, dataset: { steps } }: HTMLInputElement): boolean {
  return STEPPED.has(type) || (steps !== undefined && new RegExp(steps, "i").test(value));
}
