import { LRUCache } from "lru-cache";
import { type PackedText, packed, unpacked } from "@/lib/packed-text";

export const MB = 2 ** 20;

export interface KeptBytes {
  /** Size limit of the values as compressed JSON. */
  texts: number;
  /**
   * Size limit of the most recently used values, measured by their JSON. As objects they take several times as much.
   */
  objects: number;
}

/** Caches JSON values that never change, within size limits: all as text, and the most recently used as objects. */
export interface KeptValues<Value extends object> {
  get(key: string): Value | undefined;
  /**
   * Stores a value and returns it as later reads will. Pages serialise shared parts differently from equal parts, and a
   * rendered page must not reveal whether a value was cached before.
   */
  set(key: string, value: Value): Value;
}

export function keptValues<Value extends object>({ texts, objects }: KeptBytes): KeptValues<Value> {
  const kept = new LRUCache<string, PackedText>({ maxSize: texts, sizeCalculation: ({ bytes }) => bytes.length });
  const recent = new LRUCache<string, Value>({ maxSize: objects });
  return {
    get: (key) => {
      const text = kept.get(key);
      const known = recent.get(key);
      if (known || !text) return known;
      const value = JSON.parse(unpacked(text)) as Value;
      recent.set(key, value, { size: text.length });
      return value;
    },
    set: (key, value) => {
      const json = JSON.stringify(value);
      const found = JSON.parse(json) as Value;
      const text = packed(json);
      kept.set(key, text);
      recent.set(key, found, { size: text.length });
      return found;
    },
  };
}
