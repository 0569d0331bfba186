import { errors } from '../../lib/errors.ts';
import { s } from '../../lib/schema/schema.ts';
import type { Beyond, Direction } from '../../storage/store.ts';
import type { Call } from '../call.ts';
import { type Reply, reply } from '../reply.ts';
import type { Context } from './context.ts';
import { linkTo } from './list-page.ts';
import { presentList } from './present.ts';
import type { Resource } from './resource.ts';

/** Accepted by every list, and not announced: clients that know of it may walk a list of any length with it. */
export const cursorArgument = {
  cursor: s.string({ unlisted: true, description: 'Where the page begins; empty for the first one.' }),
};

/** What a list reads of its arguments to begin a page at a cursor. */
export interface CursorInput {
  readonly cursor?: string | undefined;
  readonly page: number;
  readonly per_page: number;
  readonly offset?: number | undefined;
  readonly context: Context;
  readonly order: string;
  readonly orderby: string;
}

/** A page that begins at a cursor. */
export interface CursorStart {
  /** Null for the first page. */
  readonly beyond: Beyond | null;
}

/** The start of a page; null where the request asks for a page by its number. `keys` are the orders that can be walked. */
export function cursorStart(input: CursorInput, keys: readonly string[]): CursorStart | null {
  const { cursor, order, orderby } = input;
  if (cursor === undefined) return null;
  if (input.page !== 1 || input.offset !== undefined) throw refused('cursor takes the place of page and offset.');
  if (!keys.includes(orderby)) throw refused(`cursor goes with orderby=${keys.join(' or ')}.`);
  if (cursor === '') return { beyond: null };
  const { direction, by, id, value } = readCursor(cursor, orderby);
  if (direction !== order || by !== orderby || (value === '' && !isMeta(by)) !== (by === 'id'))
    throw refused('cursor is not one of this list in this order.');
  return {
    beyond: { id: Number(id), direction: order === 'asc' ? 'asc' : 'desc', ...(by === 'id' ? {} : { value }) },
  };
}

interface CursorText {
  readonly direction?: string | undefined;
  readonly by?: string | undefined;
  readonly id?: string | undefined;
  readonly value?: string;
}

const isMeta = (by: string | undefined): boolean => by?.startsWith('meta.') ?? false;

/** The parts of a cursor; the values of meta keys are texts of any kind. */
function readCursor(cursor: string, orderby: string): CursorText {
  if (!isMeta(orderby)) {
    const text = cursor.length > 100 ? '' : Buffer.from(cursor, 'base64url').toString('latin1');
    const [, direction, by, id, value = ''] = /^(asc|desc)\.([a-z_]+)\.(\d{1,15})\.([\d: -]{0,19})$/.exec(text) ?? [];
    return { direction, by, id, value };
  }
  const text = cursor.length > longestMetaCursor ? '' : Buffer.from(cursor, 'base64url').toString('utf8');
  const [, direction, id, value = ''] = /^(asc|desc)\.(\d{1,15})\.(.*)$/s.exec(text) ?? [];
  return { direction, by: orderby, id, value };
}

const longestMetaCursor = 8_000;

function refused(why: string): Error {
  const params = { cursor: why };
  return errors.rest_invalid_param({ params }, { details: { params } });
}

interface CursorList<Row extends { readonly id: number }> {
  readonly resource: Pick<Resource<Row>, 'show'>;
  readonly path: string;
  /** Rows after the start, in order. */
  readonly find: (beyond: Beyond | null, limit: number) => Promise<Row[]>;
  /** The value of a row that the list is ordered by; empty for the id. */
  readonly orderedBy: (row: Row) => string | Promise<string>;
}

/** A page of a list from a cursor on, with the cursor of the next one; nothing is counted. */
export async function cursorReply<Row extends { readonly id: number }>(
  { beyond }: CursorStart,
  input: CursorInput,
  { resource, path, find, orderedBy }: CursorList<Row>,
  call: Call,
): Promise<Reply> {
  const found = await find(beyond, input.per_page + 1);
  const rows = found.slice(0, input.per_page);
  const items = await presentList(resource, rows, call, input.context);
  const last = rows.at(-1);
  if (found.length <= input.per_page || !last) return reply(items);
  const next = cursorText(input.order === 'asc' ? 'asc' : 'desc', input.orderby, last.id, await orderedBy(last));
  const link = linkTo({ name: 'cursor', value: next, rel: 'next' }, { path, input: { ...input } }, call);
  return reply(items, { headers: { 'X-Platen-Next-Cursor': next }, link });
}

/** The cursor of a list by ascending ids that begins after one. */
export const cursorAfter = (id: number): string => cursorText('asc', 'id', id, '');

function cursorText(direction: Direction, by: string, id: number, value: string): string {
  if (isMeta(by)) return Buffer.from(`${direction}.${id}.${value}`).toString('base64url');
  return Buffer.from(`${direction}.${by}.${id}.${value}`, 'latin1').toString('base64url');
}
