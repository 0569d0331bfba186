import { createHmac } from 'node:crypto';
import type { Store } from '../../storage/store.ts';

/** What is stored of an item. */
export interface ItemState {
  /** Everything that belongs to it, in a fixed order: its row, meta and terms. It is digested, never shown. */
  readonly stored: unknown;
  /** When it was last changed, in milliseconds since the epoch; null where that is not stored. */
  readonly modifiedMs: number | null;
}

/** An item that can be read and changed under conditions. */
export interface VersionedItem {
  /** Keeps others from changing it until the transaction ends. */
  hold(store: Store): Promise<void>;
  /** Null if there is none. */
  state(store: Store): Promise<ItemState | null>;
}

/** Derives the version of an item from what is stored of it. */
export type VersionOf = (state: ItemState) => string;

/**
 * The version is a digest of the stored state, so that a change by any program changes it. The digest has a key of the
 * site: it must not tell those who guess what an item hides, such as the address of a commenter.
 */
export function versionsWith(key: Buffer): VersionOf {
  return ({ stored }) => createHmac('sha256', key).update(JSON.stringify(stored)).digest('hex').slice(0, 20);
}
