/** Worked out when it is first asked for. */
export function lazily<Value>(work: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: work() };
    return made.value;
  };
}

/** A function of objects that nobody changes: worked out once for each, and forgotten with it. */
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

/** The same of texts: all are forgotten where there are more than `most`. */
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
