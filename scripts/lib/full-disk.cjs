/*
 * Preloaded into a server. Simulates a full disk for DATA_DIR while the file in FULL_DISK exists. Overwriting existing
 * data still works. If that file contains "copies", the file system is copy-on-write and does not report its free
 * space, as with a quota: no write succeeds.
 */
const fs = require("node:fs");
const { resolve, sep } = require("node:path");
const { syncBuiltinESMExports } = require("node:module");

const [folder, marker] = [resolve(process.env.DATA_DIR), process.env.FULL_DISK];
const real = { ...fs, statfs: fs.promises.statfs };
const isFull = () => real.existsSync(marker);
const copies = () => real.readFileSync(marker, "utf8") === "copies";
const isWithin = (path) => typeof path === "string" && `${resolve(path)}${sep}`.startsWith(folder + sep);
const noSpace = (name) => Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: "ENOSPC" });

const files = new Set();
fs.openSync = (path, ...given) => {
  const file = real.openSync(path, ...given);
  if (isWithin(path)) files.add(file);
  return file;
};
fs.closeSync = (file) => {
  files.delete(file);
  return real.closeSync(file);
};
fs.writeSync = (file, ...given) => {
  const [piece, offset, length = piece.length - (offset ?? 0), position] = given;
  const end = (position ?? Number.MAX_SAFE_INTEGER) + length;
  if (files.has(file) && isFull() && (copies() || end > real.fstatSync(file).size)) throw noSpace("write");
  return real.writeSync(file, ...given);
};
fs.promises.statfs = async (path, ...given) => {
  const stated = await real.statfs(path, ...given);
  const isTold = isWithin(path) && isFull() && !copies();
  return isTold ? Object.assign(stated, { bavail: 0, bfree: 0 }) : stated;
};
syncBuiltinESMExports();
