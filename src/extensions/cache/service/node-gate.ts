import { BlockList, isIP } from 'node:net';
import { type Call, errors } from '../../../extension.ts';
import { readSetting } from '../settings.ts';

/** Rejects calls from outside the service's addresses, administrators included. */
export async function nodesOnly(_input: unknown, call: Call): Promise<void> {
  if (!(await isNode(call))) throw errors.rest_forbidden();
}

/**
 * Whether the request comes from an address of the service; this alone proves nothing, since a proxy may be in between.
 */
export async function isNode({ request, store }: Pick<Call, 'request' | 'store'>): Promise<boolean> {
  return isWithin(request.remoteAddress, await readSetting(store, 'nodes'));
}

export function isWithin(address: string, networks: readonly string[]): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', bits] = network.split('/');
    const kind = isIP(start) === 6 ? 'ipv6' : 'ipv4';
    const most = kind === 'ipv6' ? 128 : 32;
    list.addSubnet(start, Math.min(bits === undefined ? most : Number(bits), most), kind);
  }
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
