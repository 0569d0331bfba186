import type { ExtensionTable } from '../../storage/store.ts';
import type { PendingRefusal } from '../pending-table.ts';

/** What became of a release. */
export const releaseStates = ['open', 'published'] as const;

export type ReleaseState = (typeof releaseStates)[number];

/** Pending changes that are published together, all or none. Its members name it. */
export interface ReleaseRow {
  id: number;
  state: ReleaseState;
  name: string;
  note: string;
  createdBy: number;
  /** Seconds since the epoch, as the other times. */
  createdAt: number;
  changedAt: number;
  /** When it is to be published by itself; 0 for never. */
  publishAt: number;
  /** Whose rights it is then published with: who said so last. */
  publishBy: number;
  publishedAt: number;
  publishedBy: number;
  /** Why it was not published when its time had come. */
  refusal: PendingRefusal | null;
}

/** No public answer is made from it, so that its writes are no news for caches. */
export const releasesTable: ExtensionTable<ReleaseRow> = {
  name: 'releases',
  columns: {
    id: 'id',
    state: 'short',
    name: 'text',
    note: 'text',
    createdBy: 'integer',
    createdAt: 'integer',
    changedAt: 'integer',
    publishAt: 'integer',
    publishBy: 'integer',
    publishedAt: 'integer',
    publishedBy: 'integer',
    refusal: 'json',
  },
  key: 'id',
  indexes: [['state', 'id']],
  isLogged: false,
};
