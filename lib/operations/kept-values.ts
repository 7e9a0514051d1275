import { LRUCache } from "lru-cache";
import { type PackedText, packed, unpacked } from "@/lib/packed-text";

export const MB = 2 ** 20;

export interface KeptBytes {
  /** Of the values as JSON, compressed. */
  texts: number;
  /** Of those asked for last, by the length of their JSON: as objects they take some times as much. */
  objects: number;
}

/** Values that are JSON and that nobody changes, kept in so many bytes: as text, and those asked for last as they are. */
export interface KeptValues<Value extends object> {
  get(key: string): Value | undefined;
  /**
   * Gives it as it will be found. Of parts that a value shares pages are written otherwise than of parts that are merely
   * alike: what is drawn of it must not tell whether it was asked for before.
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
