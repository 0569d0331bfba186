import { randomInt } from 'node:crypto';
import type { Store } from '../../../extension.ts';
import { type Cell, changeCell, readCell } from '../state-cell.ts';
import { seal, unseal } from './sealed-text.ts';

interface Kept {
  readonly sealed: string;
  readonly atMs: number;
}

/** What the site knows of its tie to the service, secrets left out. */
interface Link {
  readonly linked: boolean;
  readonly mainDomain: string;
}

const tokenCell: Cell<Kept | null> = { name: 'token', blank: null };
const keyCell: Cell<Kept | null> = { name: 'key', blank: null };
const linkCell: Cell<Link> = { name: 'link', blank: { linked: false, mainDomain: '' } };

const tokenLifeMs = 900_000;
/** A shorter key could be guessed; the site acts as if it had none. */
const shortestKey = 32;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const drawn = (length: number): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

export const newToken = (): string => drawn(32);
export const newKey = (): string => drawn(40);

/** Whether a text may be a key that somebody else made. */
export const isKeyForm = (text: string): boolean => /^[A-Za-z0-9._-]{32,128}$/.test(text);

/** The two secrets the site shares with the service, encrypted where they are kept. */
export interface ServiceSecrets {
  /** The open token; null where there is none or its time is over. */
  token(store: Store, nowMs: number): Promise<string | null>;
  openToken(store: Store, token: string, nowMs: number): Promise<void>;
  /** Keeps others from using the token until this transaction ends. */
  holdToken(store: Store): Promise<void>;
  key(store: Store): Promise<string | null>;
  /** Takes a key over from the service: the token is used up. Whether there was a key before. */
  takeKey(store: Store, key: string, link: Link, nowMs: number): Promise<boolean>;
  link(store: Store): Promise<Link>;
  setLinked(store: Store): Promise<void>;
}

export function createServiceSecrets(secret: () => Promise<Buffer>): ServiceSecrets {
  const open = async (kept: Kept | null) => (kept ? unseal(kept.sealed, await secret()) : null);
  return {
    async token(store, nowMs) {
      const kept = await readCell(store, tokenCell);
      return kept && nowMs - kept.atMs <= tokenLifeMs ? open(kept) : null;
    },
    async openToken(store, token, nowMs) {
      const sealed = seal(token, await secret());
      await changeCell(store, tokenCell, () => ({ sealed, atMs: nowMs }));
    },
    async holdToken(store) {
      await changeCell(store, tokenCell, (kept) => kept);
    },
    async key(store) {
      const key = await open(await readCell(store, keyCell));
      return key !== null && key.length >= shortestKey ? key : null;
    },
    async takeKey(store, key, link, nowMs) {
      const sealed = seal(key, await secret());
      let replaced = false;
      await changeCell(store, keyCell, (former) => {
        replaced = former !== null;
        return { sealed, atMs: nowMs };
      });
      await changeCell(store, linkCell, (former) => ({ ...link, mainDomain: link.mainDomain || former.mainDomain }));
      await changeCell(store, tokenCell, () => null);
      return replaced;
    },
    link: (store) => readCell(store, linkCell),
    async setLinked(store) {
      await changeCell(store, linkCell, (link) => ({ ...link, linked: true }));
    },
  };
}
