// Preloaded into a server. Makes every write fail, as on a host without a disk, and logs each attempt.
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");

const WRITES =
  /^(?:appendFile|chmod|chown|copyFile|cp|link|lutimes|mkdir|mkdtemp|rename|rm|rmdir|symlink|truncate|unlink|utimes|writeFile)(?:Sync)?$/;
const writes = (flags) => (typeof flags === "number" ? (flags & 3) !== 0 : /[wa+]/.test(flags ?? "r"));

function refusal(name, path) {
  process.stderr.write(`no-disk: ${name} ${String(path)}\n`);
  return Object.assign(new Error(`EROFS: read-only file system, ${name} '${String(path)}'`), { code: "EROFS", path });
}

function refuse(module, name, mayPass) {
  const real = module[name];
  module[name] = (...given) => {
    if (mayPass(given)) return real.apply(module, given);
    const error = refusal(name, given[0]);
    if (module === fs.promises) return Promise.reject(error);
    const callback = given.at(-1);
    if (typeof callback !== "function") throw error;
    process.nextTick(callback, error);
  };
}

for (const module of [fs, fs.promises]) {
  for (const name of Object.keys(module)) if (WRITES.test(name)) refuse(module, name, () => false);
  for (const name of ["open", "openSync"]) {
    if (name in module) refuse(module, name, ([, flags]) => typeof flags === "function" || !writes(flags));
  }
}
refuse(fs, "createWriteStream", () => false);
syncBuiltinESMExports();
