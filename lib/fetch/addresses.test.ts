import { describe, expect, test } from "vitest";
import { isPublicAddress, PRIVATE } from "./addresses";

const NOT_PUBLIC: Record<string, string[]> = {
  unspecified: ["0.0.0.0", "0.1.2.3", "::"],
  loopback: ["127.0.0.1", "127.255.255.254", "::1"],
  private: ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fdff::1"],
  "link-local": ["169.254.0.1", "fe80::1", "febf::1"],
  "site-local": ["fec0::1"],
  "carrier-grade NAT": ["100.64.0.1", "100.100.100.200", "100.127.255.255"],
  metadata: ["169.254.169.254", "169.254.170.2", "fd00:ec2::254", "168.63.129.16", "192.0.0.192"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1"],
  broadcast: ["255.255.255.255"],
  reserved: [
    "240.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "2001:db8::1",
    "3fff::1",
    "4000::1",
  ],
  "IPv4-mapped": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:93.184.215.14", "::ffff:7f00:1"],
  "IPv4-compatible": ["::127.0.0.1", "::5db8:d70e"],
  "IPv4-translated": ["::ffff:0:127.0.0.1"],
  "6to4": ["2002:7f00:1::", "2002:5db8:d70e::1"],
  NAT64: ["64:ff9b::127.0.0.1", "64:ff9b::5db8:d70e", "64:ff9b:1::1"],
  Teredo: ["2001:0:5db8:d70e::1"],
  ISATAP: ["2600:1::5efe:7f00:1", "2600:1::200:5efe:a00:1"],
  discard: ["100::1"],
  "no address": [
    "",
    "example.com",
    "1.2.3",
    "0177.0.0.1",
    "0x7f.0.0.1",
    "2130706433",
    "1.2.3.4.5",
    "fe80::1%eth0",
    "2600::1%1",
  ],
};

describe.each(Object.entries(NOT_PUBLIC))("%s", (_, addresses) => {
  test.each(addresses)("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

test.each([
  "93.184.215.14",
  "1.1.1.1",
  "223.255.255.254",
  "172.32.0.1",
  "100.128.0.1",
  "2606:4700::1111",
  "2a00:1450::1",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test("where private networks are let in, what clouds tell their own machines is not", () => {
  for (const inside of ["127.0.0.1", "10.0.0.1", "192.168.1.1", "::1", "fd12::1", "1.1.1.1"]) {
    expect(PRIVATE.address(inside), inside).toBe(true);
  }
  for (const never of [
    ...["169.254.169.254", "fd00:ec2::254", "168.63.129.16", "100.100.100.200", "fe80::1"],
    ...["224.0.0.1", "0.0.0.0", "::", "255.255.255.255", "::ffff:127.0.0.1", "0177.0.0.1"],
  ]) {
    expect(PRIVATE.address(never), never).toBe(false);
  }
});
