import { PlatenError, type SendRequest } from '../client/send-request.ts';
import { type CopiedType, type Item, isPublic, type SiteReading, type TypeUpdate, wholeType } from './copied-items.ts';

const prefix = 'lists:';

/** Whether a cursor is of a server without change feed. */
export const isListCursor = (cursor: string): boolean => cursor.startsWith(prefix);

/** The latest change of each type that had one; types without such a date are read whole each time. */
type LatestChanges = Readonly<Record<string, string>>;

/**
 * The same reading for any `wp/v2` server: lists page by page, with an earlier cursor only what was modified since, and the ids of
 * all items, because nothing tells of removals.
 */
export async function readLists(
  send: SendRequest,
  types: readonly CopiedType[],
  since: string,
): Promise<Omit<SiteReading, 'types'>> {
  // Written below; another text is not passed on as a cursor.
  const before = (isListCursor(since) ? JSON.parse(since.slice(prefix.length)) : {}) as LatestChanges;
  const updates = new Map<string, TypeUpdate>();
  const latest: Record<string, string> = {};
  for (const { name, path } of types) {
    const known = before[name];
    const items = await everyItem(send, path, {
      ...byChange,
      ...(known ? { modified_after: secondBefore(known) } : {}),
    });
    updates.set(name, known ? { items: shown(items), isGone: await absent(send, path) } : wholeType(byId(items)));
    const changed = latestChange(items) ?? known;
    if (changed !== undefined) latest[name] = changed;
  }
  return {
    cursor: prefix + JSON.stringify(latest),
    isWhole: !isListCursor(since),
    of: (type) => updates.get(type) ?? { items: [], isGone: () => false },
  };
}

/** Newest first: what changes while it is read comes again the next time. */
const byChange = { orderby: 'modified', order: 'desc' };
const shown = (items: readonly Item[]): Item[] => items.filter(isPublic);
const byId = (items: readonly Item[]): Map<number, Item> =>
  new Map(shown(items).map((item) => [Number(item.id), item]));

/** The newest date of change. One in the future, which posts may get that were scheduled once, would hide later changes. */
function latestChange(items: readonly Item[]): string | undefined {
  const now = new Date().toISOString();
  const latest = items.find(({ modified_gmt: at }) => typeof at !== 'string' || `${at}.000Z` <= now);
  return typeof latest?.['modified'] === 'string' ? latest['modified'] : undefined;
}

/** `modified_after` leaves out the very second, in which more may have happened. */
const secondBefore = (date: string): string => new Date(Date.parse(`${date}Z`) - 1000).toISOString().slice(0, 19);

async function absent(send: SendRequest, path: string): Promise<TypeUpdate['isGone']> {
  const ids = new Set((await everyItem(send, path, { _fields: 'id' })).map(({ id }) => id));
  return (id) => !ids.has(id);
}

type Query = Readonly<Record<string, string>>;

const attempts = 3;

/**
 * Every item of a list; read again if it became shorter or longer meanwhile, which moves items between pages. A list that the
 * server keeps to itself, as some do with their users, is empty.
 */
async function everyItem(send: SendRequest, path: string, query: Query): Promise<Item[]> {
  try {
    for (let attempt = 1; ; attempt += 1) {
      const { items, total } = await walk(send, path, query);
      if (items.size === total || attempt === attempts) return [...items.values()];
    }
  } catch (error) {
    if (error instanceof PlatenError && (error.status === 401 || error.status === 403)) return [];
    throw error;
  }
}

async function walk(
  send: SendRequest,
  path: string,
  query: Query,
): Promise<{ items: Map<unknown, Item>; total: number }> {
  const items = new Map<unknown, Item>();
  let [total, pages] = [0, 1];
  for (let page = 1; page <= pages; page += 1) {
    const answer = await listPage(send, path, { ...query, per_page: '100', page: String(page) });
    // The shape of every list of the interface.
    for (const item of (await answer.json()) as Item[]) items.set(item.id, item);
    total = Number(answer.headers.get('x-wp-total'));
    pages = Number(answer.headers.get('x-wp-totalpages'));
  }
  return { items, total };
}

/** Lists of terms, users and comments have no order by change. */
async function listPage(send: SendRequest, path: string, query: Query): Promise<Response> {
  const ask = (parameters: Query) => send({ method: 'GET', path: `${path}?${new URLSearchParams(parameters)}` });
  if (query['orderby'] === undefined) return ask(query);
  try {
    return await ask(query);
  } catch (error) {
    if (!(error instanceof PlatenError) || error.status !== 400) throw error;
    const { orderby: _orderby, ...rest } = query;
    return ask(rest);
  }
}
