import type { Store } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import { changeState, type StateEntry } from '../stored-state.ts';
import { asMessage, type Message, membersOf, textOf } from './message.ts';
import { type NoticeLink, type NoticeTone, noticeText, raiseNotice } from './notices.ts';
import { refuseAddress } from './refused-addresses.ts';

/** The remaining amount of each of the service's quotas. */
export const usageEntry: StateEntry<Readonly<Record<string, Readonly<Record<string, number>>>>> = {
  name: 'usage',
  blank: {},
};

const tones: readonly [member: string, tone: NoticeTone][] = [
  ['_info', 'info'],
  ['_note', 'note'],
  ['_success', 'success'],
];

/** The origin of a message: which service sent it, to which site, and whether its own result counts. */
export interface MessageOrigin {
  readonly service: string;
  readonly siteUrl: string;
  readonly nowMs: number;
  readonly judgesResult: boolean;
}

/** Handles the members that any message of the service may carry. They only create notices and store numbers. */
export async function takeMembers(message: Message, store: Store, origin: MessageOrigin): Promise<void> {
  const links = await nodeLinks(message['_links'], store);
  const raise = (tone: NoticeTone, value: unknown, beside: readonly NoticeLink[] = []) =>
    raiseNotice(store, { tone, text: noticeText(value), links: beside }, origin.nowMs);
  for (const [member, tone] of tones) await raise(tone, message[member], links);
  if (textOf(message['_err_req_v']) !== '')
    await raise('error', `The service asks for version ${textOf(message['_err_req_v'])} or newer.`);
  await takeCarriedOn(asMessage(message['_carry_on']), store, origin, raise);
  if (origin.judgesResult && message['_res'] !== undefined && message['_res'] !== 'ok') {
    await raise('error', `The service reports a failure: ${textOf(message['_msg']) || 'it does not say which'}.`);
    if (message['_msg'] === 'err_alias') await refuseAddress(store, origin.siteUrl, origin.nowMs);
  }
}

async function takeCarriedOn(
  carried: Message,
  store: Store,
  { service }: MessageOrigin,
  raise: (tone: NoticeTone, value: unknown) => Promise<void>,
): Promise<void> {
  const metrics = (membersOf(carried['usage']) ?? []).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]),
  );
  if (metrics.length > 0)
    await changeState(store, usageEntry, (usage) => ({
      ...usage,
      [service]: Object.fromEntries(metrics.slice(0, 20)),
    }));
  for (const [member, tone] of tones) await raise(tone, carried[member]);
  await raise('error', carried['_error']);
}

const mostLinks = 5;

/** Links in a notice must point to the service's own hosts; others are dropped. */
async function nodeLinks(value: unknown, store: Store): Promise<NoticeLink[]> {
  const hosts = await readSetting(store, 'node_hosts');
  const links: NoticeLink[] = [];
  for (const [, member] of (membersOf(value) ?? []).slice(0, mostLinks)) {
    const { link, title } = asMessage(member);
    const url = typeof link === 'string' ? URL.parse(link) : null;
    if (url?.protocol === 'https:' && isNodeHost(url.hostname, hosts))
      links.push({ url: url.href, title: noticeText(title) || url.hostname });
  }
  return links;
}

/** Whether a host is one of the service's, or a subdomain of one. */
export function isNodeHost(host: string, hosts: readonly string[]): boolean {
  return hosts.some((known) => host === known || host.endsWith(`.${known}`));
}
