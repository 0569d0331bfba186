import type { Call } from '../api/call.ts';
import { type ApiError, errors } from '../lib/errors.ts';
import type { ExtensionTable, Store } from '../storage/store.ts';

export interface RedirectRow {
  id: number;
  source: string;
  isPrefix: number;
  target: string;
  status: number;
  createdMs: number;
}

/** Where old addresses lead. */
export const redirectsTable: ExtensionTable<RedirectRow> = {
  name: 'redirects',
  columns: { id: 'id', source: 'short', isPrefix: 'integer', target: 'text', status: 'integer', createdMs: 'integer' },
  key: 'id',
  unique: [['source']],
};

/** A row as the rules see it. */
export interface StoredRedirect extends Redirect {
  readonly id: number;
}

export const redirectOf = (row: RedirectRow): StoredRedirect => ({
  id: row.id,
  source: row.source,
  isPrefix: row.isPrefix !== 0,
  target: row.target,
  // Only statuses of the table are stored.
  status: row.status as Redirect['status'],
});

/** The redirect of a path with what it leads to, in one query; null for none. */
export async function findRedirect(
  store: Store,
  path: string,
): Promise<{ readonly redirect: StoredRedirect; readonly target: string } | null> {
  const key = pathKey(path);
  if (key === null) return null;
  const rows = await store.table(redirectsTable).find({ source: { in: possibleSources(key) } });
  const redirect = chosenRedirect(key, rows.map(redirectOf));
  return redirect && { redirect, target: ledTo(redirect, key) };
}

const mostSteps = 10;

/** Whether a redirect would lead back to itself, or on and on. Called inside the transaction that stores it. */
export async function isCircular(store: Store, added: Redirect, siteUrl: string): Promise<boolean> {
  let next = localPath(added.target.replace(/\/\*$/, '/'), siteUrl);
  for (let step = 0; next !== null && step < mostSteps; step += 1) {
    const key = pathKey(next);
    if (key === null || chosenRedirect(key, [added])) return key !== null;
    const found = await findRedirect(store, next);
    if (!found || found.redirect.source === added.source) return false;
    next = localPath(found.target, siteUrl);
  }
  return next !== null;
}

