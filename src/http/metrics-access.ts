import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { SiteRequest } from './write-response.ts';

/** What a proxy adds to a request that it passes on: such a request comes from elsewhere, whoever the peer is. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export interface MetricsAccess {
  /** With it, metrics are read from anywhere; empty where there is none. */
  readonly token: string;
  /** Whether they have a listening address of their own: then this machine needs the token here too. */
  readonly hasOwnAddress: boolean;
}

/** Whether a request may read the metrics: it has the token, or comes from this machine itself. */
export function mayReadMetrics({ headers, message }: SiteRequest, { token, hasOwnAddress }: MetricsAccess): boolean {
  if (token !== '' && headers.authorization !== undefined && isSame(headers.authorization, `Bearer ${token}`))
    return true;
  if (hasOwnAddress) return false;
  // A connection within the process is none of the network.
  const isLocal = !('remoteAddress' in message.socket) || isLoopback(message.socket.remoteAddress ?? '');
  return isLocal && !forwardingHeaders.some((name) => headers[name] !== undefined);
}

const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
