const RETRY_MS = 5_000;

export const LOST = "No connection. Your input is kept, and the result updates when the connection is back.";

/** Returns whether an error means that no response arrived, as opposed to a response that cannot be read. */
export function isLost(error: unknown): boolean {
  const name = error instanceof Error ? error.name : "";
  return !navigator.onLine || error instanceof TypeError || name === "ChunkLoadError";
}

/**
 * Checks that the service responds. Call it before a navigation: if that fails, the browser shows its own error page.
 */
export async function reachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch("/icon.svg", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

/** Calls back when the browser is online again, and at intervals until then. @returns a function that stops it */
export function whenBack(again: () => void): () => void {
  const timer = setInterval(again, RETRY_MS);
  addEventListener("online", again);
  return () => {
    clearInterval(timer);
    removeEventListener("online", again);
  };
}

/** Returns the fields whose value differs from the rendered one: the reader filled them in before a script ran. */
export function filledIn(form: HTMLFormElement): Element[] {
  return [...form.elements].filter((field) => {
    if (field instanceof HTMLSelectElement) {
      const drawn = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
      return field.selectedIndex !== Math.max(0, drawn);
    }
    if (!(field instanceof HTMLInputElement)) return false;
    return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  });
}

/** Returns an error such as "Seats: Value must be greater than or equal to 1." */
export function faultOf(field: HTMLInputElement): string {
  const label = field.labels?.[0]?.textContent?.trim() ?? field.getAttribute("aria-label") ?? field.name;
  return `${label}: ${field.validationMessage}`;
}

/** Moves focus and scroll position to the result of a form. */
export function leadTo(element: HTMLElement | null): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || Math.min(bottom, top + 80) > innerHeight) element.scrollIntoView({ block: "nearest" });
}
