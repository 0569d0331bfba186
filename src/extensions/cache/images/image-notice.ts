import type { Store } from '../../../extension.ts';
import { done, failed, type Outcome } from '../service/envelope.ts';
import { asMessage, type Message, membersOf, textOf } from '../service/message.ts';
import { isNodeHost } from '../service/message-members.ts';
import { readSetting } from '../settings.ts';
import { imageJobTable, jobStatus, type NodeRecord, type OfferedFile, pictureFormats } from './image-jobs.ts';

const mostEntries = 1_000;
const ready = '6';

/** The server name that our own worker uses. */
export const localServer = 'local';

/**
 * Handles a message that pictures are ready or have failed. The credential is already verified; only `trusted` messages
 * may name the local server.
 */
export async function takeImageNotice(
  message: Message,
  { store, nowMs, trusted }: { store: Store; nowMs: number; trusted: boolean },
): Promise<Outcome> {
  const entries = membersOf(message['data']) ?? [];
  if (entries.length === 0 || entries.length > mostEntries) return failed('no notified data');
  const hosts = await readSetting(store, 'node_hosts');
  const mayServe = (server: unknown) => isServer(server, hosts, trusted);
  const items = entries.map(([id, value]) => ({ id, item: asMessage(value) }));
  if (!mayServe(message['server']) || items.some(({ item }) => 'server' in item && !mayServe(item['server'])))
    return failed('no/wrong server');
  const status = textOf(message['status']);
  if (!/^-?\d{1,3}$/.test(status) || status === '0') return failed('no status');
  if (status === ready) {
    for (const { id, item } of items) await takeReady(store, id, item, textOf(message['server']), nowMs);
    return done({ count: entries.length }, `${entries.length} pictures`);
  }
  const ids = entries.map(([, id]) => jobId(id)).filter((id) => id > 0);
  await store.table(imageJobTable).remove({ id: { in: ids }, status: jobStatus.requested });
  return done({ count: entries.length }, `${entries.length} pictures failed with ${status}`);
}

/** A host is checked by the parsed URL, never by the end of its text. */
function isServer(server: unknown, hosts: readonly string[], trusted: boolean): boolean {
  if (typeof server !== 'string') return false;
  if (server === localServer) return trusted;
  const url = URL.parse(server);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && isNodeHost(url.hostname, hosts);
}

/** Only a requested job changes state; a repeat, an unknown id and invalid numbers change nothing. */
async function takeReady(store: Store, name: string, item: Message, server: string, nowMs: number): Promise<void> {
  const id = jobId(name);
  const sourceBytes = bytes(item['src_size']);
  if (id === 0 || sourceBytes === null || sourceBytes === 0) return;
  const files: Record<string, OfferedFile> = {};
  for (const format of pictureFormats) {
    const offered = offeredFile(item, format, sourceBytes);
    if (offered === 'invalid') return;
    if (offered) files[format] = offered;
  }
  const node: NodeRecord = { server: textOf(item['server']) || server, id: textOf(item['id']).slice(0, 100), files };
  await store
    .table(imageJobTable)
    .update({ id, status: jobStatus.requested }, { status: jobStatus.notified, node, sourceBytes, changedMs: nowMs });
}

function offeredFile(item: Message, format: string, sourceBytes: number): OfferedFile | 'invalid' | null {
  const path = item[format];
  const reduced = bytes(item[`${format}_reduced`] ?? 0);
  if (reduced === null || reduced >= sourceBytes) return 'invalid';
  if (path === undefined || path === '' || path === null) return null;
  const md5 = textOf(item[`${format}_md5`]);
  if (typeof path !== 'string' || path.length > 500 || !/^[0-9a-f]{32}$/.test(md5)) return 'invalid';
  return { path, md5, reduced };
}

const jobId = (value: unknown): number => (/^[1-9]\d{0,14}$/.test(textOf(value)) ? Number(value) : 0);

function bytes(value: unknown): number | null {
  return /^\d{1,12}$/.test(textOf(value)) ? Number(value) : null;
}
