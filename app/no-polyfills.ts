/**
 * Replaces Next.js's polyfills. The browsers it supports have all of them built in, except URL.canParse, which no
 * script here uses.
 */
export {};
