/** Returns a function that computes its value at the first call. */
export function lazily<Value>(work: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: work() };
    return made.value;
  };
}

/** Returns a function of objects that never change. It computes each value once and frees it with its object. */
export function onceFor<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const held = known.get(key);
    if (held) return held.value;
    const value = work(key);
    known.set(key, { value });
    return value;
  };
}

const MOST_TEXTS = 10_000;

/** Does the same for texts. Once there are `most` values, all are removed. */
export function onceForText<Value>(work: (text: string) => Value, most = MOST_TEXTS): (text: string) => Value {
  const known = new Map<string, { value: Value }>();
  return (text) => {
    const held = known.get(text);
    if (held) return held.value;
    const value = work(text);
    if (known.size >= most) known.clear();
    known.set(text, { value });
    return value;
  };
}
