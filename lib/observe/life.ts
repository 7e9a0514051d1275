import { processWide } from "@/lib/access/process-wide";

/** `starting`: the catalogue is being loaded. `ending`: the process was told to end, and finishes what is under way. */
export type Stage = "starting" | "serving" | "ending";

/** Of this process; scripts/lib/serve-site.mjs writes that it ends. */
export function life(): { stage: Stage } {
  return processWide("life", () => ({ stage: "serving" }));
}
