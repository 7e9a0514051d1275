import { createHmac, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { processWide } from "./access/process-wide";
import { env } from "./env";

/** Returns AUTH_SECRET, or a secret that is generated at first use and stored next to the embedded database. */
export function siteSecret(): string {
  return env().authSecret ?? processWide("site-secret", keptSecret);
}

/**
 * Returns a keyed digest in hex. It is the same for equal purpose and text, and cannot be computed without the secret.
 */
export function sign(purpose: string, text: string): string {
  return createHmac("sha256", siteSecret()).update(`${purpose}\n${text}`).digest("hex");
}

function keptSecret(): string {
  const { dataDir } = env();
  const path = resolve(/* turbopackIgnore: true */ dataDir, "site-secret");
  mkdirSync(dataDir, { recursive: true });
  // The file is complete before it gets its name: if two processes start at once, both read the secret of one of them.
  const made = `${path}.${process.pid}`;
  writeFileSync(made, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    linkSync(made, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(made);
  }
  return readFileSync(path, "utf8");
}
