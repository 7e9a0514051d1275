import { yieldTurn } from "@/lib/http/request-work";

/** Starts each piece of work when the one before has ended and others have had a turn of the event loop. */
export function oneAfterAnother(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const made = last.then(yieldTurn).then(work);
    last = made.catch(() => {});
    return made;
  };
}
