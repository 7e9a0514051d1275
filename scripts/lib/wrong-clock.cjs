// Preloaded into a server. Shifts its clock by the milliseconds in the file CLOCK_OFF. The clock jumps when the file
// changes.
const { readFileSync } = require("node:fs");

const RealDate = Date;
const realNow = RealDate.now;
let off = 0;
const look = () => {
  const found = Number(readFileSync(process.env.CLOCK_OFF, "utf8"));
  if (found !== off) process.stderr.write(`wrong-clock: ${found}\n`);
  off = found;
};
look();
setInterval(look, 50).unref();

const now = () => realNow() + off;
RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  apply: () => new RealDate(now()).toString(),
});
