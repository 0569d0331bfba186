import type { Store } from '../../../extension.ts';
import { changeState, readState, type StateEntry } from '../stored-state.ts';

const dayMs = 86_400_000;
const forgottenMs = 10 * dayMs;
const mostRefused = 50;

/** Addresses the service refused to work for, with the time of the first refusal. */
const refusedEntry: StateEntry<readonly { readonly url: string; readonly atMs: number }[]> = {
  name: 'refused',
  blank: [],
};
/** Other addresses of this site that the service has confirmed. */
const aliasesEntry: StateEntry<readonly string[]> = { name: 'aliases', blank: [] };

/** A normalised URL for comparison: scheme and host in lower case, no trailing slash; null for anything else. */
export function comparable(url: unknown): string | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null;
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '');
}

export async function refuseAddress(store: Store, url: string, nowMs: number): Promise<void> {
  const refused = comparable(url);
  if (refused === null) return;
  await changeState(store, refusedEntry, (list) => {
    const recent = list.filter((entry) => nowMs - entry.atMs <= forgottenMs);
    if (recent.some((entry) => entry.url === refused)) return recent;
    return [...recent, { url: refused, atMs: nowMs }].slice(-mostRefused);
  });
}

/** Whether the service may be called for an address: not within a day of a refusal. */
export async function isRefused(store: Store, url: string, nowMs: number): Promise<boolean> {
  const list = await readState(store, refusedEntry);
  return list.some((entry) => entry.url === comparable(url) && nowMs - entry.atMs <= dayMs);
}

/** Records that the service confirmed an address that was refused before. False if there was no such refusal. */
export function confirmAlias(store: Store, alias: string, siteUrl: string, nowMs: number): Promise<boolean> {
  return store.transaction(async (inside) => {
    const url = comparable(alias);
    if (url === null || !(await isRefused(inside, url, nowMs))) return false;
    if (url === comparable(siteUrl))
      await changeState(inside, refusedEntry, (list) => list.filter((entry) => entry.url !== url));
    else await changeState(inside, aliasesEntry, (known) => [...new Set([...known, url])].slice(-mostRefused));
    return true;
  });
}

export const knownAliases = (store: Store): Promise<readonly string[]> => readState(store, aliasesEntry);
