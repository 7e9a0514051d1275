import { setImmediate as turnOfTheLoop } from "node:timers/promises";

/** Starts each piece of work when the one before has ended and others have had a turn of the event loop. */
export function oneAfterAnother(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const made = last.then(() => turnOfTheLoop()).then(work);
    last = made.catch(() => {});
    return made;
  };
}
