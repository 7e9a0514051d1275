import { createRequire } from "node:module";
import type { IAsyncProperty, IProperty, Parameters } from "fast-check";

// Replaces fast-check in tests if PROPERTY_TIMES is set: see main.mjs.
const real = createRequire(import.meta.url)("fast-check") as typeof import("fast-check");
const times = Number(process.env.PROPERTY_TIMES);

function assert<Ts>(property: IAsyncProperty<Ts> | IProperty<Ts>, parameters: Parameters<Ts> = {}) {
  return real.assert(property, { ...parameters, numRuns: times * (parameters.numRuns ?? 100) });
}

export default { ...real, assert };
