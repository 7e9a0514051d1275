import { isIP, isIPv4 } from "node:net";
import { onceForText } from "@/lib/once-for";

/** Bucket of requests whose client cannot be determined. */
export const UNATTRIBUTED = "unattributed";

export interface Hops {
  /** IP address of the socket; null if the host does not provide it. */
  peer: string | null;
  /** The X-Forwarded-For header as received. */
  forwardedFor: string | null;
  /** Number of our own proxies in front of the service. */
  trustedProxies: number;
}

/**
 * Returns the bucket that a request is charged to: an IPv4 address, an IPv6 /64, or one shared bucket. Each trusted
 * proxy appends the IP address that it was called from, so the client is that many entries from the right. Entries
 * further left come from the client and are not read. Without a trusted proxy only the socket counts.
 */
export function clientBucket({ peer, forwardedFor, trustedProxies }: Hops): string {
  const direct = peer === null ? null : bucketOf(peer);
  if (trustedProxies <= 0) return direct ?? UNATTRIBUTED;
  const entries = forwardedFor?.split(",") ?? [];
  const claimed = entries.at(-trustedProxies);
  return (claimed === undefined ? null : bucketOf(claimed)) ?? direct ?? UNATTRIBUTED;
}

/** Most requests come from an IP address that has just sent another one. */
const MOST_KNOWN = 1_000;
/** Length of the longest form of an IPv6 address. */
const LONGEST = 45;

function bucketOf(text: string): string | null {
  return text.length > LONGEST ? readBucket(text) : knownBucket(text);
}

/** No IP address stays in memory for longer. */
const FORGET_MS = 60_000;

let known: ((text: string) => string | null) | null = null;

function knownBucket(text: string): string | null {
  if (known === null) {
    known = onceForText(readBucket, MOST_KNOWN);
    setTimeout(() => {
      known = null;
    }, FORGET_MS).unref();
  }
  return known(text);
}

function readBucket(text: string): string | null {
  const address = bareAddress(text.trim());
  if (isIPv4(address)) return address;
  if (isIP(address) !== 6) return null;
  const groups = expand(address);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return [groups[6] ?? 0, groups[7] ?? 0].flatMap((group) => [group >> 8, group & 0xff]).join(".");
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

function bareAddress(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  if (bracketed) return withoutZone(bracketed[1] ?? "");
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text);
  return withPort?.[1] ?? withoutZone(text);
}

function withoutZone(address: string): string {
  return address.split("%", 1)[0] ?? "";
}

/** Returns the eight groups of a valid IPv6 address. */
function expand(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const plain = dotted ? `${dotted[1]}${hexPair(dotted[2], dotted[3])}:${hexPair(dotted[4], dotted[5])}` : address;
  const [head = "", tail] = plain.split("::");
  const left = groupsOf(head);
  const right = groupsOf(tail ?? "");
  const gap = tail === undefined ? [] : new Array<number>(8 - left.length - right.length).fill(0);
  return [...left, ...gap, ...right];
}

function hexPair(high: string | undefined, low: string | undefined): string {
  return (Number(high) * 256 + Number(low)).toString(16);
}

function groupsOf(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}
