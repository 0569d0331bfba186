import type { Call } from './call.ts';
import type { ParamTree, ParamValue } from './params.ts';

/** Where in a collection a page stands. */
export interface PageOf {
  readonly total: number;
  readonly perPage: number;
  readonly page: number;
  /** Path of the collection, such as `/wp/v2/posts`. */
  readonly path: string;
  /** The operation's typed input: lists in it replace their spelling in the query, as clients of this interface see it. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** `X-WP-Total`, `X-WP-TotalPages` and links to the neighbouring pages. */
export function pagingReply(of: PageOf, call: Call): { headers: Record<string, string>; link?: string } {
  const pages = Math.ceil(of.total / of.perPage);
  const headers = { 'X-WP-Total': String(of.total), 'X-WP-TotalPages': String(pages) };
  const links: string[] = [];
  const to = (page: number, rel: string) =>
    `<${call.site.apiUrl}${of.path}?${queryWithPage(call.request.query, of.input, page)}>; rel="${rel}"`;
  if (of.page > 1) links.push(to(Math.min(of.page - 1, pages), 'prev'));
  if (of.page < pages) links.push(to(of.page + 1, 'next'));
  return links.length > 0 ? { headers, link: links.join(', ') } : { headers };
}

function queryWithPage(query: ParamTree, input: Readonly<Record<string, unknown>>, page: number): string {
  const parts: string[] = [];
  let placed = false;
  for (const [name, value] of Object.entries(query)) {
    if (name === 'page') {
      parts.push(`page=${page}`);
      placed = true;
      continue;
    }
    if (name === 'rest_route') continue;
    const typed = input[name];
    writeParam(encode(name), Array.isArray(typed) ? listTree(typed) : value, parts);
  }
  if (!placed) parts.push(`page=${page}`);
  return parts.join('&');
}

function listTree(values: readonly unknown[]): ParamTree {
  return Object.fromEntries(values.map((value, i) => [i, String(value)]));
}

function writeParam(name: string, value: ParamValue, into: string[]): void {
  if (typeof value === 'string') into.push(`${name}=${encode(value)}`);
  else for (const [key, inner] of Object.entries(value)) writeParam(`${name}%5B${encode(key)}%5D`, inner, into);
}

/** As forms encode: a blank becomes a plus sign, and only letters, digits, `-`, `_` and `.` stay as they are. */
function encode(text: string): string {
  return encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed())
    .replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
