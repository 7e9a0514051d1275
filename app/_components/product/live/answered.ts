import { isLost, LOST, whenBack } from "../../live-help";
import { pauseOf } from "../../live-pause";
import { WORKED, type Work, type Worked, type WorkedDetail } from "./work";

// Each module loads when its form is first used.
const WORK = {
  cost: () => import("./cost"),
  workload: () => import("./workload"),
  report: () => import("./report"),
} satisfies Record<string, () => Promise<{ work: Work }>>;

export type Kind = keyof typeof WORK;

interface Asked {
  kind: Kind;
  form: HTMLFormElement;
  given: Readonly<Record<string, unknown>>;
  /** Aborted when the result is no longer needed. */
  signal: AbortSignal;
  /** Repeats the request when the network is back. */
  again(): void;
}

const FAILED = "The server did not respond. Your input is kept. Try again.";

/** Sends a request for input that was typed before the script ran, then for each later change. */
export function listen(form: HTMLFormElement, ask: (pause: number) => void, signal: AbortSignal): void {
  let asked = "";
  const onEdit = ({ type, target }: Event) => {
    const { mirror } = (target as HTMLElement).dataset;
    const twin = mirror ? form.elements.namedItem(mirror) : null;
    if (twin instanceof HTMLInputElement) twin.value = (target as HTMLInputElement).value;
    const pause = pauseOf(type as "input" | "change", target);
    const typed = JSON.stringify([...new FormData(form)]);
    // If a field was answered while the reader typed, leaving it sends no second request.
    if (pause === null || typed === asked) return;
    asked = typed;
    ask(pause);
  };
  // Uses the native change event, which fires when a field loses focus. React's onChange fires at every key.
  for (const name of ["input", "change"]) form.addEventListener(name, onEdit, { signal });
  const edited = [...form.elements].find(
    (field) => field instanceof HTMLInputElement && field.value !== field.defaultValue,
  );
  edited?.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Returns the result of a form and dispatches it on the document. If the network is lost, returns that as the problem.
 */
export async function answered({ kind, form, given, signal, again }: Asked): Promise<Worked> {
  const result: Worked = await WORK[kind]()
    .then(({ work }) => work(form, given, signal))
    .catch((error: unknown) => {
      if (kind === "report" || !isLost(error)) return { problem: FAILED };
      if (!signal.aborted) signal.addEventListener("abort", whenBack(again));
      return { problem: LOST };
    });
  if (signal.aborted) return result;
  const problem = "problem" in result && typeof result.problem === "string" ? result.problem : null;
  const detail: WorkedDetail = { kind, told: result.told ?? null, problem };
  document.dispatchEvent(new CustomEvent(WORKED, { detail }));
  return result;
}
