import { createHmac, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { processWide } from "./access/process-wide";
import { env } from "./env";

/** AUTH_SECRET, or one made at first use and kept beside the embedded database. */
export function siteSecret(): string {
  return env().authSecret ?? processWide("site-secret", keptSecret);
}

/** Keyed digest, in hex: alike for equal purpose and text, and told by nobody without the secret. */
export function sign(purpose: string, text: string): string {
  return createHmac("sha256", siteSecret()).update(`${purpose}\n${text}`).digest("hex");
}

function keptSecret(): string {
  const { dataDir } = env();
  const path = resolve(/* turbopackIgnore: true */ dataDir, "site-secret");
  mkdirSync(dataDir, { recursive: true });
  // Whole before it has its name: of two processes that begin at once, both read what one of them made.
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
