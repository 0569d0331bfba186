import { errors } from '../errors.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { Store } from '../storage/store.ts';
import { askAsVisitor } from './answer.ts';
import { createCall } from './create-call.ts';
import type { Engine } from './engine.ts';
import { emptyTree } from './params.ts';
import { readThrough } from './read-through.ts';
import type { Reply } from './reply.ts';
import type { ApiRequest } from './request.ts';

/** On whose behalf other routes are read, and from which store. */
export interface Reader {
  readonly caller: Caller;
  readonly store: Store;
  readonly request: ApiRequest;
}

/** Reads a path of the interface as the caller of another request, within the process; refuses by throwing. */
export type InnerRead = (reader: Reader, path: string, query: Readonly<Record<string, string>>) => Promise<Reply>;

export function innerRead(engine: () => Engine): InnerRead {
  return async ({ caller, store, request }, path, query) => {
    const inner = engine();
    const match = inner.registry.find('GET', path);
    if (!match) throw errors.rest_no_route();
    const params = Object.assign(emptyTree(), query);
    const asked: ApiRequest = { ...request, method: 'GET', path, query: params, body: async () => ({ kind: 'none' }) };
    const own = { caller, store, site: await inner.site(store), sharing: { allowed: false }, tags: new Set<string>() };
    return readThrough(match, params, createCall(asked, inner, { ...own, ask: askAsVisitor(inner) }));
  };
}
