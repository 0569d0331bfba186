import type { Page } from './api.ts';
import { type Query, send } from './request.ts';

/** The route of a collection whose path is known only when the page runs: that of any type or taxonomy. */
export interface Collection<Item> {
  list(query: Query, signal?: AbortSignal): Promise<Page<readonly Item[]>>;
  get(id: number, query?: Query, signal?: AbortSignal): Promise<Item>;
  /** An item with the tag of its state, which a later change can be bound to. */
  tagged(id: number, signal?: AbortSignal): Promise<{ readonly item: Item; readonly tag: string | null }>;
  create(fields: object): Promise<Item>;
  /** Changes an item; refused where its state is not that of the tag any more. */
  update(id: number, fields: object, tag?: string | null): Promise<Item>;
  trash(id: number): Promise<unknown>;
  remove(id: number): Promise<unknown>;
}

const asEdited = { context: 'edit' };

/** Everything is asked for as editors see it, where nothing else is said. */
export function collection<Item>(path: string): Collection<Item> {
  const write = async (address: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    (await send<Item>({ method: 'POST', path: address, query: asEdited, body, headers })).body;
  return {
    async list(query, signal) {
      const { body, headers } = await send<readonly Item[]>({
        method: 'GET',
        path,
        query: { ...asEdited, ...query },
        signal,
      });
      const count = (name: string) => Number(headers.get(name) ?? 0);
      return { items: body, total: count('X-WP-Total'), pages: count('X-WP-TotalPages') };
    },
    get: async (id, query = {}, signal) =>
      (await send<Item>({ method: 'GET', path: `${path}/${id}`, query: { ...asEdited, ...query }, signal })).body,
    async tagged(id, signal) {
      const { body, headers } = await send<Item>({ method: 'GET', path: `${path}/${id}`, query: asEdited, signal });
      return { item: body, tag: headers.get('ETag') };
    },
    create: (fields) => write(path, fields),
    update: (id, fields, tag = null) => write(`${path}/${id}`, fields, tag ? { 'If-Match': tag } : {}),
    trash: (id) => send({ method: 'DELETE', path: `${path}/${id}` }),
    remove: (id) => send({ method: 'DELETE', path: `${path}/${id}`, query: { force: true } }),
  };
}
