// Runs one trial: node scripts/clients/trial.mjs NAME SERVICE FOLDER. run.mjs starts it and receives each check.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const [name, service, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
process.once("disconnect", () => process.exit(1));

/** @param {string} label @param {() => unknown} work */
async function check(label, work) {
  try {
    const value = await work();
    process.send({ label, fault: null });
    return value;
  } catch (error) {
    process.send({ label, fault: String(error?.stack ?? error).slice(0, 1_000) });
    return undefined;
  }
}

const document = await (await fetch(`${service}/api/v2/openapi.json`)).json();
document.servers = [{ url: service }];
try {
  const { default: trial } = await import(`./trials/${name}.mjs`);
  await trial({ check, service, document, folder, file: (path) => join(folder, path) });
} catch (error) {
  process.send({ label: "the trial runs to its end", fault: String(error?.stack ?? error).slice(0, 1_000) });
}
process.send({ done: true }, () => process.exit(0));
