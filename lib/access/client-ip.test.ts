import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientBucket, UNATTRIBUTED } from "./client-ip";

const peer = "203.0.113.9";

describe("without a trusted proxy", () => {
  test("nothing that a client sends changes its bucket", () => {
    fc.assert(
      fc.property(fc.option(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), { nil: null }), (forwardedFor) => {
        expect(clientBucket({ peer, forwardedFor, trustedProxies: 0 })).toBe(peer);
      }),
    );
  });

  test("clients share one bucket where the host tells no socket address", () => {
    expect(clientBucket({ peer: null, forwardedFor: "198.51.100.1", trustedProxies: 0 })).toBe(UNATTRIBUTED);
  });
});

describe("behind trusted proxies", () => {
  test("entries to the left of the trusted ones are not read", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.stringMatching(/^[^,]{0,20}$/))), (invented) => {
        const forwardedFor = [...invented, "198.51.100.7"].join(",");
        expect(clientBucket({ peer, forwardedFor, trustedProxies: 1 })).toBe("198.51.100.7");
      }),
    );
  });

  test.each([
    [1, "198.51.100.7", "198.51.100.7"],
    [2, "192.0.2.1, 198.51.100.7, 10.0.0.1", "198.51.100.7"],
    [1, " 198.51.100.7:4711 ", "198.51.100.7"],
    [1, "[2001:db8:1:2:3:4:5:6]:443", "2001:db8:1:2::/64"],
  ])("%i proxies, %s", (trustedProxies, forwardedFor, bucket) => {
    expect(clientBucket({ peer, forwardedFor, trustedProxies })).toBe(bucket);
  });

  test.each([null, "", "unknown", "198.51.100.7, nonsense"])(
    "an unusable header falls back to the socket: %s",
    (forwardedFor) => {
      expect(clientBucket({ peer, forwardedFor, trustedProxies: 1 })).toBe(peer);
    },
  );

  test("a chain shorter than the trusted one falls back to the socket", () => {
    expect(clientBucket({ peer, forwardedFor: "198.51.100.7", trustedProxies: 2 })).toBe(peer);
  });
});

describe("IPv6", () => {
  test.each([
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0DB8:0000:0000:ffff::", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::ffff:cb00:7109", "203.0.113.9"],
  ])("%s is charged to %s", (address, bucket) => {
    expect(clientBucket({ peer: address, forwardedFor: null, trustedProxies: 0 })).toBe(bucket);
  });

  test("addresses of one /64 share a bucket however they are written", () => {
    const low = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(low, (groups) => {
        const address = `2001:db8:1:2:${groups.map((group) => group.toString(16)).join(":")}`;
        expect(clientBucket({ peer: address, forwardedFor: null, trustedProxies: 0 })).toBe("2001:db8:1:2::/64");
      }),
    );
  });
});
