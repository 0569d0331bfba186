import type { Call } from '../call.ts';
import type { ParamTree, ParamValue } from '../params.ts';
import { type Reply, reply } from '../reply.ts';
import type { Context } from './context.ts';
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

/** How many rows come before the page; an offset of 0 counts as none, so that the page number decides. */
export function rowsBefore({ page, per_page, offset }: PageInput): number {
  return offset ? Math.abs(offset) : (page - 1) * per_page;
}

/** The page number for the links to neighbouring pages: the requested one, or one derived from the offset. */
export function pageOfOffset({ page, per_page, offset }: PageInput): number {
  return offset ? Math.ceil(offset / per_page) + 1 : page;
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

/** The position of a page within its collection. */
export interface PageOf {
  readonly total: number;
  readonly perPage: number;
  readonly page: number;
  /** Path of the collection, such as `/wp/v2/posts`. */
  readonly path: string;
  /** The operation's typed input: links repeat the parsed values, not the text as sent. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether the page before one past the end is the last one, or just the one before it. */
  readonly back?: 'last' | 'one';
}

/** `X-WP-Total`, `X-WP-TotalPages` and links to the neighbouring pages. */
export function pagingReply(of: PageOf, call: Call): { headers: Record<string, string>; link?: string } {
  const pages = Math.ceil(of.total / of.perPage);
  const headers = { 'X-WP-Total': String(of.total), 'X-WP-TotalPages': String(pages) };
  const links: string[] = [];
  const to = (page: number, rel: string) => linkTo({ name: 'page', value: String(page), rel }, of, call);
  if (of.page > 1) links.push(to(of.back === 'one' ? of.page - 1 : Math.min(of.page - 1, pages), 'prev'));
  if (of.page < pages) links.push(to(of.page + 1, 'next'));
  return links.length > 0 ? { headers, link: links.join(', ') } : { headers };
}

/** Where a link leads: one parameter of the request is another one. */
interface LinkTarget {
  readonly name: 'page' | 'cursor';
  readonly value: string;
  readonly rel: string;
}

interface LinkParameter extends LinkTarget {
  /** How a link repeats a false boolean; null leaves it out. */
  readonly whenFalse: string | null;
}

/** A `Link` to another page of the same list. */
export function linkTo(to: LinkTarget, of: Pick<PageOf, 'path' | 'input'>, { site, request, variant }: Call): string {
  const target = { ...to, whenFalse: variant.protocol.emptyMeansNone ? '' : null };
  return `<${site.apiUrl}${of.path}?${queryWith(target, request.query, of.input)}>; rel="${to.rel}"`;
}

function queryWith(to: LinkParameter, query: ParamTree, input: Readonly<Record<string, unknown>>): string {
  const parts: string[] = [];
  const changed = `${to.name}=${to.value}`;
  let isThere = false;
  for (const [name, value] of Object.entries(query)) {
    if (name === to.name) {
      parts.push(changed);
      isThere = true;
      continue;
    }
    if (name === 'rest_route') continue;
    const normalized = normalizeParam(value, input[name], to);
    if (normalized !== null) writeParam(encode(name), normalized, parts);
  }
  if (!isThere) parts.push(changed);
  return parts.join('&');
}

/**
 * A parameter as a link repeats it: as text, or as a list; a list of ids keeps its duplicates, any other has none. Clients
 * of this interface expect links to pages without false booleans, although that may be another list; a cursor is one of its
 * own list only.
 */
function normalizeParam(sent: ParamValue, typed: unknown, to: LinkParameter): ParamValue | null {
  if (isTermList(sent, typed)) return normalizeParam(sent, typed.terms, to);
  if (Array.isArray(typed)) {
    const values = typed.every((value) => typeof value === 'number') ? typed : [...new Set(typed)];
    return Object.fromEntries(values.map((value, i) => [i, String(value)]));
  }
  if (typeof typed === 'boolean') return typed ? '1' : to.name === 'cursor' ? '0' : to.whenFalse;
  // Some numbers are read without their sign; the link repeats the sign that was sent.
  if (typeof typed === 'string') return typed;
  if (typeof typed === 'number') return String(Number(sent) < 0 ? -Math.abs(typed) : typed);
  return sent;
}

/** Terms that were sent as a list of ids, and not with conditions. */
const isTermList = (sent: ParamValue, typed: unknown): typed is { readonly terms: unknown } =>
  typeof sent === 'string' && typeof typed === 'object' && typed !== null && 'terms' in typed;

function writeParam(name: string, value: ParamValue, into: string[]): void {
  if (typeof value === 'string') into.push(value === '' ? name : `${name}=${encode(value)}`);
  else for (const [key, inner] of Object.entries(value)) writeParam(`${name}%5B${encode(key)}%5D`, inner, into);
}

/** Form encoding: a space becomes a plus sign; only letters, digits, `-`, `_` and `.` stay unescaped. */
function encode(text: string): string {
  return encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed())
    .replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
