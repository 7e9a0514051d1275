import ipaddr from "ipaddr.js";

/** Which addresses and ports may be connected to. */
export interface Reach {
  address(ip: string): boolean;
  port(port: number): boolean;
}

/** Global unicast; all else in IPv6 is special. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** Answers from inside Azure's machines, though its address is a public one. */
const AZURE_HOST = "168.63.129.16";
const WEB_PORTS = new Set([80, 443]);

function rangeOf(ip: string): string | null {
  // Other spellings (octal, hexadecimal, a zone) are read differently by different programs.
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return ipaddr.IPv4.parse(ip).range();
  if (ip.includes("%") || !ipaddr.IPv6.isValid(ip)) return null;
  const address = ipaddr.IPv6.parse(ip);
  const range = address.range();
  if (range !== "unicast") return range;
  if (!address.match(GLOBAL_IPV6)) return "reserved";
  // ISATAP carries an IPv4 address behind 0:5efe or 200:5efe.
  const [, , , , flags = 0, marker] = address.parts;
  return marker === 0x5efe && (flags & ~0x200) === 0 ? "isatap" : "unicast";
}

/** Whether an address that was looked up is one of the public internet. */
export function isPublicAddress(ip: string): boolean {
  return rangeOf(ip) === "unicast" && ip !== AZURE_HOST;
}

const OWN_NETWORK = new Set(["loopback", "private", "uniqueLocal"]);

export const PUBLIC: Reach = { address: isPublicAddress, port: (port) => WEB_PORTS.has(port) };

/** This machine and its network as well, but never the addresses at which clouds give out their secrets. */
export const PRIVATE: Reach = {
  address: (ip) => isPublicAddress(ip) || (OWN_NETWORK.has(rangeOf(ip) ?? "") && !isMetadata(ip)),
  port: () => true,
};

function isMetadata(ip: string): boolean {
  return ipaddr.IPv6.isValid(ip) && ipaddr.IPv6.parse(ip).toNormalizedString() === "fd00:ec2:0:0:0:0:0:254";
}
