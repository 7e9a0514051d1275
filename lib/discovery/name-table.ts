import { lazily } from "@/lib/once-for";
import { type Likeness, likenessTo } from "./letters";
import type { NamedProduct } from "./names";

/** Every name of every product, in the order of the products: one column per value, indexed by the place of a name. */
export interface NameTable {
  /** See nameKey(). */
  keys: readonly string[];
  /** The place of the product that has the name. */
  owners: Uint32Array;
  isFormer: Uint8Array;
  isSlug: Uint8Array;
  /** 1 if the name is the product's shown name, otherwise 0. */
  isShown: Uint8Array;
  /** The start of each product's names, by the place of the product, with one more entry at the end. */
  begins: Uint32Array;
  likeness(key: string): Likeness;
}

export function nameTable(products: readonly Pick<NamedProduct, "names">[]): NameTable {
  const names = products.flatMap((product) => product.names);
  const keys = names.map(({ key }) => key);
  const begins = new Uint32Array(products.length + 1);
  const owners = new Uint32Array(keys.length);
  products.forEach((product, owner) => {
    const begin = begins[owner] as number;
    begins[owner + 1] = begin + product.names.length;
    owners.fill(owner, begin, begins[owner + 1]);
  });
  const likeness = lazily(() => likenessTo(keys));
  const isOf = (kind: (typeof names)[number]["kind"]) => Uint8Array.from(names, (name) => (name.kind === kind ? 1 : 0));
  return {
    keys,
    owners,
    begins,
    isFormer: isOf("former_slug"),
    isSlug: isOf("slug"),
    isShown: isOf("name"),
    likeness: (key) => likeness()(key),
  };
}
