import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import { type Call, errors, json, networkOf, type Route, reply, route } from '../../../extension.ts';
import { toggleCrawler } from '../crawler/crawler-state.ts';
import { crawlers } from '../crawler/crawlers.ts';
import { unstored } from '../service/envelope.ts';
import { readMessage, textOf } from '../service/message.ts';
import { toolsetErrors } from '../service/toolset-errors.ts';
import { readSetting } from '../settings.ts';
import type { ToolsetContext } from '../toolset-context.ts';

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
    answers: { schema: json.words(0, 1) },
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
    answers: { schema: json.string },
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
