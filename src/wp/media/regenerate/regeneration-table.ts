import type { ExtensionTable } from '../../../storage/store.ts';

export const regenerationStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type RegenerationState = (typeof regenerationStates)[number];

/** Which copies of all pictures are made again. */
export interface RegenerationChoices {
  /** Only sizes of these names; empty for all. */
  readonly only: readonly string[];
  /** Only copies that are missing or have other dimensions now. */
  readonly isMissing: boolean;
  readonly removesUnused: boolean;
}

/** How far it is. It goes on after this position when it is begun again. */
export interface RegenerationProgress {
  /** Every picture up to this number is done. */
  readonly position: number;
  /** Pictures. */
  readonly done: number;
  readonly all: number;
  /** Files. */
  readonly made: number;
  readonly removed: number;
  readonly failed: number;
  /** The first pictures that failed. */
  readonly failures: readonly { readonly id: number; readonly why: string }[];
}

/** One run over the pictures of the site, as everybody sees it. */
export interface RegenerationRow {
  id: number;
  state: RegenerationState;
  choices: RegenerationChoices;
  progress: RegenerationProgress;
  error: string;
  /** Whether a command does it; else it is a job of the queue. */
  isCommand: number;
  /** The process that does it, and until when nobody else may. */
  owner: string;
  untilMs: number;
  userId: number;
  createdMs: number;
  endedMs: number;
  isCancelWanted: number;
}

export const regenerationsTable: ExtensionTable<RegenerationRow> = {
  name: 'media_regenerations',
  columns: {
    id: 'id',
    state: 'short',
    choices: 'json',
    progress: 'json',
    error: 'text',
    isCommand: 'integer',
    owner: 'text',
    untilMs: 'integer',
    userId: 'integer',
    createdMs: 'integer',
    endedMs: 'integer',
    isCancelWanted: 'integer',
  },
  key: 'id',
  indexes: [['state']],
  isLogged: false,
};