/** The path of a target within the site; null for one that leads elsewhere. */
function localPath(target: string, siteUrl: string): string | null {
  const path = target.startsWith('/') ? target : target.startsWith(`${siteUrl}/`) ? target.slice(siteUrl.length) : null;
  return path && (path.split(/[?#]/)[0] ?? null);
}

/** A redirect as people write it. */
export interface WrittenRedirect {
  readonly source?: string | undefined;
  readonly target?: string | undefined;
  readonly status?: number | undefined;
}

/** The redirect that was meant; throws an error that names what is wrong. */
export function readRedirect({ source = '', target = '', status = 301 }: WrittenRedirect): Redirect {
  const known = redirectStatuses.find((one) => one === status);
  if (known === undefined) throw refused('status', `The status is one of ${redirectStatuses.join(', ')}.`);
  const from = readSource(source);
  if (!from) throw refused('source', 'Write a path of this site, such as /old-page or /old/*.');
  if (known === 410) return { ...from, target: '', status: known };
  const to = readTarget(target);
  if (!to) throw refused('target', 'Write a path that begins with a slash, or a whole http or https address.');
  if (to.endsWith('/*') && !from.isPrefix) throw refused('target', 'Only a path with /* can pass something on.');
  return { ...from, target: to, status: known };
}

/** Stores a redirect and returns its id; one at a time, so that two writers cannot make a circle together. */
export function writeRedirect(
  store: Store,
  redirect: Redirect,
  id: number | null,
  { site, now }: Pick<Call, 'site' | 'now'>,
): Promise<number> {
  return store.transaction(async (inside) => {
    await inside.lock('redirects');
    const rows = inside.table(redirectsTable);
    const [same] = await rows.find({ source: redirect.source });
    if (same && same.id !== id) throw refused('source', 'There is a redirect for this path already.');
    if (await isCircular(inside, redirect, site.url)) throw refused('target', 'This would lead round in a circle.');
    const columns = { ...redirect, isPrefix: Number(redirect.isPrefix) };
    if (id === null) return rows.insert({ ...columns, createdMs: now });
    await rows.update({ id }, columns);
    return id;
  });
}

function refused(member: string, reason: string): ApiError {
  const params = { [member]: reason };
  return errors.rest_invalid_param({ params }, { details: { params } });
}

export const redirectStatuses = [301, 302, 307, 308, 410] as const;
export type RedirectStatus = (typeof redirectStatuses)[number];

/** From a path of the site to another one, or to an address. */
export interface Redirect {
  /** A path without a closing slash, decoded; `/` for the front page. */
  readonly source: string;
  /** Whether everything below the path is meant as well. */
  readonly isPrefix: boolean;
  /** A path that begins with a slash, or an http address; empty where the page is gone for good (410). */
  readonly target: string;
  readonly status: RedirectStatus;
}

/** As long as an indexed column. */
export const longestSource = 191;
const longestTarget = 2_000;
const mostLevels = 20;

/** The path that people wrote, in the form it is stored in; null where it is none. `/old/*` means everything below. */
export function readSource(text: string): Pick<Redirect, 'source' | 'isPrefix'> | null {
  const given = text.trim();
  const isPrefix = given.endsWith('/*');
  const source = pathKey(isPrefix ? given.slice(0, -1) : given);
  if (source === null || source.length > longestSource || /[?#*\s]/.test(source)) return null;
  return { source, isPrefix };
}

/** A path of this site or an address of the web; null for anything else, such as a script. */
export function readTarget(text: string): string | null {
  const given = text.trim();
  if (given.length > longestTarget || /[\s\\<>"]/.test(given)) return null;
  if (given.startsWith('/')) return given.startsWith('//') ? null : given;
  const url = /^https?:\/\//i.test(given) ? URL.parse(given) : null;
  return url && url.username === '' && url.password === '' ? url.href : null;
}

/** A longer path is no source, and no part of it is looked for. */
const longestPath = 4_000;

/** A path as it is compared: decoded, without closing slashes; null for what is no path. */
export function pathKey(path: string): string | null {
  if (path.length > longestPath || !path.startsWith('/') || path.startsWith('//')) return null;
  try {
    const decoded = decodeURIComponent(path);
    let end = decoded.length;
    while (end > 1 && decoded[end - 1] === '/') end -= 1;
    return decoded.slice(0, end);
  } catch {
    return null;
  }
}

/** Every source that could be meant by a path: the path itself, then those above it, the nearest first. */
export function possibleSources(key: string): readonly string[] {
  const found = [key];
  for (let at = key; at !== '/' && found.length < mostLevels; ) {
    at = at.slice(0, at.lastIndexOf('/')) || '/';
    found.push(at);
  }
  return found.filter((source) => source.length <= longestSource);
}

/** Which of the redirects a path follows: its own, else that of the nearest folder above it. */
export function chosenRedirect<R extends Redirect>(key: string, redirects: readonly R[]): R | null {
  for (const source of possibleSources(key)) {
    const found = redirects.find((one) => one.source === source && (source === key || one.isPrefix));
    if (found) return found;
  }
  return null;
}

/** Where a path is led to: a prefix passes on what follows it if its target ends with a star. */
export function ledTo({ source, target }: Redirect, key: string): string {
  if (!target.endsWith('/*')) return target;
  const rest = key.slice(source === '/' ? 1 : source.length + 1);
  return target.slice(0, -1) + rest.split('/').map(encodeURIComponent).join('/');
}

/**
 * Where a redirect leads that somebody set for a path without content; `gone` for a path that is gone for good. `follow`
 * is told its number.
 */
export async function storedRedirect(
  call: Pick<Call, 'store' | 'site'>,
  path: string,
  query: string,
  follow: (redirect: number) => void = () => {},
): Promise<{ readonly to: string; readonly status: 301 | 302 | 307 | 308 } | 'gone' | null> {
  const found = await findRedirect(call.store, path);
  if (!found) return null;
  const { redirect, target } = found;
  follow(redirect.id);
  if (redirect.status === 410) return 'gone';
  const address = target.startsWith('/') ? call.site.url + target : target;
  const isAsked = query !== '' && !/[?#]/.test(address);
  return { to: isAsked ? `${address}?${query}` : address, status: redirect.status };
}
