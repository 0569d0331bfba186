import type { Ready } from '../../ready.ts';

export interface Options {
  /** A number that changes when any process changes an option; null while this transaction has changed one. */
  state(): Ready<number | null>;
  /** Reads from a snapshot that is reloaded when any process changes an option; null where there is no such option. */
  get(name: string): Ready<string | null>;
  set(name: string, value: string, load?: 'early' | 'late'): Promise<void>;
  /**
   * Replaces a value by the result of `change`, with null for none; of two concurrent changes, the second sees the
   * result of the first. Nothing is written where `change` returns its argument.
   */
  change(name: string, change: (value: string | null) => string | null): Promise<void>;
  remove(name: string): Promise<void>;
}
