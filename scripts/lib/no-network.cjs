// Preloaded into a server. Makes every host name unresolvable, as on a machine without a network. IP addresses and this
// machine's name still resolve.
const dns = require("node:dns");
const { isIP } = require("node:net");
const { syncBuiltinESMExports } = require("node:module");

const real = { lookup: dns.lookup, later: dns.promises.lookup };
const isHere = (name) => isIP(name) !== 0 || name === "localhost";
const notFound = (name) => Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND" });

dns.lookup = (name, ...given) =>
  isHere(name) ? real.lookup(name, ...given) : process.nextTick(given.at(-1), notFound(name));
dns.promises.lookup = async (name, ...given) => {
  if (!isHere(name)) throw notFound(name);
  return real.later(name, ...given);
};
syncBuiltinESMExports();
