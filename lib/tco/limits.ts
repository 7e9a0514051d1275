/** Kept free of schemas, for what runs in the browser. */
export const MAX_SEATS = 1_000_000;
export const MAX_QUANTITY = 1_000_000_000;
export const MAX_VOLUME = 1e12;
/** Tokens and requests of a month. */
export const MAX_USE = 1e15;
