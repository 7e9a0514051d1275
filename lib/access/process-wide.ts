const PREFIX = "pricing-intelligence:";
const store = globalThis as unknown as Record<symbol, unknown>;
const keys = new Map<string, symbol>();

function keyOf(name: string): symbol {
  let key = keys.get(name);
  if (!key) {
    key = Symbol.for(PREFIX + name);
    keys.set(name, key);
  }
  return key;
}

/** Returns one instance for the process, because bundlers give every route file its own copy of a module. */
export function processWide<T>(name: string, create: () => T): T {
  const key = keyOf(name);
  if (store[key] === undefined) store[key] = create();
  return store[key] as T;
}

/** Returns the existing instance if another part of the process, or its starter, has already created one. */
export function shared<T>(name: string): T | undefined {
  return store[keyOf(name)] as T | undefined;
}

/**
 * Passes a value to the code that started the process and waits for it under this name. Does nothing on another server.
 */
export function handOver(name: string, value: unknown): void {
  shared<(value: unknown) => void>(name)?.(value);
}
