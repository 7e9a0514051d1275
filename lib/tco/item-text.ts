interface Item {
  product: string;
  seats: string;
  tier: string;
}

/** Returns a product of a stack as in a URL: `slack:40:pro`, `acme:20 hosts`. */
export function itemText({ product, seats, tier }: Item): string {
  const parts = tier ? [product, seats, tier] : seats ? [product, seats] : [product];
  return parts.map((part) => part.trim().replace(/[%,:]/g, encodeURIComponent)).join(":");
}

/** Escapes a query value, except for characters that read better unescaped. */
export function readable(value: string): string {
  return encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%20", "+");
}

/** Returns the name of the field of a unit beyond a row's first. */
export function unitField(row: number, unit: string): string {
  return `count-${row}-${unit}`;
}
