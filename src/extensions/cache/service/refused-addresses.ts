import type { Store } from '../../../extension.ts';
import { type Cell, changeCell, readCell } from '../state-cell.ts';

const dayMs = 86_400_000;
const forgottenMs = 10 * dayMs;
const mostRefused = 50;

/** Addresses the service refused to work for, with the time of the first refusal. */
const refusedCell: Cell<readonly { readonly url: string; readonly atMs: number }[]> = { name: 'refused', blank: [] };
/** Other addresses of this site that the service has confirmed. */
const aliasesCell: Cell<readonly string[]> = { name: 'aliases', blank: [] };

/** An address as addresses are compared: scheme and host in lower case, no closing slash; null for what is none. */
export function comparable(url: unknown): string | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null;
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '');
}

export async function refuseAddress(store: Store, url: string, nowMs: number): Promise<void> {
  const refused = comparable(url);
  if (refused === null) return;
  await changeCell(store, refusedCell, (list) => {
    const kept = list.filter((entry) => nowMs - entry.atMs <= forgottenMs);
    if (kept.some((entry) => entry.url === refused)) return kept;
    return [...kept, { url: refused, atMs: nowMs }].slice(-mostRefused);
  });
}

/** Whether the service may be called for an address: not within a day of a refusal. */
export async function isRefused(store: Store, url: string, nowMs: number): Promise<boolean> {
  const list = await readCell(store, refusedCell);
  return list.some((entry) => entry.url === comparable(url) && nowMs - entry.atMs <= dayMs);
}

/** The service confirms an address the site was refused for. False where the site knows of no such refusal. */
export function confirmAlias(store: Store, alias: string, siteUrl: string, nowMs: number): Promise<boolean> {
  return store.transaction(async (inside) => {
    const url = comparable(alias);
    if (url === null || !(await isRefused(inside, url, nowMs))) return false;
    if (url === comparable(siteUrl))
      await changeCell(inside, refusedCell, (list) => list.filter((entry) => entry.url !== url));
    else await changeCell(inside, aliasesCell, (known) => [...new Set([...known, url])].slice(-mostRefused));
    return true;
  });
}

export const knownAliases = (store: Store): Promise<readonly string[]> => readCell(store, aliasesCell);
