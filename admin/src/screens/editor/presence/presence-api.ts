import { api } from '../../../api/api.ts';
import type { Routes } from '../../../api/interface.ts';
import { addressOf } from '../../../api/request.ts';
import { sessionNonce } from '../../../api/session.ts';

const path = '/platen/v1/content/{id}/presence';

export type Presence = Routes['/platen/v1/content/{id}/presence']['POST']['edit'];
export type PresenceAct = 'ask' | 'hand_over' | 'decline' | 'take';

/** Says that this page has the item open. */
export const sayPresent = (id: number, visit: string, act?: PresenceAct): Promise<Presence> =>
  api.post(path, { id, visit, ...(act ? { act } : {}) });

/** Says that it is closed. With `keepalive` the browser sends it even where the page is gone already. */
export function sayLeft(id: number, visit: string, keepalive = false): void {
  const headers = { 'X-WP-Nonce': sessionNonce() };
  const address = addressOf(path.replace('{id}', String(id)), { visit });
  void fetch(address, { method: 'DELETE', headers, keepalive }).catch(() => {});
}

/** A name that no other page has. */
export const newVisit = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
