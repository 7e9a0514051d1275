/** Without schemas, because browser code uses these limits. */
export const MAX_SEATS = 1_000_000;
export const MAX_QUANTITY = 1_000_000_000;
export const MAX_VOLUME = 1e12;
/** Maximum number of tokens and requests per month. */
export const MAX_USE = 1e15;
