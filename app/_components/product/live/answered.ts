import { isLost, LOST, whenBack } from "../../live-help";
import { pauseOf } from "../../live-pause";
import { WORKED, type Work, type Worked, type WorkedDetail } from "./work";

// Each is fetched when its form is first touched.
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
  /** Aborted when nobody waits any more. */
  signal: AbortSignal;
  /** Asks once more, when a lost network is back. */
  again(): void;
}

const FAILED = "The server did not respond. Your input is kept. Try again.";

/** Asks at once for what was typed before, then as the form is filled in. */
export function listen(form: HTMLFormElement, ask: (pause: number) => void, signal: AbortSignal): void {
  let asked = "";
  const onEdit = ({ type, target }: Event) => {
    const { mirror } = (target as HTMLElement).dataset;
    const twin = mirror ? form.elements.namedItem(mirror) : null;
    if (twin instanceof HTMLInputElement) twin.value = (target as HTMLInputElement).value;
    const pause = pauseOf(type as "input" | "change", target);
    const typed = JSON.stringify([...new FormData(form)]);
    // A field that was answered while it was typed into is left without another question.
    if (pause === null || typed === asked) return;
    asked = typed;
    ask(pause);
  };
  // The native change event, which React has none of: it comes when a field is left, not at every key.
  for (const name of ["input", "change"]) form.addEventListener(name, onEdit, { signal });
  const edited = [...form.elements].find(
    (field) => field instanceof HTMLInputElement && field.value !== field.defaultValue,
  );
  edited?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** What a form is answered, told to the document too; with a network that is lost, why there is no answer yet. */
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
