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

/** What another part of the process has given under this name. */
export function shared<T>(name: string): T | undefined {
  return (globalThis as unknown as Record<symbol, T | undefined>)[Symbol.for(PREFIX + name)];
}

export function share(name: string, value: unknown): void {
  (globalThis as unknown as Record<symbol, unknown>)[Symbol.for(PREFIX + name)] = value;
}

/** To what started the process and waits for it under this name; to nobody under another server. */
export function handOver(name: string, value: unknown): void {
  shared<(value: unknown) => void>(name)?.(value);
}
