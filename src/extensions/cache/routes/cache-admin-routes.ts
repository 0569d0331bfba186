import { type Call, json, type Route, reply, route, type Store, s } from '../../../extension.ts';
import { crawledTable } from '../crawler/crawled-urls.ts';
import { crawlerEntry, haltPass, toggleCrawler, wantPass } from '../crawler/crawler-state.ts';
import { crawlers } from '../crawler/crawlers.ts';
import { gatherImages } from '../images/gather-images.ts';
import { imageMetrics, imageSummary } from '../images/image-metrics.ts';
import { readSetting, settingOption } from '../settings.ts';
import { readState } from '../stored-state.ts';
import { administrators } from './admin-routes.ts';

const crawlerPath = '/platen/v1/cache/crawler';
const picturesPath = '/platen/v1/cache/pictures';

const crawlerSchema = json.object({
  // Whether it begins by itself, time and again.
  is_regular: json.boolean,
  is_running: json.boolean,
  is_wanted: json.boolean,
  crawlers: json.listOf(json.object({ id: json.integer, title: json.string, is_enabled: json.boolean })),
  // Addresses that were asked for in this pass, of all of them.
  done: json.integer,
  all: json.integer,
  // How many were in the cache, are now, cannot be, or failed.
  hits: json.integer,
  misses: json.integer,
  uncacheable: json.integer,
  failed: json.integer,
  end_reason: json.string,
  began: json.orNull(json.dateTime),
  ended: json.orNull(json.dateTime),
});

const picturesSchema = json.object({
  is_enabled: json.boolean,
  all: json.integer,
  done: json.integer,
  waiting: json.integer,
  failed: json.integer,
  files_made: json.integer,
  bytes_saved: json.integer,
  last_made: json.orNull(json.dateTime),
});

/** The crawler and the pictures, for the admin page. */
export function cacheAdminRoutes(): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: crawlerPath,
      summary: 'Show how far the crawler is that warms the cache.',
      permit: administrators,
      answers: { schema: crawlerSchema },
      shareable: false,
      handle: async (_input, { store }) => reply(await crawlerView(store)),
    }),
    route({
      method: 'POST',
      path: crawlerPath,
      summary: 'Start or stop the crawler, or choose whether it begins by itself.',
      args: {
        action: s.string({ enum: ['start', 'stop'], description: 'What to do now.' }),
        is_regular: s.boolean({ description: 'Whether it begins by itself, time and again.' }),
        crawler: s.integer({ description: 'Number of one crawler to switch on or off.', minimum: 0, maximum: 9 }),
      },
      permit: administrators,
      answers: { schema: crawlerSchema },
      handle: async ({ action, is_regular: isRegular, crawler }, call) => {
        const { store, now } = call;
        if (isRegular !== undefined) await store.options.set(settingOption('crawler'), isRegular ? 'on' : 'off');
        const list = crawlers(await readSetting(store, 'mobile'));
        if (crawler !== undefined && crawler < list.length) await toggleCrawler(store, crawler);
        if (action === 'start') await wantPass(store);
        if (action === 'stop') await haltPass(store, now);
        return reply(await crawlerView(store));
      },
    }),
    route({
      method: 'GET',
      path: picturesPath,
      summary: 'Show how far the making of smaller pictures is.',
      permit: administrators,
      answers: { schema: picturesSchema },
      shareable: false,
      handle: async (_input, { store }) => reply(await picturesView(store)),
    }),
    route({
      method: 'POST',
      path: picturesPath,
      summary: 'Switch the making of smaller pictures on or off, or look for pictures without them.',
      args: {
        is_enabled: s.boolean({ description: 'Whether webp and avif files are made.' }),
        scan: s.boolean({ description: 'Look through all pictures again.', default: false }),
      },
      permit: administrators,
      answers: { schema: picturesSchema },
      handle: async ({ is_enabled: isEnabled, scan }, call: Call) => {
        const { store, now } = call;
        if (isEnabled !== undefined) await store.options.set(settingOption('images'), isEnabled ? 'on' : 'off');
        if (scan) await gatherImages(store, now, { all: true });
        return reply(await picturesView(store));
      },
    }),
  ];
}

async function crawlerView(store: Store) {
  const state = await readState(store, crawlerEntry);
  const list = crawlers(await readSetting(store, 'mobile'));
  const addresses = await store.table(crawledTable).count({});
  const { H: hits = 0, M: misses = 0, N: uncacheable = 0, B: failed = 0 } = state.counts;
  const enabled = list.filter((_, id) => !state.disabled.includes(id)).length;
  return {
    is_regular: await readSetting(store, 'crawler'),
    is_running: state.owner !== '',
    is_wanted: state.wanted,
    crawlers: list.map(({ title }, id) => ({ id, title, is_enabled: !state.disabled.includes(id) })),
    done: hits + misses + uncacheable + failed,
    all: addresses * enabled,
    hits,
    misses,
    uncacheable,
    failed,
    end_reason: state.endReason,
    began: moment(state.passBeganMs),
    ended: state.owner === '' ? moment(state.passEndedMs) : null,
  };
}

async function picturesView(store: Store) {
  const metrics = await imageMetrics(store);
  const summary = await imageSummary(store);
  const count = (name: string): number => Number(metrics[name] ?? 0);
  return {
    is_enabled: await readSetting(store, 'images'),
    all: count('groups_all'),
    done: count('groups_done'),
    waiting: count('groups_new') + count('group.1') + count('group.3') + count('group.6'),
    failed: count('group.-5'),
    files_made: summary['img_taken'] ?? 0,
    bytes_saved: summary['reduced'] ?? 0,
    last_made: moment((summary['last_pulled'] ?? 0) * 1_000),
  };
}

const moment = (ms: number): string | null => (ms > 0 ? new Date(ms).toISOString().slice(0, 19) : null);
