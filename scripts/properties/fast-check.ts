import { createRequire } from "node:module";

// What tests import as fast-check where PROPERTY_TIMES is set: see main.mjs.
const real = createRequire(import.meta.url)("fast-check") as typeof import("fast-check");
const times = Number(process.env.PROPERTY_TIMES);

const assert: typeof real.assert = (property, parameters = {}) =>
  // biome-ignore lint/suspicious/noExplicitAny: the type of a property's values is not told by `assert` itself.
  real.assert(property as any, { ...(parameters as object), numRuns: times * (parameters.numRuns ?? 100) });

export default { ...real, assert };
