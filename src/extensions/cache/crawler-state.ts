import type { Store } from '../../extension.ts';
import { changeState, type StateEntry } from './stored-state.ts';

/** Why a run ended. */
export type EndReason =
  | 'end'
  | 'stopped_maxtime'
  | 'stopped_highload'
  | 'stopped_reset'
  /** Somebody stopped it, so that it does not go on by itself. */
  | 'halted'
  | 'crawler_disabled'
  | 'lane_invalid';

/** The progress of the crawlers. */
export interface CrawlerState {
  readonly disabled: readonly number[];
  /** The number of crawlers when this was written; a different number restarts the pass. */
  readonly crawlers: number;
  /** The current crawler and how many URLs it has finished. */
  readonly current: number;
  readonly position: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly endReason: EndReason | '';
  readonly passBeganMs: number;
  readonly passEndedMs: number;
  /** Whether a pass was requested. */
  readonly wanted: boolean;
  /** The process that crawls, and when it last reported. */
  readonly owner: string;
  readonly aliveMs: number;
}

export const crawlerEntry: StateEntry<CrawlerState> = {
  name: 'crawler',
  blank: {
    disabled: [],
    crawlers: 0,
    current: 0,
    position: 0,
    counts: {},
    endReason: '',
    passBeganMs: 0,
    passEndedMs: 0,
    wanted: false,
    owner: '',
    aliveMs: 0,
  },
};

/** Toggles one crawler; returns whether it is now on. */
export async function toggleCrawler(store: Store, id: number): Promise<boolean> {
  const { disabled } = await changeState(store, crawlerEntry, (state) => ({
    ...state,
    disabled: state.disabled.includes(id)
      ? state.disabled.filter((other) => other !== id)
      : [...state.disabled, id].sort((a, b) => a - b),
  }));
  return !disabled.includes(id);
}

/** Asks the crawling process to begin a pass. */
export async function wantPass(store: Store): Promise<void> {
  await changeState(store, crawlerEntry, (state) => ({ ...state, wanted: true }));
}

/** Ends the pass that is under way or wanted; the crawling process notices before its next request. */
export async function haltPass(store: Store, nowMs: number): Promise<void> {
  await changeState(
    store,
    crawlerEntry,
    (state): CrawlerState =>
      state.owner === '' && !state.wanted
        ? state
        : { ...state, wanted: false, owner: '', endReason: 'halted', passEndedMs: nowMs },
  );
}

/** The kind of visitor a crawler simulates. Responses for members are never shared, so they are not warmed. */
export interface Crawler {
  readonly title: string;
  readonly device: 'desktop' | 'mobile';
}

/**
 * One crawler per page variant in the cache; its index in the list is its id. Picture formats are
 * negotiated per file by `Accept`, so pages do not vary by them.
 */
export function crawlers(mobile: boolean): readonly Crawler[] {
  const desktop: Crawler = { title: 'Guest - Desktop', device: 'desktop' };
  return mobile ? [desktop, { title: 'Guest - Mobile', device: 'mobile' }] : [desktop];
}
