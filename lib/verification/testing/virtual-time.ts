/** A clock that stops while code runs, and then jumps to the next awaited time. */
export class VirtualTime {
  #now: number;
  #order = 0;
  readonly #waiting: { at: number; order: number; wake: () => void }[] = [];

  constructor(start: Date) {
    this.#now = start.getTime();
  }

  readonly now = (): Date => new Date(this.#now);

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => {
      this.#waiting.push({ at: this.#now + ms, order: this.#order++, wake });
    });

  /** Lets time pass until `work` has ended. */
  async during<T>(work: Promise<T>): Promise<T> {
    let ended = false;
    const done = work.finally(() => {
      ended = true;
    });
    done.catch(() => {});
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (ended) return done;
      this.#waiting.sort((a, b) => a.at - b.at || a.order - b.order);
      const next = this.#waiting.shift();
      if (!next) throw new Error("everything waits for something that never comes");
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
  }
}
