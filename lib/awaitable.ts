/** What is there already, or comes. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on at once with what is there already: an answer from memory waits for no turn of the loop. */
export function after<T, U>(value: Awaitable<T>, go: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(go) : go(value);
}

/** Rejects where it does not come within so long; `who` should have told it. */
export async function inTime<T>(value: Awaitable<T>, timeoutMs: number, who: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${who} did not answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
