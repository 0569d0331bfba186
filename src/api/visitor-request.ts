import { randomUUID } from 'node:crypto';
import { emptyTree } from './params.ts';
import type { ApiRequest } from './request.ts';

/** A read as a visitor would make it, for parts of the program that show what everyone may see. */
export function visitorRequest(path: string, query: Readonly<Record<string, string>> = {}): ApiRequest {
  return {
    id: randomUUID(),
    method: 'GET',
    path,
    query: Object.assign(emptyTree(), query),
    headers: {},
    remoteAddress: '127.0.0.1',
    secure: false,
    body: async () => ({ kind: 'none' }),
  };
}
