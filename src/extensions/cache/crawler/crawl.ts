import { type ExtensionHost, isFree, type RunningSite, type Store, type Visit } from '../../../extension.ts';
import { busyCheck } from '../machine-load.ts';
import { readSetting } from '../settings.ts';
import { changeState, readState } from '../stored-state.ts';
import { beginPass, type Letter, listUrls, nextUrl, noteVisit } from './crawled-urls.ts';
import { type CrawlerState, crawlerEntry, type EndReason } from './crawler-state.ts';
import { type Crawler, crawlers } from './crawlers.ts';

const longestRunMs = 400_000;

/** A process that has not reported for this long is considered dead, and its run ended. */
const heartbeatMs = 60_000;

export type CrawlHost = Pick<ExtensionHost, 'store' | 'site' | 'types' | 'clock'> & Pick<RunningSite, 'ask' | 'visit'>;

/**
 * Continues the pass or begins a new one: each crawler in order requests every URL from this server, as a visitor
 * would. Null where another process is crawling.
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
    await changeState(host.store, crawlerEntry, (state) => (state.owner === owner ? { ...state, ...ended } : state));
  }
  return reason;
}

async function takeOver({ store, clock }: CrawlHost, owner: string): Promise<boolean> {
  const state = await changeState(store, crawlerEntry, (now) =>
    isFree({ owner: now.owner, untilMs: now.aliveMs + heartbeatMs }, clock())
      ? { ...now, owner, aliveMs: clock() }
      : now,
  );
  return state.owner === owner;
}

/** Begins a new pass if the last one ended, the list of crawlers changed, or one was requested. */
async function prepare(host: CrawlHost, list: readonly Crawler[]): Promise<void> {
  const { store, clock } = host;
  const state = await readState(store, crawlerEntry);
  const changed = state.crawlers !== list.length;
  const hasEnded = state.endReason === 'end' || state.endReason === 'halted';
  if (!changed && !state.wanted && !hasEnded && state.passBeganMs > 0) return;
  await beginPass(store, await listUrls(host), list.length, { retry: state.wanted || changed, nowMs: clock() });
  await changeState(
    store,
    crawlerEntry,
    (now): CrawlerState => ({
      ...now,
      // The ids now mean other crawlers, so the stored on/off states no longer apply.
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
  { store, visit, clock }: CrawlHost,
  list: readonly Crawler[],
  owner: string,
  stop: () => EndReason | null,
): Promise<EndReason> {
  let enabled = 0;
  const begun = await readState(store, crawlerEntry);
  for (const [current, { device }] of list.entries()) {
    if (current < begun.current) continue;
    let position = current === begun.current ? begun.position : 0;
    for (;;) {
      const state = await readState(store, crawlerEntry);
      if (state.owner !== owner || state.passBeganMs !== begun.passBeganMs) return 'stopped_reset';
      if (state.disabled.includes(current)) break;
      enabled += 1;
      const reason = stop();
      if (reason) return reason;
      const url = await nextUrl(store, current, position);
      if (!url) break;
      const found = await visit(url.path, device);
      const letter = letterOf(found);
      await noteVisit(store, url, current, { letter, status: found.status, nowMs: clock() });
      position = url.id;
      await advance(store, { current, position, aliveMs: clock() }, letter);
    }
  }
  return enabled > 0 ? 'end' : 'crawler_disabled';
}

function advance(store: Store, progress: Pick<CrawlerState, 'current' | 'position' | 'aliveMs'>, letter: Letter) {
  return changeState(store, crawlerEntry, (state) => ({
    ...state,
    ...progress,
    counts: { ...state.counts, [letter]: (state.counts[letter] ?? 0) + 1 },
  }));
}

function letterOf({ status, cache }: Visit): Letter {
  if (cache === 'hit') return 'H';
  if (cache === 'miss') return 'M';
  return status === 200 ? 'N' : 'B';
}
