import { processWide } from "@/lib/access/process-wide";

/** `starting`: the catalogue is being loaded. `ending`: the process shuts down and completes its open requests. */
export type Stage = "starting" | "serving" | "ending";

/** Returns the stage of this process; scripts/lib/serve-site.mjs sets `ending`. */
export function life(): { stage: Stage } {
  return processWide("life", () => ({ stage: "serving" }));
}
