import { LRUCache } from "lru-cache";

export const MB = 2 ** 20;

export interface KeptBytes {
  /** Of the values as JSON. */
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

/** In memory of its own: a slice of Node's pool would hold what others cut from it. */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

export function keptValues<Value extends object>({ texts, objects }: KeptBytes): KeptValues<Value> {
  const kept = new LRUCache<string, Buffer>({ maxSize: texts, sizeCalculation: ({ byteLength }) => byteLength || 1 });
  const recent = new LRUCache<string, Value>({ maxSize: objects });
  return {
    get: (key) => {
      const text = kept.get(key);
      const known = recent.get(key);
      if (known || !text) return known;
      const value = JSON.parse(text.toString()) as Value;
      recent.set(key, value, { size: text.byteLength });
      return value;
    },
    set: (key, value) => {
      const text = JSON.stringify(value);
      const found = JSON.parse(text) as Value;
      const bytes = ownBytes(text);
      kept.set(key, bytes);
      recent.set(key, found, { size: bytes.byteLength });
      return found;
    },
  };
}
