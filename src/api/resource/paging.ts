import type { Call } from '../call.ts';
import type { ParamTree, ParamValue } from '../params.ts';

/** The position of a page within its collection. */
export interface PageOf {
  readonly total: number;
  readonly perPage: number;
  readonly page: number;
  /** Path of the collection, such as `/wp/v2/posts`. */
  readonly path: string;
  /** The operation's typed input: links repeat the parsed values, not the text as sent. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** `X-WP-Total`, `X-WP-TotalPages` and links to the neighbouring pages. */
export function pagingReply(of: PageOf, call: Call): { headers: Record<string, string>; link?: string } {
  const pages = Math.ceil(of.total / of.perPage);
  const headers = { 'X-WP-Total': String(of.total), 'X-WP-TotalPages': String(pages) };
  const links: string[] = [];
  const to = (page: number, rel: string) => linkTo({ name: 'page', value: String(page), rel }, of, call);
  if (of.page > 1) links.push(to(Math.min(of.page - 1, pages), 'prev'));
  if (of.page < pages) links.push(to(of.page + 1, 'next'));
  return links.length > 0 ? { headers, link: links.join(', ') } : { headers };
}

/** Where a link leads: one parameter of the request is another one. */
interface LinkTarget {
  readonly name: 'page' | 'cursor';
  readonly value: string;
  readonly rel: string;
}

/** A `Link` to another page of the same list. */
export function linkTo(to: LinkTarget, of: Pick<PageOf, 'path' | 'input'>, { site, request }: Call): string {
  return `<${site.apiUrl}${of.path}?${queryWith(to, request.query, of.input)}>; rel="${to.rel}"`;
}

function queryWith(to: LinkTarget, query: ParamTree, input: Readonly<Record<string, unknown>>): string {
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
    const normalized = normalizeParam(value, input[name]);
    if (normalized !== null) writeParam(encode(name), normalized, parts);
  }
  if (!isThere) parts.push(changed);
  return parts.join('&');
}

/** A parameter as a link repeats it: as text, or as a list without duplicates; null for a false boolean. */
function normalizeParam(sent: ParamValue, typed: unknown): ParamValue | null {
  if (Array.isArray(typed)) return Object.fromEntries([...new Set(typed)].map((value, i) => [i, String(value)]));
  if (typeof typed === 'boolean') return typed ? '1' : null;
  // Some numbers are read without their sign; the link repeats the sign that was sent.
  if (typeof typed === 'number') return String(Number(sent) < 0 ? -Math.abs(typed) : typed);
  return sent;
}

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
