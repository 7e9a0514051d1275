const RETRY_MS = 5_000;

export const LOST = "No connection. Your input is kept, and the result updates when the connection is back.";

/** What a browser throws where no answer came, as against an answer that cannot be read. */
export function isLost(error: unknown): boolean {
  const name = error instanceof Error ? error.name : "";
  return !navigator.onLine || error instanceof TypeError || name === "ChunkLoadError";
}

/** Whether the service answers at all. Asked before a page is changed: a browser that fails to open one shows its own. */
export async function reachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch("/icon.svg", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

/** Calls back when the browser is back online, and now and then meanwhile. @returns ends the waiting */
export function whenBack(again: () => void): () => void {
  const timer = setInterval(again, RETRY_MS);
  addEventListener("online", again);
  return () => {
    clearInterval(timer);
    removeEventListener("online", again);
  };
}

/** The fields of a form that hold something else than they were drawn with: filled in before a script ran. */
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

/** "Seats: Value must be greater than or equal to 1." */
export function faultOf(field: HTMLInputElement): string {
  const label = field.labels?.[0]?.textContent?.trim() ?? field.getAttribute("aria-label") ?? field.name;
  return `${label}: ${field.validationMessage}`;
}

/** Focus and view go to what came of a form. */
export function leadTo(element: HTMLElement | null): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || Math.min(bottom, top + 80) > innerHeight) element.scrollIntoView({ block: "nearest" });
}
