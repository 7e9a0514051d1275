/** Common names of plans. Another word is a plan only if the product has it. */
export const PLAN_NAMES: ReadonlySet<string> = new Set(
  "advanced basic business enterprise essential essentials free growth individual max personal plus premium pro professional standard starter team teams ultimate ultra".split(
    " ",
  ),
);
