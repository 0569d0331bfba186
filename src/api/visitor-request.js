import { randomUUID } from 'node:crypto';
import { emptyTree } from './params.ts';

const nobody = { address: '127.0.0.1', headers: {} };
/** A GET request of an anonymous visitor, for code that shows public content. */
export function visitorRequest(path, query = {}, { address, headers } = nobody) {
  return {
    id: randomUUID(),
    method: 'GET',
    path,
    query: Object.assign(emptyTree(), query),
    headers,
    remoteAddress: address,
    secure: false,
    body: async () => ({ kind: 'none' }),
  };
}
