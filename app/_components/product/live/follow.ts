import type { Verdict } from "@/lib/format/verdict";
import type { CountedUnit } from "@/lib/tco/counted";
import { WORKED, type WorkedDetail } from "./work";

const PARAMETER = "seats";

/**
 * Returns the localStorage key of a count. All units that count people share one key; other units share theirs by noun.
 */
const keyOf = ({ noun, isPeople }: CountedUnit) => `count:${isPeople ? "people" : noun}`;

/** Starts with the count of the URL, or else with the count that the reader last entered. */
export function begin(unit: CountedUnit, isAsked: boolean, shown: number | undefined, type: (text: string) => void) {
  if (isAsked) return keep(unit, shown);
  try {
    const known = Number(localStorage.getItem(keyOf(unit)));
    if (known > 0 && known !== shown) type(String(known));
  } catch {
    // The browser blocks localStorage.
  }
}

/** Stores a count in this browser, in the URL and in the links to comparisons for the same number of people. */
export function keep(unit: CountedUnit, quantity: number | undefined): void {
  if (quantity === undefined) return;
  try {
    localStorage.setItem(keyOf(unit), String(quantity));
  } catch {
    // The browser blocks localStorage.
  }
  history.replaceState(history.state, "", counted(location.href, quantity));
  if (!unit.isPeople) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href^="/compare/"]')) {
    link.href = counted(link.href, quantity);
  }
}

function counted(href: string, quantity: number): string {
  const url = new URL(href, location.href);
  url.searchParams.set(PARAMETER, String(quantity));
  return url.pathname + url.search + url.hash;
}

interface Followed {
  unit: CountedUnit;
  peers: readonly string[];
  asked: boolean;
  twin: string;
  /** The count that the page was rendered for. */
  quantity: number | undefined;
  field: HTMLInputElement | null;
  setShown(verdict: Verdict): void;
  setFault(fault: string | null): void;
  signal: AbortSignal;
}

/** Copies input from the verdict to the receipt's form and shows the form's result in the verdict. */
export function follow({ unit, peers, asked, twin, quantity, field, setShown, setFault, signal }: Followed): void {
  let last = quantity;
  const typeOn = (text: string) => typeInto(twin, text);
  const onWorked = ({ detail: { kind, told, problem } }: CustomEvent<WorkedDetail>) => {
    if (kind !== "cost") return;
    setFault(told || !problem ? null : problem);
    if (!told) return;
    setShown(told);
    const now = told.count?.quantity;
    if (now === undefined || now === last) return;
    last = now;
    if (field && Number(field.value) !== now) field.value = String(now);
    keep(unit, now);
    import("./peers").then(({ askPeers }) => askPeers(peers, unit, told)).catch(() => {});
  };
  document.addEventListener(WORKED, onWorked as EventListener, { signal });
  field?.addEventListener("input", () => typeOn(field.value), { signal });
  // The reader typed before the scripts ran.
  if (field?.value && Number(field.value) !== last) typeOn(field.value);
  else begin(unit, asked, last, typeOn);
}

function typeInto(id: string, text: string): void {
  const twin = document.getElementById(id);
  if (!(twin instanceof HTMLInputElement)) return;
  twin.value = text;
  twin.dispatchEvent(new Event("input", { bubbles: true }));
}
