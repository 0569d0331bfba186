import type { Ready } from '../../ready.ts';
import type { MetaOwner, MetaRow } from '../rows.ts';

export interface Meta {
  /** Owner id → its rows of these keys (all keys where left out), in insertion order. */
  of(owner: MetaOwner, ids: readonly number[], keys?: readonly string[]): Ready<Map<number, readonly MetaRow[]>>;
  /** Ids of the owners that have this key with this value, lowest first. */
  owners(owner: MetaOwner, key: string, value: string): Promise<number[]>;
  /** Sets the values of one key, changing only the rows that differ. */
  set(owner: MetaOwner, id: number, key: string, values: readonly (string | null)[]): Promise<void>;
  /** Removes every row with this key and value, for all owners (such as references to a deleted featured image). */
  removeValue(owner: MetaOwner, key: string, value: string): Promise<void>;
}
