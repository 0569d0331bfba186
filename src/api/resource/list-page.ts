import type { Call } from '../call.ts';
import { type Reply, reply } from '../reply.ts';
import type { Context } from './context.ts';
import { pagingReply } from './paging.ts';
import { presentList } from './present.ts';
import type { Resource } from './resource.ts';

export interface PageSource<Row> {
  readonly find: (page: { readonly limit: number; readonly offset: number }) => Promise<Row[]>;
  readonly count: () => Promise<number>;
  /** The count, begun with the page; null where it is better asked for after it, if at all. */
  readonly countAhead?: () => Promise<number> | null;
}

/** The rows of one page and the total; a page that is not full gives the total without a count query. */
export async function findPage<Row>(
  page: { readonly limit: number; readonly offset: number },
  source: PageSource<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const [rows, counted] = await Promise.all([source.find(page), source.countAhead?.()]);
  const isLast = rows.length < page.limit && (rows.length > 0 || page.offset === 0);
  return { rows, total: isLast ? page.offset + rows.length : (counted ?? (await source.count())) };
}

/** The paging arguments of a list. */
export interface PageInput {
  readonly context: Context;
  readonly page: number;
  readonly per_page: number;
  readonly offset?: number | undefined;
}

/** The page number for the links to neighbouring pages: the requested one, or one derived from the offset. */
export function pageOfOffset({ page, per_page, offset }: PageInput): number {
  return offset === undefined ? page : Math.ceil(offset / per_page) + 1;
}

/** The reply of a list route: the items of a page, the totals and links to the neighbouring pages. */
export async function listReply<Row>(
  resource: Pick<Resource<Row>, 'show'>,
  found: { readonly rows: readonly Row[]; readonly total: number },
  at: { readonly path: string; readonly page: number; readonly input: PageInput },
  call: Call,
): Promise<Reply> {
  const items = await presentList(resource, found.rows, call, at.input.context);
  const { total } = found;
  const { path, page, input } = at;
  return reply(items, pagingReply({ total, perPage: input.per_page, page, path, input: { ...input } }, call));
}
