import ipaddr from "ipaddr.js";

/** The IP addresses and ports that may be connected to. */
export interface Reach {
  address(ip: string): boolean;
  port(port: number): boolean;
}

/** Global unicast. Everything else in IPv6 is special. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** Reachable from inside Azure's machines, although the IP address is public. */
const AZURE_HOST = "168.63.129.16";
const WEB_PORTS = new Set([80, 443]);

function rangeOf(ip: string): string | null {
  // Different programs parse other notations (octal, hexadecimal, a zone) differently.
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return ipaddr.IPv4.parse(ip).range();
  if (ip.includes("%") || !ipaddr.IPv6.isValid(ip)) return null;
  const address = ipaddr.IPv6.parse(ip);
  const range = address.range();
  if (range !== "unicast") return range;
  if (!address.match(GLOBAL_IPV6)) return "reserved";
  // ISATAP contains an IPv4 address after 0:5efe or 200:5efe.
  const [, , , , flags = 0, marker] = address.parts;
  return marker === 0x5efe && (flags & ~0x200) === 0 ? "isatap" : "unicast";
}

/** Returns whether a resolved IP address belongs to the public internet. */
export function isPublicAddress(ip: string): boolean {
  return rangeOf(ip) === "unicast" && ip !== AZURE_HOST;
}

const OWN_NETWORK = new Set(["loopback", "private", "uniqueLocal"]);

export const PUBLIC: Reach = { address: isPublicAddress, port: (port) => WEB_PORTS.has(port) };

/** Also allows this machine and its network, but never the IP addresses at which clouds serve credentials. */
export const PRIVATE: Reach = {
  address: (ip) => isPublicAddress(ip) || (OWN_NETWORK.has(rangeOf(ip) ?? "") && !isMetadata(ip)),
  port: () => true,
};

function isMetadata(ip: string): boolean {
  return ipaddr.IPv6.isValid(ip) && ipaddr.IPv6.parse(ip).toNormalizedString() === "fd00:ec2:0:0:0:0:0:254";
}
