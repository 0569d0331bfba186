import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import { type Call, errors, json, networkOf, type Route, reply, route, type Store, s } from '../../extension.ts';
import { crawledTable } from './crawled-urls.ts';
import { crawlerEntry, crawlers, haltPass, toggleCrawler, wantPass } from './crawler-state.ts';
import { gatherImages } from './images/gather-images.ts';
import { imageMetrics, imageSummary } from './images/image-metrics.ts';
import { unstored } from './service/envelope.ts';
import { readMessage, textOf, toolsetErrors } from './service/message.ts';
import { readSetting, settingOption } from './settings.ts';
import { readState } from './stored-state.ts';
import type { ToolsetContext } from './toolset-context.ts';

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
      response: { schema: crawlerSchema },
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
      response: { schema: crawlerSchema },
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
      response: { schema: picturesSchema },
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
      response: { schema: picturesSchema },
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

/** Only for users who may manage the site's settings. */
export function administrators(_input: unknown, { caller }: Call): void {
  if (!caller.can('manage_options')) throw errors.rest_forbidden();
}

const mostBytes = 65_536;

/** Switches a crawler off or on; the response is the bare number of the new state. */
export function toggleCrawlerRoute(): Route {
  return route({
    method: 'POST',
    path: '/cache/v1/toggle_crawler_state',
    summary: 'Switch one crawler on or off.',
    response: { schema: json.words(0, 1) },
    permit: administrators,
    handle: async (_input, { request, store }) => {
      const { crawler_id: sent } = await readMessage(request, mostBytes);
      if (sent === undefined || sent === null || sent === '')
        throw errors.rest_missing_callback_param({ params: ['crawler_id'] }, { details: { params: ['crawler_id'] } });
      const id = /^(?:0|[1-9]\d{0,8})$/.test(textOf(sent)) ? Number(sent) : -1;
      if (id < 0 || id >= crawlers(await readSetting(store, 'mobile')).length) {
        const params = { crawler_id: 'crawler_id is not the number of a crawler.' };
        throw errors.rest_invalid_param({ params }, { details: { params } });
      }
      return reply((await toggleCrawler(store, id)) ? 1 : 0, { headers: unstored });
    },
  });
}

/** The site's outgoing address, as others see it; with `direction=in`, the caller's address as the site sees it. */
export function checkIpRoute(context: ToolsetContext): Route {
  return route({
    method: 'GET',
    path: '/cache/v1/tool/check_ip',
    summary: 'Tell from which address this site calls others.',
    response: { schema: json.string },
    permit: administrators,
    shareable: false,
    handle: async (_input, call) => {
      const { remoteAddress, path, query } = call.request;
      const wait = await context.checks.consume(`${path} ${networkOf(remoteAddress)}`);
      if (wait > 0) throw toolsetErrors.too_often(undefined, { headers: { 'Retry-After': String(wait) } });
      const address = query['direction'] === 'in' ? remoteAddress : await ownAddress(call, context);
      return reply(address, { headers: unstored });
    },
  });
}

const echoBytes = 64;
const echoTimeoutMs = 5_000;

async function ownAddress({ store }: Call, { host }: ToolsetContext): Promise<string> {
  const url = await readSetting(store, 'ip_echo_url');
  const found = url === '' ? await interfaceAddress() : await echoedAddress(url, host.fetch);
  if (isIP(found) === 0) throw toolsetErrors.remote_get_fail({ asked: url === '' ? 'the system' : url });
  return found;
}

/** The address in the response of an IP echo page; empty for any other response. */
async function echoedAddress(url: string, fetch: ToolsetContext['host']['fetch']): Promise<string> {
  try {
    const answer = await fetch(url, { maxBytes: echoBytes, timeoutMs: echoTimeoutMs });
    return answer.status === 200 && answer.url === URL.parse(url)?.href ? answer.body.toString('latin1').trim() : '';
  } catch {
    return '';
  }
}

/**
 * The local address of the outgoing network interface. Nothing is sent: connecting a UDP socket only selects a route.
 */
function interfaceAddress(): Promise<string> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (address: string) => {
      socket.close();
      resolve(address);
    };
    socket.once('error', () => end(''));
    socket.connect(53, '192.0.2.1', () => end(socket.address().address));
  });
}
