import type { ClientOptions } from '../client/client-interface.ts';
import { createSender, PlatenError, type SendRequest } from '../client/send-request.ts';
import { openContent } from './content.ts';
import { type CopiedType, type Item, isPublic, type SiteReading, wholeType } from './copied-items.ts';
import { isListCursor, readLists } from './list-reading.ts';

/** The name of the type whose one item describes the site itself. */
export const siteType = 'site';

export interface Waiting {
  /** How long the server may wait for a change, if there is none. */
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal;
}

/**
 * Reads all that visitors see of some types, or with the cursor of an earlier reading what has changed since: by dump and
 * change feed, and on a server that has neither, by its lists.
 */
export async function readSite(
  options: ClientOptions,
  types: readonly CopiedType[],
  since: string,
  waiting: Waiting = {},
): Promise<SiteReading> {
  const sender = createSender(options);
  const send: SendRequest = (request) =>
    sender(waiting.signal ? { ...request, options: { signal: waiting.signal } } : request);
  const content = types.filter(({ name }) => name !== siteType);
  const [reading, site] = await Promise.all([
    readContent(send, content, { since, wait: waiting.waitSeconds ?? 0 }),
    content.length < types.length ? openContent(options).site() : null,
  ]);
  return {
    ...reading,
    types: types.map(({ name }) => name),
    of: (type) =>
      type === siteType && site ? { items: [{ ...site, id: siteType }], isGone: () => false } : reading.of(type),
  };
}

/** Where the feed goes on, and for how many seconds it may wait. */
interface FeedPosition {
  readonly since: string;
  readonly wait: number;
}

type ContentReading = Omit<SiteReading, 'types'>;

async function readContent(
  send: SendRequest,
  types: readonly CopiedType[],
  { since, wait }: FeedPosition,
): Promise<ContentReading> {
  if (types.length === 0) return { cursor: '', isWhole: true, of: () => wholeType(new Map()) };
  if (isListCursor(since)) return readLists(send, types, since);
  const names = types.map(({ name }) => name).join();
  if (since !== '') {
    const changes = await unless([400, 404, 410], () => readChanges(send, names, { since, wait }));
    if (changes) return changes;
  }
  return (await unless([404], () => readDump(send, names))) ?? readLists(send, types, since);
}

/** The result, or null where the server refuses with one of these. */
async function unless<T>(statuses: readonly number[], work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatenError && statuses.includes(error.status)) return null;
    throw error;
  }
}

interface FeedPage {
  readonly changes: readonly { readonly type: string; readonly id: number; readonly item: Item | null }[];
  readonly cursor: string;
  readonly more: boolean;
}

async function readChanges(send: SendRequest, types: string, { since, wait }: FeedPosition): Promise<ContentReading> {
  const newest = new Map<string, Map<number, Item | null>>();
  let cursor = since;
  for (let more = true; more; ) {
    const query = new URLSearchParams({ since: cursor, types, ...(wait > 0 ? { wait: String(wait) } : {}) });
    const answer = await send({ method: 'GET', path: `/platen/v1/changes?${query}` });
    // The shape of the route; what a proxy might send instead is no JSON.
    const page = (await answer.json()) as FeedPage;
    for (const { type, id, item } of page.changes) mapOf(newest, type).set(id, item && isPublic(item) ? item : null);
    ({ cursor, more } = page);
  }
  return {
    cursor,
    isWhole: false,
    of(type) {
      const changes = mapOf(newest, type);
      return { items: [...changes.values()].filter((item) => item !== null), isGone: (id) => changes.get(id) === null };
    },
  };
}

interface DumpLine {
  readonly cursor?: string;
  readonly end?: boolean;
  readonly type?: string;
  readonly id?: number;
  readonly item?: Item;
}

async function readDump(send: SendRequest, types: string): Promise<ContentReading> {
  const query = new URLSearchParams({ types });
  const { body } = await send({ method: 'GET', path: `/platen/v1/dump?${query}` });
  const all = new Map<string, Map<number, Item>>();
  let cursor: string | null = null;
  for await (const text of linesOf(body)) {
    // The shape of the route.
    const line = JSON.parse(text) as DumpLine;
    if (line.end) cursor = line.cursor ?? '';
    const { type, id, item } = line;
    if (type !== undefined && id !== undefined && item && isPublic(item)) mapOf(all, type).set(id, item);
  }
  if (cursor === null) throw new Error('The dump of the site ended before its last line. Build again.');
  return { cursor, isWhole: true, of: (type) => wholeType(mapOf(all, type)) };
}

async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  let rest = '';
  for await (const part of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}

function mapOf<T>(maps: Map<string, Map<number, T>>, name: string): Map<number, T> {
  const map = maps.get(name) ?? new Map<number, T>();
  maps.set(name, map);
  return map;
}
