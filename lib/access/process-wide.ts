const PREFIX = "pricing-intelligence:";
const keys = new Map<string, symbol>();

/** One instance for the process: bundlers give every route file its own copy of a module. */
export function processWide<T>(name: string, create: () => T): T {
  const store = globalThis as unknown as Record<symbol, unknown>;
  let key = keys.get(name);
  if (!key) {
    key = Symbol.for(PREFIX + name);
    keys.set(name, key);
  }
  if (store[key] === undefined) store[key] = create();
  return store[key] as T;
}

/** Whether what started the process waits for this. */
export function isAwaited(name: string): boolean {
  return (globalThis as unknown as Record<symbol, unknown>)[Symbol.for(PREFIX + name)] !== undefined;
}

/** To what started the process and waits for it under this name; to nobody under another server. */
export function handOver(name: string, value: unknown): void {
  const store = globalThis as unknown as Record<symbol, ((value: unknown) => void) | undefined>;
  store[Symbol.for(PREFIX + name)]?.(value);
}
