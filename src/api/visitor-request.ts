import { randomUUID } from 'node:crypto';
import { emptyTree } from './params.ts';
import type { ApiRequest } from './request.ts';

/** The address and headers of the visitor a read is made for; never their identity. */
export interface Visitor {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Gets the answer that a visitor would get at a path of the interface, within the process. */
export type Ask = (path: string, query?: Readonly<Record<string, string>>, visitor?: Visitor) => Promise<VisitorAnswer>;

export interface VisitorAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The cache tags of what was read, for callers that cache their result; null if it may not be cached. */
  readonly tags: ReadonlySet<string> | null;
}

/** The HTML of a page of the site as a visitor sees it, before extensions refine it; null if there is no such page. */
export type RenderPage = (path: string) => Promise<string | null>;

const nobody: Visitor = { address: '127.0.0.1', headers: {} };

/** A GET request of an anonymous visitor, for code that shows public content. */
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
