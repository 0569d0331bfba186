import type { Store } from '../../../extension.ts';
import { type Cell, changeCell } from '../state-cell.ts';

/** Why a run came to its end. */
export type EndReason =
  | 'end'
  | 'stopped_maxtime'
  | 'stopped_highload'
  | 'stopped_reset'
  | 'crawler_disabled'
  | 'lane_invalid';

/** Where the crawlers are. */
export interface CrawlerState {
  readonly disabled: readonly number[];
  /** How many crawlers there were when this was written; another number restarts the pass. */
  readonly crawlers: number;
  /** The crawler at work and the number of addresses it is done with. */
  readonly current: number;
  readonly position: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly endReason: EndReason | '';
  readonly passBeganMs: number;
  readonly passEndedMs: number;
  /** Set by those who want a pass now. */
  readonly wanted: boolean;
  /** Who is at work, and when it last said so. */
  readonly owner: string;
  readonly aliveMs: number;
}

export const crawlerCell: Cell<CrawlerState> = {
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

/** Flips one crawler; whether it is on now. */
export async function toggleCrawler(store: Store, id: number): Promise<boolean> {
  const { disabled } = await changeCell(store, crawlerCell, (state) => ({
    ...state,
    disabled: state.disabled.includes(id)
      ? state.disabled.filter((other) => other !== id)
      : [...state.disabled, id].sort((a, b) => a - b),
  }));
  return !disabled.includes(id);
}

/** Asks the process that crawls to begin a pass. */
export async function wantPass(store: Store): Promise<void> {
  await changeCell(store, crawlerCell, (state) => ({ ...state, wanted: true }));
}
