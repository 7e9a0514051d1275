import { randomBytes } from "node:crypto";

const PREFIX = "pi_live_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = BigInt(DIGITS.length);
const KEY_BYTES = 32;
/** 62^43 is the first power of 62 above 2^256. */
const BODY_LENGTH = 43;
const SHOWN_LENGTH = PREFIX.length + 4;
const KEY = new RegExp(`^${PREFIX}[0-9A-Za-z]{${BODY_LENGTH}}$`);

/** Returns the bytes as one number in base 62, at full length. */
export function base62(bytes: Uint8Array): string {
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  let text = "";
  while (rest > 0n) {
    text = DIGITS[Number(rest % BASE)] + text;
    rest /= BASE;
  }
  return text.padStart(BODY_LENGTH, "0");
}

export function newKey(bytes: Uint8Array = randomBytes(KEY_BYTES)): string {
  return PREFIX + base62(bytes);
}

/** Returns whether a text looks like a key. Any other text is not looked up. */
export function isKeyShaped(text: string): boolean {
  return KEY.test(text);
}

/** Returns the first characters, by which its owner recognises a key. */
export function shownPart(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}
