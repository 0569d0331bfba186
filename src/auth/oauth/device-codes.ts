import { createHmac, randomInt } from 'node:crypto';
import { networkOf } from '../../limits/network-of.ts';
import type { Scope } from '../../rules/scopes.ts';
import type { User } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { secretKey } from '../secrets.ts';
import { appName } from './apps.ts';
import { boundOf } from './codes.ts';
import { isStanding, issueTokens, removeExpired, startGrant, type TokenAnswer } from './grants.ts';
import { oauthErrors, waitFor } from './oauth-errors.ts';
import { countUse, type OAuthServer } from './oauth-server.ts';
import { type AppRow, type DeviceRow, devicesTable } from './oauth-tables.ts';
import { hashOf, hashOfOpaque, makeOpaque } from './opaque-token.ts';

/** Consonants only: no word comes out of them, and none looks like a number. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const userCodeLength = 8;
export const deviceSeconds = 600;
const pauseSeconds = 5;

export interface StartedDevice {
  readonly deviceCode: string;
  /** As people type it, in two groups. */
  readonly userCode: string;
  readonly expiresIn: number;
  readonly interval: number;
}

/** Begins a log-in of a program without a browser. */
export async function startDevice(
  server: OAuthServer,
  store: Store,
  asked: {
    readonly app: AppRow;
    readonly scopes: readonly Scope[];
    readonly resource: string;
    readonly address: string;
  },
): Promise<StartedDevice> {
  await countUse(server.limits.devices, server.limits.allDevices, asked.address);
  const now = Math.floor(server.clock() / 1000);
  const deviceCode = makeOpaque('device');
  const userCode = Array.from({ length: userCodeLength }, () => letters.charAt(randomInt(letters.length))).join('');
  const rows = store.table(devicesTable);
  await rows.remove({ expiresAt: { below: now } });
  await rows.insert({
    deviceHash: hashOf(deviceCode),
    userCodeHash: await hashOfUserCode(store, userCode),
    userId: 0,
    clientId: asked.app.clientId,
    appName: appName(asked.app),
    scopes: asked.scopes.join(' '),
    resource: asked.resource,
    passwordMark: '',
    state: 'waiting',
    address: asked.address.slice(0, 100),
    createdAt: now,
    expiresAt: now + deviceSeconds,
    polledAtMs: 0,
    pause: pauseSeconds,
  });
  return { deviceCode, userCode: shownUserCode(userCode), expiresIn: deviceSeconds, interval: pauseSeconds };
}

export const shownUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Short codes could be guessed from a plain hash, so that it takes the secret of the site. */
async function hashOfUserCode(store: Store, code: string): Promise<string> {
  return createHmac('sha256', await secretKey(store, 'codes of devices'))
    .update(code)
    .digest('base64url');
}

/** What somebody typed, without what is not part of a code; null where it cannot be one. */
export function userCodeIn(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return code.length === userCodeLength && [...code].every((one) => letters.includes(one)) ? code : null;
}

/** The device that waits for a code. Wrong ones are counted for the account and for the network. */
export async function deviceWaiting(
  { limits, clock }: OAuthServer,
  store: Store,
  typed: string,
  by: { readonly userId: number; readonly address: string },
): Promise<DeviceRow | null> {
  const keys = [`user ${by.userId}`, `network ${networkOf(by.address)}`];
  for (const key of keys) {
    // Counted before it is looked up, so that guesses at the same time gain nothing.
    const seconds = await limits.userCodes.consume(key);
    if (seconds > 0) throw waitFor(seconds);
  }
  const code = userCodeIn(typed);
  const userCodeHash = code === null ? null : await hashOfUserCode(store, code);
  const [row] = userCodeHash === null ? [] : await store.table(devicesTable).find({ userCodeHash });
  if (row?.state !== 'waiting' || row.expiresAt <= clock() / 1000) return null;
  for (const key of keys) await limits.userCodes.refund(key);
  return row;
}

/** Stores what a person decided; false where somebody has decided already. */
export async function decideDevice(
  store: Store,
  row: DeviceRow,
  by: { readonly user: User; readonly scopes: readonly Scope[] | null },
): Promise<boolean> {
  const { id, clientId, appName: name, resource } = row;
  const bound = boundOf({ app: { clientId, name }, user: by.user, scopes: by.scopes ?? [], resource });
  const decided = { ...bound, state: by.scopes === null ? 'denied' : 'approved' } as const;
  return (await store.table(devicesTable).update({ id, state: 'waiting' }, decided)) > 0;
}

/** Exchanges the code of a device for tokens, once somebody has approved it. */
export async function exchangeDevice(
  server: OAuthServer,
  store: Store,
  asked: { readonly code: string; readonly clientId: string; readonly address: string },
): Promise<TokenAnswer> {
  const deviceHash = hashOfOpaque(asked.code, 'device');
  const rows = store.table(devicesTable);
  const [row] = deviceHash === null ? [] : await rows.find({ deviceHash });
  const nowMs = server.clock();
  if (!row || row.clientId !== asked.clientId || row.state === 'used')
    throw oauthErrors.invalid_grant({ why: 'This code is not valid: it was used, or is of another program.' });
  if (row.expiresAt <= nowMs / 1000) throw oauthErrors.expired_token();
  if (row.state === 'denied') throw oauthErrors.access_denied();
  const isEarly = Math.abs(nowMs - row.polledAtMs) < row.pause * 1000;
  if (isEarly) {
    await rows.update({ id: row.id }, { polledAtMs: nowMs, pause: Math.min(60, row.pause + 5) });
    throw oauthErrors.slow_down();
  }
  if (row.state === 'waiting') {
    await rows.update({ id: row.id }, { polledAtMs: nowMs });
    throw oauthErrors.authorization_pending();
  }
  const answer = (await isStanding(store, row)) ? await useDevice(server, store, row, asked.address) : null;
  if (!answer) throw oauthErrors.invalid_grant({ why: 'This code was used, or the account has changed. Begin again.' });
  return answer;
}

async function useDevice(
  server: OAuthServer,
  store: Store,
  row: DeviceRow,
  address: string,
): Promise<TokenAnswer | null> {
  const nowMs = server.clock();
  await removeExpired(store, nowMs);
  return store.transaction(async (inner) => {
    const used = await inner.table(devicesTable).update({ id: row.id, state: 'approved' }, { state: 'used' });
    if (used === 0) return null;
    const { userId, clientId, scopes, resource, passwordMark } = row;
    const bound = { userId, clientId, scopes, resource, passwordMark };
    const lifetimeSeconds = Math.max(server.rules.refreshSeconds, server.rules.accessSeconds);
    const grant = { bound, appName: row.appName, way: 'device', address, lifetimeSeconds } as const;
    const id = await startGrant(inner, grant, nowMs);
    return issueTokens(server, inner, { ...bound, id });
  });
}
