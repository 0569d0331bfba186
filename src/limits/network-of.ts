import { isIPv6 } from 'node:net';

/**
 * The network that an address counts as in limits: an IPv4 address itself, an IPv6 address its /64, because one
 * household has 2^64 of them. However an address is written, the result is the same.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return mappedIPv4(groups);
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** The eight groups of a valid address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const front = parsed(head);
  const back = parsed(tail ?? '');
  return tail === undefined ? front : [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function parsed(part: string): number[] {
  return part
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? dotted(group) : [Number.parseInt(group, 16)]));
}

function dotted(group: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function mappedIPv4(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}
