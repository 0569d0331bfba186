import type { ExtensionHost, Store, Visit } from '../../../extension.ts';
import { busyCheck } from '../machine-load.ts';
import { readSetting } from '../settings.ts';
import { changeCell, readCell } from '../state-cell.ts';
import { beginPass, type Letter, listUrls, nextUrl, noteVisit } from './crawled-urls.ts';
import { type CrawlerState, crawlerCell, type EndReason } from './crawler-state.ts';
import { type Crawler, crawlers } from './crawlers.ts';

const longestRunMs = 400_000;

/** Whoever has not been heard of for this long is gone, and its run with it. */
const heartbeatMs = 60_000;

export type CrawlHost = Pick<ExtensionHost, 'store' | 'ask' | 'site' | 'types' | 'cache' | 'clock'>;

/**
 * Goes on with the pass, or begins a new one: each crawler in turn asks for every address, as a visitor would, through
 * the server's own front. Null where another process is at it.
 */
export async function crawl(host: CrawlHost, owner: string): Promise<EndReason | null> {
  const list = crawlers(await readSetting(host.store, 'mobile'));
  if (!(await takeOver(host, owner))) return null;
  const until = host.clock() + longestRunMs;
  const isBusy = await busyCheck(host.store);
  let reason: EndReason = 'lane_invalid';
  try {
    await prepare(host, list);
    reason = await run(host, list, owner, () =>
      host.clock() > until ? 'stopped_maxtime' : isBusy() ? 'stopped_highload' : null,
    );
  } finally {
    const ended = { endReason: reason, owner: '', ...(reason === 'end' ? { passEndedMs: host.clock() } : {}) };
    await changeCell(host.store, crawlerCell, (state) => (state.owner === owner ? { ...state, ...ended } : state));
  }
  return reason;
}

async function takeOver({ store, clock }: CrawlHost, owner: string): Promise<boolean> {
  const state = await changeCell(store, crawlerCell, (now) =>
    now.owner === '' || clock() - now.aliveMs > heartbeatMs ? { ...now, owner, aliveMs: clock() } : now,
  );
  return state.owner === owner;
}

/** Begins a new pass where the last one ended, the list of crawlers changed, or somebody wants one. */
async function prepare(host: CrawlHost, list: readonly Crawler[]): Promise<void> {
  const { store, clock } = host;
  const state = await readCell(store, crawlerCell);
  const changed = state.crawlers !== list.length;
  if (!changed && !state.wanted && state.endReason !== 'end' && state.passBeganMs > 0) return;
  await beginPass(store, await listUrls(host), list.length, { retry: state.wanted || changed, nowMs: clock() });
  await changeCell(
    store,
    crawlerCell,
    (now): CrawlerState => ({
      ...now,
      // Numbers stand for other crawlers now, so what was switched off may be another one.
      disabled: changed && now.crawlers > 0 ? [] : now.disabled.filter((id) => id < list.length),
      crawlers: list.length,
      current: 0,
      position: 0,
      counts: {},
      endReason: '',
      wanted: false,
      passBeganMs: clock(),
    }),
  );
}

async function run(
  { store, cache, clock }: CrawlHost,
  list: readonly Crawler[],
  owner: string,
  stop: () => EndReason | null,
): Promise<EndReason> {
  let enabled = 0;
  const begun = await readCell(store, crawlerCell);
  for (let current = begun.current; current < list.length; current++) {
    let position = current === begun.current ? begun.position : 0;
    for (;;) {
      const state = await readCell(store, crawlerCell);
      if (state.owner !== owner || state.passBeganMs !== begun.passBeganMs) return 'stopped_reset';
      if (state.disabled.includes(current)) break;
      enabled += 1;
      const reason = stop();
      if (reason) return reason;
      const url = await nextUrl(store, current, position);
      if (!url) break;
      const visit = await cache.visit(url.path, (list[current] as Crawler).device);
      const letter = letterOf(visit);
      await noteVisit(store, url, current, { letter, status: visit.status, nowMs: clock() });
      position = url.id;
      await advance(store, { current, position, aliveMs: clock() }, letter);
    }
  }
  return enabled > 0 ? 'end' : 'crawler_disabled';
}

function advance(store: Store, place: Pick<CrawlerState, 'current' | 'position' | 'aliveMs'>, letter: Letter) {
  return changeCell(store, crawlerCell, (state) => ({
    ...state,
    ...place,
    counts: { ...state.counts, [letter]: (state.counts[letter] ?? 0) + 1 },
  }));
}

function letterOf({ status, cache }: Visit): Letter {
  if (cache === 'hit') return 'H';
  if (cache === 'miss') return 'M';
  return status === 200 ? 'N' : 'B';
}
