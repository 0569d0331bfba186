import { randomUUID } from 'node:crypto';
import { emptyTree } from './params.ts';
import type { ApiRequest } from './request.ts';

/** What is known of the person a read is made for; never who they are. */
export interface Visitor {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

const nobody: Visitor = { address: '127.0.0.1', headers: {} };

/** A read as a visitor would make it, for parts of the program that show what everyone may see. */
export function visitorRequest(
  path: string,
  query: Readonly<Record<string, string>> = {},
  { address, headers }: Visitor = nobody,
): ApiRequest {
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
