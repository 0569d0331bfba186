import type { OwnTable, Store } from '../storage/store.ts';
import { chosenRedirect, ledTo, pathKey, possibleSources, type Redirect } from './redirect-rules.ts';

export interface RedirectRow {
  id: number;
  source: string;
  isPrefix: number;
  target: string;
  status: number;
  createdMs: number;
}

/** Where old addresses lead. */
export const redirectsTable: OwnTable<RedirectRow> = {
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
