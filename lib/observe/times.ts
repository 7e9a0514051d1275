/** The services that a response may wait for. */
export type Part = "database" | "limiter" | "payments";

/**
 * Measures how long a piece of work takes, and how much of that it waits for services. Simultaneous waits count once.
 */
export class Times {
  readonly #began = performance.now();
  readonly #parts = new Map<Part, { underWay: number; since: number; ms: number }>();

  begin(part: Part): void {
    const held = this.#parts.get(part) ?? { underWay: 0, since: 0, ms: 0 };
    this.#parts.set(part, held);
    if (held.underWay === 0) held.since = performance.now();
    held.underWay += 1;
  }

  end(part: Part): void {
    const held = this.#parts.get(part);
    if (!held) return;
    held.underWay -= 1;
    if (held.underWay === 0) held.ms += performance.now() - held.since;
  }

  get totalMs(): number {
    return performance.now() - this.#began;
  }

  /** Returns the times in the form of Server-Timing: `total;dur=12.3, database;dur=4.5`, in milliseconds. */
  toString(): string {
    const entries = [
      ["total", this.totalMs] as const,
      ...[...this.#parts].map(([part, { ms }]) => [part, ms] as const),
    ];
    return entries.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(", ");
  }
}
