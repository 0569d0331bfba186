import {
  type Background,
  type ExtensionHost,
  hasPassed,
  isFree,
  type Job,
  type RunningSite,
  type Store,
  startLoop,
  type Visit,
  workerIdentity,
} from '../../extension.ts';
import { beginPass, type Letter, listUrls, nextUrl, nextWarmUrl, noteVisit } from './crawled-urls.ts';
import { type Crawler, type CrawlerState, crawlerEntry, crawlers, type EndReason } from './crawler-state.ts';
import { busyCheck, readSetting } from './settings.ts';
import { changeState, readState } from './stored-state.ts';

const lookEveryMs = 5_000;
const betweenRunsMs = 600_000;
const afterLoadMs = 60_000;
const betweenPassesMs = 302_400_000;

/** Crawls when a pass was requested, and regularly if the site is configured to; follows the passes of others. */
export function startCrawling(host: CrawlHost, job: Job): Background {
  const owner = workerIdentity();
  let lastRunMs = 0;
  const isDue = async () => {
    const state = await readState(host.store, crawlerEntry);
    if (state.wanted) return true;
    const rest = state.endReason === 'stopped_highload' ? afterLoadMs : betweenRunsMs;
    if (!hasPassed(lastRunMs, rest, host.clock())) return false;
    // A stopped pass is continued, whichever process began it.
    if (state.endReason.startsWith('stopped_')) return true;
    if (!(await readSetting(host.store, 'crawler'))) return false;
    const hasEnded = state.endReason === 'end' || state.endReason === 'halted';
    return !hasEnded || hasPassed(state.passEndedMs, betweenPassesMs, host.clock());
  };
  const follower = createPassFollower(host);
  /** The pass that this instance began; it needs not follow one that it also finished. */
  let ownPassMs = 0;
  const round = async (stopping: AbortSignal) => {
    if (!(await isDue())) return follower.follow(stopping);
    lastRunMs = host.clock();
    const before = await readState(host.store, crawlerEntry);
    const reason = await crawl(host, owner);
    const { passBeganMs } = await readState(host.store, crawlerEntry);
    if (reason !== null && passBeganMs !== before.passBeganMs) ownPassMs = passBeganMs;
    if (reason === 'end' && passBeganMs === ownPassMs) follower.skip(passBeganMs);
  };
  return startLoop({ everyMs: lookEveryMs, firstAfterMs: lookEveryMs, round, job });
}

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
    isFree({ owner: now.owner, untilMs: now.aliveMs + heartbeatMs }, clock(), heartbeatMs)
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

/** Warms this instance after a pass that another one made: each has a cache of its own. */
export interface PassFollower {
  /** This instance has made the whole pass that began then, so that there is nothing to follow. */
  skip(passBeganMs: number): void;
  /** Requests the URLs of the last pass that ended, or goes on with it after the machine was busy. */
  follow(stopping: AbortSignal): Promise<void>;
}

export function createPassFollower(host: CrawlHost): PassFollower {
  const { store, clock, visit } = host;
  const startedMs = clock();
  let donePassMs = 0;
  let at = { passMs: 0, current: 0, position: 0 };

  /** The pass to follow; one that ended before this start is followed only where the site is warmed regularly. */
  const duePass = async (): Promise<number | null> => {
    const { endReason, passBeganMs, passEndedMs } = await readState(store, crawlerEntry);
    if (endReason !== 'end' || passBeganMs <= donePassMs) return null;
    return passEndedMs >= startedMs || (await readSetting(store, 'crawler')) ? passBeganMs : null;
  };
  return {
    skip(passBeganMs) {
      donePassMs = Math.max(donePassMs, passBeganMs);
    },
    async follow(stopping) {
      const passMs = await duePass();
      if (passMs === null) return;
      if (at.passMs !== passMs) at = { passMs, current: 0, position: 0 };
      const list = crawlers(await readSetting(store, 'mobile'));
      const { disabled } = await readState(store, crawlerEntry);
      const isBusy = await busyCheck(store);
      for (; at.current < list.length; at = { passMs, current: at.current + 1, position: 0 }) {
        if (disabled.includes(at.current)) continue;
        for (;;) {
          if (stopping.aborted || isBusy()) return;
          const url = await nextWarmUrl(store, at.current, at.position);
          if (!url) break;
          await visit(url.path, list[at.current]?.device ?? 'desktop');
          at = { ...at, position: url.id };
        }
      }
      donePassMs = passMs;
    },
  };
}
