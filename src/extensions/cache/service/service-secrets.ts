import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto';
import type { Store } from '../../../extension.ts';
import { changeState, readState, type StateEntry } from '../stored-state.ts';

interface StoredSecret {
  readonly sealed: string;
  readonly atMs: number;
}

/** The state of the connection to the service, without secrets. */
interface Link {
  readonly linked: boolean;
  readonly mainDomain: string;
}

const tokenEntry: StateEntry<StoredSecret | null> = { name: 'token', blank: null };
const keyEntry: StateEntry<StoredSecret | null> = { name: 'key', blank: null };
const linkEntry: StateEntry<Link> = { name: 'link', blank: { linked: false, mainDomain: '' } };

const tokenLifeMs = 900_000;
/** A shorter key could be guessed and is treated as missing. */
const shortestKey = 32;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export const newToken = (): string => randomText(32);
export const newKey = (): string => randomText(40);

/** Whether a text has the form of a key that the service issued. */
export const isKeyForm = (text: string): boolean => /^[A-Za-z0-9._-]{32,128}$/.test(text);

/** The two secrets the site shares with the service, encrypted in the database. */
export interface ServiceSecrets {
  /** The open token; null where there is none or it has expired. */
  token(store: Store, nowMs: number): Promise<string | null>;
  openToken(store: Store, token: string, nowMs: number): Promise<void>;
  /** Locks the token until this transaction ends. */
  lockToken(store: Store): Promise<void>;
  key(store: Store): Promise<string | null>;
  /** Stores a key from the service and consumes the token. Returns whether there was a key before. */
  takeKey(store: Store, key: string, link: Link, nowMs: number): Promise<boolean>;
  link(store: Store): Promise<Link>;
  setLinked(store: Store): Promise<void>;
}

export function createServiceSecrets(secret: () => Promise<Buffer>): ServiceSecrets {
  const open = async (stored: StoredSecret | null) => (stored ? unseal(stored.sealed, await secret()) : null);
  return {
    async token(store, nowMs) {
      const stored = await readState(store, tokenEntry);
      return stored && nowMs - stored.atMs <= tokenLifeMs ? open(stored) : null;
    },
    async openToken(store, token, nowMs) {
      const sealed = seal(token, await secret());
      await changeState(store, tokenEntry, () => ({ sealed, atMs: nowMs }));
    },
    async lockToken(store) {
      await changeState(store, tokenEntry, (stored) => stored);
    },
    async key(store) {
      const key = await open(await readState(store, keyEntry));
      return key !== null && key.length >= shortestKey ? key : null;
    },
    async takeKey(store, key, link, nowMs) {
      const sealed = seal(key, await secret());
      let replaced = false;
      await changeState(store, keyEntry, (former) => {
        replaced = former !== null;
        return { sealed, atMs: nowMs };
      });
      await changeState(store, linkEntry, (former) => ({ ...link, mainDomain: link.mainDomain || former.mainDomain }));
      await changeState(store, tokenEntry, () => null);
      return replaced;
    },
    link: (store) => readState(store, linkEntry),
    async setLinked(store) {
      await changeState(store, linkEntry, (link) => ({ ...link, linked: true }));
    },
  };
}

const cipher = 'aes-256-gcm';

/** Encrypts a text, so that a copy of the database alone does not reveal it. */
export function seal(text: string, key: Buffer): string {
  const nonce = randomBytes(12);
  const sealing = createCipheriv(cipher, key, nonce);
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), body]).toString('base64url');
}

/** Decrypts the text; null where it was encrypted with another key or tampered with. */
export function unseal(sealed: string, key: Buffer): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, 12));
    opening.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString('utf8');
  } catch {
    return null;
  }
}
